"""A server whose days can be chosen, and what is behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.clock import Clock, MovedServer, a_day
from tests.faults.days import disagreements
from tests.faults.helpers import complaints, started
from tests.protocol.client import Crowd
from tests.protocol.contract import Contract

from agnes.race.daily import Day
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey


@dataclass
class World:
    clock: Clock
    server: MovedServer
    crowd: Crowd
    database: Database
    _days: int = 0

    def fresh_day(self, game: str = "sorel") -> Day:
        """Another day, on which nobody has played yet; it is noon."""
        self._days += 1
        date = f"2031-09-{self._days:02}"
        self.clock.set(f"{date}T12:00:00")
        return a_day(date, game)


@asynccontextmanager
async def a_world(folder: Path) -> AsyncIterator[World]:
    """A server with a clock of its own; at the end its leaderboards follow from its boards."""
    clock = Clock(folder, "2031-08-31T12:00:00")
    valkey = await EmbeddedValkey.start(folder / "valkey")
    database = await Database.open(valkey.url)
    server = MovedServer(folder / "server", clock, redis_url=valkey.url, secret_key="for these tests alone")
    async with started(server):
        contract = await Contract.of(server.url)
        async with Crowd(server.url, contract) as crowd:
            yield World(clock, server, crowd, database)
        assert await disagreements(database, clock.now) == []
    await database.close()
    await valkey.stop()
    assert complaints(server.log) == []
