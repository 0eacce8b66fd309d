"""The client as it is sent: little, in few files, kept as long as it holds."""

import os
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from agnes.web.bundle import BundleError
from agnes.web.client_files import client_dir
from agnes.web.packed import ClientFiles

MOST = 120 * 1024
LOADED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
PAGE = """<link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
<link rel="preload" href="/static/texts/en.json" as="fetch" crossorigin />
<link rel="stylesheet" href="/static/style/a.css" />
<link rel="stylesheet" href="/static/b.css" />
<script type="module" src="/static/main.js"></script>
"""
SMALL = {
    "index.html": PAGE,
    "icon.svg": "<svg/>",
    "texts/en.json": "{}",
    "texts/de.json": "{}",
    "style/a.css": "/* a */\na {\n  top: 0;\n}\n",
    "b.css": "b {\n}\n",
    "main.js": 'import { told } from "./told.js";\ntold();\n',
    "told.js": "export function told() {}\n",
    "tests/told.test.js": "told();\n",
}


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with reader(client_dir()) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A client of few words."""
    for name, text in SMALL.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
async def small(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with reader(folder) as client:
        yield client


def reader(folder: Path) -> httpx.AsyncClient:
    files = ClientFiles(folder)

    async def page(request: Request) -> Response:
        return await files.page(request.scope)

    app = Starlette(routes=[Route("/", page), Mount("/static", files)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def loaded(client: httpx.AsyncClient) -> list[str]:
    return LOADED.findall((await client.get("/")).text)


async def weight(client: httpx.AsyncClient, path: str) -> int:
    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        return sum([len(part) async for part in answer.aiter_raw()])


async def test_the_whole_client_is_light(client: httpx.AsyncClient) -> None:
    paths = [path for path in await loaded(client) if "/texts/" not in path]
    weights = {path: await weight(client, path) for path in ["/", *paths]}
    texts = [f"/static/texts/{path.name}" for path in (client_dir() / "texts").iterdir()]
    weights["one language"] = max([await weight(client, path) for path in texts])
    assert sum(weights.values()) <= MOST, weights


async def test_the_page_loads_one_script_and_one_sheet(client: httpx.AsyncClient) -> None:
    ends = [path.rpartition(".")[2] for path in await loaded(client)]
    assert {end: ends.count(end) for end in ("css", "js", "json")} == {"css": 1, "js": 1, "json": 1}


async def test_what_the_page_names_is_kept_for_good_and_the_page_is_not(small: httpx.AsyncClient) -> None:
    _, texts, sheet, script = await loaded(small)
    paths = ("/", texts, "/static/texts/de.json", sheet, script)
    kept = [(await small.get(path)).headers["cache-control"] for path in paths]
    for_good = "public, max-age=31536000, immutable"
    assert kept == ["no-cache", for_good, "no-cache", for_good, for_good]


async def test_sheets_keep_their_order(small: httpx.AsyncClient) -> None:
    _, _, sheet, _ = await loaded(small)
    assert (await small.get(sheet)).text == "a {\ntop: 0;\n}\nb {\n}\n"


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_another_version_asked_for_is_answered_with_this_one_and_not_kept(
    small: httpx.AsyncClient, number: int
) -> None:
    own = (await loaded(small))[number]
    other = await small.get(re.sub("[0-9a-f]{20}", "0" * 20, own))
    assert other.text == (await small.get(own)).text
    assert other.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", ["told.js", "index.html", "other.css"])
async def test_only_what_is_named_so_has_such_a_name(small: httpx.AsyncClient, name: str) -> None:
    assert (await small.get(f"/static/{'0' * 20}/{name}")).status_code == 404


async def test_processes_of_one_version_name_it_alike(folder: Path, small: httpx.AsyncClient) -> None:
    twin = folder / "twin"
    shutil.copytree(folder, twin)
    for path in twin.rglob("*.*"):
        os.utime(path, (1, 1))
    async with reader(twin) as client:
        assert await loaded(client) == await loaded(small)
        assert (await client.get("/")).headers["etag"] == (await small.get("/")).headers["etag"]


@pytest.mark.parametrize("name", ["told.js", "style/a.css", "texts/en.json"])
async def test_a_changed_file_is_sent_anew(folder: Path, small: httpx.AsyncClient, name: str) -> None:
    before = await loaded(small)
    (folder / name).write_text((folder / name).read_text() + "b\n{}\n")
    after = await loaded(small)
    assert len(set(after) - set(before)) == 1
    (changed,) = set(after) - set(before)
    assert "b\n{}" in (await small.get(changed)).text


async def test_a_mended_client_is_sent_again(folder: Path, small: httpx.AsyncClient) -> None:
    (folder / "told.js").write_text("export default 1;\n")
    with pytest.raises(BundleError, match=r"^told\.js:1: "):
        await small.get("/")
    (folder / "told.js").write_text("export const told = () => {};\n")
    assert (await small.get("/")).status_code == 200


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('<link rel="stylesheet" href="/static/b.css" />', '<link href="/static/b.css" rel="stylesheet">'),
        ("</script>", '</script><script src="/static/told.js"></script>'),
        (' type="module"', ""),
    ],
)
async def test_a_page_in_another_form_is_refused(folder: Path, was: str, now: str) -> None:
    (folder / "index.html").write_text(PAGE.replace(was, now))
    async with reader(folder) as client:
        with pytest.raises(BundleError, match=r"^index\.html: "):
            await client.get("/")


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "script"])
async def test_what_is_known_already_is_not_sent_again(small: httpx.AsyncClient, path: str) -> None:
    path = (await loaded(small))[-1] if path == "script" else path
    first = await small.get(path)
    again = await small.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (first.headers["vary"], first.headers["content-encoding"]) == ("Accept-Encoding", "gzip")
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "script"])
async def test_who_takes_no_compression_gets_none(small: httpx.AsyncClient, path: str) -> None:
    path = (await loaded(small))[-1] if path == "script" else path
    answer = await small.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == (await small.get(path)).content


async def test_the_source_map_is_asked_for_again_each_time(small: httpx.AsyncClient) -> None:
    script = (await loaded(small))[-1]
    named = (await small.get(script)).text.rpartition("sourceMappingURL=")[2].strip()
    answer = await small.get(script.replace("client.js", named))
    assert answer.json()["sourcesContent"] == [SMALL["told.js"], SMALL["main.js"]]
    assert answer.headers["cache-control"] == "no-cache"


async def test_the_tests_of_the_client_are_not_for_the_browser(small: httpx.AsyncClient) -> None:
    assert (await small.get("/static/tests/told.test.js")).status_code == 404


async def test_files_are_only_read(small: httpx.AsyncClient) -> None:
    assert (await small.post((await loaded(small))[-1])).status_code == 405
