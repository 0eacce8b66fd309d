"""Streaks of days: the days that each player has finished, and the board that is made from them."""

from agnes.race.streak import Streak, streak_of
from agnes.store import keys
from agnes.store.database import Database
from agnes.store.leaderboards import AT_ONCE, Ranking
from agnes.store.scripts import load_script

_STREAK = load_script("streak")
_LAPSE = load_script("lapse")
_BOARD, _LAST, _NOTES = (f"{keys.STREAKS}{name}" for name in ("board", "last", "notes"))


class StreakStore:
    """Days are numbers, see `agnes.race.daily`."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.ranking = Ranking(db, _BOARD, _NOTES)

    async def finish(self, player: str, day: int, closed: int) -> None:
        """The player has finished that day: told twice, or late, it comes to the same.

        `closed` is the newest day that is closed for everyone.
        """
        await self._db.call("SADD", keys.days(player), day)
        await self.write(player, await self.of(player), closed)

    async def of(self, player: str) -> Streak:
        return streak_of(await self.days_of(player))

    async def days_of(self, player: str) -> list[int]:
        """The days that the player has finished, rising."""
        return sorted(map(int, await self._db.call("SMEMBERS", keys.days(player))))

    async def write(self, player: str, streak: Streak, closed: int) -> None:
        """Put a streak on the board. Whoever has read more days writes last, whatever the order."""
        current, last = streak.current(closed), streak.last or 0
        await self._db.run(
            _STREAK, [_BOARD, _LAST, _NOTES], [player, streak.days, current, last, streak.longest]
        )

    async def lapse(self, closed: int) -> None:
        """Strike the streaks that ended before the day `closed`."""
        while await self._db.run(_LAPSE, [_BOARD, _LAST], [closed, AT_ONCE]) == AT_ONCE:
            pass

    async def erase(self, player: str) -> None:
        await self._db.call("ZREM", _BOARD, player)
        await self._db.call("ZREM", _LAST, player)
        await self._db.call("HDEL", _NOTES, player)
        await self._db.call("DEL", keys.days(player))
