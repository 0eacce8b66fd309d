"""A lane: one connection to one database process, and the calls that wait for it.

All calls that arise in one pass of the event loop leave as one pipeline. While that is under way the next
ones collect, so the busier the process is, the fewer packets a call costs. Each call has a future of its own
and the lane alone reads the connection: who stops waiting leaves nothing behind that could reach another.

A call whose answer was lost with the connection is sent again, so each must bear being run twice.
"""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from redis import exceptions

from agnes.store.connect import CONNECTION_TROUBLE, Connection, hang_up, send
from agnes.store.errors import CommandRefused, DatabaseRefusesWrites, DatabaseUnreachable, StoreError

PATIENCE_SECONDS = 10.0  # how long a caller waits through an outage: a restart is 2 or 3 s
IMPATIENCE_SECONDS = 1.0  # the same, once an outage has outlasted PATIENCE_SECONDS
BATCH_SECONDS = 5.0  # how long one pipeline may take before its connection counts as dead
BATCH_CALLS = 512  # bounds one pipeline, so that BATCH_SECONDS is fair for the last of it
PAUSE_SECONDS = (0.02, 0.5)  # between attempts: doubled from the first to the second, with jitter

# Answers that mean "not now" or "not here any more": the call was not run and may be sent again.
NOT_NOW = ("TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "READONLY", "BUSY")
NO_WRITES = {
    "MISCONF": "its disk is full or failing",
    "OOM": "its memory is full",
    "NOREPLICAS": "its disk is nearly full, or too few replicas are connected",
}

ASKING = b"*1\r\n$6\r\nASKING\r\n"


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
        self.asking = False
        self.hops = 0

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
        self.batches = 0
        self.down_since: float | None = None
        self._dial = dial
        self._redirect = redirect
        self._stranded = stranded
        self._connection = connection
        self._wake = asyncio.Event()
        self._in_flight: deque[Call] = deque()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"database {name}")

    def __len__(self) -> int:
        return len(self.waiting) + len(self._in_flight)

    def add(self, call: Call) -> None:
        # The event resumes the lane in the next pass of the loop: what else this pass adds joins the batch.
        self.waiting.append(call)
        self._wake.set()

    def patience(self) -> float:
        """How many seconds a new call may wait: few where others have waited in vain before it."""
        if self.down_since is None:
            return PATIENCE_SECONDS
        spent = asyncio.get_running_loop().time() - self.down_since
        return max(PATIENCE_SECONDS - spent, IMPATIENCE_SECONDS)

    async def close(self) -> None:
        await cancelled(self._task)
        for call in (*self._in_flight, *self.waiting):
            call.fail(DatabaseUnreachable("the connection to the database was closed"))
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
            except (*CONNECTION_TROUBLE, NotNowError) as error:
                self.down_since = self.down_since or loop.time()
                await self._disconnect()
                self._give_up(error, loop.time())
                if self._stranded:
                    await self._stranded(self)
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(pause * 2, PAUSE_SECONDS[1])
            else:
                self.down_since = None
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
                self.batches += 1
                async with asyncio.timeout(BATCH_SECONDS):
                    await send(self._connection, [b"".join([_bytes(call) for call in flight])])
                    await self._answers(self._connection)
        finally:
            self.waiting.extendleft(reversed(flight))
            flight.clear()

    async def _answers(self, connection: Connection) -> None:
        flight = self._in_flight
        again: list[Call] = []
        not_now: exceptions.ResponseError | None = None
        while flight:
            call = flight[0]
            try:
                if call.asking:
                    await connection.read_response()
                reply = await connection.read_response()
            except exceptions.ResponseError as error:
                flight.popleft()
                if _prefix(error) in NOT_NOW:
                    not_now = error
                    again.append(call)
                else:
                    self._refused(call, error)
            else:
                flight.popleft()
                if not call.answer.done():
                    call.answer.set_result(reply)
        if not_now:
            self.waiting.extendleft(reversed(again))
            raise NotNowError(str(not_now))

    def _refused(self, call: Call, error: exceptions.ResponseError) -> None:
        if isinstance(error, exceptions.NoScriptError) and call.in_full:
            # EVAL loads and runs in one step, so the script runs once whatever happens in between.
            call.packed = call.in_full()
            call.in_full = None
            self.add(call)
        elif isinstance(error, exceptions.AskError) and self._redirect:  # MOVED is one too
            self._redirect(call, error)
        else:
            call.fail(our_error(error))

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

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            await hang_up(connection)


class NotNowError(Exception):
    """The database answers but cannot serve for the moment."""


async def cancelled(task: asyncio.Task[None]) -> None:
    """Cancels a task of ours and waits until it has ended; how it ended does not matter any more."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def unreachable(name: str, trouble: BaseException) -> DatabaseUnreachable:
    if isinstance(trouble, exceptions.AuthenticationError):
        return DatabaseUnreachable(f"the database at {name} refuses the user or password it was given")
    reason = (
        "no answer in time" if isinstance(trouble, TimeoutError | exceptions.TimeoutError) else str(trouble)
    )
    return DatabaseUnreachable(f"the database at {name} cannot be reached ({reason.rstrip('.')})")


def our_error(error: exceptions.ResponseError) -> StoreError:
    """The same error in our own tree, so that nobody above this package needs to know redis-py."""
    prefix = _prefix(error)
    text = str(error)
    if prefix in NO_WRITES:
        return DatabaseRefusesWrites(f"the database takes no writes: {NO_WRITES[prefix]} ({prefix})")
    return CommandRefused(text if text.startswith(prefix) else f"{prefix} {text}")


def _prefix(error: exceptions.ResponseError) -> str:
    # redis-py strips the first word from the answers that it knows a class for.
    return str(error.status_code or str(error).split(" ", 1)[0])


def _bytes(call: Call) -> bytes:
    return ASKING + call.packed if call.asking else call.packed
