"""Guests in the database: a name under an id, renewed whenever they come back."""

from asyncio import gather

from agnes.store import keys
from agnes.store.database import Database


class PlayerStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def save(self, player: str, name: str, now: int) -> None:
        key = keys.player(player)
        await gather(
            self._db.call("HSET", key, "name", name, "seen_at", now),
            self._db.call("EXPIRE", key, keys.PLAYER_S),
        )

    async def name_of(self, player: str) -> str | None:
        """The name, None for somebody unknown; asking renews the guest's lifetime."""
        key = keys.player(player)
        name, _ = await gather(
            self._db.call("HGET", key, "name"), self._db.call("EXPIRE", key, keys.PLAYER_S)
        )
        return name if isinstance(name, str) else None

    async def sits_in(self, player: str, race_id: str, lifetime_s: int) -> None:
        key = keys.races_of(player)
        await gather(self._db.call("SADD", key, race_id), self._db.call("EXPIRE", key, lifetime_s))

    async def sits_no_longer(self, player: str, race_id: str) -> None:
        await self._db.call("SREM", keys.races_of(player), race_id)

    async def races_of(self, player: str) -> list[str]:
        """Ids of races that the player has a seat in and that had not finished when last seen."""
        return sorted(await self._db.call("SMEMBERS", keys.races_of(player)))
