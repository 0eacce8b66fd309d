"""The two documents: whole, stable, with references that lead somewhere, and true to the models."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from agnes.web.problems import KINDS
from agnes.web.schemas import Document, Endpoint, asyncapi, openapi


class Rank(BaseModel):
    value: int


class Wish(BaseModel):
    """A new race."""

    model_config = ConfigDict(extra="forbid")
    game: Literal["bernauer", "sorel"]
    seats: int = Field(8, ge=1, le=64)
    base: Rank | None = None


class Race(BaseModel):
    id: str
    rank: Rank
    span: tuple[int, int] = (0, 1)


class Filter(BaseModel):
    state: str
    cursor: str | None = None


class Move(BaseModel):
    """Make my next move.

    More about it.
    """

    type: Literal["move"]
    n: int


class Ready(BaseModel):
    type: Literal["ready"]


class Welcome(BaseModel):
    type: Literal["welcome"] = "welcome"
    race: Race
    last: Annotated[Move | Ready, Field(discriminator="type")] | None = None


ENDPOINTS = [
    Endpoint(
        "POST", "/api/races", "Make a race", Wish, Race, 201, ("bad-json", "bad-request", "unknown-player")
    ),
    Endpoint("GET", "/api/races", "Public races", Filter, list[Race], 200, (), auth=False),
    Endpoint(
        "GET",
        "/api/races/{id:str}/boards/{player}",
        "A board",
        None,
        Race,
        200,
        ("no-such-race", "no-such-board"),
    ),
    Endpoint(
        "GET", "/api/races/{id}/qr.svg", "A QR code", None, None, 200, (), auth=False, media="image/svg+xml"
    ),
    Endpoint("POST", "/api/races/{id}/leave", "Leave", None, None, 204, ("no-such-race",)),
]


def http_document() -> Document:
    return openapi(ENDPOINTS, [Rank])


def socket_document() -> Document:
    return asyncapi([Move, Ready], [Welcome])


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def resolve(document: Document, reference: str) -> Any:
    assert reference.startswith("#/")
    node: Any = document
    for part in reference[2:].split("/"):
        node = node[part]
    return node


@pytest.mark.parametrize("document", [http_document(), socket_document()], ids=["openapi", "asyncapi"])
def test_every_reference_leads_to_something_within(document: Document) -> None:
    found = list(references(document))
    assert found
    for reference in found:
        assert isinstance(resolve(document, reference), dict)
    assert "$defs" not in json.dumps(document)


@pytest.mark.parametrize("make", [http_document, socket_document], ids=["openapi", "asyncapi"])
def test_two_makings_are_the_same_text(make: Any) -> None:
    assert json.dumps(make()) == json.dumps(make())


def test_a_body_and_an_answer_are_those_of_the_models() -> None:
    document = http_document()
    post = document["paths"]["/api/races"]["post"]
    wish = resolve(document, post["requestBody"]["content"]["application/json"]["schema"]["$ref"])
    assert wish["required"] == ["game"]
    assert wish["properties"]["seats"] == {
        "default": 8,
        "maximum": 64,
        "minimum": 1,
        "title": "Seats",
        "type": "integer",
    }
    assert wish["additionalProperties"] is False
    race = resolve(document, post["responses"]["201"]["content"]["application/json"]["schema"]["$ref"])
    assert race["required"] == ["id", "rank"]


def test_the_model_of_a_get_is_its_query() -> None:
    get = http_document()["paths"]["/api/races"]["get"]
    assert [(part["name"], part["in"], part["required"]) for part in get["parameters"]] == [
        ("state", "query", True),
        ("cursor", "query", False),
    ]
    assert "requestBody" not in get
    assert "security" not in get


def test_the_parts_of_a_path_are_parameters() -> None:
    board = http_document()["paths"]["/api/races/{id}/boards/{player}"]["get"]
    assert [(part["name"], part["in"]) for part in board["parameters"]] == [
        ("id", "path"),
        ("player", "path"),
    ]
    assert board["security"] == [{"token": []}, {"cookie": []}]


def test_problems_stand_by_status_each_with_its_kind() -> None:
    board = http_document()["paths"]["/api/races/{id}/boards/{player}"]["get"]
    answer = board["responses"]["404"]["content"]["application/problem+json"]
    assert set(answer["examples"]) == {"no-such-race", "no-such-board"}
    assert answer["examples"]["no-such-race"]["value"]["type"] == "/problems/no-such-race"


def test_a_problem_that_is_in_no_table_is_a_mistake_at_once() -> None:
    with pytest.raises(KeyError):
        openapi([Endpoint("GET", "/", "", None, None, 200, ("never-heard-of",))])
    assert "never-heard-of" not in KINDS


def test_an_answer_that_is_no_json_names_its_media_type() -> None:
    paths = http_document()["paths"]
    assert list(paths["/api/races/{id}/qr.svg"]["get"]["responses"]["200"]["content"]) == ["image/svg+xml"]
    assert "content" not in paths["/api/races/{id}/leave"]["post"]["responses"]["204"]


def test_operations_have_names_of_their_own() -> None:
    names = [
        operation["operationId"] for path in http_document()["paths"].values() for operation in path.values()
    ]
    assert "get_api_races_id_boards_player" in names
    assert len(names) == len(set(names)) == len(ENDPOINTS)


def test_the_server_receives_what_clients_send() -> None:
    document = socket_document()
    for action, expected in (("receive", ["Move", "Ready"]), ("send", ["Welcome"])):
        messages = document["operations"][action]["messages"]
        found = [
            resolve(document, resolve(document, message["$ref"])["$ref"])["name"] for message in messages
        ]
        assert found == expected


def test_messages_say_what_they_are_for() -> None:
    assert socket_document()["components"]["messages"]["Move"]["summary"] == "Make my next move."


def test_schemas_of_the_socket_are_of_its_older_draft() -> None:
    schemas = socket_document()["components"]["schemas"]
    assert schemas["Race"]["properties"]["span"]["items"] == [{"type": "integer"}, {"type": "integer"}]
    assert schemas["Welcome"]["properties"]["last"]["anyOf"][0]["discriminator"] == "type"
