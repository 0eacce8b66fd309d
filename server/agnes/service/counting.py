"""What a finished race counts for, counted once: leaderboards, streaks, who has raced whom.

All of it follows from the race and its boards as they are stored, and every step can be done again. A due
time, `count RACE`, is set before a race is stored as finished and struck out when all is done: whatever dies
in between, somebody counts it later. Until the race is finished the due time comes again and again.
"""

from asyncio import gather
from typing import Final

import structlog

from agnes.race import Race
from agnes.race.counting import counts, people_of, winners
from agnes.race.daily import GAMES, Day, day_of_attempt, latest_closed, number_at
from agnes.race.human import superhuman
from agnes.service.stores import Stores
from agnes.store.boards import BoardStore
from agnes.store.daily import DailyStore, Run
from agnes.store.errors import StoreError
from agnes.store.leaderboards import WinStore
from agnes.store.rivals import RivalStore
from agnes.store.streaks import StreakStore

_log = structlog.get_logger()

LOOK_AGAIN_MS: Final = 2_000
NOT_YET_MS: Final = 60_000
SETTLED_MS: Final = 300_000
"""After a day has closed, until the runs that its end has cut off are counted."""
CLOSE: Final = "close days"


class Counting:
    """`keep_ms`: how long a finished race is kept; nobody counts it again after that."""

    def __init__(
        self,
        stores: Stores,
        dailies: DailyStore,
        streaks: StreakStore,
        wins: WinStore,
        rivals: RivalStore,
        *,
        keep_ms: int,
    ) -> None:
        self._stores = stores
        self._dailies = dailies
        self._streaks = streaks
        self._wins = wins
        self._rivals = rivals
        self._keep_ms = keep_ms

    async def expect(self, race: Race) -> None:
        """Call this before the race is stored as finished."""
        if _matters(race):
            await self._stores.timers.set(_timer(race.id), self._stores.now() + LOOK_AGAIN_MS)

    async def finished(self, race: Race) -> None:
        """Call this once it is: counted by then, or, if the database is away, as soon as it is back."""
        if not _matters(race):
            return
        try:
            await self._count(race)
            await self._stores.timers.drop(_timer(race.id))
        except StoreError as error:
            _log.warning("database away", error=str(error))
        except Exception:
            # The finish is told all the same; the due time tries again, until this is mended.
            _log.exception("a finished race could not be counted", race=race.id)

    async def go_on(self, race_id: str) -> None:
        """The due time has come."""
        stored = await self._stores.races.load(race_id)
        if stored is None:
            return
        if stored.race.state == "finished":
            await self._count(stored.race)
        else:
            # Its finish was about to be stored, and may yet be.
            await self._stores.timers.set(_timer(race_id), self._stores.now() + NOT_YET_MS)

    async def begin(self) -> None:
        """At the start of a process: the close of days is looked after."""
        await self._stores.timers.set_new({CLOSE: self._stores.now() + LOOK_AGAIN_MS})

    async def close_days(self, _: str = "") -> None:
        """Strike the streaks that ended with the newest closed day, and come back when the next one is."""
        now = self._stores.now()
        closed = latest_closed(now)
        await self._streaks.lapse(closed)
        await self._wins.settle(remembered_since(now, self._keep_ms))
        await self._stores.timers.set(CLOSE, Day(closed + 1, "bernauer").closes_at + SETTLED_MS)

    async def erase(self, player: str) -> None:
        """Take out all that counts for somebody who is no more; done again it does no harm."""
        today = number_at(self._stores.now())
        numbers = {*await self._streaks.days_of(player), today - 1, today}
        days = [Day(number, game) for number in numbers for game in GAMES]
        await gather(*(self._dailies.erase(day, player) for day in days))
        await gather(self._wins.erase(player), self._streaks.erase(player), self._rivals.erase(player))

    async def _count(self, race: Race) -> None:
        day = day_of_attempt(race.id)
        if day is not None:
            await self._count_attempt(race, day)
            return
        people = [seat.player for seat in people_of(race)]
        if counts(race):
            best = await credited(self._stores.boards, race)
            known = [player for player in best if await self._is_known(player)]
            await self._wins.count(race.id, known, self._stores.now())
        await self._rivals.raced([player for player in people if await self._is_known(player)], race.made_at)

    async def _count_attempt(self, race: Race, day: Day) -> None:
        player = race.seats[0].player if race.seats else None
        if player is None or race.starts_at is None or not await self._is_known(player):
            return
        run = await run_of(self._stores.boards, race)
        await self._dailies.enter(day, player, run)
        if not run.marked:
            await self._streaks.finish(player, day.number, latest_closed(self._stores.now()))

    async def _is_known(self, player: str) -> bool:
        """Not of somebody who has been erased meanwhile."""
        return await self._stores.players.name_of(player) is not None


async def run_of(boards: BoardStore, race: Race) -> Run:
    """The result of a finished attempt."""
    (seat,) = race.seats
    marked = superhuman(await boards.moves(race.id, seat.player))
    return Run(seat.line.score, seat.line.t_ms, seat.line.status, marked)


async def credited(boards: BoardStore, race: Race) -> list[str]:
    """Who has won a finished race that counts, but for those whom no hand can have played so fast."""
    return [player for player in winners(race) if not superhuman(await boards.moves(race.id, player))]


def remembered_since(now: int, keep_ms: int) -> int:
    """Races counted before that are no longer remembered one by one: nobody counts one again so late."""
    return now - 2 * keep_ms


def _matters(race: Race) -> bool:
    return race.terms.daily is not None or len(people_of(race)) > 1


def _timer(race_id: str) -> str:
    return f"count {race_id}"
