"""The address of a database as the settings give it."""

from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

from redis.asyncio import connection as redis

Address = tuple[str, int]

DEFAULT_PORT = 6379
KINDS = ("unix", "redis", "rediss", "redis+cluster", "rediss+cluster")
OPTIONS = ("db", "host", "port", "path", "username", "password", "connection_class")  # and all ssl_…


@dataclass(frozen=True)
class DatabaseAddress:
    """`shown` is the address without user, password and options, fit for logs and error sentences.

    `seeds` holds the nodes to ask first where it is a cluster, else nothing. `options` is for a connection.
    """

    shown: str
    seeds: tuple[Address, ...]
    options: dict[str, Any] = field(repr=False)  # the password is among them

    @classmethod
    def parse(cls, url: str) -> "DatabaseAddress":
        """`redis://[user:password@]host:port/number` or the like; ValueError, which quotes nothing, if not.

        A cluster may name several nodes: `redis+cluster://a:6379,b:6379`. TLS takes redis-py's options
        for it, as in `rediss://host?ssl_ca_certs=/some/file.pem`.
        """
        scheme, _, kind = url.partition("://")[0].partition("+")
        if url.partition("://")[0] not in KINDS:
            raise ValueError(
                "the address of the database must begin with redis://, rediss://, redis+cluster:// or unix://"
            )
        try:
            parts = urlsplit(url)
            user, at, hosts = parts.netloc.rpartition("@")
            seeds = tuple(_node(host) for host in hosts.split(",")) if kind else ()
            one = hosts.split(",")[0]
            plain = SplitResult(scheme, user + at + one, parts.path, parts.query, parts.fragment)
            # What else there may be is a piece of a password with a / or # in it.
            number = parts.path.removeprefix("/")
            if plain.fragment or (hosts if scheme == "unix" else number and not number.isdecimal()):
                raise ValueError
            options = cast("dict[str, Any]", redis.parse_url(plain.geturl()))
        except ValueError:
            # From None, and in our own words: the original quotes what may be a piece of the password.
            raise ValueError(
                "the address of the database cannot be read: write special characters in its password as %XX"
            ) from None
        for name in options:
            if name not in OPTIONS and not name.startswith("ssl_"):
                raise ValueError(f"the address of the database has an option that is not known: {name}")
        return cls(f"{parts.scheme}://{hosts}{parts.path}", seeds, options)


def _node(host: str) -> Address:
    parts = urlsplit(f"//{host}")
    return parts.hostname or "localhost", parts.port or DEFAULT_PORT
