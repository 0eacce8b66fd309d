"""The public races: an index beside the races, put right whenever one is read."""

from asyncio import gather

from agnes.race import Race
from agnes.store import keys
from agnes.store.database import Database


def is_listed(race: Race) -> bool:
    """Public, somebody in it, not finished."""
    return race.terms.visibility == "public" and race.state != "finished" and bool(race.seats)


class Listing:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def put(self, race: Race) -> None:
        key = keys.public(race.terms.game)
        if is_listed(race):
            await gather(
                self._db.call("ZADD", key, race.made_at, race.id),
                self._db.call("ZREMRANGEBYRANK", key, 0, -keys.PUBLIC_MOST - 1),
            )
        elif race.terms.visibility == "public":
            await self.strike(race.terms.game, race.id)

    async def strike(self, game: str, race_id: str) -> None:
        await self._db.call("ZREM", keys.public(game), race_id)

    async def newest(self, game: str, before: int | None, most: int) -> list[tuple[str, int]]:
        """Race id and when it was made, newest first, from those made up to `before` (epoch ms)."""
        upto = "+inf" if before is None else str(before)
        found = await self._db.call(
            "ZREVRANGEBYSCORE", keys.public(game), upto, "-inf", "WITHSCORES", "LIMIT", 0, most
        )
        if found and isinstance(found[0], list | tuple):
            return [(race_id, int(float(at))) for race_id, at in found]
        return [(race_id, int(float(at))) for race_id, at in zip(found[::2], found[1::2], strict=True)]
