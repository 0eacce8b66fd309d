"""`agnes bench`: races played at full speed over real websockets, against a server of its own.

Times depend on the machine and on what else it does, so each figure comes with a ratio: to the time that a
fixed piece of plain Python takes in the same run.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

PROMISE: Final = "listening on "
MOVES_MOST: Final = 150
SEATS_MOST: Final = 400
PATIENCE_S: Final = 300


@dataclass
class Figures:
    """What was seen: seconds from sending a move to its acknowledgement, one a move."""

    waits: list[float] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0
    cpu_s: float = 0.0

    def lines(self, yardstick_s: float) -> list[str]:
        self.waits.sort()
        count, wall = len(self.waits), self.ended - self.began
        rows = [f"{count} moves, {count / wall:.0f} a second"]
        for name, part in (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99)):
            wait = self.waits[min(count - 1, int(count * part))]
            rows.append(
                f"{name:8} {wait * 1e3:8.2f} ms to the acknowledgement, {wait / yardstick_s:6.0f} yards"
            )
        if self.cpu_s:
            cpu = self.cpu_s / count
            rows.append(f"server   {cpu * 1e6:8.0f} µs of processor a move, {cpu / yardstick_s:10.1f} yards")
        rows.append(
            f"a yard   {yardstick_s * 1e6:8.0f} µs: the squares of 0 to 999 summed up in plain Python"
        )
        return rows


def bench(races: int, seats: int) -> int:
    """Play `races` races of `seats` at once; prints the figures. The exit status: 0 done, 1 it failed."""
    if races * seats > SEATS_MOST:
        print(f"agnes: at most {SEATS_MOST} players at once: fewer races, or smaller ones", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("AGNES_")}
        environ |= {"AGNES_PORT": "0", "AGNES_DATA_DIR": folder}
        command = [sys.executable, "-m", "agnes", "serve"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environ, text=True) as server:
            assert server.stdout is not None
            try:
                promised = server.stdout.readline()
                if not promised.startswith(PROMISE):
                    return 1
                figures = asyncio.run(_play(promised.removeprefix(PROMISE).strip(), races, seats))
            finally:
                server.terminate()
    print("\n".join([f"{races} races of {seats} players", *figures.lines(yardstick())]))
    return 0


def yardstick() -> float:
    """Seconds that a fixed piece of plain Python takes here and now, at best."""

    def once() -> float:
        began = time.perf_counter()
        sum(number * number for number in range(1_000))
        return time.perf_counter() - began

    return min(once() for _ in range(200))


async def _play(base: str, races: int, seats: int) -> Figures:
    figures = Figures()
    async with asyncio.timeout(PATIENCE_S):
        tables = await asyncio.gather(*(asyncio.to_thread(_set_up, base, seats) for _ in range(races)))
        everyone = asyncio.Barrier(races * seats)
        cpu = await asyncio.to_thread(_processor_time, base)
        await asyncio.gather(
            *(
                _player(base, race_id, token, host=number == 0, everyone=everyone, figures=figures)
                for race_id, tokens in tables
                for number, token in enumerate(tokens)
            )
        )
    figures.ended = time.perf_counter()
    figures.cpu_s = await asyncio.to_thread(_processor_time, base) - cpu
    return figures


def _set_up(base: str, seats: int) -> tuple[str, list[str]]:
    """A race with all its seats taken: its code and the players' tokens."""
    tokens = [_call(base, "/api/players", {"name": f"P{number}"})["token"] for number in range(seats)]
    game = random.choice(["bernauer", "sorel"])
    race = _call(base, "/api/races", {"game": game, "seats": seats, "study_s": 0}, tokens[0])
    for token in tokens[1:]:
        _call(base, f"/api/races/{race['id']}/join", {}, token)
    return race["id"], tokens


async def _player(
    base: str, race_id: str, token: str, *, host: bool, everyone: asyncio.Barrier, figures: Figures
) -> None:
    """Plays at full speed: foundations first, else anything; gives up after MOVES_MOST."""
    url = f"ws{base.removeprefix('http')}/ws/races/{race_id}"
    headers = {"Authorization": f"Bearer {token}"}
    choose = random.Random(token)
    async with connect(url, subprotocols=[Subprotocol("agnes.v1")], additional_headers=headers) as socket:
        me, n, legal, running, sent_at = "", 0, list[str](), False, 0.0
        await socket.send('{"type":"resume"}')
        await everyone.wait()
        if host:
            await socket.send('{"type":"start"}')
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            kind = message["type"]
            if kind == "welcome":
                me = message["you"]
            elif kind in ("board", "moved") and message["player"] == me:
                if kind == "moved":
                    figures.waits.append(time.perf_counter() - sent_at)
                elif sent_at:
                    continue
                n, legal = message["n"], message["legal"]
            elif kind == "race" and message["change"] == "finished":
                return
            elif kind == "race" and message["change"] == "running":
                running = True
                figures.began = figures.began or time.perf_counter()
            else:
                continue
            if not running:
                continue
            if n >= MOVES_MOST or not legal:
                await socket.send('{"type":"give_up"}')
                continue
            ups = [move for move in legal if move.endswith("F")]
            sent_at = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "n": n + 1, "move": choose.choice(ups or legal)}))


def _call(base: str, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def _processor_time(base: str) -> float:
    """Seconds of processor time that the server has used, by its metrics; 0 where it cannot tell."""
    with urllib.request.urlopen(f"{base}/metrics", timeout=PATIENCE_S) as answer:
        rows = answer.read().decode().splitlines()
    return float(next((row.split()[1] for row in rows if row.startswith("process_cpu_seconds_total ")), 0))
