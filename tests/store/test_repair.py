"""Damaged files: what heals by itself, what is refused, and what the repair saves."""

import asyncio
import os
from pathlib import Path

import pytest
from tests.store.helpers import served

from agnes.store.append_file import read_append_file
from agnes.store.errors import DatabaseBroken, DataFolderInUse
from agnes.store.repair import repair
from agnes.store.scripts import Script

WRITES = 20
PAIR = Script.of("pair", "redis.call('SET', KEYS[1], ARGV[1]) redis.call('SET', KEYS[2], ARGV[1])")


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A data folder with WRITES writes, the last of which is a pair."""
    async with served(tmp_path) as database:
        for n in range(1, WRITES):
            await database.call("SET", f"n:{n}", n)
        await database.run(PAIR, ["left", "right"], [WRITES])
    return tmp_path


def increment(folder: Path) -> Path:
    (found,) = (folder / "append").glob("*.incr.aof")
    return found


def overwrite(path: Path, what: bytes, by: bytes) -> None:
    """Damages a file where `what` stands in it."""
    whole = path.read_bytes()
    assert whole.count(what) == 1
    path.write_bytes(whole.replace(what, by))


def copies(folder: Path) -> list[Path]:
    return list(folder.glob("append.damaged-*"))


async def survivors(folder: Path) -> list[int]:
    async with served(folder) as database:
        answers = await asyncio.gather(*(database.call("GET", f"n:{n}") for n in range(1, WRITES)))
        return [int(answer) for answer in answers if answer]


async def test_a_cut_tail_heals_by_itself_and_a_transaction_stays_whole(folder: Path) -> None:
    os.truncate(increment(folder), increment(folder).stat().st_size - 5)
    async with served(folder) as database:
        assert await database.call("MGET", "left", "right") == [None, None]
    assert await survivors(folder) == list(range(1, WRITES))


async def test_a_broken_middle_is_refused_and_named_with_its_remedy(folder: Path) -> None:
    overwrite(increment(folder), b"$3\r\nn:7\r\n", b"#3\r\nn:7\r\n")
    with pytest.raises(DatabaseBroken, match=rf"{folder} are damaged.*`agnes db repair`"):
        async with served(folder):
            pass


async def test_the_repair_keeps_what_was_before_the_damage_and_says_what_is_lost(folder: Path) -> None:
    overwrite(increment(folder), b"$3\r\nn:7\r\n", b"#3\r\nn:7\r\n")
    damaged = increment(folder).read_bytes()
    said = await asyncio.to_thread(repair, folder)
    assert "6 writes before that are kept" in said
    assert f"{WRITES - 7} later writes that could still be read" in said
    assert "holds 6 keys" in said
    assert await survivors(folder) == [1, 2, 3, 4, 5, 6]
    (copy,) = copies(folder)
    assert str(copy) in said
    assert (copy / increment(folder).name).read_bytes() == damaged


async def test_increments_after_a_damaged_one_are_dropped(folder: Path) -> None:
    first = increment(folder)
    second = first.with_name("appendonly.aof.2.incr.aof")
    second.write_bytes(b"*3\r\n$3\r\nSET\r\n$5\r\nlater\r\n$1\r\n1\r\n")
    manifest = first.with_name("appendonly.aof.manifest")
    manifest.write_text(manifest.read_text() + f"file {second.name} seq 2 type i\n")
    overwrite(first, b"$3\r\nn:7\r\n", b"#3\r\nn:7\r\n")
    said = await asyncio.to_thread(repair, folder)
    assert f"{second.name} came later and is lost too" in said
    async with served(folder) as database:
        assert await database.call("EXISTS", "later", "n:6", "n:8") == 1


@pytest.mark.parametrize("damage", ["gone", "garbage"])
async def test_a_lost_manifest_is_made_anew(folder: Path, damage: str) -> None:
    manifest = folder / "append" / "appendonly.aof.manifest"
    if damage == "gone":
        manifest.unlink()
    else:
        manifest.write_text("file ???\n")
    with pytest.raises(DatabaseBroken):
        await survivors(folder)
    assert "made anew" in await asyncio.to_thread(repair, folder)
    assert await survivors(folder) == list(range(1, WRITES))


async def test_a_damaged_base_cannot_be_saved_and_nothing_is_changed(folder: Path) -> None:
    (base,) = (folder / "append").glob("*.base.rdb")
    base.write_bytes(base.read_bytes()[:-4] + b"XXXX")
    before = {path.name: path.read_bytes() for path in (folder / "append").iterdir()}
    with pytest.raises(DatabaseBroken, match="backup"):
        await asyncio.to_thread(repair, folder)
    assert {path.name: path.read_bytes() for path in (folder / "append").iterdir()} == before


async def test_a_sound_database_is_left_alone(folder: Path) -> None:
    said = await asyncio.to_thread(repair, folder)
    assert said == f"Nothing to repair: all {WRITES} writes in {folder / 'append'} can be read."
    assert not copies(folder)


async def test_a_folder_without_data_is_no_error(tmp_path: Path) -> None:
    assert "nothing to repair" in await asyncio.to_thread(repair, tmp_path)


async def test_a_running_database_is_not_touched(folder: Path) -> None:
    async with served(folder):
        with pytest.raises(DataFolderInUse):
            await asyncio.to_thread(repair, folder)


@pytest.mark.parametrize(
    ("contents", "whole_until", "writes", "beyond"),
    [
        (b"", 0, 0, 0),
        (b"*1\r\n$8\r\nFLUSHALL\r\n", 18, 1, 0),
        (b"*1\r\n$8\r\nFLUSHALL\r\n*1\r\n$8\r\nFLUSH", 18, 1, 0),
        (b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n*1\r\n$5\r\nMULTI\r\n", 23, 0, 0),
        (b"*1\r\n$5\r\nMULTI\r\n*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nEXEC\r\n", 43, 1, 0),
        (b"rubbish\r\n*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nPING\r\n", 0, 0, 2),
        (b"*1\r\n$99\r\nPING\r\n", 0, 0, 0),
    ],
)
def test_reading_stops_at_the_first_damage(
    tmp_path: Path, contents: bytes, whole_until: int, writes: int, beyond: int
) -> None:
    path = tmp_path / "some.aof"
    path.write_bytes(contents)
    reading = read_append_file(path)
    assert (reading.whole_until, reading.writes, reading.beyond) == (whole_until, writes, beyond)
    assert reading.damaged == (whole_until < len(contents))
