"""SIGTERM in the middle of everything: in time, with a word to everybody, and no acknowledged move lost."""

import asyncio
import signal
import time
from pathlib import Path

import pytest
from tests.faults.helpers import (
    SHUTTLE,
    SHUTTLING_DEAL,
    HastyServer,
    Scenario,
    behind_a_proxy,
    by_way_of,
    chatter,
    complaints,
    deafen,
    narrow,
    started,
)
from tests.faults.proxy import Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd
from tests.server import ServerProcess
from websockets.exceptions import ConnectionClosed

RACES = 5
SEATS = 8
SILENT = 10
HANDSHAKES = 5
IN_TIME_S = 10


async def in_mid_race(folder: Path) -> None:
    """Fifty sockets, forty of which move on and on, ten are silent; and some have not got that far."""
    async with (
        started(HastyServer(folder)) as server,
        Crowd(server.url) as crowd,
        Proxy.before(server.url) as proxy,
        Crowd(proxy.url) as far,
    ):
        names = [f"P{n}" for n in range(SEATS)]
        races = await asyncio.gather(*[running(crowd, *names, deal=SHUTTLING_DEAL) for _ in range(RACES)])
        seats = [seat for race in races for seat in race.seats]
        for _ in range(SILENT):
            await by_way_of(far, seats[0].person).dial(races[0].race_id, headers={})
        for link in proxy.links:
            link.freeze()
        handshakes = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(HANDSHAKES)]
        for _, writer in handshakes:
            writer.write(b"GET /ws/races/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")
        moved = asyncio.Semaphore(0)
        busy = [asyncio.create_task(move_until_closed(seat, moved)) for seat in seats]
        for _ in range(10 * len(seats)):
            await moved.acquire()

        assert await end(server) < IN_TIME_S
        assert set(await asyncio.gather(*busy)) == {1012}
        assert complaints(server.log) == []
        for _, writer in handshakes:
            writer.close()
        proxy.cut()

        await asyncio.to_thread(server.restart)
        for seat in seats:
            back = await seat.person.connect(seat.race_id)
            # The last one may have been made and its acknowledgement not have got out.
            assert back.board.n in (seat.board.n, seat.board.n + 1)
            assert back.race["state"] == "running"


async def end(server: ServerProcess) -> float:
    """SIGTERM, and the seconds until it has ended by itself."""
    began = time.monotonic()
    assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
    return time.monotonic() - began


async def move_until_closed(seat: Connection, moved: asyncio.Semaphore) -> int:
    """Move on and on, one release of `moved` for each; the code with which the server says goodbye."""
    try:
        while True:
            await seat.played([SHUTTLE[seat.board.n % 2]])
            moved.release()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


async def with_a_reader_who_reads_nothing(folder: Path) -> None:
    """What is on its way to somebody cannot be delivered, so that their connection does not end by itself."""
    async with started(HastyServer(folder)) as server, Crowd(server.url) as crowd:
        ada = await crowd.guest("Ada")
        race_id = (await ada.make(seats=2))["id"]
        await chatter(ada, race_id)
        deaf = await narrow(ada, race_id)
        await deafen(deaf)
        assert await end(server) < IN_TIME_S
        deaf.socket.transport.abort()


async def with_a_database_that_does_not_answer(folder: Path) -> None:
    async with behind_a_proxy(folder) as behind, Crowd(behind.server.url) as crowd:
        ada, bea = (await running(crowd, "Ada", "Bea")).seats
        behind.proxy.die()
        await ada.send(type="move", n=1, move="D")
        await bea.close()
        assert await end(behind.server) < IN_TIME_S
        assert "Traceback" not in behind.server.log
        behind.proxy.live()


SCENARIOS: tuple[Scenario, ...] = (
    in_mid_race,
    with_a_reader_who_reads_nothing,
    with_a_database_that_does_not_answer,
)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_the_server_ends(scenario: Scenario, under_way: dict[Scenario, asyncio.Task[None]]) -> None:
    await under_way[scenario]
