"""What tests of the daily challenge share: people at a day's deal, and moves that win it."""

import asyncio
from typing import Any, Final

from tests.protocol import shapes
from tests.protocol.client import Answer, Connection, Person

from agnes.game import Game, rules_for
from agnes.race.daily import Day
from agnes.service.recount import differences
from agnes.solver import solve
from agnes.store.daily import DailyStore
from agnes.store.database import Database

Json = dict[str, Any]

KEEP_MS: Final = 30 * 86_400_000
"""As long as a server keeps finished races that is not told otherwise."""


async def begin(person: Person, day: Day) -> Answer:
    return await person.call("POST", f"/api/daily/{day.date}/{day.game}/start")


async def begun(person: Person, day: Day) -> Connection:
    """Their attempt, its board on the table."""
    (await begin(person, day)).ok(200, shapes.DAILY)
    return await person.connect(day.code)


async def give_up(seat: Connection) -> None:
    await seat.send(type="give_up")
    await seat.until_state("finished")


async def finished(person: Person, day: Day) -> None:
    """An attempt that is begun and given up."""
    await give_up(await begun(person, day))


async def standing(person: Person, day: Day) -> Json:
    """The day as the person sees it."""
    return (await person.call("GET", f"/api/daily/{day.date}/{day.game}")).ok(200, shapes.DAILY)


async def board(person: Person, day: Day, query: str = "") -> Json:
    answer = await person.call("GET", f"/api/daily/{day.date}/{day.game}/leaderboard?{query}")
    return answer.ok(200, shapes.LEADERBOARD)


async def streak(person: Person) -> tuple[int, int, bool]:
    """Current, longest, and whether today's is done."""
    told = (await person.call("GET", "/api/daily")).ok(200, shapes.DAILIES)["streak"]
    return told["current"], told["longest"], told["today_done"]


async def winning_line(database: Database, day: Day) -> list[str]:
    """Moves that win the day's deal, found with its number, which only the database tells."""
    record = await DailyStore(database).record(day)
    assert record
    rules = rules_for(day.game)
    answer = await asyncio.to_thread(solve, Game.deal(rules, int(record.deal)), budget=1_000_000)
    assert answer.verdict == "yes"
    return list(answer.line)


async def disagreements(database: Database, now: int) -> list[str]:
    """What differs between the stored boards and leaderboards, streaks and wins."""
    return [difference.says for difference in await differences(database, now, KEEP_MS)]
