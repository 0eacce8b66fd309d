"""The database behind one small class, whatever kind it is: embedded, standalone, TLS or cluster."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol

from agnes.store.cluster import Cluster
from agnes.store.connect import CONNECTION_TROUBLE, Arg, Target, hang_up, pack
from agnes.store.errors import DatabaseBusy
from agnes.store.fitness import examine
from agnes.store.lane import Call, Lane
from agnes.store.scripts import Script
from agnes.store.slots import ANY_SLOT, PROBE_KEY, slot_of, slot_of_key
from agnes.store.translate import unreachable

MAX_WAITING = 10_000
PING_SECONDS = 2.0


class Lanes(Protocol):
    """What Database needs of a server or of a cluster."""

    def lane_of(self, slot: int) -> Lane: ...
    def owed(self) -> int: ...
    def probes(self) -> Sequence[str]: ...
    async def close(self) -> None: ...


class Database:
    """Every method may raise DatabaseUnreachable, DatabaseRefusesWrites, DatabaseBusy or CommandRefused.

    Answers are those of RESP3: text as `str`, integers as `int`, maps (HGETALL) as `dict`, scores as `float`.
    Calls made without awaiting one before the other may run in any order. A call whose answer is lost runs
    again, so it must bear that. Cancelling the wait leaves the call to run or not, and disturbs nobody.
    Nothing that blocks (BLPOP, XREAD BLOCK, WAIT) may be called: everybody would wait for it.
    """

    def __init__(self, name: str, lanes: Lanes) -> None:
        self.name = name  # the address, without user and password
        self._lanes = lanes

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Connects, or raises DatabaseUnreachable or DatabaseUnfit; ValueError if that is no address."""
        target = Target(url)
        try:
            lanes: Lanes = await (Cluster.open(target) if target.seeds else OneServer.open(target))
        except CONNECTION_TROUBLE as error:
            raise unreachable(target.shown, error) from error
        return cls(target.shown, lanes)

    async def call(self, *command: Arg) -> Any:
        """One command, such as `call("HGETALL", key)`; in a cluster it goes to the node of its first key."""
        return await self._ask(slot_of(command), pack(*command))

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Arg] = ()) -> Any:
        """The script's answer. All keys it touches must be in `keys`, and in one slot.

        It is called by its name; a server that does not know it (new, restarted, flushed) gets the source.
        """
        rest = (len(keys), *keys, *args)
        return await self._ask(
            slot_of_key(keys[0]) if keys else ANY_SLOT,
            pack("EVALSHA", script.sha, *rest),
            lambda: pack("EVAL", script.source, *rest),
        )

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """Every key that matches, of all nodes of a cluster too; in no order, and some maybe twice."""
        for probe in self._lanes.probes():
            cursor = "0"
            while True:
                packed = pack("SCAN", cursor, "MATCH", pattern, "COUNT", 500)
                cursor, found = await self._ask(slot_of_key(probe), packed)
                for key in found:
                    yield key
                if str(cursor) == "0":
                    break

    async def ping(self) -> None:
        """Returns if every node answers and takes writes, within PING_SECONDS."""
        try:
            async with asyncio.timeout(PING_SECONDS):
                # A write like any other where writes are refused, yet it makes nothing of a key that is not.
                await asyncio.gather(*(self.call("SETRANGE", key, 0, "") for key in self._lanes.probes()))
        except TimeoutError as error:
            raise unreachable(self.name, error) from None

    async def close(self) -> None:
        """Closes the connections; whoever still waits gets DatabaseUnreachable."""
        await self._lanes.close()

    @property
    def owed(self) -> int:
        """How many calls wait for an answer now."""
        return self._lanes.owed()

    async def _ask(self, slot: int, packed: bytes, in_full: Callable[[], bytes] | None = None) -> Any:
        lane = self._lanes.lane_of(slot)
        if len(lane) >= MAX_WAITING:
            raise DatabaseBusy(f"{MAX_WAITING} calls wait for the database at {self.name} already")
        loop = asyncio.get_running_loop()
        call = Call(packed, in_full, slot, loop.create_future(), loop.time() + lane.patience())
        lane.add(call)
        return await call.answer


class OneServer:
    """The whole database in one process: one lane for everything."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    @classmethod
    async def open(cls, target: Target) -> "OneServer":
        connection = await target.dial()
        try:
            await examine(connection, target.shown)
        except BaseException:
            await hang_up(connection)
            raise
        return cls(Lane(target.shown, target.dial, connection=connection))

    def lane_of(self, slot: int) -> Lane:
        return self._lane

    def owed(self) -> int:
        return len(self._lane)

    def probes(self) -> Sequence[str]:
        return (PROBE_KEY.format(0),)

    async def close(self) -> None:
        await self._lane.close()
