"""The product's own database: a real Valkey on a unix socket in the data folder."""

import asyncio
import contextlib
import os
import signal
import subprocess
from pathlib import Path

from agnes.store.connect import CONNECTION_TROUBLE, Target, ask, hang_up, unix_url
from agnes.store.errors import DatabaseWontStart, DataFolderInUse
from agnes.store.folder import Folder
from agnes.store.process import spawn, why_it_ended

LOOK_SECONDS = 0.005  # between two looks at a process that is about to be ready or to end
SILENCE_SECONDS = 10.0  # how long a process may be silent; one that is loading says so
STOP_SECONDS = 10.0  # how long one may take to write its last and end


class EmbeddedValkey:
    """A database process of ours. `url` is for `Database.open`; `pid` is its process, whoever started it."""

    def __init__(self, folder: Folder, url: str, pid: int, child: subprocess.Popen[bytes] | None) -> None:
        self.url = url
        self.pid = pid
        self._folder = folder
        self._child = child  # None if it was adopted

    @classmethod
    async def start(cls, data_dir: Path) -> "EmbeddedValkey":
        """Starts a database on this folder, or adopts the one that a killed Agnes left running there.

        Returns when it answers, all data loaded. Raises DataFolderInUse, DataFolderUnwritable, DatabaseBroken
        or DatabaseWontStart; whatever it raises, it leaves no process behind that it started.
        """
        folder = Folder.claim(data_dir)
        child: subprocess.Popen[bytes] | None = None
        try:
            orphan = await _orphan(folder)
            if orphan:
                return cls(folder, *orphan, None)
            child, url = _start_child(folder)
            await _until_ready(folder, url, child)
            return cls(folder, url, child.pid, child)
        except BaseException:
            if child:
                child.kill()
                child.wait()
            folder.release()
            raise

    @property
    def alive(self) -> bool:
        return self._folder.server_alive()

    async def stop(self) -> None:
        """Ends the database process in order, by force after STOP_SECONDS, and frees the folder."""
        with contextlib.suppress(ProcessLookupError):
            if self.alive:
                os.kill(self.pid, signal.SIGTERM)
            if not await self._ended(STOP_SECONDS):
                os.kill(self.pid, signal.SIGKILL)
                await self._ended(STOP_SECONDS)
        if self._child:
            self._child.wait()
        self._folder.remove_socket()
        self._folder.release()

    async def _ended(self, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        patience = loop.time() + seconds
        while alive := self.alive:
            if loop.time() > patience:
                break
            await asyncio.sleep(LOOK_SECONDS)
        return not alive


def _start_child(folder: Folder) -> tuple[subprocess.Popen[bytes], str]:
    lock = folder.lock_for_server()
    if lock is None:
        raise DataFolderInUse(f"a database process appeared on the data folder {folder.path}: start again")
    try:
        socket = folder.place_socket()
        return spawn(folder, socket, lock), unix_url(os.fspath(socket))
    except OSError as error:
        raise DatabaseWontStart(f"the embedded database cannot be run ({error})") from error
    finally:
        os.close(lock)


async def _orphan(folder: Folder) -> tuple[str, int] | None:
    """Address and process of a database that runs on this folder already, once it answers; else None."""
    loop = asyncio.get_running_loop()
    patience = loop.time() + SILENCE_SECONDS
    while folder.server_alive():
        place = folder.socket
        if place:
            url = unix_url(os.fspath(place))
            answer = await _process_id(url)
            if answer is not None:
                if answer:
                    return url, answer
                patience = loop.time() + SILENCE_SECONDS
        if loop.time() > patience:
            raise DataFolderInUse(
                f"a database process holds the data folder {folder.path} and does not answer: end it first"
            )
        await asyncio.sleep(LOOK_SECONDS)
    return None


async def _until_ready(folder: Folder, url: str, child: subprocess.Popen[bytes]) -> None:
    loop = asyncio.get_running_loop()
    patience = loop.time() + SILENCE_SECONDS
    while True:
        answer = await _process_id(url)
        if answer:
            return
        code = child.poll()
        if code is not None:
            raise why_it_ended(folder, code)
        if answer == LOADING:
            patience = loop.time() + SILENCE_SECONDS
        elif loop.time() > patience:
            raise DatabaseWontStart(
                f"the embedded database is silent since {SILENCE_SECONDS:.0f} s: see {folder.log}"
            )
        await asyncio.sleep(LOOK_SECONDS)


LOADING = 0


async def _process_id(url: str) -> int | None:
    """The process that answers at this address; LOADING while it reads its files, None if nobody answers."""
    try:
        connection = await Target.parse(url).dial()
    except CONNECTION_TROUBLE:
        return None
    try:
        async with asyncio.timeout(SILENCE_SECONDS):
            info = await ask(connection, "INFO", "server", "persistence")
    except CONNECTION_TROUBLE:
        return None
    finally:
        await hang_up(connection)
    fields = dict(line.split(":", 1) for line in str(info).splitlines() if ":" in line)
    return LOADING if fields["loading"] != "0" else int(fields["process_id"])
