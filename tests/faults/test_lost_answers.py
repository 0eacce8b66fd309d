"""The database does what it was asked, but its answer is lost, or whoever asked has gone meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.faults.helpers import Behind, behind_a_proxy, complaints, reaches, until, watching
from tests.protocol.arena import running, seated
from tests.protocol.client import Connection, Crowd

from agnes.store.keys import RaceKeys
from agnes.store.scripts import load_script


@pytest.fixture(scope="module")
async def behind(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Behind]:
    async with behind_a_proxy(tmp_path_factory.mktemp("behind")) as behind:
        yield behind
        assert complaints(behind.server.log) == []


@pytest.fixture
async def crowd(behind: Behind) -> AsyncIterator[Crowd]:
    async with Crowd(behind.server.url) as crowd:
        yield crowd


async def committed(behind: Behind, race_id: str, seq: int) -> None:
    """Returns once the race's log in the database has come to this number."""

    async def has() -> bool:
        return int(await behind.database.call("HGET", RaceKeys(race_id).race, "seq")) >= seq

    await until(has)


@asynccontextmanager
async def losing_the_answer(behind: Behind, script: str, seen: Connection) -> AsyncIterator[None]:
    """What is asked for within is done by this script, but the answer is lost with the connection."""
    await seen.caught_up()
    lane = behind.lane
    lane.mute_at(load_script(script).sha.encode())
    yield
    await committed(behind, seen.race_id, seen.seq + 1)
    lane.cut()


async def sees(connection: Connection, seq: int) -> None:
    while connection.seq < seq:
        await connection.next()


async def test_a_move_whose_answer_was_lost_is_told_to_player_and_watchers(
    behind: Behind, crowd: Crowd
) -> None:
    race = await running(crowd, "Ann", "Ben")
    ann, seat = race.people[0], race.seats[0]
    watcher = await watching(await race.watcher(), ann)
    await seat.played(["D"])  # the database knows the script from now on
    async with losing_the_answer(behind, "move", seat):
        await seat.send(type="move", n=2, move="D")
    assert (await seat.until("moved"))["n"] == 2
    await reaches(watcher, ann, 2)
    assert watcher.boards[ann.id].table() == seat.board.table()
    await seat.played(["D"])  # and the next one is acknowledged as ever
    await reaches(watcher, ann, 3)
    assert (await ann.connect(race.race_id)).board.n == 3


async def test_what_was_done_to_a_race_is_told_though_the_answer_was_lost(
    behind: Behind, crowd: Crowd
) -> None:
    race_id, (ann, ben) = await seated(crowd, "Ann", "Ben", seats=3)
    cyd = await crowd.guest("Cyd")
    watcher = await (await crowd.guest("Wim")).connect(race_id)
    for person, verb, body, change in (
        (cyd, "join", None, "joined"),
        (cyd, "leave", None, "left"),
        (cyd, "join", None, "joined"),
        (ann, "kick", {"player": cyd.id}, "left"),
        (ben, "ready", None, "ready"),
        (ann, "start", None, "countdown"),
    ):
        async with asyncio.TaskGroup() as group, losing_the_answer(behind, "advance", watcher):
            group.create_task(person.does(race_id, verb, body))
        await watcher.until("race", change=change)
