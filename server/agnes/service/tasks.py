"""Work in the background that is held, awaited at the end, and whose failures are told."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from agnes.store.errors import StoreError

_log = structlog.get_logger()


class Tasks:
    """A bag of running tasks; `close` cancels and awaits them all."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guarded(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def close(self) -> None:
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError as error:
            _log.warning("database away", error=str(error))
        except Exception:
            _log.exception("work in the background failed")
