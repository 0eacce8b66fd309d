"""What is refused, as a client sees it: the document, its status, and the page behind its type."""

import ast
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Literal

import httpx
import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import agnes
from agnes.game.errors import InvalidDealNumber
from agnes.race.errors import Refused
from agnes.service.names import clean_name
from agnes.store.errors import CommandRefused, DatabaseBusy, DatabaseRefusesWrites, DatabaseUnreachable
from agnes.web.faults import describe_fault
from agnes.web.problems import KINDS, MEDIA_TYPE, Problem, explain_problem, problem_handlers


class Wish(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    game: Literal["bernauer", "sorel"]
    seats: int = Field(8, ge=1, le=64)
    name: str = Field("x", max_length=3)
    alone: bool = False
    bots: list[str] = Field(default=[], max_length=2)
    options: dict[str, bool] = {}


async def client_of(error: Exception) -> httpx.Response:
    """The answer of an application in which this error is raised."""

    async def endpoint(_: Request) -> Response:
        raise error

    app = Starlette(routes=[Route("/x", endpoint)], exception_handlers=problem_handlers())
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get("/x")


@pytest.fixture
async def pages() -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(
        routes=[Route("/problems/{slug}", explain_problem)], exception_handlers=problem_handlers()
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        yield client


@pytest.mark.parametrize("slug", KINDS)
async def test_every_kind_has_its_document(slug: str) -> None:
    answer = await client_of(Problem(slug, "Because."))
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.headers["cache-control"] == "no-store"
    assert answer.status_code == KINDS[slug].status
    assert answer.json() == {
        "type": f"/problems/{slug}",
        "title": KINDS[slug].title,
        "status": KINDS[slug].status,
        "detail": "Because.",
    }


@pytest.mark.parametrize(
    ("error", "slug", "detail"),
    [
        (Refused("race-full", "All 4 seats are taken."), "race-full", "All 4 seats are taken."),
        (Refused("never-heard-of", "No."), "not-allowed", "No."),
        (InvalidDealNumber("0"), "bad-request", "deal number '0'"),
        (DatabaseUnreachable("unix:///secret/path"), "database-away", "Nothing was changed"),
        (DatabaseRefusesWrites("MISCONF"), "database-away", "Nothing was changed"),
        (DatabaseBusy("9 wait"), "try-later", "in a moment"),
        (CommandRefused("WRONGTYPE Operation against secret"), "internal", "logged"),
        (HTTPException(404), "no-such-page", "address"),
        (HTTPException(405, headers={"Allow": "GET"}), "method-not-allowed", "Allow"),
        (HTTPException(413), "too-large", "less"),
        (HTTPException(400, "internal words"), "bad-request", "field"),
        (HTTPException(507), "internal", "logged"),
        (RuntimeError("secret"), "internal", "logged"),
    ],
)
async def test_errors_of_every_layer_become_problems(error: Exception, slug: str, detail: str) -> None:
    answer = await client_of(error)
    assert answer.json()["type"] == f"/problems/{slug}"
    assert answer.status_code == KINDS[slug].status
    assert detail in answer.json()["detail"]
    assert "secret" not in answer.text


async def test_headers_that_belong_to_a_problem() -> None:
    assert (await client_of(Problem("too-fast", retry_after_s=0))).headers["retry-after"] == "1"
    assert (await client_of(Problem("unknown-player"))).headers["www-authenticate"] == "Bearer"
    assert (await client_of(HTTPException(405, headers={"Allow": "GET"}))).headers["allow"] == "GET"
    assert "retry-after" in (await client_of(DatabaseUnreachable("away"))).headers


async def test_a_bad_name_says_why() -> None:
    with pytest.raises(ValueError, match="direction") as caught:
        clean_name("An\u202en")
    answer = await client_of(caught.value)
    assert answer.json()["field"] == "name"
    assert answer.json()["detail"] == "name: cannot change the direction of writing (U+202E)"


@pytest.mark.parametrize(
    ("text", "field", "detail"),
    [
        ("{}", "game", "game: is required"),
        ('{"game":"agnes"}', "game", "game: must be 'bernauer' or 'sorel'"),
        ('{"game":"sorel","seats":65}', "seats", "seats: must be at most 64"),
        ('{"game":"sorel","seats":"8"}', "seats", "seats: must be a whole number"),
        ('{"game":"sorel","seats":1e400}', "seats", "seats: must be a whole number"),
        ('{"game":"sorel","name":"abcd"}', "name", "name: must have 3 or fewer characters"),
        ('{"game":"sorel","alone":1}', "alone", "alone: must be true or false"),
        ('{"game":"sorel","bots":["a","b","c"]}', "bots", "bots: must have 2 or fewer entries"),
        (
            '{"game":"sorel","options":{"redeal":1}}',
            "options.redeal",
            "options.redeal: must be true or false",
        ),
        ('{"game":"sorel","cards":1}', "cards", "cards: is not a field here"),
        ("[]", "", "the message: must be an object"),
        ("null", "", "the message: must be an object"),
    ],
)
async def test_a_faulty_message_is_told_by_its_field(text: str, field: str, detail: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Wish.model_validate_json(text)
    answer = await client_of(caught.value)
    assert answer.status_code == 422
    assert answer.json()["detail"] == detail
    assert answer.json().get("field", "") == field


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"game":"\\ud800"}', '{"a":1}}'])
async def test_what_is_not_json_is_a_400(text: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Wish.model_validate_json(text)
    answer = await client_of(caught.value)
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/bad-json")


def test_a_fault_never_repeats_a_value_and_shortens_a_name() -> None:
    with pytest.raises(ValidationError) as caught:
        Wish.model_validate({"game": "sorel", "\u202eevil\n" * 50: "hunter2"})
    detail = describe_fault(caught.value).detail
    assert "hunter2" not in detail
    assert detail.isascii()
    assert len(detail) < 100


class Move(BaseModel):
    type: Literal["move"]


class Ready(BaseModel):
    type: Literal["ready"]


@pytest.mark.parametrize(
    ("text", "detail"),
    [("{}", "type: is required"), ('{"type":"x"}', "type: must be one of 'move', 'ready'")],
)
def test_the_type_of_a_message_counts_as_its_field(text: str, detail: str) -> None:
    adapter = TypeAdapter[Move | Ready](Annotated[Move | Ready, Field(discriminator="type")])
    with pytest.raises(ValidationError) as caught:
        adapter.validate_json(text)
    assert describe_fault(caught.value) == ("bad-request", "type", detail)


async def test_a_page_explains_each_kind(pages: httpx.AsyncClient) -> None:
    page = await pages.get("/problems/race-full", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.headers["content-type"].startswith("text/html")
    assert "The race is full" in page.text
    assert "style=" not in page.text
    assert (await pages.get("/problems/race-full")).json() == {
        "type": "/problems/race-full",
        "status": 409,
        "title": "The race is full",
        "help": KINDS["race-full"].help,
    }


async def test_an_unknown_kind_is_a_problem_itself(pages: httpx.AsyncClient) -> None:
    answer = await pages.get("/problems/<script>", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/no-such-page")
    assert "<script>" not in answer.text


def test_every_reason_that_the_layers_below_give_is_a_kind() -> None:
    package = Path(agnes.__file__).parent
    found = {
        node.args[0].value
        for layer in ("race", "service")
        for path in (package / layer).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }
    assert "race-full" in found
    assert found <= set(KINDS)
