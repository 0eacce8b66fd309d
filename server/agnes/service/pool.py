"""Thinking that takes long, in processes of its own: never on the event loop, never without a bound."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, MutableSequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
Cancelled = Callable[[], bool]

WORKERS: Final = max(1, min(4, (os.cpu_count() or 2) - 1))
MOST_WAITING: Final = 200
NICENESS: Final = 10
"""Play comes before thinking: the workers step back where the processor is short."""
BACKGROUND: Final = 19
"""The niceness of what nobody waits for: it steps back for thinking too."""


class PoolBusy(Exception):  # noqa: N818 (it says what is the matter)
    """More work waits than the pool takes."""


class Pool:
    """Some processes, started when they are first needed and again when one has died.

    `niceness` is how far they step back for others, 19 the most.
    """

    def __init__(self, workers: int = WORKERS, niceness: int = NICENESS) -> None:
        self._workers = workers
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._flags: MutableSequence[int] = bytearray()
        self._free = list(range(MOST_WAITING))

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`work(...)` in another process; it and its arguments must pickle.

        Raises PoolBusy when too much waits, BrokenProcessPool if the process died over it.
        """
        return await self._run(lambda _: partial(work, *args, **kwargs))

    async def run_until_cancelled(
        self, work: Callable[Concatenate[Cancelled, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """The same for work that asks now and then whether anybody still waits for it.

        Its first argument is a function that says yes once this call has been cancelled.
        """
        return await self._run(lambda flag: partial(_until_cancelled, flag, work, args, kwargs))

    async def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            self._flags[:] = bytes([1]) * MOST_WAITING
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    async def _run(self, work_of: Callable[[int], Callable[[], R]]) -> R:
        if not self._free:
            raise PoolBusy(f"{MOST_WAITING} pieces of work wait already")
        executor = self._started()
        flag = self._free.pop()
        self._flags[flag] = 0
        loop = asyncio.get_running_loop()
        done: Future[R] = executor.submit(work_of(flag))
        # Given back when the work has ended, which may be after the wait for it has.
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._free.append, flag))
        try:
            return await asyncio.wrap_future(done)
        except asyncio.CancelledError:
            if not done.done():  # else the flag may be somebody else's by now
                self._flags[flag] = 1
            raise
        except BrokenProcessPool:
            # A worker was killed: whoever asks next gets new ones.
            if self._executor is executor:
                self._executor = None
            raise

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            # No lock: a flag is one byte, and only this side writes it.
            flags: Any = context.RawArray("b", MOST_WAITING)
            self._flags = flags
            self._executor = ProcessPoolExecutor(
                self._workers, context, initializer=_begin, initargs=(flags, self._niceness)
            )
        return self._executor


_flags: MutableSequence[int] = bytearray()  # in a worker: which calls nobody waits for any more


def _until_cancelled(flag: int, work: Callable[..., R], args: Any, kwargs: Any) -> R:
    return work(lambda: bool(_flags[flag]), *args, **kwargs)


def _begin(flags: MutableSequence[int], niceness: int) -> None:
    global _flags
    _flags = flags
    # Ctrl-C reaches every process of the terminal; the server tells its workers when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that is killed tells nobody: its workers must not stay behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
