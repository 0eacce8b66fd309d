"""Kill the server while runs and races finish, start it again, compare what counts with the stored boards.

    python -m tests.faults.kill_finishes --times 200

Each round is a day of its own: people finish its deals, two of them a race as well, all at one moment; the
server is killed at a random moment of the 40 ms around it. Once it is back, leaderboards, streaks and wins
must come to what follows from the boards, without anybody asking for it.
"""

import argparse
import asyncio
import random
import tempfile
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.clock import Clock, MovedServer
from tests.faults.days import begun, disagreements
from tests.faults.helpers import until
from tests.protocol.arena import ready_to_move
from tests.protocol.client import Connection, Crowd, Person
from websockets.exceptions import ConnectionClosed

from agnes.race.daily import Day
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey

PEOPLE = 5
WINDOW_S = 0.04
FIRST_DAY = 4_200


@dataclass
class Tally:
    """`halfway`: kills after which something was left to count."""

    kills: int = 0
    halfway: int = 0
    entries: int = 0
    wins: int = 0
    left: list[str] = field(default_factory=list)


async def kill_finishes(folder: Path, times: int, seed: int) -> Tally:
    chance, tally = random.Random(seed), Tally()
    clock = Clock(folder, f"{Day(FIRST_DAY, 'sorel').date}T10:00:00")
    async with AsyncExitStack() as stack:
        valkey = await EmbeddedValkey.start(folder / "valkey")
        stack.push_async_callback(valkey.stop)
        database = await Database.open(valkey.url)
        stack.push_async_callback(database.close)
        # Races expire by the clock of the database, which is not moved: so let the server keep them as long.
        server = MovedServer(
            folder / "server", clock, redis_url=valkey.url, secret_key="killed now and then", keep_days=3650
        )
        await asyncio.to_thread(server.start)
        stack.callback(server.stop)
        crowd = await stack.enter_async_context(Crowd(server.url))
        people = [await crowd.guest(f"P{n}") for n in range(PEOPLE)]
        for n in range(times):
            day = Day(FIRST_DAY + n, chance.choice(["bernauer", "sorel"]))
            clock.set(f"{day.date}T10:00:00")
            seats = await _seats(people, day)
            await _finish_and_kill(server, seats, chance)
            tally.kills += 1
            tally.halfway += bool(await disagreements(database, clock.now))
            await asyncio.to_thread(server.restart)
            # What the dead process had taken upon itself comes again after a while: that is now.
            clock.set(f"{day.date}T10:01:00")
            tally.left += await _what_stays(database, clock)
        tally.entries = sum(
            [await database.call("ZCARD", f"agnes:{{{code}}}:entries") for code in _codes(times)]
        )
        tally.wins = await database.call("HLEN", "agnes:{wins}:counted")
    return tally


async def _seats(people: list[Person], day: Day) -> list[Connection]:
    """Everyone at the day's deal, some moves made; the first two in a race as well, one of them ahead."""
    seats = list(await asyncio.gather(*(begun(person, day) for person in people)))
    for seat in seats:
        for _ in range(2):
            moves = [move for move in seat.board.legal or [] if move != "U"]
            await seat.played([next((move for move in moves if move.endswith(">F")), moves[0])])
    race = await people[0].make(game="sorel", seats=2, study_s=0)
    await people[1].does(race["id"], "join")
    pair = [await person.connect(race["id"]) for person in people[:2]]
    await people[0].does(race["id"], "start")
    for seat in pair:
        await ready_to_move(seat)
        ups = [move for move in seat.board.legal or [] if move.endswith(">F")]
        if seat is pair[0] and ups:
            await seat.played(ups[:1])
    return [*seats, *pair]


async def _finish_and_kill(server: MovedServer, seats: list[Connection], chance: random.Random) -> None:
    async def finish(seat: Connection) -> None:
        await asyncio.sleep(chance.uniform(0, WINDOW_S / 2))
        with suppress(ConnectionClosed):
            await seat.send(type="give_up")

    async def kill() -> None:
        await asyncio.sleep(chance.uniform(0, WINDOW_S))
        server.kill()

    await asyncio.gather(kill(), *(finish(seat) for seat in seats))
    for seat in seats:
        seat.socket.transport.abort()
        seat.person.crowd.sockets.remove(seat.socket)


async def _what_stays(database: Database, clock: Clock) -> list[str]:
    """What differs once there has been time to count; nothing, as soon as nothing does."""
    found = list[str]()

    async def equal() -> bool:
        found[:] = await disagreements(database, clock.now)
        return not found

    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            await until(equal)
    return found


def _codes(times: int) -> list[str]:
    return [Day(FIRST_DAY + n, game).code for n in range(times) for game in ("bernauer", "sorel")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(kill_finishes(Path(folder), given.times, given.seed))
    print(
        f"{tally.kills} kills, {tally.halfway} of them with something left to count; "
        f"{tally.entries} results and {tally.wins} races counted, {len(tally.left)} differences in the end"
    )
    for line in tally.left:
        print(line)
    raise SystemExit(bool(tally.left))


if __name__ == "__main__":
    main()
