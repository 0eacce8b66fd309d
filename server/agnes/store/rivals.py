"""Whom somebody has raced: the last ones, by when that was."""

from asyncio import gather
from collections.abc import Sequence

from agnes.store import keys
from agnes.store.database import Database


class RivalStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def raced(self, players: Sequence[str], at: int) -> None:
        """These people have raced each other; told again it changes nothing."""
        await gather(
            *(self._met(player, [other for other in players if other != player], at) for player in players)
        )

    async def of(self, player: str) -> list[str]:
        """The last RIVALS_MOST whom the player has raced, the newest first."""
        found: list[str] = await self._db.call("ZRANGE", keys.rivals(player), 0, keys.RIVALS_MOST - 1, "REV")
        return found

    async def erase(self, player: str) -> None:
        for other in await self.of(player):
            await self._db.call("ZREM", keys.rivals(other), player)
        await self._db.call("DEL", keys.rivals(player))

    async def _met(self, player: str, others: Sequence[str], at: int) -> None:
        if others:
            key = keys.rivals(player)
            pairs = [part for other in others for part in (at, other)]
            await gather(
                self._db.call("ZADD", key, "GT", *pairs),
                self._db.call("ZREMRANGEBYRANK", key, 0, -keys.RIVALS_MOST - 1),
                self._db.call("EXPIRE", key, keys.PLAYER_S),
            )
