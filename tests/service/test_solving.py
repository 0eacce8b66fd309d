"""Searches in other processes: given up at once where nobody waits, and not lost with a worker."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

from agnes.game import Game, rules_for
from agnes.service.pool import BACKGROUND, Pool
from agnes.service.solving import Solving, affordable
from agnes.solver.engine import INTERPRETED

HARD = Game.deal(rules_for("bernauer"), 15)  # not decided in ten million positions, which take seconds
ENDLESS = 10**9
QUICK_S = 0.1


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    opened = Pool(1)
    await opened.run(os.getpid)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def solving(pool: Pool) -> AsyncIterator[Solving]:
    background = Pool(1, BACKGROUND)
    yield Solving(pool, background)
    await background.close()


async def under_way(solving: Solving, pool: Pool) -> "asyncio.Task[object]":
    """A long search that the only worker is at by now: it has been busy since before this was asked."""
    search = asyncio.ensure_future(solving.decide(HARD, ENDLESS))
    await asyncio.sleep(0)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await pool.run(os.getpid)
    return search


async def test_a_search_taken_back_ends_within_a_tenth_of_a_second(solving: Solving, pool: Pool) -> None:
    """The only worker is free again by then; the best of three, as this machine may have much else to do."""
    waits = []
    for _ in range(3):
        search = await under_way(solving, pool)
        search.cancel()
        began = time.monotonic()
        # The clock is the machine's, the same in all processes.
        waits.append(await pool.run(time.monotonic) - began)
    assert min(waits) < QUICK_S, waits


async def test_what_is_not_decided_in_time_is_unknown(solving: Solving) -> None:
    assert (await solving.decide(HARD, ENDLESS, within_s=0.2)).verdict == "unknown"


async def test_a_search_whose_worker_is_killed_is_done_by_another(solving: Solving, pool: Pool) -> None:
    worker = await pool.run(os.getpid)
    search = asyncio.ensure_future(solving.decide(HARD, 1_000_000))
    await asyncio.sleep(0)
    os.kill(worker, signal.SIGKILL)
    assert (await search).nodes == 1_000_000


def test_interpreted_a_budget_takes_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agnes.service.solving.ENGINE", INTERPRETED)
    assert (affordable(5_000_000), affordable(20)) == (100_000, 1)
