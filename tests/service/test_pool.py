"""Work in processes of its own."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool

import pytest

from agnes.service.pool import MOST_WAITING, Pool, PoolBusy


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    opened = Pool(1)
    yield opened
    await opened.close()


async def test_work_is_done_elsewhere(pool: Pool) -> None:
    assert await pool.run(os.getpid) != os.getpid()


async def test_workers_step_back(pool: Pool) -> None:
    assert await pool.run(os.nice, 0) > os.nice(0)


async def test_what_waits_is_bounded(pool: Pool) -> None:
    waiting = [asyncio.ensure_future(pool.run(time.sleep, 0.001)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(PoolBusy):
        await pool.run(os.getpid)
    await asyncio.gather(*waiting)
    assert await pool.run(os.getpid)


async def test_a_worker_that_died_is_replaced(pool: Pool) -> None:
    worker = await pool.run(os.getpid)
    with pytest.raises(BrokenProcessPool):
        await asyncio.gather(pool.run(time.sleep, 60), asyncio.to_thread(os.kill, worker, signal.SIGKILL))
    assert await pool.run(os.getpid) != worker


def test_no_worker_outlives_a_server_that_was_killed() -> None:
    program = (
        "import asyncio, os, time\n"
        "from agnes.service.pool import Pool\n"
        "async def main():\n"
        "    pool = Pool(1)\n"
        "    print(await pool.run(os.getpid), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "server"}
    ) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline()) != server.pid
        server.kill()
        # The end of its output comes when the last process that holds it has ended, the worker too.
        assert server.stdout.read() == b""


def until_cancelled(cancelled: Callable[[], bool]) -> str:
    while not cancelled():
        time.sleep(0.001)
    return "told"


async def test_work_that_nobody_waits_for_is_told(pool: Pool) -> None:
    waiting = asyncio.ensure_future(pool.run_until_cancelled(until_cancelled))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    # There is one worker: it answers only once it has left off.
    assert await pool.run(os.getpid)
