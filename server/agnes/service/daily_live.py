"""The day's leaders, live: told to those who are connected to a day, at most once a second, when it changes.

A second is looked at once for each day, however many are connected: the leading rows, and in one more call
the places of everybody here.
"""

import asyncio
from collections import defaultdict
from typing import Final
from weakref import WeakKeyDictionary

import structlog

from agnes.protocol.daily import EntryOut, Leaders, LeaderYours
from agnes.race.daily import Day, day_of_attempt, percentile
from agnes.race.lines import OPENING
from agnes.service.boards import Boards
from agnes.service.hub import Hub
from agnes.service.leaderboards import Leaderboards, run_entry
from agnes.service.tasks import Tasks
from agnes.service.viewer import Viewer
from agnes.store.daily import DailyStore, Run
from agnes.store.errors import StoreError
from agnes.store.leaderboards import Page

_log = structlog.get_logger()

EVERY_S: Final = 1.0
TOP: Final = 10


class DailyLive:
    def __init__(
        self, hub: Hub, boards: Boards, dailies: DailyStore, leaderboards: Leaderboards, tasks: Tasks
    ) -> None:
        self._hub = hub
        self._boards = boards
        self._dailies = dailies
        self._leaderboards = leaderboards
        self._tasks = tasks
        self._told: WeakKeyDictionary[Viewer, Leaders] = WeakKeyDictionary()
        self._tops: dict[str, tuple[Page, tuple[EntryOut, ...]]] = {}

    def start(self) -> None:
        self._tasks.start(self._forever())

    async def _forever(self) -> None:
        while True:
            try:
                await self._tell()
            except StoreError as error:
                _log.warning("database away", error=str(error))
            await asyncio.sleep(EVERY_S)

    async def _tell(self) -> None:
        here: dict[Day, list[Viewer]] = defaultdict(list)
        for viewer in self._hub.every_viewer():
            day = day_of_attempt(viewer.race_id) if viewer.seated and viewer.player else None
            if day is not None:
                here[day].append(viewer)
        self._tops = {code: top for code, top in self._tops.items() if code in {day.code for day in here}}
        await asyncio.gather(*(self._tell_day(day, viewers) for day, viewers in here.items()))

    async def _tell_day(self, day: Day, viewers: list[Viewer]) -> None:
        page, top = await self._top(day)
        runs = await self._runs(day, viewers)
        places = await self._dailies.ranking(day).places([run.value for run in runs])
        for viewer, run, place in zip(viewers, runs, places, strict=True):
            done = run.status != "playing" and not run.marked
            yours = LeaderYours(
                status=run.status,
                score=run.score,
                t_ms=run.t_ms,
                rank=None if run.marked else place,
                percentile=percentile(place, page.total) if done and page.total else None,
                marked=run.marked,
            )
            leaders = Leaders(top=top, yours=yours, total=page.total)
            if self._told.get(viewer) != leaders:
                self._told[viewer] = leaders
                viewer.tell(leaders.text())

    async def _top(self, day: Day) -> tuple[Page, tuple[EntryOut, ...]]:
        """The leading rows; who they are called is asked when they change."""
        page = await self._dailies.ranking(day).page(0, TOP)
        known = self._tops.get(day.code)
        if known is None or known[0] != page:
            known = self._tops[day.code] = (page, await self._leaderboards.entries(page.rows, run_entry))
        return known

    async def _runs(self, day: Day, viewers: list[Viewer]) -> list[Run]:
        """How each of them stands: the finished run, else the board that is played here."""
        stored = await self._dailies.runs(day, [viewer.name for viewer in viewers])
        return [run or await self._playing(viewer) for viewer, run in zip(viewers, stored, strict=True)]

    async def _playing(self, viewer: Viewer) -> Run:
        play = await self._boards.play(viewer.race_id, viewer.name)
        line = play.line if play else OPENING
        return Run(line.score, line.t_ms, line.status, marked=False)
