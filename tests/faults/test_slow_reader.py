"""A watcher who stops reading: nobody else waits for them, and they come back to the boards as they are.

PYTHONPATH=server python -m tests.faults.test_slow_reader --moves 2000 --watchers 50
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.faults.helpers import (
    SHUTTLE,
    SHUTTLING_DEAL,
    HastyServer,
    chatter,
    complaints,
    deafen,
    memory_mb,
    narrow,
    reaches,
    started,
    watching,
)
from tests.protocol.arena import Started, ready_to_move, seated
from tests.protocol.client import Connection, Crowd
from tests.server import ServerProcess
from websockets.exceptions import ConnectionClosed

PLAYERS = 5


@dataclass
class Delays:
    """Of moves on their way from a player to a watcher, in seconds."""

    median: float
    slowest_in_20: float

    def __str__(self) -> str:
        return f"median {self.median * 1000:.1f} ms, 95 % under {self.slowest_in_20 * 1000:.1f} ms"


async def measured(race: Started, watchers: list[Connection], moves: int) -> Delays:
    """While each player makes so many moves."""
    sent: dict[tuple[str, int], float] = {}
    delays: list[float] = []

    async def play(seat: Connection) -> None:
        for _ in range(moves):
            n = seat.board.n
            sent[seat.person.id, n + 1] = time.perf_counter()
            await seat.played([SHUTTLE[n % 2]])
            await asyncio.sleep(0.02)  # within the pace that is allowed

    async def watch(watcher: Connection, player: str) -> None:
        for _ in range(moves):
            moved = await watcher.until("moved", player=player)
            delays.append(time.perf_counter() - sent[player, moved["n"]])

    await asyncio.gather(
        *[play(seat) for seat in race.seats],
        *[watch(watcher, race.people[n % PLAYERS].id) for n, watcher in enumerate(watchers)],
    )
    return Delays(statistics.median(delays), statistics.quantiles(delays, n=20)[-1])


async def slow_reader(server: ServerProcess, moves: int, watchers: int) -> tuple[Delays, Delays]:
    """The delays of others without one and with one, who in the end reads again."""
    async with Crowd(server.url) as crowd:
        race_id, people = await seated(crowd, *[f"P{n}" for n in range(PLAYERS)], deal=SHUTTLING_DEAL)
        await chatter(people[0], race_id)
        seats = [await person.connect(race_id) for person in people]
        await people[0].does(race_id, "start")
        await asyncio.gather(*[ready_to_move(seat) for seat in seats])
        race = Started(race_id, people, seats)
        others = [await watching(await race.watcher(f"W{n}"), people[n % PLAYERS]) for n in range(watchers)]
        without = await measured(race, others, moves)
        slow = await narrow(await crowd.guest("Slow"), race_id)
        for person in people:
            await watching(slow, person)
        await deafen(slow)
        before = memory_mb(server.pid)
        with_one = await measured(race, others, moves)
        assert memory_mb(server.pid) < before * 1.25

        slow.socket.transport.resume_reading()
        try:
            await slow.caught_up()
            late = [message for message in slow.log if message.get("n", 0) > moves]
            assert {message["player"] for message in late if message["type"] == "board"} == {
                p.id for p in people
            }
            assert len(late) < moves * PLAYERS
        except ConnectionClosed:  # after so long that it was taken for lost
            slow = await slow.come_back()
        for seat in seats:
            await reaches(slow, seat.person, seat.board.n)
            assert slow.boards[seat.person.id].table() == seat.board.table()
        assert slow.seq == seats[0].seq
    return without, with_one


async def test_who_stops_reading_delays_nobody_else(server: ServerProcess) -> None:
    without, with_one = await slow_reader(server, moves=60, watchers=10)
    assert with_one.median < 3 * without.median + 0.01
    assert with_one.slowest_in_20 < 3 * without.slowest_in_20 + 0.05


async def at_length(moves: int, watchers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with started(HastyServer(Path(folder))) as server:
            without, with_one = await slow_reader(server, moves, watchers)
            assert complaints(server.log) == [], server.log
    print(f"without: {without}\nwith:    {with_one}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--watchers", type=int, default=50)
    given = parser.parse_args()
    asyncio.run(at_length(given.moves, given.watchers))
