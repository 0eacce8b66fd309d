"""The headers of every answer, from a real application asked over ASGI."""

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from agnes.web.security import SecurityHeaders, content_policy


async def page(_: Request) -> Response:
    return PlainTextResponse("hello")


async def own(_: Request) -> Response:
    return PlainTextResponse("hello", headers={"Content-Security-Policy": "sandbox"})


async def broken(_: Request) -> Response:
    raise RuntimeError


ROUTES = [Route("/", page), Route("/own", own), Route("/broken", broken)]


async def get(
    path: str, *, scheme: str = "http", https: bool = False, host: str = "agnes.example"
) -> httpx.Response:
    app = SecurityHeaders(Starlette(routes=ROUTES), https=https)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://test") as client:
        return await client.get(path, headers={"Host": host})


def policy(answer: httpx.Response) -> dict[str, str]:
    parts = (part.partition(" ") for part in answer.headers["content-security-policy"].split("; "))
    return {name: value for name, _, value in parts}


@pytest.mark.parametrize("path", ["/", "/absent", "/broken"])
async def test_every_answer_has_the_headers(path: str) -> None:
    headers = (await get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


async def test_nothing_inline_and_nothing_from_elsewhere() -> None:
    rules = policy(await get("/"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in str(rules)
    assert "*" not in str(rules)


async def test_a_page_may_connect_to_the_host_it_came_from() -> None:
    rules = policy(await get("/", host="agnes.example:8443"))
    assert rules["connect-src"] == "'self' ws://agnes.example:8443 wss://agnes.example:8443"


@pytest.mark.parametrize("host", ["evil; script-src *", "a b", "*", "", "a,b", "x" * 300, "[::1", None])
def test_a_host_that_is_none_adds_nothing(host: str | None) -> None:
    assert content_policy(host) == content_policy(None)


def test_an_ipv6_host_is_one() -> None:
    assert "wss://[::1]:8000" in content_policy("[::1]:8000")


@pytest.mark.parametrize(
    ("scheme", "https", "sent"),
    [("http", False, False), ("https", False, True), ("http", True, True)],
)
async def test_only_https_is_remembered(scheme: str, https: bool, sent: bool) -> None:
    answer = await get("/", scheme=scheme, https=https)
    assert ("strict-transport-security" in answer.headers) is sent


async def test_a_header_of_the_application_stays() -> None:
    assert policy(await get("/own")) == {"sandbox": ""}
