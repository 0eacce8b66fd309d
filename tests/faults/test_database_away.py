"""The database stops answering, for a while or for long, in the middle of races.

Most of each scenario is waiting, so all of them go on at once; each test waits for its own.
"""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from typing import ClassVar

import pytest
from tests.faults.crash import children_of
from tests.faults.helpers import (
    SECRET,
    SHUTTLE,
    SHUTTLING_DEAL,
    HastyServer,
    Scenario,
    behind_a_proxy,
    by_way_of,
    complaints,
    make,
    reaches,
    started,
    until,
    watching,
)
from tests.protocol.arena import ready_to_move, running, seated
from tests.protocol.client import Connection, Crowd

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey

MOVES = 60


async def stopped_and_started(folder: Path) -> None:
    """Two players and two watchers on two servers: moves go on, and none is lost or told twice."""
    async with AsyncExitStack() as stack:
        valkey = await EmbeddedValkey.start(folder / "valkey")

        async def stop_valkey() -> None:
            await valkey.stop()  # which may be another one by then

        stack.push_async_callback(stop_valkey)
        servers = [HastyServer(folder / name, redis_url=valkey.url, secret_key=SECRET) for name in "ab"]
        for server in servers:
            await stack.enter_async_context(started(server))
        here = await stack.enter_async_context(Crowd(servers[0].url))
        there = await stack.enter_async_context(Crowd(servers[1].url))
        race_id, (ann, ben) = await seated(here, "Ann", "Ben", deal=SHUTTLING_DEAL)
        seats = [await ann.connect(race_id), await by_way_of(there, ben).connect(race_id)]
        await ann.does(race_id, "start")
        await asyncio.gather(*[ready_to_move(seat) for seat in seats])
        watchers = [await (await crowd.guest("Wim")).connect(race_id) for crowd in (here, there)]
        for watcher in watchers:
            for person in (ann, ben):
                await watching(watcher, person)

        async def trouble() -> None:
            nonlocal valkey
            for _ in range(3):
                await asyncio.sleep(0.3)
                database = await Database.open(valkey.url)
                await database.call("CLIENT", "KILL", "TYPE", "pubsub")
                await database.close()
            await valkey.stop()
            await asyncio.sleep(2)
            valkey = await EmbeddedValkey.start(folder / "valkey")

        await asyncio.gather(*[keep_moving(seat) for seat in seats], trouble())
        for watcher in watchers:
            for seat in seats:
                await reaches(watcher, seat.person, seat.board.n)
                assert watcher.boards[seat.person.id].table() == seat.board.table()
        for seat in seats:
            await seat.send(type="give_up")
        for connection in (*seats, *watchers):
            await connection.until_state("finished")
            await connection.caught_up()
        assert len({connection.seq for connection in (*seats, *watchers)}) == 1
        for person in (ann, ben):
            replay = await ann.replay(race_id, person.id)
            assert [entry["move"] for entry in replay["moves"]] == [SHUTTLE[n % 2] for n in range(MOVES)]
        for server in servers:
            assert complaints(server.log) == []


async def killed(folder: Path) -> None:
    """The server's own database is killed again and again while two players move."""
    async with started(HastyServer(folder)) as server, Crowd(server.url) as crowd:
        race = await running(crowd, "Ann", "Ben", deal=SHUTTLING_DEAL)

        async def trouble() -> None:
            for _ in range(4):
                await asyncio.sleep(0.5)
                for database in children_of(server.pid):
                    os.kill(database, signal.SIGKILL)

        await asyncio.gather(*[keep_moving(seat) for seat in race.seats], trouble())
        await race.end()
        for person in race.people:
            replay = await person.replay(race.race_id, person.id)
            assert [entry["move"] for entry in replay["moves"]] == [SHUTTLE[n % 2] for n in range(MOVES)]
        assert "Traceback" not in server.log


async def keep_moving(seat: Connection) -> None:
    for n in range(MOVES):
        await make(seat, [SHUTTLE[n % 2]])
        await asyncio.sleep(0.05)  # a person's pace, so that the trouble comes in the middle


class Impatient(HastyServer):
    times: ClassVar[dict[str, int]] = HastyServer.times | {"delay_ms": 2000, "patience_s": 2, "batch_s": 1}


async def away_for_long(folder: Path) -> None:
    """Longer than anyone is made to wait: refusals say so, and afterwards all goes on."""
    async with AsyncExitStack() as stack:
        behind = await stack.enter_async_context(behind_a_proxy(folder, Impatient, grace_s=3))
        crowd = await stack.enter_async_context(Crowd(behind.server.url))
        race = await running(crowd, "Ann", "Ben", "Cyd", watch="delayed")
        ann, ben, cyd = race.seats
        late = await watching(await race.watcher(), ann.person)
        await ann.played(["D"])
        behind.proxy.die()
        await ben.close()
        await ann.send(type="move", n=2, move="D")
        refused, answer, is_ready, lives = await asyncio.gather(
            ann.until("rejected", n=2),
            cyd.person.act(race.race_id, "leave"),
            crowd.http.get("/readyz"),
            crowd.http.get("/healthz"),
        )
        assert refused["reason"] == "try-later"
        answer.problem(503, "database-away")
        assert int(answer.headers["retry-after"]) > 0
        assert (is_ready.status_code, lives.status_code) == (503, 200)
        behind.proxy.live()
        await until(lambda: ready(crowd))
        await ann.until("presence", player=ben.person.id, connected=False)
        if ann.board.n == 1:  # it may have been made by a call that was given up waiting for
            await ann.move("D", n=2)
        await ann.until("score", player=ben.person.id, status="gave_up")
        await ann.played(["D"])
        assert (await ann.person.connect(race.race_id)).board.n == ann.board.n == 3
        await reaches(late, ann.person, 3)
        assert cyd.player(cyd.person.id)["status"] == "playing"
        await cyd.played(["D"])
        assert complaints(behind.server.log) == []


async def ready(crowd: Crowd) -> bool:
    return (await crowd.http.get("/readyz")).status_code == 200


async def deaf(folder: Path) -> None:
    """What the server listens on is silent while the first viewer of a race comes: that race stays open."""
    async with behind_a_proxy(folder) as behind, Crowd(behind.server.url) as crowd:
        ann = await crowd.guest("Ann")
        await (await ann.connect((await ann.make(seats=2))["id"])).close()  # from now on it listens
        race_id = (await ann.make(seats=2))["id"]
        ear = behind.ear
        behind.proxy.dead = True
        ear.freeze()
        first = Connection(ann, race_id, await ann.dial(race_id))
        wim = Connection(await crowd.guest("Wim"), race_id, await ann.dial(race_id, headers={}))
        assert await first.closed() == 1013
        await wim.until("welcome")
        behind.proxy.live()
        again = await ann.connect(race_id)
        await ann.does(race_id, "ready")
        await again.until("race", change="ready")
        assert complaints(behind.server.log) == []


SCENARIOS: tuple[Scenario, ...] = (stopped_and_started, killed, away_for_long, deaf)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_the_database_is_away(
    scenario: Scenario, under_way: dict[Scenario, asyncio.Task[None]]
) -> None:
    await under_way[scenario]
