"""Making the deal of a day: the first of its candidates that the solver proves winnable.

Whoever has found one puts it by, and the first one put by is the day's for good, so that all processes agree
whatever their solver or key says. It is made a day ahead; should it be missing all the same, on the spot.
"""

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from typing import Final

import structlog

from agnes.game import rules_for
from agnes.race import Refused
from agnes.race.daily import DAY_MS, GAMES, Day, day_of, number_at
from agnes.service.identity import RandomBytes
from agnes.service.solving import Solving, affordable
from agnes.service.stores import Clock
from agnes.store.daily import DailyStore, DayRecord
from agnes.store.timers import Timers

_log = structlog.get_logger()

BUDGET: Final = 100_000
"""Positions visited for one candidate; one that takes more is passed over."""
CANDIDATES: Final = 200
"""More than nine in ten can be won: that none of so many can is not going to happen."""
ON_THE_SPOT_S: Final = 8.0
START_AFTER_MS: Final = 3_000
"""What a start is for goes first; whoever asks before is served on the spot."""
AGAIN_MS: Final = 60_000
"""After so long it is tried again, where the workers had no time for it."""
KNOWN_MOST: Final = 200
NONCE_BYTES: Final = 20


class DailyMaking:
    """`secret` is the server's key; the days' numbers follow from a key of their own that is made of it."""

    def __init__(
        self,
        store: DailyStore,
        solving: Solving,
        timers: Timers,
        secret: bytes,
        random: RandomBytes,
        now: Clock,
    ) -> None:
        self._store = store
        self._solving = solving
        self._timers = timers
        self._key = hmac.digest(secret, b"agnes.daily", hashlib.sha256)
        self._random = random
        self._now = now
        self._known: OrderedDict[str, DayRecord] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[DayRecord]] = {}

    async def begin(self) -> None:
        """At the start of a process: today's deals and tomorrow's are made before long, if they are not."""
        now = self._now()
        days = [Day(number_at(now) + ahead, game) for game in GAMES for ahead in (0, 1)]
        await self._timers.set_new({_timer(day): now + START_AFTER_MS for day in days})

    async def go_on(self, named: str) -> None:
        """The due time of a day, `DATE GAME`, has come: make its deal, and see to the next day in time."""
        date, _, game = named.partition(" ")
        day = day_of(date, game)
        if day is None:
            return
        if day.ends_at > self._now():
            try:
                await self._made(day)
            except Refused:
                await self._timers.set(_timer(day), self._now() + AGAIN_MS)
                return
        after = Day(max(day.number + 1, number_at(self._now())), day.game)
        await self._timers.set_new({_timer(after): after.starts_at - DAY_MS})

    async def stored(self, day: Day) -> DayRecord | None:
        """What the day got, None if it has nothing yet."""
        if day.code not in self._known:
            record = await self._store.record(day)
            if record is None:
                return None
            self._known[day.code] = record
            while len(self._known) > KNOWN_MOST:
                self._known.popitem(last=False)
        return self._known[day.code]

    async def at_once(self, day: Day) -> DayRecord:
        """The same, made if it is not there. Refused("try-later") if that takes too long."""
        found = await self.stored(day)
        if found is not None:
            return found
        try:
            async with asyncio.timeout(ON_THE_SPOT_S):
                return await self._made(day)
        except TimeoutError:
            raise Refused("try-later", "The deal of the day is being made; try again in a moment.") from None

    async def _made(self, day: Day) -> DayRecord:
        """One search a day and process, however many ask for it; it goes on though they no longer wait."""
        task = self._under_way.get(day.code)
        if task is None:
            task = self._under_way[day.code] = asyncio.create_task(self._make(day))
            task.add_done_callback(lambda done: self._done(day, done))
        return await asyncio.shield(task)

    def _done(self, day: Day, task: asyncio.Task[DayRecord]) -> None:
        del self._under_way[day.code]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("the deal of a day could not be made", day=day.date, error=str(error))

    async def _make(self, day: Day) -> DayRecord:
        found = await self.stored(day)
        if found is not None:
            return found
        numbers = list(day.candidates(self._key, CANDIDATES))
        deal = await self._solving.first_winnable(rules_for(day.game), numbers, affordable(BUDGET))
        if deal is None:
            raise Refused("try-later", "No deal for this day could be proved winnable yet.")
        _log.info("the deal of a day is made", day=day.date, game=day.game)
        return await self._store.put(day, DayRecord(str(deal), self._random(NONCE_BYTES).hex()))

    async def close(self) -> None:
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def _timer(day: Day) -> str:
    return f"daily {day.date} {day.game}"
