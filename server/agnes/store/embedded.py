"""The product's own database: a real Valkey on a unix socket in the data folder."""

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
from pathlib import Path

from agnes.store.connect import unix_url
from agnes.store.disk import nearly_full
from agnes.store.errors import DatabaseWontStart, DataFolderInUse
from agnes.store.folder import Folder
from agnes.store.lane import cancelled
from agnes.store.process import could_not_write, durability, refuse_headless, spawn
from agnes.store.readiness import LOOK_SECONDS, find_orphan, tell, until_ready

STOP_SECONDS = 10.0  # how long it may take to write its last and end
KEEP_SECONDS = 0.1  # between two looks whether it lives
DISK_SECONDS = 1.0  # between two looks at its disk
REFUSE_SECONDS = 10.0  # how long it takes no writes after one failed, however much room there seems to be
PAUSE_SECONDS = (0.1, 10.0)  # before starting it again, doubled from the first to the second

log = logging.getLogger(__name__)


class EmbeddedValkey:
    """A database process of ours, started again if it ends by itself.

    `url` is for `Database.open` and stays the same; `pid` is the process that serves it now.
    """

    def __init__(
        self, folder: Folder, url: str, pid: int, child: subprocess.Popen[bytes] | None, refusing: bool
    ) -> None:
        self.url = url
        self.pid = pid
        self._folder = folder
        self._child = child  # None if it was adopted
        self._stopped = False
        self._refusing = refusing
        self._refuse_until = 0.0  # by the clock of the loop
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name="database keeper")

    @classmethod
    async def start(cls, data_dir: Path) -> "EmbeddedValkey":
        """Starts a database on this folder, or adopts the one that a killed Agnes left running there.

        Returns when it answers, all data loaded. Raises DataFolderInUse, DataFolderUnwritable, DatabaseBroken
        or DatabaseWontStart; whatever it raises, it leaves no process behind that it started.
        """
        folder = Folder.claim(data_dir)
        try:
            orphan = await find_orphan(folder)
            refuse = nearly_full(folder.path, already=False)
            if orphan:
                url, pid = orphan
                log.warning("adopted the database process %d that a former server left behind", pid)
                for name, value in durability(refuse_writes=refuse).items():
                    await tell(url, "CONFIG", "SET", name, value)
                return cls(folder, url, pid, None, refuse)
            child, url = await _start_child(folder, refuse_writes=refuse)
            return cls(folder, url, child.pid, child, refuse)
        except BaseException:
            folder.release()
            raise

    async def stop(self) -> None:
        """Ends the database process in order, by force after STOP_SECONDS, and frees the folder."""
        if self._stopped:
            return
        self._stopped = True
        await cancelled(self._keeper)
        with contextlib.suppress(ProcessLookupError):
            if self._alive:
                os.kill(self.pid, signal.SIGTERM)
            if not await self._ended(STOP_SECONDS):
                os.kill(self.pid, signal.SIGKILL)
                await self._ended(STOP_SECONDS)
        if self._child:
            self._child.wait()
        self._folder.remove_socket()
        self._folder.release()

    @property
    def _alive(self) -> bool:
        return self._folder.server_alive()

    async def _ended(self, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        patience = loop.time() + seconds
        while alive := self._alive:
            if loop.time() > patience:
                break
            await asyncio.sleep(LOOK_SECONDS)
        return not alive

    async def _keep(self) -> None:
        """Starts the process again when it has ended, and stops writes while its disk is nearly full."""
        loop = asyncio.get_running_loop()
        next_disk = 0.0
        pause = PAUSE_SECONDS[0]
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            try:
                if not self._alive:
                    await self._start_again(loop.time())
                    pause = PAUSE_SECONDS[0]
                elif loop.time() > next_disk:
                    next_disk = loop.time() + DISK_SECONDS
                    await self._mind_the_disk(loop.time())
            except Exception as error:
                log.error("the embedded database cannot be kept running: %s", error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, PAUSE_SECONDS[1])

    async def _start_again(self, now: float) -> None:
        if self._child:
            self._child.wait()
        if could_not_write(self._folder):
            self._refuse_until = now + REFUSE_SECONDS
        log.error("the embedded database ended by itself and is started again")
        self._refusing = now < self._refuse_until or nearly_full(self._folder.path, already=self._refusing)
        self._child, _ = await _start_child(self._folder, refuse_writes=self._refusing)
        self.pid = self._child.pid

    async def _mind_the_disk(self, now: float) -> None:
        refuse = now < self._refuse_until or nearly_full(self._folder.path, already=self._refusing)
        if refuse != self._refusing:
            for name, value in durability(refuse_writes=refuse).items():
                await tell(self.url, "CONFIG", "SET", name, value)
            self._refusing = refuse
            if refuse:
                log.error("the disk of the data folder %s is nearly full: no more writes", self._folder.path)
            else:
                log.warning("the disk of the data folder %s has room again", self._folder.path)


async def _start_child(folder: Folder, *, refuse_writes: bool) -> tuple[subprocess.Popen[bytes], str]:
    """A new process that answers, and its address; none is left behind if this raises."""
    refuse_headless(folder)
    lock = folder.lock_for_server()
    if lock is None:
        raise DataFolderInUse(f"a database process appeared on the data folder {folder.path}: start again")
    try:
        socket = folder.place_socket()
        child = spawn(folder, socket, lock, refuse_writes=refuse_writes)
    except OSError as error:
        raise DatabaseWontStart(f"the embedded database cannot be run ({error})") from error
    finally:
        os.close(lock)
    url = unix_url(os.fspath(socket))
    try:
        await until_ready(folder, url, child)
    except BaseException:
        child.kill()
        child.wait()
        raise
    return child, url
