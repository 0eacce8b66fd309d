"""The daily challenge: today's deals, one counted attempt each, how one stands.

An attempt is a race of one seat; its id follows from the day and the player, so that however often somebody
begins, on however many devices, there is one.
"""

import asyncio

from agnes.protocol.daily import DailiesOut, DailyOut, FieldOut, StreakOut, YoursOut
from agnes.race import Race, Refused, Step, Terms
from agnes.race.daily import (
    GAMES,
    Day,
    day_of,
    day_of_attempt,
    day_of_code,
    latest_closed,
    number_at,
    percentile,
)
from agnes.race.lines import OPENING
from agnes.race.terms import DailyTerms
from agnes.service.counting import Counting, run_of
from agnes.service.daily_making import DailyMaking
from agnes.service.identity import commitment
from agnes.service.keeping import Keeping
from agnes.service.stores import Stores
from agnes.store.daily import DailyStore, DayRecord, Run
from agnes.store.streaks import StreakStore


class Daily:
    def __init__(
        self,
        stores: Stores,
        dailies: DailyStore,
        streaks: StreakStore,
        making: DailyMaking,
        keeping: Keeping,
        counting: Counting,
    ) -> None:
        self._stores = stores
        self._dailies = dailies
        self._streaks = streaks
        self._making = making
        self._keeping = keeping
        self._counting = counting

    async def today(self, player: str | None) -> DailiesOut:
        """Today's deals as `player`, None for a stranger, may see them."""
        now = self._stores.now()
        number = number_at(now)
        days = [Day(number, game) for game in GAMES]
        return DailiesOut(
            dailies=tuple(await asyncio.gather(*(self._out(day, player) for day in days))),
            today=days[0].date,
            now=now,
            next_at=days[0].ends_at,
            streak=await self._streak(player, number) if player else None,
        )

    async def of(self, date: str, game: str, player: str | None) -> DailyOut:
        return await self._out(self.day(date, game), player)

    async def start(self, date: str, game: str, player: str, name: str) -> DailyOut:
        """Begin the player's one attempt, or find it begun. Refused("day-over") if the day has ended."""
        day = self.day(date, game)
        if await self._stores.races.load(day.attempt(player)) is None:
            if self._stores.now() >= day.ends_at:
                raise Refused("day-over", f"The deal of {date} is over; play that of today.")
            await self._make_attempt(day, await self._record(day), player, name)
        return await self._out(day, player)

    async def enter(self, race_id: str, player: str | None) -> str:
        """The race behind an id that a socket asks for: of a day one's own attempt, whose clock starts now.

        Refused for an attempt that is not begun, and for one named directly.
        """
        day = day_of_code(race_id)
        if day is None:
            if day_of_attempt(race_id):
                raise Refused("no-such-race", "There is no race with this code.")
            return race_id
        if player is None:
            raise Refused("unknown-player", "Say who you are first: the daily challenge is played by name.")
        attempt = await self.attempt_of(day, player)
        await self._keeping.change(attempt.id, lambda race: race.begin_daily(self._stores.now()))
        return attempt.id

    async def attempt_of(self, day: Day, player: str) -> Race:
        """Refused("not-started") if there is none, or none any more."""
        stored = await self._stores.races.load(day.attempt(player))
        if stored is None:
            raise Refused("not-started", f"Start your attempt at the deal of {day.date} first.")
        return stored.race

    async def told_attempt(self, day: Day, player: str) -> Race:
        """An attempt whose deal may be told, to anyone: Refused("not-finished") until the day is closed."""
        if self._stores.now() < day.closes_at:
            raise Refused("not-finished", "Boards of a day can be had once it is closed.")
        stored = await self._stores.races.load(day.attempt(player))
        if stored is None:
            raise Refused(
                "no-such-player", "Nobody with that id has played this day, or it was too long ago."
            )
        return stored.race

    def day(self, date: str, game: str) -> Day:
        """The day with that date, which has begun."""
        day = day_of(date, game)
        if day is None or day.number > number_at(self._stores.now()):
            raise Refused("no-such-day", "There is no daily challenge of this date, or not yet.")
        return day

    # -- helpers ---------------------------------------------------------------------------

    async def _record(self, day: Day) -> DayRecord:
        """What was made for the day; today's is made if it is missing, past ones are not."""
        if day.ends_at > self._stores.now():
            return await self._making.at_once(day)
        record = await self._making.stored(day)
        if record is None:
            raise Refused("no-such-day", "There was no daily challenge on this date.")
        return record

    async def _make_attempt(self, day: Day, record: DayRecord, player: str, name: str) -> None:
        await self._dailies.begin(day, player)
        race_id = day.attempt(player)
        await self._stores.players.sits_in(player, race_id, self._stores.now())
        terms = Terms(
            day.game,
            seats=1,
            watch="finished",
            study_s=0,
            winnable=True,
            daily=DailyTerms(day.date, day.code, day.closes_at),
        )
        race = Race(race_id, terms, record.deal, record.nonce, self._stores.now()).join(player, name).race
        # None means that another call of theirs was first: there is one now.
        await self._keeping.save(None, Step(race, ("joined",)))

    async def _out(self, day: Day, player: str | None) -> DailyOut:
        record = await self._record(day)
        now = self._stores.now()
        told = now >= day.closes_at
        players, field, yours = await asyncio.gather(
            self._dailies.players(day), self._field(day), self._yours(day, player)
        )
        return DailyOut(
            date=day.date,
            game=day.game,
            race=day.code,
            starts_at=day.starts_at,
            next_at=day.ends_at,
            closes_at=day.closes_at,
            today=Day(number_at(now), day.game).date,
            now=now,
            players=players,
            field=field,
            yours=yours,
            commitment=commitment(record.deal, record.nonce),
            deal=record.deal if told else None,
            nonce=record.nonce if told else None,
        )

    async def _field(self, day: Day) -> FieldOut:
        ranking = self._dailies.ranking(day)
        finished, won = await asyncio.gather(ranking.size(), self._dailies.won(day))
        middle = (await ranking.page((finished - 1) // 2, 1)).rows if finished else ()
        return FieldOut(finished=finished, won=won, median=Run.of(middle[0].note).score if middle else None)

    async def _yours(self, day: Day, player: str | None) -> YoursOut | None:
        run = await self._run(day, player) if player else None
        if player is None or run is None:
            return None
        ranking = self._dailies.ranking(day)
        streak = await self._streaks.of(player)
        rank = None if run.marked else (await ranking.places([run.value]))[0]
        done = rank is not None and run.status != "playing"
        return YoursOut(
            status=run.status,
            score=run.score,
            t_ms=run.t_ms,
            rank=rank,
            percentile=percentile(rank, await ranking.size()) if done and rank else None,
            streak=streak.current(latest_closed(self._stores.now())),
            longest=streak.longest,
            marked=run.marked,
        )

    async def _run(self, day: Day, player: str) -> Run | None:
        """How the player stands: as counted, else as the attempt has it; None if there is none."""
        run = await self._dailies.run(day, player)
        if run is not None:
            return run
        stored = await self._stores.races.load(day.attempt(player))
        if stored is None or not stored.race.seats:
            return None
        if stored.race.state == "finished":
            await self._counting.finished(stored.race)
            return await run_of(self._stores.boards, stored.race)
        line = stored.race.seats[0].line
        # Begun and not yet shown is being played as well: it is one's only attempt.
        return Run(max(line.score, OPENING.score), line.t_ms, "playing", marked=False)

    async def _streak(self, player: str, number: int) -> StreakOut:
        streak = await self._streaks.of(player)
        return StreakOut(
            current=streak.current(latest_closed(self._stores.now())),
            longest=streak.longest,
            today_done=streak.last == number,
        )
