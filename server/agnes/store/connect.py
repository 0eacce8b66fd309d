"""From an address in the settings to an open connection. What redis-py's types lack is made up for here."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import SplitResult, quote, urlsplit

import hiredis
from redis import exceptions
from redis.asyncio import connection as redis

Connection = redis.AbstractConnection
Address = tuple[str, int]
Arg = str | bytes | int

CONNECT_SECONDS = 3.0
DEFAULT_PORT = 6379

# What a lost, stalled or refused connection raises, whichever layer notices it first.
CONNECTION_TROUBLE = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.InvalidResponse,
    TimeoutError,
    OSError,
)


@dataclass(frozen=True)
class Target:
    """A database as the settings name it.

    `shown` is the address without user, password and options, fit for logs and error sentences.
    `seeds` holds the nodes to ask first where it is a cluster, else nothing.
    """

    shown: str
    seeds: tuple[Address, ...]
    make: Callable[..., Connection]
    options: dict[str, Any]

    @classmethod
    def parse(cls, url: str) -> "Target":
        """ValueError unless it is unix://, redis://, rediss://, redis+cluster:// or rediss+cluster://.

        A cluster may name several nodes: `redis+cluster://a:6379,b:6379`.
        """
        parts = urlsplit(url)
        scheme, _, kind = parts.scheme.partition("+")
        if (
            scheme not in ("unix", "redis", "rediss")
            or kind not in ("", "cluster")
            or (scheme, kind) == ("unix", "cluster")
        ):
            raise ValueError(
                "the address of the database must begin with redis://, rediss://, redis+cluster:// or unix://"
            )
        user, _, hosts = parts.netloc.rpartition("@")
        seeds = tuple(_address(host) for host in hosts.split(",")) if kind else ()
        one = hosts.split(",")[0] if kind else hosts
        plain = SplitResult(scheme, f"{user}@{one}" if user else one, parts.path, parts.query, "").geturl()
        options = cast("dict[str, Any]", redis.parse_url(plain))
        make = options.pop("connection_class", redis.Connection)
        for ours in (
            "max_connections",
            "timeout",
            "socket_timeout",
            "protocol",
            "decode_responses",
            "retry_on_timeout",
        ):
            options.pop(ours, None)
        shown = f"{parts.scheme}://{hosts}{parts.path}"
        return cls(shown, seeds, make, options)

    async def dial(self, address: Address | None = None, *, protocol: int = 3) -> Connection:
        """A new connection, open and logged in, within CONNECT_SECONDS; else one of CONNECTION_TROUBLE.

        It reads without a timeout of its own (the caller sets one a batch, not one a reply) and never retries
        (redis-py would send a whole pipeline again; `Lane` knows which answers it already has).
        """
        options = self.options | ({"host": address[0], "port": address[1]} if address else {})
        connection = self.make(
            **options,
            protocol=protocol,
            decode_responses=True,
            # Text we did not write must not be able to break the stream of replies in its middle.
            encoding_errors="replace",
            socket_timeout=None,
            socket_connect_timeout=CONNECT_SECONDS,
            client_name="agnes",
        )
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await connection.connect()  # type: ignore[no-untyped-call]
        except exceptions.ConnectionError as error:
            await hang_up(connection)
            # redis-py wraps what the server says to a login, as if the line were at fault.
            cause = error.__cause__
            raise cause if isinstance(cause, exceptions.RedisError) else error from None
        except BaseException:
            await hang_up(connection)
            raise
        return connection


async def hang_up(connection: Connection) -> None:
    """Closes without waiting for the other side; never raises for a connection that is gone already."""
    with contextlib.suppress(*CONNECTION_TROUBLE):
        await connection.disconnect(nowait=True)


def pack(*command: Arg) -> bytes:
    """A command as it goes over the wire. UnicodeEncodeError for text that is no text (a lone surrogate)."""
    return hiredis.pack_command(command)  # type: ignore[arg-type, no-any-return]


async def send(connection: Connection, data: list[bytes]) -> None:
    await connection.send_packed_command(data, check_health=False)


async def ask(connection: Connection, *command: str) -> Any:
    """One command and its answer on a connection that nobody else uses."""
    await connection.send_command(*command, check_health=False)
    return await connection.read_response()


def unix_url(path: str) -> str:
    return f"unix://{quote(path)}"


def _address(host: str) -> Address:
    parts = urlsplit(f"//{host}")
    return parts.hostname or "localhost", parts.port or DEFAULT_PORT
