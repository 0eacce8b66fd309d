"""Guests in the database: a name under an id, renewed whenever they come back, and where they have raced."""

from asyncio import gather

from agnes.store import keys
from agnes.store.database import Database
from agnes.store.scripts import load_script

_AMEND = load_script("amend")
_CLAIM_CODE = load_script("claim_code")


class PlayerStore:
    """`raced_s`: for how many seconds after somebody sat down in a race they may still be found in it."""

    def __init__(self, db: Database, *, raced_s: int) -> None:
        self._db = db
        self._raced_s = raced_s

    async def make(self, player: str, name: str, now: int) -> None:
        key = keys.player(player)
        await gather(
            self._db.call("HSET", key, "name", name, "seen_at", now),
            self._db.call("EXPIRE", key, keys.PLAYER_S),
        )

    async def rename(self, player: str, name: str, now: int) -> bool:
        """Whether there is such a player: one erased meanwhile is not made anew by this."""
        return await self._amend(player, "name", name, "seen_at", now)

    async def name_of(self, player: str) -> str | None:
        """The name, None for somebody unknown; asking renews the guest's lifetime."""
        key = keys.player(player)
        name, _ = await gather(
            self._db.call("HGET", key, "name"), self._db.call("EXPIRE", key, keys.PLAYER_S)
        )
        return name if isinstance(name, str) else None

    async def erase(self, player: str) -> None:
        """From now on nobody knows them; where they have raced is still kept."""
        code = await self._db.call("HGET", keys.player(player), "transfer")
        if code:
            await self._db.call("DEL", keys.transfer(code))
        await self._db.call("DEL", keys.player(player))

    async def publish(self, word: str) -> None:
        """Tell every process something that concerns people and not one race."""
        await self._db.call("SPUBLISH", keys.PEOPLE, word)

    # -- where they have raced -------------------------------------------------------------

    async def sits_in(self, player: str, race_id: str, now: int) -> None:
        """Note it before the seat is taken: one race too many does no harm, one too few would."""
        key = keys.raced(player)
        await gather(
            self._db.call("ZADD", key, now, race_id),
            self._db.call("ZREMRANGEBYSCORE", key, "-inf", now - self._raced_s * 1000),
            self._db.call("EXPIRE", key, self._raced_s),
        )

    async def has_been_in(self, player: str, race_id: str) -> bool:
        return await self._db.call("ZSCORE", keys.raced(player), race_id) is not None

    async def strike(self, player: str, race_id: str) -> None:
        await self._db.call("ZREM", keys.raced(player), race_id)

    async def races_of(self, player: str, most: int) -> list[str]:
        """Ids of the races that the player sat down in last, newest first; some may be gone by now."""
        found: list[str] = await self._db.call("ZRANGE", keys.raced(player), 0, most - 1, "REV")
        return found

    # -- codes -----------------------------------------------------------------------------

    async def put_code(self, player: str, code: str, until: int) -> bool:
        """Whether there is such a player. The code counts from now on, none of theirs from before does."""
        key = keys.transfer(code)
        await gather(
            self._db.call("HSET", key, "player", player, "until", until),
            self._db.call("EXPIRE", key, keys.TRANSFER_TOLD_S),
        )
        return await self._amend(player, "transfer", code)

    async def newest_code(self, player: str) -> str | None:
        found = await self._db.call("HGET", keys.player(player), "transfer")
        return found if isinstance(found, str) else None

    async def code_row(self, code: str) -> dict[str, str]:
        """`player`, `until`, `used` of a code, empty if there is none."""
        names = ("player", "until", "used")
        values = await self._db.call("HMGET", keys.transfer(code), *names)
        return {name: value for name, value in zip(names, values, strict=True) if value is not None}

    async def use_code(self, code: str, claim: str, now: int) -> list[str]:
        """`["ok", PLAYER]`, or `["used"]`, `["expired"]`, `["unknown"]`; `claim` names the try."""
        answer: list[str] = await self._db.run(_CLAIM_CODE, [keys.transfer(code)], [now, claim])
        return answer

    async def guesses(self, now: int) -> int:
        """Count one more code tried in this minute, by anybody; how many those are."""
        key = keys.guesses(now // 60_000)
        count, _ = await gather(self._db.call("INCR", key), self._db.call("EXPIRE", key, 120))
        return int(count)

    async def _amend(self, player: str, *pairs: str | int) -> bool:
        return bool(await self._db.run(_AMEND, [keys.player(player)], [keys.PLAYER_S, *pairs]))
