"""What the tests of faults share: looks into a server process, people who come by another way."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

import pytest
from tests.faults.proxy import Link, Proxy
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.keys import RaceKeys

HERE: Final = Path(__file__).parent
SECRET: Final = "the same in all processes, so that each knows everyone"
SHUTTLING_DEAL: Final = "81"
SHUTTLE: Final = ("T5>T1", "T1>T5")
"""In plain Bernauer on that deal: one card between two parents, for ever."""


def by_way_of(crowd: Crowd, person: Person) -> Person:
    """The same person, who reaches the server as this crowd does."""
    return Person(crowd, {"id": person.id, "name": person.name, "token": person.token})


async def watching(connection: Connection, player: Person) -> Connection:
    """Follows that player's board from now on."""
    await connection.send(type="watch", player=player.id)
    await connection.until("board", player=player.id)
    return connection


async def make(seat: Connection, moves: Iterable[str]) -> None:
    """Moves, each as soon as the one before is on the board: told as such, or in a fresh board."""
    for move in moves:
        n = seat.board.n + 1
        await seat.send(type="move", n=n, move=move)
        while seat.board.n < n:
            assert (await seat.next())["type"] != "rejected"


async def reaches(connection: Connection, player: Person, n: int) -> None:
    """Read on until the board of that player is there."""
    while player.id not in connection.boards or connection.boards[player.id].n < n:
        await connection.next()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Returns as soon as it holds, for what nobody can be asked to tell; the test's own timeout bounds it."""
    while True:
        if await holds():
            return
        await asyncio.sleep(0.005)


async def has_sockets(crowd: Crowd, count: int) -> None:
    """Returns once the server has so many websockets."""

    async def has() -> bool:
        return await open_sockets(crowd) == count

    await until(has)


def complaints(log: str) -> list[str]:
    """The lines of a server's log that speak of a mistake of its own."""
    return [line for line in log.splitlines() if "[error]" in line or "Traceback" in line]


async def open_sockets(crowd: Crowd) -> int:
    """How many websockets the server has, as its metrics tell."""
    lines = (await crowd.http.get("/metrics")).text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("agnes_sockets "))))


def memory_mb(pid: int) -> float:
    """What a process holds in memory."""
    fields = Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()
    return int(fields[0]) / 1024


def open_files(pid: int) -> int:
    """Sockets and files; not what leads to the processes that search, which begin when they are wanted."""
    names = []
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            names.append(str(descriptor.readlink()))
    return len([name for name in names if not name.startswith(("pipe:", "/dev/shm/"))])


@dataclass
class Behind:
    """A server that reaches its database through a proxy; `database` reaches it directly."""

    server: ServerProcess
    proxy: Proxy
    database: Database
    valkey: EmbeddedValkey

    @property
    def lane(self) -> Link:
        """The connection by which the server calls its database; the other one listens."""
        return next(link for link in self.proxy.links if b"SSUBSCRIBE" not in link.said)

    @property
    def ear(self) -> Link:
        """The connection on which it listens, once it has subscribed to anything."""
        return next(link for link in self.proxy.links if b"SSUBSCRIBE" in link.said)

    async def has_moves(self, race_id: str, player: Person, count: int) -> None:
        """Returns once the database has so many moves of a board."""
        key = RaceKeys(race_id).moves(player.id)

        async def has() -> bool:
            return int(await self.database.call("LLEN", key)) == count

        await until(has)


class HastyServer(ServerProcess):
    """A server with a short countdown, so that a race runs as soon as it is wanted; see `hasty`."""

    times: ClassVar[dict[str, int]] = {"countdown_ms": 300}

    def command(self) -> list[str]:
        times = [f"{name}={value}" for name, value in self.times.items()]
        return [sys.executable, str(HERE / "hasty.py"), *times, "serve"]


@asynccontextmanager
async def behind_a_proxy(
    folder: Path, kind: type[ServerProcess] = HastyServer, **settings: Any
) -> AsyncIterator[Behind]:
    async with AsyncExitStack() as stack:
        valkey = await EmbeddedValkey.start(folder / "valkey")
        stack.push_async_callback(valkey.stop)
        database = await Database.open(valkey.url)
        stack.push_async_callback(database.close)
        proxy = await stack.enter_async_context(Proxy.before(valkey.url))
        server = kind(folder / "server", redis_url=proxy.url, secret_key=SECRET, **settings)
        await stack.enter_async_context(started(server))
        yield Behind(server, proxy, database, valkey)


async def chatter(host: Person, race_id: str) -> None:
    """Fill a lobby's log, so that asking for it brings much."""
    for n in range(60):
        await host.does(race_id, "ready", {"ready": n % 2 == 0})


async def narrow(person: Person, race_id: str) -> Connection:
    """A connection that holds little of what is on its way."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    server = urlsplit(person.crowd.url)
    await asyncio.get_running_loop().sock_connect(sock, (server.hostname, server.port))
    return await person.connect(race_id, sock=sock, max_queue=1, ping_interval=None)


async def deafen(connection: Connection) -> None:
    """From now on it reads nothing, and more is on its way to it than the way holds.

    Its race must have had some chatter; `connection.socket.transport.resume_reading` makes it hear again.
    """
    connection.socket.transport.pause_reading()
    for _ in range(250):
        await connection.send(type="resume", seq=0, boards={})


Scenario = Callable[[Path], Coroutine[Any, Any, None]]


@asynccontextmanager
async def at_once(
    scenarios: Iterable[Scenario], folders: pytest.TempPathFactory
) -> AsyncIterator[dict[Scenario, asyncio.Task[None]]]:
    """All begun together, since most of each is waiting; a test awaits its own."""
    tasks = {each: asyncio.create_task(each(folders.mktemp(each.__name__))) for each in scenarios}
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


@asynccontextmanager
async def started(server: ServerProcess) -> AsyncIterator[ServerProcess]:
    """It runs, and is ended after all, if it has not been by then."""
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.stop)
