"""A lane: one connection to one database process, and the calls that wait for it.

All calls that arise in one pass of the event loop leave as one pipeline. While that is under way the next
ones collect, so the busier the process is, the fewer packets a call costs. Each call has a future of its own
and the lane alone reads the connection: who stops waiting leaves nothing behind that could reach another.

A call whose answer was lost with the connection is sent again, so each must bear being run twice.
"""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from redis import exceptions

from agnes.store.connect import Connection, hang_up, send
from agnes.store.errors import DatabaseUnreachable
from agnes.store.translate import prefix_of, refused, unreachable

PATIENCE_SECONDS = 10.0  # how long a caller waits through an outage: a restart is 2 or 3 s
IMPATIENCE_SECONDS = 1.0  # the same, once an outage has outlasted PATIENCE_SECONDS
BATCH_SECONDS = 5.0  # how long one pipeline may take before its connection counts as dead
OVERDUE_SECONDS = 0.5  # how late a caller may be told that its time is up, whatever hangs
BATCH_CALLS = 512  # bounds one pipeline, so that BATCH_SECONDS is fair for the last of it
PAUSE_SECONDS = (0.02, 0.5)  # between attempts: doubled from the first to the second, with jitter

# Answers that mean "not now" or "not here any more": the call was not run and may be sent again.
NOT_NOW = ("TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "READONLY", "BUSY")

ASKING = b"*1\r\n$6\r\nASKING\r\n"

log = logging.getLogger(__name__)


class Call:
    """One command on its way: its bytes, and the future its caller waits for."""

    __slots__ = ("answer", "asking", "deadline", "hops", "in_full", "packed", "slot")

    def __init__(
        self,
        packed: bytes,
        in_full: Callable[[], bytes] | None,
        slot: int,
        answer: asyncio.Future[Any],
        deadline: float,
    ) -> None:
        self.packed = packed
        self.in_full = in_full  # for a script called by its name: the same call with its source
        self.slot = slot  # of a cluster; -1 where any node will do
        self.answer = answer
        self.deadline = deadline  # by the clock of the loop
        self.asking = False  # whether a node must be told that we know the slot is only on its way to it
        self.hops = 0  # from one node of a cluster to another

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Lane:
    """`dial` opens the connection; `redirect` is told of MOVED and ASK and takes the call over;
    `stranded` runs after each failure and may take calls away to another lane (a cluster does).
    """

    def __init__(
        self,
        name: str,
        dial: Callable[[], Awaitable[Connection]],
        redirect: Callable[[Call, exceptions.AskError], None] | None = None,
        stranded: Callable[["Lane"], Awaitable[None]] | None = None,
        connection: Connection | None = None,
    ) -> None:
        self.name = name
        self.waiting: deque[Call] = deque()
        self._in_flight: deque[Call] = deque()
        self._dial = dial
        self._redirect = redirect
        self._stranded = stranded
        self._connection = connection
        self._down_since: float | None = None
        self._trouble: Exception = TimeoutError()  # the last, or that nothing has been heard yet
        self._closed = False
        self._wake = asyncio.Event()
        self._sweep: asyncio.TimerHandle | None = None
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"database {name}")

    def __len__(self) -> int:
        return len(self.waiting) + len(self._in_flight)

    def add(self, call: Call) -> None:
        if self._closed:
            call.fail(closed())
            return
        # The event resumes the lane in the next pass of the loop: what else this pass adds joins the batch.
        self.waiting.append(call)
        self._wake.set()
        self._sweep_later()

    def patience(self) -> float:
        """How many seconds a new call may wait: few where others have waited in vain before it."""
        if self._down_since is None:
            return PATIENCE_SECONDS
        spent = asyncio.get_running_loop().time() - self._down_since
        return max(PATIENCE_SECONDS - spent, IMPATIENCE_SECONDS)

    async def close(self) -> None:
        self._closed = True
        if self._sweep:
            self._sweep.cancel()
        await cancelled(self._task)
        for call in self.waiting:
            call.fail(closed())
        self.waiting.clear()
        await self._disconnect()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        pause = PAUSE_SECONDS[0]
        while True:
            await self._wake.wait()
            if not self.waiting:
                self._wake.clear()
                continue
            try:
                await self._one_batch()
            except Exception as trouble:
                # Whatever it was, what this connection says next belongs to nobody any more.
                await self._disconnect()
                self._trouble = trouble
                if self._down_since is None:
                    self._down_since = loop.time()
                    log.warning("%s", unreachable(self.name, trouble))
                self._give_up(trouble, loop.time())
                if self._stranded:
                    await self._stranded(self)
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(pause * 2, PAUSE_SECONDS[1])
            else:
                if self._down_since is not None:
                    log.warning("the database at %s answers again", self.name)
                    self._down_since, self._trouble = None, TimeoutError()
                pause = PAUSE_SECONDS[0]

    async def _one_batch(self) -> None:
        """Sends what waits and settles each answer as it comes; what got none goes back to the front."""
        flight = self._in_flight
        try:
            if self._connection is None:
                self._connection = await self._dial()
            while self.waiting and len(flight) < BATCH_CALLS:
                call = self.waiting.popleft()
                if not call.answer.done():
                    flight.append(call)
            if flight:
                async with asyncio.timeout(BATCH_SECONDS):
                    await send(self._connection, [b"".join([_bytes(call) for call in flight])])
                    await self._answers(self._connection)
        finally:
            self.waiting.extendleft(reversed(flight))
            flight.clear()

    async def _answers(self, connection: Connection) -> None:
        flight = self._in_flight
        not_now: exceptions.ResponseError | None = None
        while flight:
            call = flight[0]
            if call.asking:
                await connection.read_response()  # +OK
            try:
                reply = await connection.read_response()
            except exceptions.ResponseError as error:
                flight.popleft()
                if prefix_of(error) in NOT_NOW:
                    not_now = error
                    self.waiting.append(call)
                else:
                    self._refused(call, error)
            else:
                flight.popleft()
                if not call.answer.done():
                    call.answer.set_result(reply)
        if not_now:
            raise not_now

    def _refused(self, call: Call, error: exceptions.ResponseError) -> None:
        if isinstance(error, exceptions.NoScriptError) and call.in_full:
            # EVAL loads and runs in one step, so the script runs once whatever happens in between.
            call.packed = call.in_full()
            call.in_full = None
            self.add(call)
        elif isinstance(error, exceptions.AskError) and self._redirect:  # MOVED is one too
            self._redirect(call, error)
        else:
            call.fail(refused(error))

    def _give_up(self, trouble: Exception, now: float) -> None:
        """Fails those who have waited long enough; all of them where waiting cannot help."""
        hopeless = isinstance(trouble, exceptions.AuthenticationError)
        kept: list[Call] = []
        for call in self.waiting:
            if hopeless or call.deadline <= now:
                call.fail(unreachable(self.name, trouble))
            else:
                kept.append(call)
        self.waiting = deque(kept)

    def _sweep_later(self) -> None:
        """One timer for all calls of a moment: one each would cost more than the calls do."""
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(OVERDUE_SECONDS, self._fail_overdue)

    def _fail_overdue(self) -> None:
        """Whoever has waited long enough is told, though the attempt under way may hang for longer."""
        self._sweep = None
        now = asyncio.get_running_loop().time()
        for call in (*self._in_flight, *self.waiting):
            if call.deadline <= now:
                call.fail(unreachable(self.name, self._trouble))
        if len(self):
            self._sweep_later()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            await hang_up(connection)


async def cancelled(task: asyncio.Task[None]) -> None:
    """Cancels a task of ours and waits until it has ended; how it ended does not matter any more."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def closed() -> DatabaseUnreachable:
    return DatabaseUnreachable("the connection to the database was closed")


def _bytes(call: Call) -> bytes:
    return ASKING + call.packed if call.asking else call.packed
