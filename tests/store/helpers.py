"""A process of ours to be killed, and a look into a folder afterwards."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey

HERE = Path(__file__).parent
SERVER = HERE.parents[1] / "server"


class App:
    """`app.py` on a folder, in a session of its own."""

    def __init__(self, process: Process, valkey_pid: int) -> None:
        self.process = process
        self.pid = process.pid
        self.valkey_pid = valkey_pid

    @classmethod
    async def start(cls, folder: Path) -> "App":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            HERE / "app.py",
            folder,
            stdout=PIPE,
            env=os.environ | {"PYTHONPATH": str(SERVER)},
            start_new_session=True,
        )
        assert process.stdout
        return cls(process, int(await process.stdout.readline()))

    async def until(self, number: int) -> None:
        """Waits until this number is acknowledged."""
        assert self.process.stdout
        while int(await self.process.stdout.readline()) < number:
            pass

    async def rest(self) -> list[str]:
        """What it printed until its end."""
        assert self.process.stdout
        said = (await self.process.stdout.read()).decode().split("\n")
        await self.process.wait()
        return said[:-1]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Database]:
    """The database of a folder, for the time of a `with`."""
    valkey = await EmbeddedValkey.start(folder)
    try:
        database = await Database.open(valkey.url)
        try:
            yield database
        finally:
            await database.close()
    finally:
        await valkey.stop()


async def until(condition: Callable[[], bool]) -> None:
    """Returns as soon as it holds, for what nobody can be asked to tell; the test's own timeout bounds it."""
    while True:
        if condition():
            return
        await asyncio.sleep(0.002)


def socket_of(folder: Path) -> Path:
    """Where the database process of a folder listens."""
    return Path((folder / "valkey.socket").read_text().split("\n")[0])


def there(*paths: Path) -> list[Path]:
    """Those of the paths that exist."""
    return [path for path in paths if os.path.lexists(path)]


def runs(pid: int) -> bool:
    """Whether there is such a process (one that has ended but is not yet waited for counts as gone)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
