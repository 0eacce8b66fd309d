"""A server whose day is where a test wants it, its deal, and somebody who plays that without a browser."""

import hashlib
import hmac
import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tests.browser.person import Person
from tests.server import ServerProcess
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect

from agnes.game import Game, rules_for
from agnes.race.daily import Day, day_of
from agnes.service.daily_making import BUDGET, CANDIDATES
from agnes.service.solving import affordable
from agnes.solver import solve

DAY_MS: Final = 86_400_000
HALF_A_DAY_MS: Final = DAY_MS // 2


class DayServer(ServerProcess):
    """It is noon when it starts (UTC), so that no test meets a midnight that it does not want."""

    def start(self, *, port: int = 0) -> None:
        self.before_midnight(HALF_A_DAY_MS)
        super().start(port=port)

    def command(self) -> list[str]:
        return [sys.executable, str(Path(__file__).with_name("moved_clock.py")), str(self._moved), "serve"]

    def before_midnight(self, left_ms: int) -> None:
        """Set its clock to so long before the end of today."""
        self._move(DAY_MS - left_ms - int(time.time() * 1000) % DAY_MS)

    def at(self, moment: str) -> None:
        """Set its clock to that time of UTC, such as `2028-02-29T21:30:10`."""
        self._move(int((datetime.fromisoformat(f"{moment}+00:00").timestamp() - time.time()) * 1000))

    def _move(self, by: int) -> None:
        written = self._moved.with_suffix(".new")
        written.write_text(str(by))
        written.replace(self._moved)

    @property
    def _moved(self) -> Path:
        return self.folder / "moved_by"


def at_noon(folder: Path) -> Iterator[DayServer]:
    """One that runs while it is wanted, for a fixture; nothing may have gone wrong in it."""
    server = DayServer(folder)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


def deal_of(server: ServerProcess, date: str, game: str) -> tuple[Game, list[str]]:
    """That day's table, and moves that win: found as the server finds them, with its key."""
    day = day_of(date, game)
    assert isinstance(day, Day)
    secret = (server.folder / "var" / "secret.key").read_bytes().strip()
    key = hmac.digest(secret, b"agnes.daily", hashlib.sha256)
    for number in day.candidates(key, CANDIDATES):
        table = Game.deal(rules_for(day.game, undo="quiet"), number)
        answer = solve(table, budget=affordable(BUDGET))
        if answer.verdict == "yes":
            return table, list(answer.line or ())
    raise AssertionError(f"no deal for {date}")


async def today(person: Person) -> str:
    """The date that the server has."""
    answer = await (await person.page.context.request.get("/api/daily")).json()
    return str(answer["today"])


async def begin(person: Person, server: ServerProcess, date: str, game: str) -> ClientConnection:
    """Begin that deal as this person, from another program of theirs; answers with its connection."""
    path = f"/api/daily/{date}/{game}/start"
    request = person.page.context.request
    answer = await request.post(path, data={}, headers={"Origin": server.url})
    assert answer.ok, await answer.text()
    code = (await answer.json())["race"]
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in await person.page.context.cookies())
    socket = await connect(
        f"ws://127.0.0.1:{server.port}/ws/races/{code}",
        subprotocols=[Subprotocol("agnes.v1")],
        origin=server.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
    )
    await hear(socket, "welcome")
    await socket.send('{"type":"resume","seq":0,"boards":{}}')
    return socket


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this type; others are passed over."""
    async for text in socket:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == kind:
            return message
    raise AssertionError(f"closed without {kind}")


async def play(socket: ClientConnection, line: list[str]) -> None:
    """Make these moves, from the first one on, as fast as they are acknowledged."""
    for n, move in enumerate(line, 1):
        await socket.send(json.dumps({"type": "move", "n": n, "move": move}))
        assert (await hear(socket, "moved"))["move"] == move


def losing(game: Game) -> list[str]:
    """Moves after the last of which the deal can't be won any more: one that loses at once, if there is."""
    return next(line for seed in range(100) if (line := _losing(game, random.Random(seed))))


def _losing(game: Game, chance: random.Random) -> list[str]:
    """The same by one way of choosing; none if that has won instead."""
    line = list[str]()
    while _verdict(game) != "no":
        ways = [move for move in game.legal if move != "U"]
        if not ways:
            return []
        lost = (move for move in ways if _verdict(game.play(move)[0]) == "no")
        line.append(next(lost, None) or ("D" if "D" in ways else chance.choice(ways)))
        game, _ = game.play(line[-1])
    return line


def _verdict(game: Game) -> str:
    return solve(game, budget=20_000).verdict
