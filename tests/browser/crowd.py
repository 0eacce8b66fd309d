"""Rivals without a browser: they sit down over HTTP and move over the websocket."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from playwright.async_api import APIRequestContext, Playwright
from tests.server import ServerProcess
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

PATIENCE_S = 15


class Rival:
    """One such player: `sit` first, then `play` once the race runs; `present` all the while, or away."""

    def __init__(self, server: ServerProcess, request: APIRequestContext, token: str, player: str) -> None:
        self._server = server
        self._request = request
        self._token = token
        self.player = player
        self._socket: ClientConnection | None = None
        self._answers = asyncio.Queue[dict[str, Any]]()

    async def sit(self, code: str) -> None:
        await self._act(code, "join")

    @asynccontextmanager
    async def present(self, code: str) -> AsyncIterator[None]:
        """At the table until the block ends: to the others not away."""
        url = f"{self._server.url.replace('http', 'ws')}/ws/races/{code}"
        async with connect(
            url, subprotocols=[Subprotocol("agnes.v1")], additional_headers=self._headers
        ) as self._socket:
            reading = asyncio.create_task(self._read(self._socket))
            yield
        self._socket = None
        await reading

    async def play(self, code: str, moves: Sequence[str]) -> None:
        """Make these moves from the first on, and wait until the last is acknowledged."""
        async with asyncio.timeout(PATIENCE_S), nullcontext() if self._socket else self.present(code):
            for n, move in enumerate(moves, 1):
                assert self._socket
                await self._socket.send(json.dumps({"type": "move", "n": n, "move": move}))
                said = await self._answers.get()
                assert said["type"] == "moved", said

    async def _read(self, socket: ClientConnection) -> None:
        """All that comes, so that nobody waits for this reader; kept is what answers a move."""
        async for message in socket:
            said = json.loads(message)
            if said.get("type") in ("moved", "rejected"):
                self._answers.put_nowait(said)

    async def give_up(self, code: str) -> None:
        await self._act(code, "leave")

    async def _act(self, code: str, what: str) -> None:
        answer = await self._request.post(f"/api/races/{code}/{what}", headers=self._headers)
        assert answer.ok, await answer.text()

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}


async def rival(playwright: Playwright, server: ServerProcess, name: str) -> Rival:
    request = await playwright.request.new_context(base_url=server.url)
    answer = await request.post("/api/players", data={"name": name})
    made: dict[str, Any] = await answer.json()
    # The token alone says who this is: with the cookie as well the server would ask for an origin.
    await request.dispose()
    bare = await playwright.request.new_context(base_url=server.url)
    return Rival(server, bare, made["token"], made["id"])
