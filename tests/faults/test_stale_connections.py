"""A seat's old connection that ends late, together with its successor's beginning, or never."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from tests.faults.helpers import Behind, behind_a_proxy, by_way_of, complaints, has_sockets
from tests.faults.proxy import Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess

PLAYERS = 8
ROUNDS = 4


@pytest.fixture(scope="module")
async def behind(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Behind]:
    async with behind_a_proxy(tmp_path_factory.mktemp("behind")) as behind:
        yield behind
        assert complaints(behind.server.log) == []


def said_of(connection: Connection, person: Person) -> list[bool]:
    """What was told of a player's coming and going, in order."""
    return [m["connected"] for m in connection.log if m["type"] == "presence" and m["player"] == person.id]


async def test_a_seat_taken_from_a_frozen_connection_stays_taken(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        race = await running(crowd, "Ada", "Bea")
        ada, other = race.people[0], race.seats[1]
        old = await by_way_of(far, ada).connect(race.race_id)
        (link,) = proxy.links
        await other.caught_up()
        other.log.clear()
        link.freeze()
        new = await ada.connect(race.race_id)
        await new.played(["D"])
        link.cut()
        await new.played(["D"])
        await other.until("score", player=ada.id, rows=2)
        await other.caught_up()
        assert said_of(other, ada) == []
        assert (await other.person.race(race.race_id))["players"][0]["connected"] is True
        assert other.player(ada.id)["status"] == "playing"
        await old.socket.wait_closed()


async def test_a_player_who_changes_connections_is_never_shown_away(behind: Behind) -> None:
    """Page reloads: the old connection ends about when the new one begins, over a database that is slow."""
    chance = random.Random(1)
    async with Crowd(behind.server.url) as crowd:
        race = await running(crowd, *[f"P{n}" for n in range(PLAYERS)])
        watcher = await race.watcher()
        behind.proxy.delay = 0.01

        async def change(seat: Connection) -> Connection:
            async def begin() -> Connection:
                await asyncio.sleep(chance.uniform(0, 0.1))
                return await seat.person.connect(race.race_id)

            async def end() -> None:
                await asyncio.sleep(chance.uniform(0, 0.1))
                seat.socket.transport.abort()

            new, _ = await asyncio.gather(begin(), end())
            return new

        seats = race.seats
        for _ in range(ROUNDS):
            seats = await asyncio.gather(*[change(seat) for seat in seats])
            await has_sockets(crowd, PLAYERS + 1)  # the old ones have left
            await watcher.caught_up()
            shown_away = [p["name"] for p in watcher.race["players"] if not p["connected"]]
            assert shown_away == []
        behind.proxy.delay = 0.0
