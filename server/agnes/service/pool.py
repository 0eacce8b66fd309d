"""Thinking that takes long, in processes of its own: never on the event loop, never without a bound."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

WORKERS: Final = max(1, min(4, (os.cpu_count() or 2) - 1))
MOST_WAITING: Final = 200
NICENESS: Final = 10
"""Play comes before thinking: the workers step back where the processor is short."""


class PoolBusy(Exception):  # noqa: N818 (it says what is the matter)
    """More work waits than the pool takes."""


class Pool:
    """Some processes, started when they are first needed and again when one has died."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`work(...)` in another process; it and its arguments must pickle.

        Raises PoolBusy when too much waits, BrokenProcessPool if the process died over it.
        """
        if self._waiting >= MOST_WAITING:
            raise PoolBusy(f"{MOST_WAITING} pieces of work wait already")
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._started().submit(work, *args, **kwargs))
        except BrokenProcessPool:
            # A worker was killed: whoever asks next gets new ones.
            self._executor = None
            raise
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._workers, context, initializer=_step_back)
        return self._executor


def _step_back() -> None:
    # Ctrl-C reaches every process of the terminal; the server tells its workers when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that is killed tells nobody: its workers must not stay behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
