"""Whether leaderboards and streaks are what follows from the stored boards, and making them so.

Runs are compared with the attempts that are still kept, leaderboards and days with the runs, streaks with the
days, wins with the races that are still kept and with the sums of those that are not.
"""

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agnes.race.counting import counts
from agnes.race.daily import DAY_MS, Day, day_of_attempt, latest_closed
from agnes.race.streak import streak_of
from agnes.service.counting import credited, remembered_since, run_of
from agnes.store import keys
from agnes.store.boards import BoardStore
from agnes.store.daily import DailyStore, Run
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import StoreError
from agnes.store.races import RaceStore
from agnes.store.recount import Kept, Recount
from agnes.store.timers import Timers


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is stored otherwise than it follows: a sentence, and what puts it right."""

    says: str
    mend: Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Boards:
    """What follows from the races that are still kept; `open`: attempts that are begun and not finished."""

    runs: dict[Day, dict[str, Run]] = field(default_factory=lambda: defaultdict(dict))
    open: set[tuple[Day, str]] = field(default_factory=set)
    winners: dict[str, list[str]] = field(default_factory=dict)


def rebuild(data_dir: Path, redis_url: str | None, *, keep_days: int, compare: bool) -> int:
    """Print what differs, put it right unless only to `compare`; the exit status: 1 if it differs still.

    `keep_days`: for how long finished races are kept.
    """
    try:
        return asyncio.run(_rebuild(data_dir, redis_url, keep_days * DAY_MS, compare))
    except StoreError as error:
        print(f"agnes: {error}", file=sys.stderr)
        return 1


async def differences(database: Database, now: int, keep_ms: int) -> list[Difference]:
    """Everything that differs; what a server is just about to count does too."""
    recount = Recount(database)
    kept, boards = await recount.kept(), await _boards(database, remembered_since(now, keep_ms))
    known = await _known(database, kept, boards)
    return [
        *_runs(kept, boards, known, database, recount),
        *_entries(kept, boards, known, recount),
        *_streaks(kept, boards, known, recount, latest_closed(now)),
        *_wins(kept, boards, known, recount, now),
    ]


async def _rebuild(data_dir: Path, redis_url: str | None, keep_ms: int, compare: bool) -> int:
    embedded = None if redis_url else await EmbeddedValkey.start(data_dir)
    try:
        database = await Database.open(redis_url or (embedded.url if embedded else ""))
        try:
            found = await differences(database, time.time_ns() // 1_000_000, keep_ms)
            for difference in found:
                print(difference.says)
                if not compare:
                    await difference.mend()
            done = "" if compare or not found else ", put right"
            print(f"{len(found)} differences between boards and leaderboards{done}")
            return 1 if compare and found else 0
        finally:
            await database.close()
    finally:
        if embedded:
            await embedded.stop()


async def _boards(database: Database, since: int) -> Boards:
    """Of races only those made since then: of older ones, if they are still there, sums alone are kept."""
    races = RaceStore(database, Timers(database), "recount", keep_s=1, lobby_s=1)
    moves = BoardStore(database, "recount")
    boards = Boards()
    async for race_id in races.all_ids():
        stored = await races.load(race_id)
        if stored is None:
            continue
        race, day = stored.race, day_of_attempt(race_id)
        if day is not None and race.seats:
            player = race.seats[0].player
            if race.state == "finished":
                boards.runs[day][player] = await run_of(moves, race)
            else:
                boards.open.add((day, player))
        elif race.state == "finished" and counts(race) and race.made_at >= since:
            boards.winners[race_id] = await credited(moves, race)
    return boards


async def _known(database: Database, kept: Kept, boards: Boards) -> frozenset[str]:
    """Of all who are spoken of, those who are still somebody: nothing is kept of the erased."""
    spoken = {
        *(player for runs in (*kept.runs.values(), *boards.runs.values()) for player in runs),
        *(player for best in (*kept.counted.values(), *boards.winners.values()) for player in best),
        *kept.days,
        *kept.wins,
    }
    there = {player: await database.call("EXISTS", keys.player(player)) for player in spoken}
    return frozenset(player for player, exists in there.items() if exists)


def _runs(
    kept: Kept, boards: Boards, known: frozenset[str], database: Database, recount: Recount
) -> list[Difference]:
    found = list[Difference]()
    dailies = DailyStore(database)
    for day, runs in boards.runs.items():
        for player, run in runs.items():
            stored = kept.runs.get(day, {}).get(player)
            if stored != run and player in known:
                there = stored.text() if stored else "nothing"
                says = f"{_place(day)}, {player}: the board says {run.text()}, the results {there}"
                found.append(Difference(says, _later(dailies.enter, day, player, run)))
    for day, player in boards.open:
        if player in kept.runs.get(day, {}):
            says = f"{_place(day)}, {player}: there is a result, but the board is not finished"
            found.append(Difference(says, _later(recount.drop_run, day, player)))
    return found


def _entries(kept: Kept, boards: Boards, known: frozenset[str], recount: Recount) -> list[Difference]:
    found = list[Difference]()
    for day in {*kept.runs, *boards.runs}:
        runs = _all_runs(day, kept, boards, known)
        due = {player: run.value for player, run in runs.items() if not run.marked}
        for player, value, stored in _unequal(due, kept.entries.get(day, {})):
            says = f"{_place(day)}, {player}: the leaderboard has {stored}, the results say {value}"
            found.append(Difference(says, _later(recount.put_entry, day, player, value)))
    return found


def _streaks(
    kept: Kept, boards: Boards, known: frozenset[str], recount: Recount, closed: int
) -> list[Difference]:
    due: dict[str, set[int]] = defaultdict(set)
    for day in {*kept.runs, *boards.runs}:
        for player, run in _all_runs(day, kept, boards, known).items():
            if not run.marked:
                due[player].add(day.number)
    found = list[Difference]()
    for player in sorted({*due, *kept.days, *kept.streaks, *kept.notes}):
        days = frozenset(due.get(player, ()))
        streak = streak_of(days)
        note = f"{streak.days} {streak.longest}" if days else None
        stored_days = kept.days.get(player, frozenset())
        # One that has lapsed may still stand there, until the next close of a day strikes it.
        value = streak.current(closed) or None
        standing = kept.streaks.get(player)
        right = standing == value or (value is None and standing == streak.run)
        if stored_days != days or kept.notes.get(player) != note or not right:
            says = (
                f"streak of {player}: the results say {len(days)} days, {value} in a row, longest "
                f"{streak.longest}; stored are {len(stored_days)}, {standing} and {kept.notes.get(player)}"
            )
            found.append(Difference(says, _later(recount.put_days, player, days, closed)))
    return found


def _wins(kept: Kept, boards: Boards, known: frozenset[str], recount: Recount, now: int) -> list[Difference]:
    found = list[Difference]()
    counted = {race: [player for player in best if player in known] for race, best in kept.counted.items()}
    for race, best in boards.winners.items():
        due = [player for player in best if player in known]
        if race not in counted or sorted(counted[race]) != sorted(due):
            found.append(
                Difference(
                    f"race {race}: won by {' '.join(due) or 'nobody'}, counted is {counted.get(race)}",
                    _later(recount.put_counted, race, due, now),
                )
            )
            counted[race] = due
    sums = Counter({player: wins for player, wins in kept.settled.items() if wins})
    sums.update(player for best in counted.values() for player in best)
    for player, wins, stored in _unequal(sums, kept.wins):
        if player in known:
            says = f"wins of {player}: {wins} follow from the races, stored are {stored}"
            found.append(Difference(says, _later(recount.put_wins, player, wins)))
    return found


def _all_runs(day: Day, kept: Kept, boards: Boards, known: frozenset[str]) -> dict[str, Run]:
    """The results of a day: by the boards where they are kept, else as they were counted."""
    counted = {
        player: run for player, run in kept.runs.get(day, {}).items() if (day, player) not in boards.open
    }
    return counted | {player: run for player, run in boards.runs.get(day, {}).items() if player in known}


def _unequal(
    due: Mapping[str, int], stored: Mapping[str, int]
) -> Sequence[tuple[str, int | None, int | None]]:
    pairs = ((player, due.get(player), stored.get(player)) for player in sorted({*due, *stored}))
    return [pair for pair in pairs if pair[1] != pair[2]]


def _later(mend: Callable[..., Awaitable[None]], *args: object) -> Callable[[], Awaitable[None]]:
    return lambda: mend(*args)


def _place(day: Day) -> str:
    return f"{day.date} {day.game}"
