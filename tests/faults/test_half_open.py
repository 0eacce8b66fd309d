"""Connections that have fallen silent without an end: noticed by pings, and by what they no longer take.

With the pings of the product, a quarter of a minute apart, and a silence of a minute and a half:

    PYTHONPATH=server python -m tests.faults.half_open
"""

import asyncio
from collections.abc import AsyncIterator
from typing import ClassVar

import pytest
from tests.faults.helpers import (
    HastyServer,
    by_way_of,
    chatter,
    complaints,
    deafen,
    has_sockets,
    narrow,
    open_sockets,
    started,
    until,
)
from tests.faults.proxy import Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd
from tests.server import ServerProcess

PING_S = 1
HEALTHY = 20
NOTICED_S = 2 * PING_S
PONG = 10  # bytes of one answer to a ping, masked
SLACK_S = 2.0  # of a machine that has much else to do


class PingingServer(HastyServer):
    times: ClassVar[dict[str, int]] = HastyServer.times | {"ping_s": PING_S}


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    server = PingingServer(tmp_path_factory.mktemp("pinging"))
    async with started(server):
        yield server
    assert complaints(server.log) == []


async def test_a_silent_player_is_shown_away_and_leaves_nothing_behind(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        race = await running(crowd, "Ada", "Bea")
        ada, bea = race.seats
        seat = await by_way_of(far, ada.person).connect(race.race_id)
        await seat.played(["D"])
        await bea.caught_up()
        before = await open_sockets(crowd)
        proxy.links[0].freeze()
        async with asyncio.timeout(NOTICED_S + SLACK_S):
            await bea.until("presence", player=ada.person.id, connected=False)
        await has_sockets(crowd, before - 1)
        proxy.links[0].thaw()
        back = await seat.come_back()
        await bea.until("presence", player=ada.person.id, connected=True)
        assert back.board.n == 1  # nothing missed brings nothing, see tests/protocol
        await back.played(["D"])
        assert bea.player(ada.person.id)["status"] == "playing"


async def test_a_player_who_reads_nothing_any_more_is_away_too(server: ServerProcess) -> None:
    """The way to them is full, so that not even the end of the connection gets through."""
    async with Crowd(server.url) as crowd:
        ada, bea = [await crowd.guest(name) for name in ("Ada", "Bea")]
        race_id = (await ada.make(seats=2))["id"]
        watching = await bea.connect(race_id)
        await chatter(ada, race_id)
        deaf = await narrow(ada, race_id)
        await watching.until("presence", player=ada.id, connected=True)
        await deafen(deaf)
        async with asyncio.timeout(2 * NOTICED_S + SLACK_S):
            await watching.until("presence", player=ada.id, connected=False)
        deaf.socket.transport.abort()


async def test_idle_clients_that_are_well_are_not_cut(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        ada = await crowd.guest("Ada")
        race_id = (await ada.make(seats=2))["id"]
        idle = [await by_way_of(far, ada).dial(race_id, headers={}) for _ in range(HEALTHY)]
        said = [len(link.said) for link in proxy.links]
        await until_said(proxy, max(said) + 4 * PONG)
        await ada.does(race_id, "ready")
        for socket in idle:
            await Connection(ada, race_id, socket).until("race", change="ready")


async def until_said(proxy: Proxy, count: int) -> None:
    """Returns once each connection has sent so many bytes."""

    async def said() -> bool:
        return all(len(link.said) >= count for link in proxy.links)

    await until(said)
