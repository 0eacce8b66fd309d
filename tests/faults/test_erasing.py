"""A person who is erased leaves no trace in the database, whatever happens to the servers meanwhile."""

import asyncio
from pathlib import Path

import httpx
import pytest
from tests.faults.helpers import SECRET, HastyServer, behind_a_proxy, by_way_of, complaints, started, until
from tests.protocol.arena import seated
from tests.protocol.client import Crowd, Person

from agnes.store import keys
from agnes.store.database import Database
from agnes.store.scripts import load_script

NAME = "Zerlinda"
READS = {
    "hash": ("HGETALL",),
    "set": ("SMEMBERS",),
    "string": ("GET",),
    "list": ("LRANGE", 0, -1),
    "zset": ("ZRANGE", 0, -1),
    "stream": ("XRANGE", "-", "+"),
}


async def traces(database: Database, *words: str) -> list[str]:
    """The keys in whose name or content one of these words is."""
    found = []
    for key in await database.call("KEYS", "*"):
        command, *rest = READS[await database.call("TYPE", key)]
        content = await database.call(command, key, *rest)
        if any(word in f"{key} {content}" for word in words):
            found.append(key)
    return sorted(found)


async def histories(person: Person, crowd: Crowd) -> str:
    """Every way to leave traces: lobbies left and sent away from, a race alone; answers with a lobby."""
    lobby, (bea, _) = await seated(crowd, "Bea", "Cleo", seats=4)
    await person.does(lobby, "join")
    await person.does(lobby, "leave")
    await person.does(lobby, "join")
    await bea.does(lobby, "kick", {"player": person.id})
    alone = await person.make(seats=1)
    assert alone["state"] in ("study", "running")
    await person.call("PATCH", "/api/me", {"name": f"{NAME} the Second"})
    await person.call("POST", "/api/me/transfer")
    public = await person.make(seats=3, visibility="public")
    return str(public["id"])


async def test_no_trace_is_left_and_every_process_knows(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as behind, Crowd(behind.server.url) as crowd:
        second = HastyServer(tmp_path / "second", redis_url=behind.valkey.url, secret_key=SECRET)
        async with started(second), Crowd(second.url) as elsewhere:
            zerlinda = await crowd.guest(NAME)
            race_id = await histories(zerlinda, crowd)
            there = by_way_of(elsewhere, zerlinda)
            watching = await there.connect((await (await crowd.guest("Fay")).make(seats=2))["id"])
            held = await there.connect(race_id)
            assert await traces(behind.database, NAME)
            answer = await zerlinda.call("DELETE", "/api/me")
            assert answer.body == {"erased": True}
            # Closed at the process that was not asked: a seat, and a look at somebody else's race.
            assert await held.closed() == 4401
            assert await watching.closed() == 4401
            (await there.call("GET", "/api/me")).problem(401, "unknown-player")
            assert await traces(behind.database, NAME, f"player:{zerlinda.id}", f"raced:{zerlinda.id}") == []
            assert complaints(second.log) == []


async def test_a_day_that_was_played_forgets_it(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as behind, Crowd(behind.server.url) as crowd:
        zerlinda = await crowd.guest(NAME)
        today = (await zerlinda.call("GET", "/api/daily")).body["dailies"]
        for day in today:  # one is finished, of the other only begun
            begun = await zerlinda.call("POST", f"/api/daily/{day['date']}/{day['game']}/start")
            seat = await zerlinda.connect(begun.body["race"])
            await seat.played(["D"])
            if day is today[0]:
                await seat.send(type="give_up")
                await seat.until_state("finished")

        async def counted() -> bool:
            return any(key.endswith(":runs") for key in await traces(behind.database, zerlinda.id))

        await until(counted)
        assert (await zerlinda.call("DELETE", "/api/me")).status == 200
        assert await traces(behind.database, NAME) == []
        # The id of a board may stay, which leads nowhere; nothing is counted for it.
        left = await traces(behind.database, zerlinda.id)
        assert [key for key in left if f".{zerlinda.id}}}:" not in key] == [keys.TIMERS]
        board = await crowd.http.get(f"/api/daily/{today[0]['date']}/{today[0]['game']}/leaderboard")
        assert board.json()["entries"] == []


async def test_a_process_that_dies_in_the_middle_leaves_the_rest_to_another(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as behind, Crowd(behind.server.url) as crowd:
        zerlinda = await crowd.guest(NAME)
        await histories(zerlinda, crowd)
        behind.lane.mute_at(load_script("advance").sha.encode())  # the first race has been told, not answered
        asking = asyncio.create_task(zerlinda.call("DELETE", "/api/me"))

        async def has_begun() -> bool:
            return behind.lane.is_mute

        await until(has_begun)
        behind.server.kill()
        with pytest.raises(httpx.HTTPError):
            await asking
        assert not await behind.database.call("EXISTS", keys.player(zerlinda.id))
        assert await traces(behind.database, NAME)
        # The time has come.
        await behind.database.call("ZADD", keys.TIMERS, 0, f"erase {zerlinda.id}")
        await asyncio.to_thread(behind.server.restart)

        async def is_done() -> bool:
            due = await behind.database.call("ZSCORE", keys.TIMERS, f"erase {zerlinda.id}")
            return due is None and not await traces(behind.database, NAME)

        await until(is_done)
        assert complaints(behind.server.log) == []


async def test_what_was_under_way_meanwhile_brings_nobody_back(tmp_path: Path) -> None:
    """A rename and a seat whose requests had passed the door before."""
    async with behind_a_proxy(tmp_path) as behind, Crowd(behind.server.url) as crowd:
        lobby, (bea, _) = await seated(crowd, "Bea", "Cleo", seats=4)
        zerlinda = await crowd.guest(NAME)
        asked = [
            zerlinda.call("PATCH", "/api/me", {"name": f"{NAME} II"}),
            zerlinda.act(lobby, "join"),
            zerlinda.call("POST", "/api/races", {"game": "sorel", "seats": 2}),
            zerlinda.call("POST", "/api/me/transfer"),
        ]
        await asyncio.gather(*asked, zerlinda.call("DELETE", "/api/me"))
        await behind.database.call("ZADD", keys.TIMERS, 0, f"erase {zerlinda.id}")

        async def is_done() -> bool:
            return not await traces(behind.database, NAME, f"erase {zerlinda.id}", f"raced:{zerlinda.id}")

        await until(is_done)
        assert [player["name"] for player in (await bea.race(lobby))["players"]] == ["Bea", "Cleo"]
        assert not await behind.database.call("EXISTS", keys.player(zerlinda.id))
