"""How long races are kept: a lobby as long as somebody is in it, all keys of a race equally long."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from tests.faults.helpers import SECRET, HastyServer, complaints, until
from tests.protocol.arena import ready_to_move, seated
from tests.protocol.client import Connection, Crowd, Person

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.races import RaceStore
from agnes.store.timers import Timers

LOBBY_S = 10
DAY_MS = 86_400_000


@dataclass
class Kept:
    """A server that keeps lobbies for ten seconds, and its database."""

    crowd: Crowd
    database: Database

    async def expiries(self, race_id: str) -> dict[str, int]:
        """By the kind of key, when each key of a race expires, in milliseconds since the epoch."""
        keys = await self.database.call("KEYS", f"agnes:{{{race_id}}}:*")
        times = await asyncio.gather(*[self.database.call("PEXPIRETIME", key) for key in keys])
        return {key.split(":")[2]: time for key, time in zip(keys, times, strict=True)}

    async def forget(self, race_id: str) -> None:
        """What an expiry does."""
        await self.database.call("DEL", *await self.database.call("KEYS", f"agnes:{{{race_id}}}:*"))


@pytest.fixture(scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kept]:
    folder = tmp_path_factory.mktemp("kept")
    valkey = await EmbeddedValkey.start(folder / "valkey")
    database = await Database.open(valkey.url)
    server = HastyServer(
        folder / "server", redis_url=valkey.url, secret_key=SECRET, lobby_s=LOBBY_S, grace_s=86_400
    )
    server.start()
    async with Crowd(server.url) as crowd:
        yield Kept(crowd, database)
    server.stop()
    assert complaints(server.log) == []
    await database.close()
    await valkey.stop()


@dataclass
class Lobby:
    race_id: str
    host: Person
    seat: Connection | None = None


@pytest.fixture(scope="module")
async def lobbies(kept: Kept) -> tuple[Lobby, Lobby]:
    """Made when the tests of this module begin: one with its host in it, and one that nobody looks at."""
    in_use, (ada,) = await seated(kept.crowd, "Ada", seats=2)
    left, (bea,) = await seated(kept.crowd, "Bea", seats=2)
    return Lobby(in_use, ada, await ada.connect(in_use)), Lobby(left, bea)


@pytest.mark.usefixtures("lobbies")
async def test_all_keys_of_a_race_expire_together(kept: Kept) -> None:
    race_id, people = await seated(kept.crowd, "Ann", "Ben")
    seats = [await person.connect(race_id) for person in people]
    lobby = await kept.expiries(race_id)
    assert {"race", "log", "here"} <= set(lobby)
    assert len(set(lobby.values())) == 1

    await people[0].does(race_id, "start")
    await asyncio.gather(*[ready_to_move(seat) for seat in seats])
    await seats[0].played(["D"])
    under_way = await kept.expiries(race_id)
    assert {"race", "log", "here", "lines", "order", "board", "moves"} <= set(under_way)
    assert len(set(under_way.values())) == 1
    assert under_way["race"] > lobby["race"] + DAY_MS

    # A process that took it for a lobby still, a moment ago, makes it no shorter.
    races = RaceStore(kept.database, Timers(kept.database), "another", keep_s=LOBBY_S, lobby_s=LOBBY_S)
    assert await races.keep_alive(race_id, under_way["race"] - DAY_MS)
    assert await kept.expiries(race_id) == under_way

    for seat in seats:
        await seat.send(type="give_up")
    await seats[0].until_state("finished")
    for seat in seats:
        await seat.close()
    again = await people[0].connect(race_id)  # after everybody had gone
    over = await kept.expiries(race_id)
    assert len(set(over.values())) == 1
    assert over["race"] > under_way["race"] + 20 * DAY_MS
    await again.close()


async def test_who_is_in_a_race_that_has_expired_is_told_and_can_make_another(kept: Kept) -> None:
    race_id, (ada,) = await seated(kept.crowd, "Ada", seats=2)
    seat, watcher = await ada.connect(race_id), await (await kept.crowd.guest("Wim")).connect(race_id)
    await kept.forget(race_id)
    for connection in (seat, watcher):
        assert await connection.closed() == 4404
        assert (connection.log[-1]["type"], connection.log[-1]["reason"]) == ("problem", "no-such-race")
    assert set(await kept.expiries(race_id)) <= {"watchers"}  # which has a life of its own, a short one
    again = await ada.connect((await ada.make(seats=2))["id"])
    assert again.race["state"] == "lobby"


async def test_a_lobby_lives_as_long_as_somebody_is_in_it(kept: Kept, lobbies: tuple[Lobby, Lobby]) -> None:
    in_use, left = lobbies

    async def is_gone() -> bool:
        return (await left.host.call("GET", f"/api/races/{left.race_id}")).status == 404

    await until(is_gone)
    assert await kept.expiries(left.race_id) == {}
    (await in_use.host.act(left.race_id, "join")).problem(404, "no-such-race")
    late = Connection(left.host, left.race_id, await left.host.dial(left.race_id))
    assert await late.closed() == 4404

    await left.host.does(in_use.race_id, "join")
    assert in_use.seat
    joined = await in_use.seat.until("race", change="joined")
    assert joined["race"]["state"] == "lobby"
