"""Connections that have fallen silent without an end: noticed by pings, and by what they no longer take.

With the pings of the product, a quarter of a minute apart, and a silence of a minute and a half:

    PYTHONPATH=server python -m tests.faults.half_open
"""

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest
from tests.faults.helpers import (
    HastyServer,
    Scenario,
    by_way_of,
    chatter,
    complaints,
    deafen,
    has_sockets,
    narrow,
    started,
    until,
)
from tests.faults.proxy import Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd

PING_S = 1
HEALTHY = 20
NOTICED_S = 2 * PING_S
PONG = 10  # bytes of one answer to a ping, masked
SLACK_S = 2.0  # of a machine that has much else to do


class PingingServer(HastyServer):
    times: ClassVar[dict[str, int]] = HastyServer.times | {"ping_s": PING_S}


async def silent(folder: Path) -> None:
    """Nothing comes of a player any more: they are shown away, leave nothing behind, and may come back."""
    async with (
        started(PingingServer(folder)) as server,
        Crowd(server.url) as crowd,
        Proxy.before(server.url) as proxy,
        Crowd(proxy.url) as far,
    ):
        race = await running(crowd, "Ada", "Bea")
        ada, bea = race.seats
        seat = await by_way_of(far, ada.person).connect(race.race_id)
        await seat.played(["D"])
        await bea.caught_up()
        proxy.links[0].freeze()
        async with asyncio.timeout(NOTICED_S + SLACK_S):
            await bea.until("presence", player=ada.person.id, connected=False)
        await has_sockets(crowd, 1)
        proxy.links[0].thaw()
        back = await seat.come_back()
        await bea.until("presence", player=ada.person.id, connected=True)
        assert back.board.n == 1  # nothing missed brings nothing, see tests/protocol
        await back.played(["D"])
        assert bea.player(ada.person.id)["status"] == "playing"
        assert complaints(server.log) == []


async def reading_nothing(folder: Path) -> None:
    """The way to a player is full, so that not even the end of the connection gets through: away too."""
    async with started(PingingServer(folder)) as server, Crowd(server.url) as crowd:
        ada, bea = [await crowd.guest(name) for name in ("Ada", "Bea")]
        race_id = (await ada.make(seats=2))["id"]
        seat = await bea.connect(race_id)
        await chatter(ada, race_id)
        deaf = await narrow(ada, race_id)
        await seat.until("presence", player=ada.id, connected=True)
        await deafen(deaf)
        async with asyncio.timeout(2 * NOTICED_S + SLACK_S):
            await seat.until("presence", player=ada.id, connected=False)
        deaf.socket.transport.abort()
        assert complaints(server.log) == []


async def idle(folder: Path) -> None:
    """Clients that are well but have nothing to say: pings keep something passing, and nobody is cut."""
    async with (
        started(PingingServer(folder)) as server,
        Crowd(server.url) as crowd,
        Proxy.before(server.url) as proxy,
        Crowd(proxy.url) as far,
    ):
        ada = await crowd.guest("Ada")
        race_id = (await ada.make(seats=2))["id"]
        sockets = [await by_way_of(far, ada).dial(race_id, headers={}) for _ in range(HEALTHY)]
        said = max(len(link.said) for link in proxy.links)

        async def answered_twice() -> bool:
            return all(len(link.said) >= said + 2 * PONG for link in proxy.links)

        await until(answered_twice)
        await ada.does(race_id, "ready")
        for socket in sockets:
            await Connection(ada, race_id, socket).until("race", change="ready")
        assert complaints(server.log) == []


SCENARIOS: tuple[Scenario, ...] = (silent, reading_nothing, idle)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_a_connection_is(scenario: Scenario, under_way: dict[Scenario, asyncio.Task[None]]) -> None:
    await under_way[scenario]
