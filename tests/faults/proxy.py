"""A proxy before a server or a database that can cut, freeze without closing, and delay what passes.

async with Proxy.before(server.url) as proxy:
    ...
    proxy.links[0].freeze()
"""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote, urlsplit


class Proxy:
    """Listens at `url`; `links` are the connections that are open, oldest first.

    `delay` in seconds each way, for all of them. While `dead` is true new connections are frozen too.
    """

    def __init__(self, target: str) -> None:
        self.url = ""
        self.links: list[Link] = []
        self.delay = 0.0
        self.dead = False
        self._target = urlsplit(target)
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def before(cls, target: str) -> AsyncIterator["Proxy"]:
        """In front of `http://host:port`, or of a database at `unix:///path`."""
        proxy = cls(target)
        listening = await asyncio.start_server(proxy._accept, "127.0.0.1", 0)
        scheme = "http" if proxy._target.scheme == "http" else "redis"
        proxy.url = f"{scheme}://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        try:
            yield proxy
        finally:
            listening.close()
            for task in proxy._tasks:
                task.cancel()
            await asyncio.gather(*proxy._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Reset all connections, on both sides."""
        for link in list(self.links):
            link.cut()

    def die(self) -> None:
        """Freeze all connections, those to come too."""
        self.dead = True
        for link in self.links:
            link.freeze()

    def live(self) -> None:
        self.dead = False
        for link in self.links:
            link.thaw()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        link = Link(self, writer)
        if self.dead:
            link.freeze()
        self.links.append(link)
        try:
            onward, back = await self._onward()
            link.writers.append(back)
            async with asyncio.TaskGroup() as both:
                both.create_task(link.carry(reader, back))
                both.create_task(link.carry(onward, writer))
        except (OSError, ExceptionGroup, asyncio.CancelledError):
            pass  # one side has gone, or the test is over: so goes the other
        finally:
            for writer in link.writers:
                writer.close()
            self.links.remove(link)
            self._tasks.discard(task)

    async def _onward(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._target.scheme == "unix":
            return await asyncio.open_unix_connection(unquote(self._target.path))
        return await asyncio.open_connection(self._target.hostname, self._target.port)


class Link:
    """One connection through the proxy. `said` is all that its client sent, `packets` counts both ways."""

    def __init__(self, proxy: Proxy, writer: asyncio.StreamWriter) -> None:
        self.writers = [writer]
        self.said = b""
        self.packets = 0
        self._proxy = proxy
        self._mute_at: bytes | None = None
        self._there, self._back = asyncio.Event(), asyncio.Event()
        self.thaw()

    def freeze(self) -> None:
        """Nothing passes any more in either direction, and nobody is told."""
        self._there.clear()
        self._back.clear()

    def mute(self) -> None:
        """What is said still arrives, but no answer comes back."""
        self._back.clear()

    @property
    def is_mute(self) -> bool:
        return not self._back.is_set()

    def mute_at(self, words: bytes) -> None:
        """As soon as this is said, which still arrives, no answer comes back any more."""
        self._mute_at = words

    def thaw(self) -> None:
        """What has waited passes, and all after it."""
        self._there.set()
        self._back.set()

    def cut(self) -> None:
        for writer in self.writers:
            reset(writer)
        self.thaw()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back = writer is self.writers[0]
        while packet := await reader.read(2**16):
            if not back:
                self.said += packet
                if self._mute_at and self._mute_at in packet:
                    self._back.clear()
            if self._proxy.delay:
                await asyncio.sleep(self._proxy.delay)
            await (self._back if back else self._there).wait()
            self.packets += 1
            writer.write(packet)
            await writer.drain()
        writer.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """Break the connection with a reset: the other side reads an error, not an end."""
    sock = writer.get_extra_info("socket")
    if sock.fileno() >= 0 and sock.family != socket.AF_UNIX:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
