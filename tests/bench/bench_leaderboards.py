"""Leaderboards of a thousand entries and of a million, in one run.

    PYTHONPATH=server:. python -m tests.bench.bench_leaderboards --most 2

Prints for a page of 50, a rank and an entry the median time of a call on each, by turns, and their ratio;
with `--most` it ends with an error where one is above that. Nothing waits for a disk here, which would hide
the difference.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from agnes.race.daily import Day
from agnes.store.daily import DailyStore, Run
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.keys import DayKeys
from agnes.store.readiness import tell

SMALL, LARGE = Day(1_000, "sorel"), Day(1_001, "sorel")
LONGEST_MS = 90_000_000
AT_ONCE = 2_000

Call = Callable[[Day, int], Awaitable[object]]


async def fill(database: Database, day: Day, count: int, chance: random.Random) -> None:
    k = DayKeys(day.code)
    for start in range(0, count, AT_ONCE):
        runs = {f"player{n:010}": a_run(chance) for n in range(start, min(start + AT_ONCE, count))}
        await asyncio.gather(
            database.call(
                "ZADD", k.entries, *(part for name, run in runs.items() for part in (run.value, name))
            ),
            database.call(
                "HSET", k.runs, *(part for name, run in runs.items() for part in (name, run.text()))
            ),
        )


def a_run(chance: random.Random) -> Run:
    return Run(chance.randint(1, 52), chance.randrange(LONGEST_MS), "gave_up", marked=False)


async def ratios(small: int, large: int, times: int) -> dict[str, tuple[float, float]]:
    """For each kind of call the median time of one on each board, in microseconds."""
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        valkey = await EmbeddedValkey.start(Path(folder))
        try:
            await tell(valkey.url, "CONFIG", "SET", "appendfsync", "no")
            database = await Database.open(valkey.url)
            sizes = {SMALL: small, LARGE: large}
            for day, size in sizes.items():
                await fill(database, day, size, chance)
            found = {
                name: await by_turns(call, times) for name, call in calls(database, sizes, chance).items()
            }
            await database.close()
            return found
        finally:
            await valkey.stop()


def calls(database: Database, sizes: dict[Day, int], chance: random.Random) -> dict[str, Call]:
    dailies = DailyStore(database)

    async def page(day: Day, _: int) -> None:
        assert len((await dailies.ranking(day).page(chance.randrange(sizes[day] - 50), 50)).rows) == 50

    async def around(day: Day, _: int) -> None:
        player = f"player{chance.randrange(sizes[day]):010}"
        assert player in [row.player for row in (await dailies.ranking(day).page(0, 50, player)).rows]

    async def rank(day: Day, _: int) -> None:
        assert (await dailies.ranking(day).places([a_run(chance).value]))[0] >= 1

    async def entry(day: Day, n: int) -> None:
        await dailies.enter(day, f"new{n}", a_run(chance))

    return {"page of 50": page, "around me": around, "rank": rank, "entry": entry}


async def by_turns(call: Call, times: int) -> tuple[float, float]:
    taken: dict[Day, list[float]] = {SMALL: [], LARGE: []}
    for n in range(times):
        for day, waits in taken.items():
            began = perf_counter()
            await call(day, n)
            waits.append(perf_counter() - began)
    return median(taken[SMALL]) * 1e6, median(taken[LARGE]) * 1e6


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=1_000)
    parser.add_argument("--large", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=1_000)
    parser.add_argument("--most", type=float, default=None)
    given = parser.parse_args(argv)
    over = list[str]()
    for name, (small, large) in asyncio.run(ratios(given.small, given.large, given.times)).items():
        ratio = large / small
        print(
            f"{name:<10}{small:5.0f} µs of {given.small}, {large:5.0f} µs of {given.large}, {ratio:.2f} times"
        )
        if given.most is not None and ratio > given.most:
            over.append(name)
    if over:
        print(f"{', '.join(over)}: not within {given.most:g} times", file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
