"""What `agnes db repair` does: save what can be read of a damaged database."""

import asyncio
import os
import shutil
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from agnes.store.append_file import Reading, read_append_file
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import DatabaseBroken, DataFolderInUse, EmbeddedError
from agnes.store.folder import Folder, unwritable
from agnes.store.manifest import Part, guess_manifest, read_manifest, write_manifest
from agnes.store.process import binary
from agnes.store.readiness import tell


@dataclass(frozen=True)
class Findings:
    """What is wrong: nothing where `cut` is None and `manifest_lost` is False."""

    parts: list[Part]
    manifest_lost: bool
    readings: dict[str, Reading]
    cut: Part | None  # the first damaged increment: nothing after its damage may be kept
    dropped: list[Part]  # the increments after it


def repair(data_dir: Path) -> str:
    """Brings the files back to the last moment that is whole, and says in a few sentences what it did.

    Keeps a copy of the damaged files beside them first. Everything after the first damage is lost, readable
    or not: what follows may build on what was destroyed. Raises DataFolderInUse while a server works on the
    folder, and DatabaseBroken where nothing can be saved; the data are as they were then.
    """
    folder = Folder.claim(data_dir)
    try:
        if folder.server_alive():
            raise DataFolderInUse(f"a database process still works on {folder.path}: stop Agnes first")
        if not folder.append.is_dir():
            return f"There are no data in {folder.path}, so there is nothing to repair."
        findings = _examine(folder)
        if findings.cut is None and not findings.manifest_lost:
            return f"Nothing to repair: all {_writes(findings)} writes in {folder.append} can be read."
        copy = _keep_copy(folder)
        _mend(folder, findings)
    except OSError as error:
        raise unwritable(folder.path, error) from error
    finally:
        folder.release()
    try:
        keys = asyncio.run(_count_keys(folder.path))
    except EmbeddedError as error:
        raise DatabaseBroken(
            f"what could be read of the database does not load ({error}): put back a backup of "
            f"{folder.append}; the damaged files are kept in {copy}"
        ) from error
    return " ".join([*_report(findings), f"The database starts again and holds {keys} keys."]) + (
        f" The damaged files are kept in {copy}."
    )


def _examine(folder: Folder) -> Findings:
    known = read_manifest(folder.append)
    parts = known if known is not None else guess_manifest(folder.append)
    missing = [part.name for part in parts if not (folder.append / part.name).is_file()]
    if missing or not parts:
        raise DatabaseBroken(
            f"{' and '.join(missing) or 'everything'} is missing in {folder.append}: "
            "put back a backup of that folder"
        )
    readings: dict[str, Reading] = {}
    for place, part in enumerate(parts):
        path = folder.append / part.name
        if path.suffix == ".rdb":
            _check_base(folder, path)
            continue
        readings[part.name] = read_append_file(path)
        if readings[part.name].damaged:
            return Findings(parts, known is None, readings, part, parts[place + 1 :])
    return Findings(parts, known is None, readings, None, [])


def _check_base(folder: Folder, path: Path) -> None:
    # The server is its own checker when it is called by this name.
    checked = subprocess.run(["valkey-check-rdb", os.fspath(path)], executable=binary(), capture_output=True)
    if checked.returncode:
        raise DatabaseBroken(
            f"{path.name}, which holds what is older than the last clean-up, is damaged as a whole: put back "
            f"a backup of {folder.append}, or move that folder away to begin with an empty database"
        )


def _keep_copy(folder: Folder) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    return Path(shutil.copytree(folder.append, folder.path / f"append.damaged-{stamp}"))


def _mend(folder: Folder, findings: Findings) -> None:
    if findings.cut:
        os.truncate(folder.append / findings.cut.name, findings.readings[findings.cut.name].whole_until)
    write_manifest(folder.append, [part for part in findings.parts if part not in findings.dropped])
    for part in findings.dropped:
        (folder.append / part.name).unlink()


async def _count_keys(path: Path) -> int:
    valkey = await EmbeddedValkey.start(path)
    try:
        return int(str(await tell(valkey.url, "DBSIZE")))
    finally:
        await valkey.stop()


def _writes(findings: Findings) -> int:
    return sum(reading.writes for reading in findings.readings.values())


def _report(findings: Findings) -> list[str]:
    said: list[str] = []
    if findings.manifest_lost:
        said.append("The manifest could not be read and was made anew from the names of the files.")
    if findings.cut:
        reading = findings.readings[findings.cut.name]
        said.append(
            f"{findings.cut.name} is damaged at byte {reading.whole_until} of {reading.size}: "
            f"{_writes(findings)} writes before that are kept; what is damaged is lost, "
            f"and with it {reading.beyond} later writes that could still be read."
        )
    if findings.dropped:
        said.append(f"{' and '.join(part.name for part in findings.dropped)} came later and is lost too.")
    return said
