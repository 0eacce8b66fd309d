"""Opening connections. What redis-py's types lack is made up for here."""

import asyncio
import contextlib
from typing import Any
from urllib.parse import quote

import hiredis
from redis import exceptions
from redis.asyncio import connection as redis

from agnes.store.address import Address, DatabaseAddress

Connection = redis.AbstractConnection
Arg = str | bytes | int

CONNECT_SECONDS = 3.0

# What a lost, stalled or refused connection raises, whichever layer notices it first.
CONNECTION_TROUBLE = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.InvalidResponse,
    TimeoutError,
    OSError,
)


class Target:
    """A database that connections can be opened to; `shown` names it without password."""

    def __init__(self, url: str) -> None:
        """ValueError if it is no address of a database."""
        address = DatabaseAddress.parse(url)
        self.shown = address.shown
        self.seeds = address.seeds
        self._options = dict(address.options)
        self._make = self._options.pop("connection_class", redis.Connection)

    async def dial(self, node: Address | None = None, *, protocol: int = 3) -> Connection:
        """A new connection, open and logged in, within CONNECT_SECONDS; else one of CONNECTION_TROUBLE.

        It reads without a timeout of its own (the caller sets one a batch, not one a reply) and never
        retries: redis-py would send a whole pipeline again, while `Lane` knows which answers it has.
        """
        options = self._options | ({"host": node[0], "port": node[1]} if node else {})
        connection: Connection = self._make(
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
