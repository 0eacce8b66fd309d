"""A cluster: which node serves which slot, a lane for each node, and what to do when that changes."""

import asyncio
import contextlib
import functools
import itertools

from redis import exceptions

from agnes.store.address import Address
from agnes.store.connect import CONNECTION_TROUBLE, Connection, Target, ask, hang_up
from agnes.store.errors import DatabaseUnreachable
from agnes.store.fitness import examine
from agnes.store.lane import Call, Lane, cancelled
from agnes.store.slots import ANY_SLOT, PROBE_KEY, SLOTS, slot_of_key
from agnes.store.translate import refused

HOPS_AT_ONCE = 4  # more than that means that the nodes do not agree yet
HOP_SECONDS = 0.05  # the time to give them then


class Topology:
    """The primaries of a cluster and their slots, as one of its nodes last told it."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.owner: list[Address | None] = [None] * SLOTS
        self._asking: asyncio.Task[None] | None = None

    @property
    def primaries(self) -> set[Address]:
        return {address for address in self.owner if address}

    async def refresh(self) -> None:
        """Asks known nodes, then the seeds, until one answers. Those who ask meanwhile share the answer."""
        if self._asking is None:
            self._asking = asyncio.get_running_loop().create_task(self._refresh())
            self._asking.add_done_callback(self._asked)
        await asyncio.shield(self._asking)

    async def close(self) -> None:
        if self._asking:
            await cancelled(self._asking)

    def _asked(self, task: asyncio.Task[None]) -> None:
        self._asking = None
        if not task.cancelled():
            task.exception()  # each who waited has it; that nobody did is no fault

    async def _refresh(self) -> None:
        trouble: Exception | None = None
        for address in (*self.target.seeds, *(self.primaries - set(self.target.seeds))):
            try:
                connection = await self.target.dial(address)
            except CONNECTION_TROUBLE as error:
                trouble = error
                continue
            try:
                self.owner = await self._slots(connection, address)
            except CONNECTION_TROUBLE as error:
                trouble = error
            except exceptions.ResponseError as error:
                raise DatabaseUnreachable(
                    f"{self.target.shown} is not a cluster, or not one we may ask ({error})"
                ) from error
            else:
                return
            finally:
                await hang_up(connection)
        assert trouble
        raise trouble

    async def _slots(self, connection: Connection, asked: Address) -> list[Address | None]:
        owner: list[Address | None] = [None] * SLOTS
        async with asyncio.timeout(3):
            rows = await ask(connection, "CLUSTER", "SLOTS")
        for first, last, primary, *_replicas in rows:
            # A node that does not know its own name leaves it out: it is the one we asked.
            address = (primary[0] or asked[0], int(primary[1]))
            owner[int(first) : int(last) + 1] = [address] * (int(last) - int(first) + 1)
        return owner


class Cluster:
    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self._lanes: dict[Address, Lane] = {}

    @classmethod
    async def open(cls, target: Target) -> "Cluster":
        """Learns the slots; raises DatabaseUnreachable, DatabaseUnfit or one of CONNECTION_TROUBLE."""
        topology = Topology(target)
        await topology.refresh()
        for node in topology.primaries:
            # A node that is away now is no reason not to begin.
            with contextlib.suppress(*CONNECTION_TROUBLE):
                connection = await target.dial(node)
                try:
                    await examine(connection, target.shown)
                finally:
                    await hang_up(connection)
        return cls(topology)

    def lane_of(self, slot: int) -> Lane:
        """The lane to the node that serves this slot, as far as is known: a wrong guess is answered MOVED."""
        address = self.topology.owner[slot if slot != ANY_SLOT else 0] or next(
            iter(self.topology.primaries), None
        )
        return self._lane(address or self.topology.target.seeds[0])

    def owed(self) -> int:
        return sum(map(len, self._lanes.values()))

    def probes(self) -> list[str]:
        """A key for each primary that there is now."""
        missing = self.topology.primaries
        keys: list[str] = []
        numbers = itertools.count()
        while missing:
            key = PROBE_KEY.format(next(numbers))
            owner = self.topology.owner[slot_of_key(key)]
            if owner in missing:
                missing.remove(owner)
                keys.append(key)
        return keys

    async def close(self) -> None:
        await self.topology.close()
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))

    def _lane(self, address: Address) -> Lane:
        lane = self._lanes.get(address)
        if lane is None:
            dial = functools.partial(self.topology.target.dial, address)
            lane = Lane(f"{address[0]}:{address[1]}", dial, self._redirect, self._stranded)
            self._lanes[address] = lane
        return lane

    def _redirect(self, call: Call, error: exceptions.AskError) -> None:
        """MOVED: the slot lives elsewhere for good. ASK: only this call, because the slot is on its way."""
        address = (error.host, error.port)
        call.asking = not isinstance(error, exceptions.MovedError)
        if not call.asking:
            self.topology.owner[error.slot_id] = address
        call.hops += 1
        lane = self._lane(address)
        loop = asyncio.get_running_loop()
        if call.hops <= HOPS_AT_ONCE:
            lane.add(call)
        elif call.deadline > loop.time():
            loop.call_later(HOP_SECONDS, lane.add, call)
        else:
            call.fail(refused(error))

    async def _stranded(self, lane: Lane) -> None:
        """After a node failed: learn who serves its slots now, and hand its calls over."""
        try:
            await self.topology.refresh()
        except (*CONNECTION_TROUBLE, DatabaseUnreachable):
            return
        calls = list(lane.waiting)
        lane.waiting.clear()
        for call in calls:
            call.asking = False
            self.lane_of(call.slot).add(call)
