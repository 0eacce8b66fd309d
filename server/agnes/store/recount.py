"""Everything that leaderboards and streaks hold, read as a whole to compare it, and put right bit by bit."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from agnes.race.daily import Day, day_of_code
from agnes.race.streak import streak_of
from agnes.store import keys
from agnes.store.daily import Run
from agnes.store.database import Database
from agnes.store.keys import DayKeys
from agnes.store.leaderboards import AT_ONCE
from agnes.store.streaks import StreakStore


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored: of a day its runs and its leaderboard; of wins the races counted, sums and board."""

    runs: Mapping[Day, Mapping[str, Run]]
    entries: Mapping[Day, Mapping[str, int]]
    days: Mapping[str, frozenset[int]]
    streaks: Mapping[str, int]
    notes: Mapping[str, str]
    counted: Mapping[str, Sequence[str]]
    settled: Mapping[str, int]
    wins: Mapping[str, int]


class Recount:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def kept(self) -> Kept:
        runs, entries, days = (
            dict[Day, dict[str, Run]](),
            dict[Day, dict[str, int]](),
            dict[str, frozenset[int]](),
        )
        async for day in self._days():
            k = DayKeys(day.code)
            runs[day] = {player: Run.of(text) async for player, text in self._hash(k.runs)}
            entries[day] = {player: value async for player, value in self._zset(k.entries)}
        async for key in self._db.scan("agnes:days:*"):
            found = await self._db.call("SMEMBERS", key)
            days[key.removeprefix("agnes:days:")] = frozenset(map(int, found))
        return Kept(
            runs=runs,
            entries=entries,
            days=days,
            streaks=dict([row async for row in self._zset(f"{keys.STREAKS}board")]),
            notes=dict([row async for row in self._hash(f"{keys.STREAKS}notes")]),
            counted={race: text.split() async for race, text in self._hash(f"{keys.WINS}counted")},
            settled={player: int(text) async for player, text in self._hash(f"{keys.WINS}settled")},
            wins=dict([row async for row in self._zset(f"{keys.WINS}board")]),
        )

    async def drop_run(self, day: Day, player: str) -> None:
        await self._db.call("HDEL", DayKeys(day.code).runs, player)

    async def put_entry(self, day: Day, player: str, value: int | None) -> None:
        """The player's row of a day's leaderboard; None takes it out."""
        await self._put(DayKeys(day.code).entries, player, value)

    async def put_days(self, player: str, days: frozenset[int], closed: int) -> None:
        """The days that somebody has finished, and the streak that follows."""
        await self._db.call("DEL", keys.days(player))
        await self._db.call(
            "HDEL", f"{keys.STREAKS}notes", player
        )  # else a streak of fewer days were not written
        if days:
            await self._db.call("SADD", keys.days(player), *sorted(days))
            await StreakStore(self._db).write(player, streak_of(days), closed)
        else:
            await StreakStore(self._db).erase(player)

    async def put_counted(self, race: str, winners: Sequence[str], now: int) -> None:
        await self._db.call("HSET", f"{keys.WINS}counted", race, " ".join(winners))
        await self._db.call("ZADD", f"{keys.WINS}times", "NX", now, race)

    async def put_wins(self, player: str, value: int | None) -> None:
        await self._put(f"{keys.WINS}board", player, value)

    async def _put(self, board: str, player: str, value: int | None) -> None:
        if value is None:
            await self._db.call("ZREM", board, player)
        else:
            await self._db.call("ZADD", board, value, player)

    async def _days(self) -> AsyncIterator[Day]:
        async for key in self._db.scan("agnes:{*}:day"):
            day = day_of_code(key.partition("{")[2].partition("}")[0])
            if day is not None:
                yield day

    async def _hash(self, key: str) -> AsyncIterator[tuple[str, str]]:
        async for pair in self._pairs("HSCAN", key):
            yield pair

    async def _zset(self, key: str) -> AsyncIterator[tuple[str, int]]:
        async for player, value in self._pairs("ZSCAN", key):
            yield player, int(float(value))

    async def _pairs(self, command: str, key: str) -> AsyncIterator[tuple[str, str]]:
        cursor = "0"
        while True:
            cursor, flat = await self._db.call(command, key, cursor, "COUNT", AT_ONCE)
            for name, value in zip(flat[::2], flat[1::2], strict=True):
                yield name, value
            if str(cursor) == "0":
                return
