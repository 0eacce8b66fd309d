"""Servers whose clock a test moves, and days to move it to.

A clock is only ever ahead of the true one: the database takes back what its own clock says has expired.
"""

import struct
import sys
import time
from datetime import datetime
from pathlib import Path

from tests.faults.helpers import HERE, HastyServer

from agnes.race.daily import Day, day_of


class Clock:
    """What several servers of one test go by; it goes on from where it is set, as fast as the true one."""

    def __init__(self, folder: Path, at: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "offset.bin"
        self.set(at)

    def set(self, at: str) -> None:
        """Such as `2031-05-06T23:59:50`, in UTC."""
        ms = int(datetime.fromisoformat(f"{at}+00:00").timestamp() * 1000)
        offset = ms - time.time_ns() // 1_000_000
        assert offset > 0, "a day to come"
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("<q", offset))

    @property
    def now(self) -> int:
        """Milliseconds since the epoch."""
        offset: int = struct.unpack("<q", self.path.read_bytes())[0]
        return time.time_ns() // 1_000_000 + offset


class MovedServer(HastyServer):
    """A server that goes by a clock of the test."""

    def __init__(self, folder: Path, clock: Clock, **settings: object) -> None:
        super().__init__(folder, **settings)
        self._clock = clock

    def command(self) -> list[str]:
        times = [f"{name}={value}" for name, value in self.times.items()]
        return [sys.executable, str(HERE / "moved.py"), str(self._clock.path), *times, "serve"]


def a_day(date: str, game: str = "sorel") -> Day:
    day = day_of(date, game)
    assert day
    return day
