"""The days of the daily challenge: what is kept of one, who has begun, what was finished."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from agnes.race import Line, order_value
from agnes.race.daily import Day
from agnes.race.lines import Status
from agnes.store.database import Database
from agnes.store.keys import DayKeys
from agnes.store.leaderboards import Ranking
from agnes.store.scripts import load_script

_ENTER = load_script("enter")
WON_AT_LEAST: Final = order_value(Line(score=52, t_ms=10**11 - 1))


@dataclass(frozen=True, slots=True)
class DayRecord:
    """The day's number and the nonce of its commitment: both secret until it is closed."""

    deal: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run; `marked`: no hand can have played so fast, so it is not ranked."""

    score: int
    t_ms: int
    status: Status
    marked: bool

    @property
    def value(self) -> int:
        return order_value(Line(score=self.score, t_ms=self.t_ms))

    def text(self) -> str:
        return f"{self.score} {self.t_ms} {self.status} {int(self.marked)}"

    @classmethod
    def of(cls, text: str) -> "Run":
        score, t_ms, status, marked = text.split(" ")
        return cls(int(score), int(t_ms), cast("Status", status), marked == "1")


class DailyStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def record(self, day: Day) -> DayRecord | None:
        text = await self._db.call("GET", DayKeys(day.code).day)
        return None if text is None else DayRecord(**json.loads(text))

    async def put(self, day: Day, record: DayRecord) -> DayRecord:
        """The record that the day has from now on: the first one that anybody put."""
        text = json.dumps({"deal": record.deal, "nonce": record.nonce})
        await self._db.call("SET", DayKeys(day.code).day, text, "NX")
        stored = await self.record(day)
        return stored or record

    async def begin(self, day: Day, player: str) -> None:
        await self._db.call("SADD", DayKeys(day.code).players, player)

    async def players(self, day: Day) -> int:
        """How many have begun."""
        return int(await self._db.call("SCARD", DayKeys(day.code).players))

    async def enter(self, day: Day, player: str, run: Run) -> None:
        """The run is over. Entered again it counts once."""
        k = DayKeys(day.code)
        value = "" if run.marked else run.value
        await self._db.run(_ENTER, [k.entries, k.runs, k.players], [player, run.text(), value])

    async def run(self, day: Day, player: str) -> Run | None:
        return (await self.runs(day, [player]))[0]

    async def runs(self, day: Day, players: Sequence[str]) -> list[Run | None]:
        """The finished run of each of them, None for who is not done."""
        texts = await self._db.call("HMGET", DayKeys(day.code).runs, *players)
        return [None if text is None else Run.of(text) for text in texts]

    async def won(self, day: Day) -> int:
        """How many of the ranked runs won."""
        return await self.ranking(day).at_least(WON_AT_LEAST)

    def ranking(self, day: Day) -> Ranking:
        """The day's leaderboard; the notes are texts of runs."""
        k = DayKeys(day.code)
        return Ranking(self._db, k.entries, k.runs)

    async def erase(self, day: Day, player: str) -> None:
        k = DayKeys(day.code)
        await self._db.call("ZREM", k.entries, player)
        await self._db.call("HDEL", k.runs, player)
        await self._db.call("SREM", k.players, player)
