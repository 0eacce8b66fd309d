"""Slow and many connections, against a real uvicorn with a small application of the test's own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.store.helpers import until
from websockets.asyncio.client import connect

from agnes.web import doors
from agnes.web.doors import Doors, guarded

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"


class House:
    """A running server: `knock` opens a connection, `awaited` holds its slow page until it is set."""

    def __init__(self, port: int, inside: Doors, awaited: asyncio.Event) -> None:
        self.port = port
        self.inside = inside
        self.awaited = awaited
        self.lines: list[Line] = []

    async def knock(self) -> Line:
        line = await asyncio.open_connection("127.0.0.1", self.port)
        self.lines.append(line)
        return line

    def url(self, path: str) -> str:
        return f"ws://127.0.0.1:{self.port}{path}"

    async def is_empty(self) -> None:
        """Returns once nobody is inside; the test's own timeout bounds it."""
        await until(lambda: len(self.inside) == 0)


@asynccontextmanager
async def serving(inside: Doors) -> AsyncIterator[House]:
    awaited = asyncio.Event()

    async def page(request: Request) -> Response:
        return PlainTextResponse(f"{len(await request.body())} bytes")

    async def slow(_: Request) -> Response:
        await awaited.wait()
        return PlainTextResponse("slow")

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    routes = [Route("/", page, methods=["GET", "POST"]), Route("/slow", slow), WebSocketRoute("/echo", echo)]
    config = uvicorn.Config(
        Starlette(routes=routes), port=0, log_config=None, lifespan="off", **guarded(inside)
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    house = House(server.servers[0].sockets[0].getsockname()[1], inside, awaited)
    yield house
    for _, writer in house.lines:
        writer.close()
    server.should_exit = True
    await running


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    for limit in ("HEAD_S", "BODY_S", "IDLE_S"):
        monkeypatch.setattr(doors, limit, 0.15)
    async with serving(Doors(20)) as house:
        yield house


async def answer(line: Line) -> str:
    """All that comes until the other side closes."""
    return (await line[0].read()).decode()


async def drip(line: Line, bits: bytes) -> str:
    """Says one bit after the other, for ever; what it is answered before it is cut off."""
    hearing = asyncio.create_task(answer(line))
    while not hearing.done():
        for bit in bits:
            with contextlib.suppress(ConnectionError):
                line[1].write(bytes([bit]))
                await line[1].drain()
            await asyncio.sleep(0.01)
    return await hearing


async def slow_head(line: Line) -> str:
    line[1].write(b"GET / HTTP/1.1\r\nX-Long: ")
    return await drip(line, b"a")


async def slow_body(line: Line) -> str:
    line[1].write(POST.replace(b": 9", b": 9999"))
    return await drip(line, b"a")


async def nothing(line: Line) -> str:
    return await answer(line)


async def empty_lines(line: Line) -> str:
    return await drip(line, b"\r\n")


async def empty_lines_after_a_request(line: Line) -> str:
    line[1].write(ASK)
    await line[0].readuntil(b"0 bytes")
    return await drip(line, b"\r\n")


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (slow_head, "408"),
        (slow_body, ""),
        (nothing, ""),
        (empty_lines, ""),
        (empty_lines_after_a_request, ""),
    ],
)
async def test_who_dawdles_is_cut_off(house: House, way: Callable[[Line], Awaitable[str]], told: str) -> None:
    said = await way(await house.knock())
    assert told in said
    assert "200" not in said
    await house.is_empty()


async def test_an_answer_may_take_as_long_as_it_takes(house: House) -> None:
    asked = await house.knock()
    asked[1].write(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    for _ in range(3):  # each until it is cut off
        await nothing(await house.knock())
    house.awaited.set()
    assert (await answer(asked)).endswith("slow")


async def test_requests_one_after_the_other_share_a_connection(house: House) -> None:
    line = await house.knock()
    for _ in range(30):
        line[1].write(POST + b"123456789")
        await line[0].readuntil(b"9 bytes")
        await asyncio.sleep(0.01)  # twice as long as each step may take, all in all
    line[1].close()


async def test_a_socket_may_be_silent(house: House) -> None:
    async with connect(house.url("/echo"), proxy=None) as socket:
        for _ in range(3):
            await nothing(await house.knock())
        await socket.send("still here")
        assert await socket.recv() == "still here"


async def test_one_address_has_so_many_and_no_more() -> None:
    async with serving(Doors(3)) as house:
        lines = [await house.knock() for _ in range(2)]
        async with connect(house.url("/echo"), proxy=None):
            refused = await answer(await house.knock())
            assert refused.startswith("HTTP/1.1 503")
            assert "Too many connections from your address" in refused
            lines[0][1].close()
            lines[1][1].close()
        await house.is_empty()  # the socket too is not counted any more
        line = await house.knock()
        line[1].write(ASK)
        await line[0].readuntil(b"0 bytes")
        line[1].close()


async def test_a_trusted_proxy_has_any_number() -> None:
    async with serving(Doors(3, ["127.0.0.0/8"])) as house:
        lines = [await house.knock() for _ in range(9)]
        for reader, writer in lines:
            writer.write(ASK)
            await reader.readuntil(b"0 bytes")
            writer.close()
        assert len(house.inside) == 0
