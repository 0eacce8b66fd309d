"""Who is here: the connection that holds each seat, the processes that are alive, who watches."""

from asyncio import gather

from agnes.store import keys
from agnes.store.database import Database
from agnes.store.keys import RaceKeys
from agnes.store.scripts import load_script

_ARRIVE = load_script("arrive")
_DEPART = load_script("depart")

PROCESS_DEAD_MS = 6_000
"""A process that has given no sign for so long is taken for dead."""
WATCHER_MS = 90_000


class PresenceStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def arrive(self, race_id: str, player: str, connection: str) -> bool:
        """This connection holds the seat now. Whether none held it before."""
        k = RaceKeys(race_id)
        return bool(await self._db.run(_ARRIVE, [k.race, k.here], [player, connection]))

    async def holder(self, race_id: str, player: str) -> str | None:
        """The connection that holds the seat."""
        found = await self._db.call("HGET", RaceKeys(race_id).here, player)
        return None if found is None else str(found)

    async def depart(self, race_id: str, player: str, connection: str) -> bool:
        """Whether the player is away now: not if another connection has taken the seat."""
        return bool(await self._db.run(_DEPART, [RaceKeys(race_id).here], [player, connection]))

    async def publish(self, race_id: str, news: str) -> None:
        channel = RaceKeys(race_id).news
        await self._db.call("SPUBLISH", channel, news)

    async def watching(self, race_id: str, viewers: list[str], now: int) -> None:
        if viewers:
            key = RaceKeys(race_id).watchers
            pairs = [part for viewer in viewers for part in (now + WATCHER_MS, viewer)]
            await gather(self._db.call("ZADD", key, *pairs), self._db.call("PEXPIRE", key, WATCHER_MS))

    async def watches_no_longer(self, race_id: str, viewer: str) -> None:
        await self._db.call("ZREM", RaceKeys(race_id).watchers, viewer)

    async def watchers(self, race_id: str, now: int) -> int:
        return int(await self._db.call("ZCOUNT", RaceKeys(race_id).watchers, now, "+inf"))

    async def alive(self, process: str, now: int) -> frozenset[str]:
        """Give a sign of life; answers the processes that have given one lately."""
        _, _, living = await gather(
            self._db.call("ZADD", keys.ALIVE, now, process),
            self._db.call("ZREMRANGEBYSCORE", keys.ALIVE, "-inf", now - 360 * PROCESS_DEAD_MS),
            self._db.call("ZRANGEBYSCORE", keys.ALIVE, now - PROCESS_DEAD_MS, "+inf"),
        )
        return frozenset(living)

    async def gone(self, process: str) -> None:
        await self._db.call("ZREM", keys.ALIVE, process)
