"""How many connections one address may have open, and how long it may take to say what it wants.

Without this somebody could hold every connection that the process can have, with requests of which one byte
comes a minute. A household or a school shares an address, so what it may have is generous; a proxy that is
trusted speaks for many addresses: itself it may have any number, and its visitors' sockets are counted apart.
"""

import asyncio
import ipaddress
import resource
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from agnes.web.limits import address_key

HEAD_S: Final = 15.0
"""From the first byte of a request to the end of its headers."""
BODY_S: Final = 30.0
"""From there to the end of its body, which is small."""
IDLE_S: Final = 75.0
"""Without a request; as long as uvicorn keeps a connection after one."""
FILES_MOST: Final = 65_536

_TOO_MANY: Final = "Too many connections from your address at once; close some.\n"
_TOO_SLOW: Final = "The request came too slowly.\n"


class Doors:
    """Counts who is inside: `most` for each address, any number of `trusted` ones (addresses, networks)."""

    def __init__(self, most: int, trusted: Sequence[str] = ()) -> None:
        self._most = most
        self._trusted = [ipaddress.ip_network(one) for one in trusted]
        self._inside: Counter[str] = Counter()

    def key_of(self, address: str | None) -> str:
        """What this address is counted as; empty for one that is not counted, as a unix socket's."""
        return "" if address is None or self._is_trusted(address) else address_key(address)

    def enter(self, key: str) -> bool:
        """False if too many are inside: then there is nothing to leave."""
        if key and self._inside[key] >= self._most:
            return False
        if key:
            self._inside[key] += 1
        return True

    def leave(self, key: str) -> None:
        if key:
            self._inside[key] -= 1
            if not self._inside[key]:
                del self._inside[key]

    def __len__(self) -> int:
        """How many addresses are inside."""
        return len(self._inside)

    def _is_trusted(self, address: str) -> bool:
        return any(ipaddress.ip_address(address) in network for network in self._trusted)


def guarded(doors: Doors) -> dict[str, Any]:
    """What uvicorn's configuration takes as `http` and `ws`: its own protocols, with these doors before."""
    http = type("Http", (GuardedHttp,), {"doors": doors})
    return {"http": http, "ws": type("Socket", (GuardedSocket,), {"doors": doors})}


class GuardedHttp(HttpToolsProtocol):
    """A connection until it becomes a websocket, if it does."""

    doors: ClassVar[Doors]
    _key = ""  # with which it is inside
    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        key = self.doors.key_of(self.client[0] if self.client else None)
        if self.doors.enter(key):
            self._key = key
            self._allow(IDLE_S)
        else:
            self._say("503 Service Unavailable", _TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._allow(None)
        self.doors.leave(self._key)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        # From here on the socket's protocol hears of the end, and leaves by the same key.
        self._allow(None)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        self._allow(HEAD_S)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._allow(BODY_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._allow(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._limit is None:
            self._allow(IDLE_S)
        super().on_response_complete()

    def _allow(self, seconds: float | None) -> None:
        """So long until the next step; None for as long as it takes."""
        if self._limit is not None:
            self._limit.cancel()
        self._limit = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._limit = None
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.scope is None or answering:
            self.transport.close()  # nothing was asked, or what was asked is being answered
        else:
            self._say("408 Request Timeout", _TOO_SLOW)

    def _say(self, status: str, why: str) -> None:
        self.transport.write(
            f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(why)}\r\n"
            f"retry-after: 5\r\nconnection: close\r\n\r\n{why}".encode("ascii")
        )
        self.transport.close()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a websocket."""

    doors: ClassVar[Doors]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.doors.leave(self.doors.key_of(self.client[0] if self.client else None))


def allow_many_files() -> None:
    """Let this process have as many connections as the system allows: many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_MOST)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
