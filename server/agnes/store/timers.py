"""What must happen later: due times in one sorted set, each claimed by one process."""

from collections.abc import Callable

from agnes.store import keys
from agnes.store.database import Database
from agnes.store.scripts import load_script

_CLAIM = load_script("claim")
_SETTLE = load_script("settle")

LEASE_MS = 10_000
"""What is claimed comes again after so long, less half a millisecond: due times are whole numbers, and so one
that falls on the end of a lease is told from it."""
MOST_AT_ONCE = 100


class Timers:
    """A timer is a member such as `race CODE` or `away CODE PLAYER`; times in epoch milliseconds."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.on_set: Callable[[int], None] = lambda due: None
        """Told of every due time that `set` writes, so that this process can be there on the moment."""

    async def set(self, member: str, due: int) -> None:
        self.on_set(due)
        await self._db.call("ZADD", keys.TIMERS, due, member)

    async def set_new(self, due: dict[str, int]) -> None:
        """The same for several, but for those that are set already: they stay."""
        if due:
            for at in due.values():
                self.on_set(at)
            pairs = [part for member, at in due.items() for part in (at, member)]
            await self._db.call("ZADD", keys.TIMERS, "NX", *pairs)

    async def set_many(self, due: dict[str, int]) -> None:
        if due:
            pairs = [part for member, at in due.items() for part in (at, member)]
            await self._db.call("ZADD", keys.TIMERS, *pairs)

    async def drop(self, member: str) -> None:
        await self._db.call("ZREM", keys.TIMERS, member)

    async def claim(self, now: int) -> list[str]:
        """What is due; each comes again after a lease unless it is settled."""
        found: list[str] = await self._db.run(_CLAIM, [keys.TIMERS], [now, MOST_AT_ONCE, _lease(0)])
        return found

    async def settle(self, member: str, claimed_at: int) -> None:
        """It was done; stays if somebody has set it anew since it was claimed."""
        await self._db.run(_SETTLE, [keys.TIMERS], [member, _lease(claimed_at)])

    async def reclaim(self, now: int) -> None:
        """What was claimed and not settled is due at once: for a process that knows that it is the only one.

        Not who is away: while no process was there nobody could come back.
        """
        found = await self._db.call("ZRANGEBYSCORE", keys.TIMERS, now, now + LEASE_MS, "WITHSCORES")
        claimed = [member for member, due in found if not float(due).is_integer()]
        await self.set_many({member: now for member in claimed if not member.startswith("away ")})

    async def put_off(self, kind: str, until: int) -> None:
        """Push every timer of a kind that is due before `until` back to it."""
        members = await self._db.call("ZRANGEBYSCORE", keys.TIMERS, "-inf", until)
        await self.set_many({member: until for member in members if member.startswith(f"{kind} ")})


def _lease(claimed_at: int) -> str:
    """When the lease ends of what was claimed then, as the database writes it."""
    return f"{claimed_at + LEASE_MS - 1}.5"
