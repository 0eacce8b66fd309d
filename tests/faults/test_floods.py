"""Somebody who sends as much as they can: they are slowed or cut off, and nobody else notices.

PYTHONPATH=server python -m tests.faults.test_floods --seconds 10
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.faults.helpers import SHUTTLE, SHUTTLING_DEAL, HastyServer, complaints, memory_mb, started
from tests.protocol.arena import Started, running
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
LONG = 1500  # moves on the flooder's own board
BURST = 280  # frames that nobody is slowed for
MEASURED = 30


def legal(race: Started) -> Iterator[Json]:
    """Moves that may be made, each but the first few beyond what a person can do."""
    n = race.seats[0].board.n
    while True:
        n += 1
        yield {"type": "move", "n": n, "move": SHUTTLE[(n - 1) % 2]}


def from_the_start(race: Started) -> Iterator[Json]:
    while True:
        yield {"type": "resume", "seq": 0, "boards": {race.people[0].id: 0}}


def absurd(race: Started) -> Iterator[Json]:
    """Numbers that never were, of boards that are none."""
    me, strangers = race.people[0].id, {f"nobody{n}": 2**53 for n in range(63)}
    while True:
        yield {"type": "resume", "seq": 2**53, "boards": {me: 2**53} | strangers}
        yield {"type": "resume", "seq": 2**53 - 1, "boards": {race.people[1].id: 0}}
        yield {"type": "resume", "seq": 10**30, "boards": {}}


def again(race: Started) -> Iterator[Json]:
    """The last move of a long board, made before."""
    while True:
        yield {"type": "move", "n": LONG, "move": SHUTTLE[(LONG - 1) % 2]}


def long_ago(race: Started) -> Iterator[Json]:
    """A move of that board that is not among its last ones."""
    while True:
        yield {"type": "move", "n": LONG // 2, "move": SHUTTLE[(LONG // 2 - 1) % 2]}


def out_of_turn(race: Started) -> Iterator[Json]:
    while True:
        yield {"type": "move", "n": 999_999, "move": "D"}


def watching_to_and_fro(race: Started) -> Iterator[Json]:
    """By somebody without a seat."""
    while True:
        for person in race.people:
            yield {"type": "watch", "player": person.id}
        for person in race.people:
            yield {"type": "unwatch", "player": person.id}


FLOODS = (legal, from_the_start, absurd, again, long_ago, out_of_turn, watching_to_and_fro)
Flood = Callable[[Started], Iterator[Json]]


async def delay(seat: Connection, pause_s: float = 0.01) -> float:
    """Of a move and its acknowledgement, the median in seconds. No flood itself, at length, from 0.02 on."""
    delays = []
    for _ in range(MEASURED):
        began = time.perf_counter()
        await seat.played([SHUTTLE[seat.board.n % 2]])
        delays.append(time.perf_counter() - began)
        await asyncio.sleep(pause_s)
    return statistics.median(delays)


async def long_board(person: Person, race_id: str) -> None:
    """A board of LONG moves, by as many connections as that takes without being slowed."""
    n = 0
    while n < LONG:
        seat = await person.connect(race_id)
        until = min(n + BURST, LONG)
        for k in range(n, until):
            await seat.send(type="move", n=k + 1, move=SHUTTLE[k % 2])
        while (n := seat.board.n) < until:
            await seat.next()
        await seat.close()


@asynccontextmanager
async def drowning(race: Started, flood: Flood, per_s: float | None = None) -> AsyncIterator[None]:
    """Meanwhile one socket sends as fast as it can, or so many frames a second, and reads what comes."""
    seated = flood is not watching_to_and_fro
    person = race.people[0] if seated else await race.people[0].crowd.guest("Flo")
    socket = await person.dial(race.race_id)

    async def pour() -> None:
        with suppress(ConnectionClosed):
            for frame in flood(race):
                await socket.send(json.dumps(frame))
                await asyncio.sleep(1 / per_s if per_s else 0)

    async def drain() -> None:
        with suppress(ConnectionClosed):
            async for _ in socket:
                pass

    tasks = [asyncio.create_task(pour()), asyncio.create_task(drain())]
    yield
    socket.transport.abort()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def long_race(crowd: Crowd) -> AsyncIterator[Started]:
    race = await running(crowd, "Ann", "Ben", deal=SHUTTLING_DEAL, time_limit_s=3600)
    await long_board(race.people[0], race.race_id)
    race.seats[0] = await race.people[0].connect(race.race_id)
    yield race


async def come_back(race: Started) -> None:
    """Who was slowed or cut off plays on."""
    race.seats[0] = await race.people[0].connect(race.race_id)
    await race.seats[0].played([SHUTTLE[race.seats[0].board.n % 2]])


@pytest.fixture(scope="module")
async def race(shared_server: ServerProcess) -> AsyncIterator[Started]:
    async with Crowd(shared_server.url) as crowd, long_race(crowd) as race:
        yield race


@pytest.mark.parametrize("flood", FLOODS, ids=[flood.__name__ for flood in FLOODS])
async def test_a_flood_delays_nobody_else(race: Started, server: ServerProcess, flood: Flood) -> None:
    calm = await delay(race.seats[1])
    before = memory_mb(server.pid)
    async with drowning(race, flood):
        busy = await delay(race.seats[1])
    assert busy < 10 * calm + 0.02
    assert memory_mb(server.pid) < before * 1.3
    await come_back(race)


async def at_length(seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with started(HastyServer(Path(folder))) as server, Crowd(server.url) as crowd:
            async with long_race(crowd) as race:
                print(f"calm: {await delay(race.seats[1]) * 1000:.1f} ms")
                for flood in FLOODS:
                    async with drowning(race, flood, per_s=200):
                        until = time.monotonic() + seconds
                        while time.monotonic() < until:
                            busy = await delay(race.seats[1], 0.03)
                    print(f"{flood.__name__}: {busy * 1000:.1f} ms, {memory_mb(server.pid):.0f} MB")
                    await come_back(race)
            assert complaints(server.log) == [], server.log


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    asyncio.run(at_length(parser.parse_args().seconds))
