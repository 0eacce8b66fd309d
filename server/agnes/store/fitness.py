"""Whether a database that we did not start is one that we can work with."""

import asyncio
import logging

from redis import exceptions

from agnes.store.connect import Connection, ask
from agnes.store.errors import DatabaseUnfit

OLDEST = (7, 0)  # the first with sharded publishing; Valkey says 7.2 here, whatever its own version
INFO_SECONDS = 3.0

log = logging.getLogger(__name__)


async def examine(connection: Connection, name: str) -> None:
    """DatabaseUnfit if it is too old; a warning in the log if it may throw data away."""
    try:
        async with asyncio.timeout(INFO_SECONDS):
            info = str(await ask(connection, "INFO"))
    except exceptions.NoPermissionError:
        return  # then it is for whoever withholds that to know
    complaint = judge(info)
    if complaint:
        log.warning("the database at %s %s", name, complaint)


def judge(info: str) -> str | None:
    """What there is to complain about in an answer to INFO; DatabaseUnfit if it cannot be lived with."""
    said = dict(line.split(":", 1) for line in info.splitlines() if ":" in line)
    version = tuple(int(part) for part in said.get("redis_version", "").split(".")[:2] if part.isdecimal())
    if version and version < OLDEST:
        raise DatabaseUnfit(
            f"the database is Redis {said['redis_version']}; it must be Valkey, or Redis 7.0 or later"
        )
    policy = said.get("maxmemory_policy", "noeviction")
    if policy != "noeviction" and said.get("maxmemory", "0") != "0":
        return f"throws races away when its memory is full (maxmemory-policy {policy}): set it to noeviction"
    return None
