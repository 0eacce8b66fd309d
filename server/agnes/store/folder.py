"""The data folder of the embedded database: who may use it, and where things are in it.

    owner.lock      locked by the Agnes process that works on the folder, holding its process id
    server.lock     locked by the database process itself, which inherits the lock when it is started
    valkey.socket   two lines: where the database process listens, and this folder (so that a copy is no clue)
    valkey.log      what the database process said since its last start; valkey.log.old, before that
    append/         the data: Valkey's append-only file and its manifest

Both are `flock`s, which end with the process that holds them, however it ends. A server lock that is held
while the owner lock is free is an orphan's: its Agnes process was killed, it is whole and can be adopted.
"""

import contextlib
import fcntl
import os
import shutil
import socket
import stat
import tempfile
from pathlib import Path

from agnes.store.errors import DataFolderInUse, DataFolderUnwritable

APPEND_FOLDER = "append"
# The system's limit is 108 bytes with the closing zero on Linux, 104 elsewhere.
MAX_SOCKET_PATH = 100


class Folder:
    """A data folder that this process owns, from `Folder.claim` until `release`."""

    def __init__(self, path: Path, owner: int, server: int) -> None:
        self.path = path
        self._locks = [owner, server]
        self._server = server  # the server's lock, which we never hold: to see whether it does

    @classmethod
    def claim(cls, path: Path) -> "Folder":
        """Makes the folder if need be and locks it. DataFolderInUse or DataFolderUnwritable."""
        with contextlib.ExitStack() as undo:
            try:
                path.mkdir(parents=True, exist_ok=True, mode=0o700)
                path = path.resolve()
                owner = _open(path / "owner.lock")
                undo.callback(os.close, owner)
                if not _lock(owner):
                    raise _in_use(path, owner)
                _sign(owner)
                server = _open(path / "server.lock")
            except OSError as error:
                raise unwritable(path, error) from error
            undo.pop_all()
        return cls(path, owner, server)

    def release(self) -> None:
        while self._locks:
            os.close(self._locks.pop())

    @property
    def log(self) -> Path:
        return self.path / "valkey.log"

    @property
    def append(self) -> Path:
        return self.path / APPEND_FOLDER

    @property
    def socket(self) -> Path | None:
        """Where the database process of this folder listens, as the one who started it wrote down."""
        try:
            place, _, folder = (self.path / "valkey.socket").read_text(encoding="utf-8").partition("\n")
        except FileNotFoundError:
            return None
        return Path(place) if folder == str(self.path) else None

    def place_socket(self) -> Path:
        """Where a new database process shall listen, written down for whoever may have to adopt it.

        In the folder itself, unless its path is too long for a socket or its file system has none: then in a
        folder of its own that only this user may enter. A second call finds the same place.
        """
        place = self.socket
        try:
            if place is None or not (place.parent == self.path or _private(place.parent)):
                place = self.path / "valkey.sock"
                if not _can_listen(place):
                    place = Path(tempfile.mkdtemp(prefix="agnes-")) / "valkey.sock"
                (self.path / "valkey.socket").write_text(f"{place}\n{self.path}", encoding="utf-8")
            place.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(self.path, error) from error
        return place

    def remove_socket(self) -> None:
        place = self.socket
        if place:
            place.unlink(missing_ok=True)
            if place.parent != self.path:
                shutil.rmtree(place.parent, ignore_errors=True)
            (self.path / "valkey.socket").unlink()

    def lock_for_server(self) -> int | None:
        """A locked file to be inherited by a new database process; None while one is alive."""
        try:
            lock = _open(self.path / "server.lock")
        except OSError as error:
            raise unwritable(self.path, error) from error
        if _lock(lock):
            return lock
        os.close(lock)
        return None

    def server_alive(self) -> bool:
        """Whether a database process of this folder lives, whoever started it."""
        if _lock(self._server):
            fcntl.flock(self._server, fcntl.LOCK_UN)
            return False
        return True


def unwritable(path: Path, error: OSError) -> DataFolderUnwritable:
    return DataFolderUnwritable(
        f"the data folder {path} cannot be written ({error.strerror or error}): "
        "mend that, or choose another folder"
    )


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _in_use(path: Path, owner: int) -> DataFolderInUse:
    who = os.pread(owner, 32, 0).decode(errors="replace").strip()
    return DataFolderInUse(
        f"another Agnes server{f' (process {who})' if who else ''} works on the data folder {path}: "
        "stop that one, or give this one a folder of its own"
    )


def _sign(owner: int) -> None:
    """Leaves our process id for the message that a second server gives; on a full disk it does without."""
    with contextlib.suppress(OSError):
        os.ftruncate(owner, 0)
        os.pwrite(owner, f"{os.getpid()}\n".encode(), 0)


def _private(folder: Path) -> bool:
    """Makes the folder again if something has cleaned it away; False if it is not ours alone."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
    return True


def _can_listen(place: Path) -> bool:
    if len(os.fsencode(place)) > MAX_SOCKET_PATH:
        return False
    with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
        probe.bind(os.fspath(place))
        place.unlink()
        return True
    return False
