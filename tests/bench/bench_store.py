"""What a call to the database costs: `PYTHONPATH=server:. python -m tests.bench.bench_store`.

Prints microseconds of this process's processor time for one script call of the kind a move is, made by so
many players at once: in batches as the product does it, and as one awaited call each on a pool of redis-py,
in the same run against the same database. Then what it costs to have each batch on the disk before it is
answered. `--least 2` ends with an error if the batches are not that many times cheaper.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from redis.asyncio import BlockingConnectionPool, Redis

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.scripts import Script

MOVE = Script.of(
    "move",
    """
    redis.call('HSET', KEYS[1], 'n', ARGV[1], 'state', ARGV[2])
    redis.call('RPUSH', KEYS[2], ARGV[1])
    redis.call('EXPIRE', KEYS[1], 3600)
    return {'ok', ARGV[1]}
    """,
)
STATE = "x" * 120
POLICIES = ("no", "everysec", "always")

Move = Callable[[int, int], Awaitable[object]]


@dataclass(frozen=True)
class Cost:
    calls_a_second: float
    processor: float  # µs a call
    wait: float  # ms, the median


async def measure(players: int, seconds: float, move: Move) -> Cost:
    """Each player makes a move as soon as the last one is answered."""
    waits: list[float] = []
    end = perf_counter() + seconds

    async def play(player: int) -> None:
        n = 0
        while (begin := perf_counter()) < end:
            n += 1
            await move(player, n)
            waits.append(perf_counter() - begin)

    begin, processor = perf_counter(), process_time()
    await asyncio.gather(*(play(player) for player in range(players)))
    spent = process_time() - processor
    return Cost(len(waits) / (perf_counter() - begin), spent / len(waits) * 1e6, median(waits) * 1e3)


def batched(database: Database) -> Move:
    return lambda player, n: database.run(MOVE, [f"{{{player}}}b", f"{{{player}}}m"], [n, STATE])


def pooled(client: Redis) -> Move:
    script = client.register_script(MOVE.source)
    return lambda player, n: script([f"{{{player}}}b", f"{{{player}}}m"], [n, STATE])


async def compare(folder: Path, seconds: float, report: Callable[[str, Cost], None]) -> float:
    """How many times cheaper the batches are for 64 players."""
    valkey = await EmbeddedValkey.start(folder)
    database = await Database.open(valkey.url)
    # The timeout is what to wait for a free connection.
    pool = BlockingConnectionPool.from_url(valkey.url, max_connections=50, timeout=5)
    client = Redis(connection_pool=pool)
    ratio = 0.0
    for players in (1, 8, 64):
        ours = await measure(players, seconds, batched(database))
        theirs = await measure(players, seconds, pooled(client))
        report(f"batched, {players} at once", ours)
        report(f"pooled redis-py, {players} at once", theirs)
        ratio = theirs.processor / ours.processor
        print(f"{'':40} {ratio:8.1f} times")
    for policy in POLICIES:
        await database.call("CONFIG", "SET", "appendfsync", policy)
        for players in (1, 64):
            cost = await measure(players, seconds, batched(database))
            report(f"appendfsync {policy}, {players} at once", cost)
    await client.aclose()
    await pool.aclose()
    await database.close()
    await valkey.stop()
    return ratio


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each line (1)")
    parser.add_argument("--folder", type=Path, help="on the disk to be measured (a temporary folder)")
    parser.add_argument("--least", type=float, help="times that a batched call must be cheaper")
    given = parser.parse_args(argv)

    def report(what: str, cost: Cost) -> None:
        print(
            f"{what:40} {cost.processor:8.1f} µs a call {cost.calls_a_second:9.0f} a second "
            f"{cost.wait:8.2f} ms each",
            flush=True,
        )

    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        ratio = asyncio.run(compare(Path(folder), given.seconds, report))
    if given.least is not None and ratio < given.least:
        print(f"batches are {ratio:.1f} times cheaper, not {given.least}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
