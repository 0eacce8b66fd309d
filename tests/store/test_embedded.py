"""The embedded database: its start, its end, and whose it is."""

import asyncio
import os
import shutil
import signal
from pathlib import Path

import pytest
from tests.store.helpers import App, runs, served, socket_of, there, until

from agnes.store.connect import unix_url
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import DatabaseBroken, DataFolderInUse, DataFolderUnwritable
from agnes.store.readiness import tell


async def test_it_makes_its_folder_and_answers_on_a_socket_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    valkey = await EmbeddedValkey.start(folder)
    assert valkey.url == f"unix://{folder}/valkey.sock"
    assert runs(valkey.pid)
    await valkey.stop()
    assert not runs(valkey.pid)
    assert folder.stat().st_mode & 0o077 == 0


async def test_its_settings_lose_nothing_and_open_no_port(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        settings = await database.call(
            "CONFIG", "GET", "appendonly", "appendfsync", "save", "maxmemory-policy", "port", "unixsocketperm"
        )
    assert settings == {
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "port": "0",
        "unixsocketperm": "700",
    }


async def test_data_are_there_after_a_stop_and_a_start(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        await database.call("SET", "key", "value")
    async with served(tmp_path) as database:
        assert await database.call("GET", "key") == "value"


async def test_stopping_twice_is_no_error_and_spares_the_next_one(tmp_path: Path) -> None:
    valkey = await EmbeddedValkey.start(tmp_path)
    await valkey.stop()
    async with served(tmp_path) as database:
        await valkey.stop()
        await database.ping()


async def test_a_second_start_on_a_folder_is_refused_and_names_the_first(tmp_path: Path) -> None:
    valkey = await EmbeddedValkey.start(tmp_path)
    with pytest.raises(DataFolderInUse, match=rf"process {os.getpid()}\b.*{tmp_path}"):
        await EmbeddedValkey.start(tmp_path)
    database = await Database.open(valkey.url)
    await database.ping()
    await database.close()
    await valkey.stop()


async def test_a_folder_in_use_by_another_process_is_refused(tmp_path: Path) -> None:
    app = await App.start(tmp_path)
    with pytest.raises(DataFolderInUse, match=rf"process {app.pid}\b"):
        await EmbeddedValkey.start(tmp_path)
    app.process.send_signal(signal.SIGINT)
    assert (await app.rest())[-1] == "stopped"


async def test_an_orphan_is_adopted_with_its_data_and_ended_by_stop(tmp_path: Path) -> None:
    app = await App.start(tmp_path)
    await app.until(3)
    app.process.kill()
    acknowledged = await app.rest()
    assert runs(app.valkey_pid)

    valkey = await EmbeddedValkey.start(tmp_path)
    assert valkey.pid == app.valkey_pid
    database = await Database.open(valkey.url)
    last = acknowledged[-1] if acknowledged else "3"
    assert await database.call("GET", f"n:{last}") == last
    await database.close()
    await valkey.stop()
    assert not runs(app.valkey_pid)


async def test_an_orphan_that_was_told_to_take_no_writes_takes_them_again(tmp_path: Path) -> None:
    app = await App.start(tmp_path)
    app.process.kill()
    await app.rest()
    await tell(unix_url(str(socket_of(tmp_path))), "CONFIG", "SET", "min-replicas-to-write", "1")
    async with served(tmp_path) as database:
        await database.ping()


@pytest.mark.parametrize("depth", [1, 20])
async def test_any_folder_will_do_however_long_its_path(tmp_path: Path, depth: int) -> None:
    folder = tmp_path.joinpath(*["dätä folder %41?#"] * depth)
    app = await App.start(folder)
    app.process.kill()
    await app.rest()

    valkey = await EmbeddedValkey.start(folder)
    assert valkey.pid == app.valkey_pid
    database = await Database.open(valkey.url)
    await database.ping()
    await database.close()
    socket = socket_of(folder)
    assert socket.parent.stat().st_mode & 0o077 == 0
    await valkey.stop()
    assert set(there(socket, socket.parent, folder)) == {folder}  # a folder of the socket's own is gone too


async def test_a_copy_of_a_running_folder_does_not_reach_for_its_socket(tmp_path: Path) -> None:
    (tmp_path / "original").mkdir()
    async with served(tmp_path / "original") as original:
        await original.call("SET", "which", "original")
        shutil.copytree(tmp_path / "original", tmp_path / "copy", ignore=shutil.ignore_patterns("*.sock"))
        async with served(tmp_path / "copy") as copy:
            assert await copy.call("GET", "which") == "original"
            await copy.call("SET", "which", "copy")
        assert await original.call("GET", "which") == "original"


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderUnwritable, match=r"Not a directory"):
        await EmbeddedValkey.start(tmp_path / "file" / "data")


async def test_data_without_their_manifest_are_not_taken_for_an_empty_database(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        await database.call("SET", "key", "value")
    (tmp_path / "append" / "appendonly.aof.manifest").unlink()
    with pytest.raises(DatabaseBroken, match="agnes db repair"):
        await EmbeddedValkey.start(tmp_path)


async def test_a_cancelled_start_leaves_no_process_and_no_lock(tmp_path: Path) -> None:
    starting = asyncio.create_task(EmbeddedValkey.start(tmp_path))
    await until((tmp_path / "valkey.log").exists)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    async with served(tmp_path) as database:
        await database.ping()


async def test_ctrl_c_reaches_the_application_first(tmp_path: Path) -> None:
    app = await App.start(tmp_path)
    await app.until(1)
    os.killpg(app.pid, signal.SIGINT)  # as a terminal does
    said = await app.rest()
    assert said[-1] == "stopped"
    assert app.process.returncode == 0
    assert not runs(app.valkey_pid)
    async with served(tmp_path) as database:
        assert await database.call("GET", "interrupted") is not None
