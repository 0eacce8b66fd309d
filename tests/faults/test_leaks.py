"""Races that are over leave nothing behind in the server: no socket, no file, no memory to speak of.

PYTHONPATH=server python -m tests.faults.test_leaks --races 3000
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.faults.helpers import (
    HastyServer,
    complaints,
    has_sockets,
    memory_mb,
    open_files,
    started,
    until,
    watching,
)
from tests.protocol.arena import running
from tests.protocol.client import Crowd, Person
from tests.server import ServerProcess

AT_ONCE = 25
PEOPLE = 10


async def alone(person: Person) -> None:
    """A short game, given up, in two tabs of which the first breaks."""
    race_id = (await person.make(seats=1))["id"]
    first = await person.connect(race_id)
    await first.played(["D", "D", "D"])
    first.socket.transport.abort()
    seat = await person.connect(race_id)
    await seat.send(type="give_up")
    await seat.until_state("finished")
    await seat.close()


async def watched(crowd: Crowd) -> None:
    race = await running(crowd, "Ann", "Ben", watch="delayed")
    watchers = [await watching(await race.watcher(), person) for person in race.people]
    for seat in race.seats:
        await seat.played(["D"])
    await race.end()
    watchers[0].socket.transport.abort()
    for connection in (*race.seats, watchers[1]):
        await connection.close()


async def many_races(server: ServerProcess, people: Sequence[Person], races: int) -> float:
    """Memory of the server after so many races, a twentieth of them with rivals and watchers."""
    crowd = people[0].crowd
    async with asyncio.TaskGroup() as group:
        for _ in range(races // 20):
            group.create_task(watched(crowd))
        for n in range(0, races, AT_ONCE):
            await asyncio.gather(*[alone(people[(n + k) % PEOPLE]) for k in range(AT_ONCE)])
    crowd.sockets.clear()
    await has_sockets(crowd, 0)
    return memory_mb(server.pid)


async def has_files(server: ServerProcess, crowd: Crowd, most: int) -> None:
    """Returns once the server has at most so many open: idle connections of requests end by and by."""

    async def has() -> bool:
        await crowd.http.get("/healthz")
        return open_files(server.pid) <= most

    await until(has)


async def test_what_is_over_is_gone(tmp_path: Path) -> None:
    async with started(HastyServer(tmp_path)) as server, Crowd(server.url) as crowd:
        people = await asyncio.gather(*[crowd.guest(f"P{n}") for n in range(PEOPLE)])
        files = open_files(server.pid)
        memory = await many_races(server, people, 100)  # whatever is kept at hand is there by then
        assert await many_races(server, people, 100) < memory * 1.05
        await has_files(server, crowd, files)
        assert complaints(server.log) == []


async def at_length(races: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with started(HastyServer(Path(folder))) as server, Crowd(server.url) as crowd:
            people = await asyncio.gather(*[crowd.guest(f"P{n}") for n in range(PEOPLE)])
            for n in range(0, races, 500):
                memory = await many_races(server, people, 500)
                print(f"after {n + 500} races: {memory:.1f} MB", flush=True)
            assert complaints(server.log) == [], server.log


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=3000)
    asyncio.run(at_length(parser.parse_args().races))
