"""The embedded database when its process is killed, or its disk takes no more."""

import asyncio
import os
import resource
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
from tests.store.helpers import App, runs, served, until

from agnes.store import database as database_module
from agnes.store import disk, embedded
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import DatabaseRefusesWrites, StoreError

VALUE = "v" * 1000

# A limit on the size of its file fails the same write in the same place, and needs no right to mount.
MAY_MOUNT = os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"]).returncode == 0
WAYS_TO_FAIL = ["limited file", *(["full disk"] if MAY_MOUNT else [])]


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[EmbeddedValkey, Database]]:
    valkey = await EmbeddedValkey.start(folder)
    try:
        database = await Database.open(valkey.url)
        try:
            yield valkey, database
        finally:
            await database.close()
    finally:
        await valkey.stop()


@contextmanager
def small_disk(place: Path) -> Iterator[None]:
    """A disk of 4 MB at this place."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def fill(place: Path) -> None:
    file = os.open(place / "filling", os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while True:
            os.write(file, bytes(4096))
    os.close(file)


async def write(database: Database, name: str) -> str:
    await database.call("SET", name, VALUE)
    return name


async def write_until_refused(database: Database) -> tuple[list[str], StoreError]:
    """The names whose writing was acknowledged, and what was said to the first that was not."""
    names: list[str] = []
    while True:
        try:
            names.append(await write(database, f"name:{len(names)}"))
        except StoreError as error:
            return names, error


async def until_it_takes_writes(database: Database) -> None:
    while True:
        try:
            return await database.ping()
        except DatabaseRefusesWrites:
            await asyncio.sleep(0.02)


async def missing(database: Database, names: list[str]) -> list[str]:
    values = await asyncio.gather(*(database.call("GET", name) for name in names))
    return [name for name, value in zip(names, values, strict=True) if value != VALUE]


async def test_killed_under_load_it_comes_back_and_nobody_who_waits_notices(tmp_path: Path) -> None:
    async with running(tmp_path) as (valkey, database):
        before = valkey.pid
        written = [asyncio.create_task(write(database, f"name:{n}")) for n in range(2000)]
        await written[200]
        os.kill(before, signal.SIGKILL)
        names = await asyncio.gather(*written)
        assert valkey.pid != before
        assert await missing(database, names) == []


async def test_both_processes_killed_lose_nothing_acknowledged(tmp_path: Path) -> None:
    app = await App.start(tmp_path)
    await app.until(200)
    os.kill(app.valkey_pid, signal.SIGKILL)
    app.process.kill()
    acknowledged = [int(line) for line in await app.rest() if line.isdigit()]
    last = max(acknowledged, default=200)
    await until(lambda: not runs(app.valkey_pid))
    async with served(tmp_path) as database:
        numbers = await asyncio.gather(*(database.call("GET", f"n:{n}") for n in range(1, last + 1)))
    assert numbers == [str(n) for n in range(1, last + 1)]


async def test_a_stopped_process_is_not_taken_for_a_dead_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "PING_SECONDS", 0.3)
    async with running(tmp_path) as (valkey, database):
        before = valkey.pid
        os.kill(before, signal.SIGSTOP)
        waiting = asyncio.create_task(write(database, "patient"))
        with pytest.raises(StoreError, match="cannot be reached"):
            await database.ping()
        os.kill(valkey.pid, signal.SIGCONT)
        assert await waiting == "patient"
        assert runs(before)
        assert valkey.pid == before


@pytest.mark.parametrize("way", WAYS_TO_FAIL)
async def test_a_write_that_fails_is_not_acknowledged_and_writing_stops_clearly(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "REFUSE_SECONDS", 1.0)
    with small_disk(tmp_path) if way == "full disk" else nullcontext():
        async with running(tmp_path) as (valkey, database):
            if way == "full disk":
                fill(tmp_path)
            else:
                resource.prlimit(valkey.pid, resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
            names, error = await write_until_refused(database)
            assert isinstance(error, DatabaseRefusesWrites)
            with pytest.raises(DatabaseRefusesWrites):
                await database.ping()
            os.kill(valkey.pid, signal.SIGKILL)
            assert await missing(database, names) == []

            (tmp_path / "filling").unlink(missing_ok=True)
            await until_it_takes_writes(database)
            names.append(await write(database, "later"))
            assert await missing(database, names) == []


@contextmanager
def brink_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the disk has left is nearly nothing."""
    with monkeypatch.context() as brink:
        brink.setattr(disk, "NEARLY_FULL", 2**62)
        brink.setattr(disk, "SHARE", 1)
        yield


async def test_a_start_on_a_nearly_full_disk_reads_and_later_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as database:
        await write(database, "first")
    with brink_of(monkeypatch):
        valkey = await EmbeddedValkey.start(tmp_path)
        database = await Database.open(valkey.url)
        with pytest.raises(DatabaseRefusesWrites):
            await write(database, "second")
        assert await missing(database, ["first"]) == []
    await until_it_takes_writes(database)
    await database.close()
    await valkey.stop()


async def test_writing_stops_before_the_disk_is_full_and_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as (_valkey, database):
        await write(database, "first")
        with brink_of(monkeypatch):
            names, error = await write_until_refused(database)
            assert isinstance(error, DatabaseRefusesWrites)
            assert await missing(database, names) == []
        await until_it_takes_writes(database)
        assert await write(database, "later") == "later"
