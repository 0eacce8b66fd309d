"""Everything that may happen to the database at once, while callers go on and a listener listens."""

import asyncio
import os
import random
import signal
from pathlib import Path

from tests.store.helpers import runs, until

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.listener import Listener
from agnes.store.scripts import Script

PLAYERS = 40
ROUNDS = 12

# As a move is: it carries its number, does nothing the second time, and tells those who listen.
STEP = Script.of(
    "step",
    """
    local n = tonumber(redis.call('LLEN', KEYS[1]))
    if n >= tonumber(ARGV[1]) then return {'again', n} end
    if n ~= ARGV[1] - 1 then return {'gap', n} end
    redis.call('RPUSH', KEYS[1], ARGV[1])
    redis.call('SPUBLISH', KEYS[2], ARGV[1])
    return {'done', n + 1}
    """,
)


async def test_each_step_is_done_once_whatever_happens_meanwhile(tmp_path: Path) -> None:
    await chaos(tmp_path, rounds=ROUNDS)


async def chaos(folder: Path, rounds: int) -> int:
    """How many steps were made; fails if one was lost, done twice, or if a follower misses the last."""
    chance = random.Random(5)
    valkey = await EmbeddedValkey.start(folder)
    database = await Database.open(valkey.url)
    follower = Follower(database, valkey.url)
    await follower.start()
    ending = asyncio.Event()

    async def play(player: int) -> int:
        n = 0
        while not ending.is_set():
            n += 1
            said, count = await database.run(STEP, [f"{{{player}}}steps", f"{{{player}}}news"], [n])
            assert (said, count) in (("done", n), ("again", n))
        return n

    players = [asyncio.create_task(play(player)) for player in range(PLAYERS)]
    for _ in range(rounds):
        await asyncio.sleep(chance.uniform(0.02, 0.2))
        match chance.randrange(4):
            case 0 if runs(valkey.pid):
                os.kill(valkey.pid, signal.SIGKILL)
            case 1:
                await database.call("SCRIPT", "FLUSH")
            case 2:
                await database.call("CLIENT", "KILL", "TYPE", "normal")
            case 3:
                await database.call("CLIENT", "KILL", "TYPE", "pubsub")
    ending.set()
    counts = await asyncio.gather(*players)
    for player, count in enumerate(counts):
        steps = await database.call("LRANGE", f"{{{player}}}steps", 0, -1)
        assert steps == [str(n) for n in range(1, count + 1)]
    await follower.sees(counts)
    await follower.listener.close()
    await database.close()
    await valkey.stop()
    return sum(counts)


class Follower:
    """Follows all players by hints, and reads again after each gap, as a watching process does."""

    def __init__(self, database: Database, url: str) -> None:
        self.listener = Listener(url, self._hint, self._gap)
        self._database = database
        self._seen = [0] * PLAYERS
        self._reading: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.listener.start()
        for player in range(PLAYERS):
            await self.listener.subscribe(f"{{{player}}}news")

    async def sees(self, counts: list[int]) -> None:
        """Returns once all has come that was published; nothing is published any more."""
        await until(lambda: self._seen == counts)

    def _hint(self, channel: str, text: str) -> None:
        player = int(channel[1 : channel.index("}")])
        self._seen[player] = max(self._seen[player], int(text))

    def _gap(self) -> None:
        task = asyncio.create_task(self._read())
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self) -> None:
        for player in range(PLAYERS):
            count = await self._database.call("LLEN", f"{{{player}}}steps")
            self._seen[player] = max(self._seen[player], count)
