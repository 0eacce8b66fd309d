"""Connections that break at the worst moment: while something is being sent to them.

PYTHONPATH=server python -m tests.faults.test_broken_pipes --rounds 100
"""

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tests.faults.helpers import HastyServer, complaints, open_sockets, started
from tests.protocol.arena import seated
from tests.protocol.client import Crowd
from tests.server import ServerProcess
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

STEADY = 10
ROUNDS = 15


async def reset(socket: ClientConnection) -> None:
    socket.transport.abort()


async def close(socket: ClientConnection) -> None:
    await socket.close()


async def end_of_stream(socket: ClientConnection) -> None:
    socket.transport.write_eof()


async def too_much(socket: ClientConnection) -> None:
    await socket.send("x" * 20_000)


async def no_text(socket: ClientConnection) -> None:
    await socket.send(b'{"type":"move","n":1,"move":"\xff"}', text=True)


async def no_frame(socket: ClientConnection) -> None:
    socket.transport.write(b"\xff\xff\xff\xff")


async def half_a_frame(socket: ClientConnection) -> None:
    socket.transport.write(b"\x81\xfe\x40")
    socket.transport.abort()


WAYS: list[Callable[[ClientConnection], Awaitable[None]]] = [
    *(reset, close, end_of_stream, too_much, no_text, no_frame, half_a_frame),
]


async def break_off(rounds: int, server: ServerProcess, pause_s: float = 0) -> None:
    """Each round all ways to break a connection meet a broadcast, once just connected and once long there.

    `pause_s` between rounds: one address may open a thousand sockets at once, then fifty a second.
    """
    async with Crowd(server.url) as crowd:
        race_id, (host,) = await seated(crowd, "Ada", seats=2)
        guests = await asyncio.gather(*[crowd.guest(f"S{n}") for n in range(STEADY)])
        steady = [await guest.connect(race_id) for guest in guests]
        fickle = await asyncio.gather(*[crowd.guest(f"F{n}") for n in range(2 * len(WAYS))])
        for n in range(rounds):
            sockets = [await person.dial(race_id) for person in fickle[: len(WAYS)]]
            settled = [await person.connect(race_id) for person in fickle[len(WAYS) :]]
            sockets += [connection.socket for connection in settled]
            await asyncio.gather(
                host.does(race_id, "ready", {"ready": n % 2 == 0}),
                *[broken(way, socket) for way, socket in zip(WAYS * 2, sockets, strict=True)],
            )
            await asyncio.gather(*[quietly_closed(socket) for socket in sockets])
            await asyncio.sleep(pause_s)
            for connection in steady:
                await connection.caught_up()
                assert connection.race["players"][0]["ready"] is (n % 2 == 0)
        for connection in steady:
            while connection.watchers != STEADY:
                await connection.next()
        assert await open_sockets(crowd) == STEADY
        assert len({connection.seq for connection in steady}) == 1


async def broken(way: Callable[[ClientConnection], Awaitable[None]], socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        await way(socket)


async def quietly_closed(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed, OSError):
        await socket.close()


async def test_who_breaks_off_in_mid_broadcast_disturbs_nobody(server: ServerProcess) -> None:
    await break_off(ROUNDS, server)


async def test_a_seat_taken_over_while_its_connection_closes_is_closed_once(server: ServerProcess) -> None:
    """Both sides close at once: the server because another tab came, the client because it leaves."""
    async with Crowd(server.url) as crowd:
        race_id, (host,) = await seated(crowd, "Ada", seats=2)
        seat = await host.connect(race_id)
        for n in range(ROUNDS):
            follower, _ = await asyncio.gather(
                host.connect(race_id), broken(WAYS[n % len(WAYS)], seat.socket)
            )
            seat = follower
        await seat.caught_up()
        await host.does(race_id, "ready")
        assert (await seat.until("race", change="ready"))["race"]["players"][0]["connected"]


async def at_length(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with started(HastyServer(Path(folder))) as server:
            await break_off(rounds, server, pause_s=2 * len(WAYS) / 50)
            assert complaints(server.log) == [], server.log
    print(f"{rounds} rounds, {2 * len(WAYS)} connections broken in each, nothing in the log")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    asyncio.run(at_length(parser.parse_args().rounds))
