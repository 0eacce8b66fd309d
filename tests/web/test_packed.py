"""The client's files as they are sent: light, and the same program."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from agnes.web.client_files import client_dir
from agnes.web.packed import ClientFiles, lightened, without_comments

MOST = 120 * 1024
CAST = re.compile(r"/\*\* @(type|param) [^*]*\*/ ?")
FILES = [
    path.relative_to(client_dir()).as_posix()
    for kind in ("js", "css", "json", "svg", "html")
    for path in sorted(client_dir().rglob(f"*.{kind}"))
    if path.relative_to(client_dir()).parts[0] not in ("tests", "tsconfig.json")
]


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with reader(client_dir()) as client:
        yield client


def reader(folder: Path) -> httpx.AsyncClient:
    app = Starlette(routes=[Mount("/", ClientFiles(folder))])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def test_the_whole_client_is_light(client: httpx.AsyncClient) -> None:
    async def weight(path: str) -> int:
        async with client.stream("GET", f"/{path}") as answer:
            return sum([len(part) async for part in answer.aiter_raw()])

    weights = {path: await weight(path) for path in FILES}
    heaviest = sorted(weights.items(), key=lambda item: -item[1])[:8]
    assert sum(weights.values()) <= MOST, heaviest


async def test_only_comments_are_left_out(client: httpx.AsyncClient) -> None:
    other, missing = list[str](), list[str]()
    for path in FILES:
        sent = (await client.get(f"/{path}")).text.split("\n")
        lies = (client_dir() / path).read_text("utf-8").split("\n")
        for line, was in zip(sent, lies, strict=True):
            if line != (CAST.sub("", was).strip() if path.endswith((".js", ".css")) else was):
                (missing if line == "" else other).append(was.strip())
    assert other == []
    code = [was for was in missing if not was.startswith(("//", "/*", "*")) and not was.endswith("*/")]
    assert code == []


def test_no_text_goes_over_the_end_of_a_line() -> None:
    sources = [(client_dir() / path).read_text("utf-8") for path in FILES if path.endswith(".js")]
    lines = [line for source in sources for line in without_comments(source).split("\n")]
    assert [line for line in lines if line.count("`") % 2] == []


def test_what_is_for_the_type_checker_is_left_out() -> None:
    assert lightened("  /** @type {A} */ (a).b(/** @type {C} */ (c));\n") == "(a).b((c));\n"


async def test_who_takes_no_compression_gets_the_file_as_it_lies(client: httpx.AsyncClient) -> None:
    answer = await client.get("/main.js", headers={"Accept-Encoding": "identity"})
    assert answer.content == (client_dir() / "main.js").read_bytes()
    assert "content-encoding" not in answer.headers


async def test_what_is_known_already_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/main.js")
    again = await client.get("/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (first.headers["cache-control"], first.headers["vary"]) == ("no-cache", "Accept-Encoding")
    assert (again.status_code, again.content) == (304, b"")


async def test_a_changed_file_is_sent_anew(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1;")
    async with reader(tmp_path) as client:
        assert (await client.get("/a.js")).text == "1;"
        (tmp_path / "a.js").write_text("1; 2;")
        assert (await client.get("/a.js")).text == "1; 2;"


async def test_the_tests_of_the_client_are_not_for_the_browser(client: httpx.AsyncClient) -> None:
    assert (await client.get("/tests/plot.test.js")).status_code == 404


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("// a\nb", "\nb"),
        ("/** a */\nb", "\nb"),
        ("/**\n * a\n */\nb", "\n\n\nb"),
        ("/** @type {A} */ (b).c();", "/** @type {A} */ (b).c();"),
        ("a; // b", "a; // b"),
        ("/* a\n b */ c", "/* a\n b */ c"),
        ("`\n  /x`", "`\n  /x`"),
    ],
)
def test_lines_of_comment_become_empty(source: str, left: str) -> None:
    assert without_comments(source) == left
