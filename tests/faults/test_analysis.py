"""A race being looked through when its process dies: another one goes on, and what is found is kept."""

import asyncio
from pathlib import Path

import httpx
from tests.faults.helpers import SECRET, HastyServer, by_way_of, complaints, started, until
from tests.protocol.arena import running
from tests.protocol.client import Crowd, Person
from tests.protocol.test_analysis import ask

from agnes.store.codec import MoveEntry
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.keys import RaceKeys

HARD = {"game": "bernauer", "deal": "15"}
"""Neither this deal nor where the first seven moves lead to is decided within the budget: seconds of work."""
MOVES = ["R7>F", "T4>T1", "T1>T2", "T6>T3", "T2>T1", "D", "R2>T1", "D", "D"]


async def test_another_process_goes_on_where_one_was_killed(tmp_path: Path) -> None:
    valkey = await EmbeddedValkey.start(tmp_path / "valkey")
    database = await Database.open(valkey.url)
    first, second = [
        HastyServer(tmp_path / name, redis_url=valkey.url, secret_key=SECRET) for name in ("first", "second")
    ]
    async with (
        started(second),
        started(first),
        Crowd(first.url) as here,
        Crowd(second.url) as there,
    ):
        race = await running(here, "Ada", **HARD)
        await race.seats[0].played(MOVES)
        await race.end()
        k = RaceKeys(race.race_id)
        asking = asyncio.create_task(ask(race.people[0], race.race_id))

        async def found_something() -> bool:
            decided, complete = await database.call("HMGET", k.analysis, "decided", "complete")
            assert complete != "1", "it was worked out before anybody was killed"
            return int(decided or 0) > 0

        await until(found_something)
        decided = int(await database.call("HGET", k.analysis, "decided"))
        first.kill()
        assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], httpx.HTTPError)

        ada: Person = by_way_of(there, race.people[0])
        found = await ask(ada, race.race_id)
        (board,) = found["boards"]
        assert board["positions"][-1] == "no"
        assert sum(verdict != "unknown" for verdict in board["positions"]) >= decided
        assert await database.call("EXISTS", k.analysing) == 0
        assert await ask(ada, race.race_id) == found
        assert await database.call("EXISTS", k.analysing) == 0
        assert complaints(second.log) == []
    await database.close()
    await valkey.stop()


async def test_a_board_that_does_not_replay_is_told_as_far_as_it_goes(
    tmp_path: Path, database: Database, valkey: EmbeddedValkey
) -> None:
    server = HastyServer(tmp_path, redis_url=valkey.url, secret_key=SECRET)
    async with started(server), Crowd(server.url) as crowd:
        race = await running(crowd, "Ada", game="bernauer", deal="157")
        await race.seats[0].played(["D"])
        await race.end()
        key = RaceKeys(race.race_id).moves(race.people[0].id)
        await database.call("RPUSH", key, MoveEntry("T1>T1", 5, 5).text())
        (board,) = (await ask(race.people[0], race.race_id))["boards"]
        assert board["positions"] == ["yes", "yes"]
        assert "a board does not replay" in server.log
