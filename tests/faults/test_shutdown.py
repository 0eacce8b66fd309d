"""SIGTERM in the middle of everything: in time, with a word to everybody, and no acknowledged move lost."""

import asyncio
import signal
import time
from pathlib import Path

import pytest
from tests.faults.helpers import behind_a_proxy, by_way_of, chatter, complaints, deafen, narrow
from tests.faults.proxy import Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd
from tests.server import ServerProcess
from websockets.exceptions import ConnectionClosed

RACES = 8
SEATS = 5
SILENT = 10
HANDSHAKES = 5
IN_TIME_S = 10


@pytest.fixture
async def server(tmp_path: Path) -> ServerProcess:
    """One to be ended by the test."""
    server = ServerProcess(tmp_path / "server")
    await asyncio.to_thread(server.start)
    return server


async def ended(server: ServerProcess) -> float:
    """The seconds until it had ended by itself after SIGTERM."""
    began = time.monotonic()
    assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
    return time.monotonic() - began


async def move_until_closed(seat: Connection, moved: asyncio.Semaphore) -> int:
    """Move on and on, one release of `moved` for each; the code with which the server says goodbye."""
    try:
        while True:
            if seat.board.legal:
                await seat.played(seat.board.legal[:1])
                moved.release()
            else:
                await seat.next()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


async def test_the_end_comes_in_time_with_a_word_to_everybody(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        races = await asyncio.gather(
            *[running(crowd, *[f"P{n}" for n in range(SEATS)], game="sorel") for _ in range(RACES)]
        )
        seats = [seat for race in races for seat in race.seats]
        for _ in range(SILENT):
            viewer = by_way_of(far, seats[0].person)
            await viewer.dial(races[0].race_id, headers={})
        for link in proxy.links:
            link.freeze()
        handshakes = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(HANDSHAKES)]
        for _, writer in handshakes:
            writer.write(b"GET /ws/races/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")
        moved = asyncio.Semaphore(0)
        busy = [asyncio.create_task(move_until_closed(seat, moved)) for seat in seats]
        for _ in range(10 * len(seats)):
            await moved.acquire()

        assert await ended(server) < IN_TIME_S
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
            await back.close()
        await ended(server)


async def test_who_reads_nothing_does_not_hold_it_up(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd:
        ada = await crowd.guest("Ada")
        race_id = (await ada.make(seats=2))["id"]
        await chatter(ada, race_id)
        deaf = await narrow(ada, race_id)
        await deafen(deaf)
        assert await ended(server) < IN_TIME_S
        deaf.socket.transport.abort()


async def test_a_database_that_does_not_answer_does_not_hold_it_up(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as behind, Crowd(behind.server.url) as crowd:
        ada, bea = (await running(crowd, "Ada", "Bea")).seats
        behind.proxy.die()
        await ada.send(type="move", n=1, move="D")
        await bea.close()
        assert await ended(behind.server) < IN_TIME_S
        assert "Traceback" not in behind.server.log
        behind.proxy.live()
