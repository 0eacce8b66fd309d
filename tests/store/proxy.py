"""A proxy before the database that can be slow, fall silent, or cut everybody off."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from agnes.store.connect import unix_url


class Proxy:
    """Listens at `url`. `packets` is what clients sent, as it arrived; `connections` counts the open ones."""

    def __init__(self, server: Path) -> None:
        self.url = ""
        self.delay = 0.0  # seconds, each way
        self.passing = asyncio.Event()
        self.passing.set()
        self.packets: list[bytes] = []
        self.connections = 0
        self.opened = 0  # since it began
        self._server = server
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def before(cls, server: Path, place: Path) -> AsyncIterator["Proxy"]:
        proxy = cls(server)
        proxy.url = unix_url(str(place))
        async with proxy._until_left(await asyncio.start_unix_server(proxy._accept, place)):
            yield proxy

    @classmethod
    @asynccontextmanager
    async def over_tls(cls, server: Path, context: ssl.SSLContext) -> AsyncIterator["Proxy"]:
        proxy = cls(server)
        listening = await asyncio.start_server(proxy._accept, "127.0.0.1", 0, ssl=context)
        proxy.url = f"rediss://localhost:{listening.sockets[0].getsockname()[1]}"
        async with proxy._until_left(listening):
            yield proxy

    @asynccontextmanager
    async def _until_left(self, listening: asyncio.Server) -> AsyncIterator[None]:
        try:
            yield
        finally:
            listening.close()
            self.cut()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Closes all connections at once."""
        for task in self._tasks:
            task.cancel()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        self.connections += 1
        self.opened += 1
        with suppress(OSError, asyncio.CancelledError):
            onward, back = await asyncio.open_unix_connection(self._server)
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._pass_on(reader, back, self.packets))
                    both.create_task(self._pass_on(onward, writer, None))
            finally:
                back.close()
        writer.close()
        self.connections -= 1
        self._tasks.discard(task)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, noted: list[bytes] | None
    ) -> None:
        while packet := await reader.read(2**20):
            if noted is not None:
                noted.append(packet)
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.passing.wait()
            with suppress(ConnectionError):
                writer.write(packet)
                await writer.drain()
        writer.close()
