"""Whether a database process answers yet, is still reading its files, or has ended."""

import asyncio
import os
import subprocess

from agnes.store.connect import CONNECTION_TROUBLE, Target, ask, hang_up, unix_url
from agnes.store.errors import DatabaseWontStart, DataFolderInUse
from agnes.store.folder import Folder
from agnes.store.process import why_it_ended

LOOK_SECONDS = 0.005  # between two looks
SILENCE_SECONDS = 10.0  # how long a process may be silent; one that reads its files says so

LOADING = 0


async def until_ready(folder: Folder, url: str, child: subprocess.Popen[bytes]) -> None:
    """Returns when the child answers with all its data; DatabaseBroken or DatabaseWontStart if it ends."""
    loop = asyncio.get_running_loop()
    patience = loop.time() + SILENCE_SECONDS
    while not (answer := await process_id(url)):
        code = child.poll()
        if code is not None:
            raise why_it_ended(folder, code)
        if answer == LOADING:
            patience = loop.time() + SILENCE_SECONDS
        elif loop.time() > patience:
            raise DatabaseWontStart(f"the embedded database in {folder.path} is silent: see {folder.log}")
        await asyncio.sleep(LOOK_SECONDS)


async def find_orphan(folder: Folder) -> tuple[str, int] | None:
    """Address and process of a database that runs on this folder already, once it answers; else None."""
    loop = asyncio.get_running_loop()
    patience = loop.time() + SILENCE_SECONDS
    while folder.server_alive():
        url = unix_url(os.fspath(folder.socket)) if folder.socket else None
        answer = await process_id(url) if url else None
        if url and answer:
            return url, answer
        if answer == LOADING:
            patience = loop.time() + SILENCE_SECONDS
        elif loop.time() > patience:
            raise DataFolderInUse(
                f"a database process holds the data folder {folder.path} and does not answer: end it first"
            )
        await asyncio.sleep(LOOK_SECONDS)
    return None


async def process_id(url: str) -> int | None:
    """The process that answers at this address; LOADING while it reads its files, None if nobody answers."""
    try:
        info = str(await tell(url, "INFO", "server", "persistence"))
    except CONNECTION_TROUBLE:
        return None
    fields = dict(line.split(":", 1) for line in info.splitlines() if ":" in line)
    return LOADING if fields["loading"] != "0" else int(fields["process_id"])


async def tell(url: str, *command: str) -> object:
    """One command on a connection of its own; raises one of CONNECTION_TROUBLE."""
    connection = await Target(url).dial()
    try:
        async with asyncio.timeout(SILENCE_SECONDS):
            return await ask(connection, *command)
    finally:
        await hang_up(connection)
