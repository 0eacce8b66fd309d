"""The deal of a day: the first candidate proved winnable, one search a process, the first one stored wins."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable

import pytest

from agnes.game import Game, rules_for
from agnes.race import Refused
from agnes.race.daily import DAY_MS, Day
from agnes.service import daily_making
from agnes.service.daily_making import BUDGET, CANDIDATES, DailyMaking
from agnes.service.pool import Pool
from agnes.service.solving import Solving, affordable
from agnes.solver import solve
from agnes.store import keys
from agnes.store.daily import DailyStore
from agnes.store.database import Database
from agnes.store.timers import Timers

TODAY = Day(4_000, "sorel")
NOON = TODAY.starts_at + DAY_MS // 2
SECRETS = [b"the key of one server, long enough", b"the key of another, long enough too"]

Make = Callable[..., DailyMaking]


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    opened = Pool(1)
    yield opened
    await opened.close()


@pytest.fixture
async def make(database: Database, pool: Pool) -> AsyncIterator[Make]:
    made: list[DailyMaking] = []

    def one(secret: bytes = SECRETS[0], now: int = NOON) -> DailyMaking:
        solving, timers = Solving(pool, pool), Timers(database)
        making = DailyMaking(DailyStore(database), solving, timers, secret, secrets.token_bytes, lambda: now)
        made.append(making)
        return making

    yield one
    for making in made:
        await making.close()


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
async def test_it_is_the_first_candidate_that_is_proved_winnable(make: Make, game: str) -> None:
    day = next(day for number in range(4_000, 4_100) for day in [Day(number, game)] if passed_over(day))  # type: ignore[arg-type]
    record = await make().at_once(day)
    numbers = list(day.candidates(key_of(SECRETS[0]), CANDIDATES))
    place = numbers.index(int(record.deal))
    assert place == passed_over(day)
    assert verdict(day, numbers[place]) == "yes"


async def test_servers_with_different_keys_agree_on_the_first_one_stored(make: Make) -> None:
    one, other = make(SECRETS[0]), make(SECRETS[1])
    first, second = await asyncio.gather(one.at_once(TODAY), other.at_once(TODAY))
    assert first == second == await make(SECRETS[1]).at_once(TODAY)


async def test_many_who_ask_at_once_share_one_search(make: Make, database: Database) -> None:
    making = make()
    records = await asyncio.gather(*(making.at_once(TODAY) for _ in range(50)))
    assert len(set(records)) == 1


async def test_who_waits_too_long_comes_back_to_a_deal(
    make: Make, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search goes on though nobody waits any more."""
    monkeypatch.setattr(daily_making, "ON_THE_SPOT_S", 0.0)
    making = make()
    with pytest.raises(Refused, match="try-later"):
        await making.at_once(TODAY)
    while await DailyStore(database).record(TODAY) is None:  # noqa: ASYNC110 (nobody is told of it)
        await asyncio.sleep(0.01)


async def test_a_start_sees_to_today_and_tomorrow_once(make: Make, database: Database) -> None:
    await make().begin()
    await database.call("ZINCRBY", keys.TIMERS, 5, f"daily {TODAY.date} sorel")
    before = await due_times(database)
    await make().begin()
    assert await due_times(database) == before
    assert set(before) == {
        f"daily {day.date} {game}" for day in (TODAY, TODAY.next) for game in ("bernauer", "sorel")
    }


async def test_a_due_time_makes_the_day_and_plans_the_next_one_a_day_ahead(
    make: Make, database: Database
) -> None:
    await make().go_on(f"{TODAY.next.date} sorel")
    assert await DailyStore(database).record(TODAY.next)
    after = TODAY.next.next
    assert await due_times(database) == {f"daily {after.date} sorel": TODAY.next.starts_at}


async def test_after_days_of_standstill_it_goes_on_from_today(make: Make, database: Database) -> None:
    past = Day(TODAY.number - 9, "sorel")
    await make().go_on(f"{past.date} sorel")
    assert await DailyStore(database).record(past) is None
    assert list(await due_times(database)) == [f"daily {TODAY.date} sorel"]


async def due_times(database: Database) -> dict[str, int]:
    rows = await database.call("ZRANGE", keys.TIMERS, 0, -1, "WITHSCORES")
    return {member: int(at) for member, at in rows}


def key_of(secret: bytes) -> bytes:
    return hmac.digest(secret, b"agnes.daily", hashlib.sha256)


def verdict(day: Day, number: int) -> str:
    return solve(Game.deal(rules_for(day.game), number), budget=affordable(BUDGET)).verdict


def passed_over(day: Day) -> int:
    """How many candidates stand before the first that is proved winnable."""
    numbers = day.candidates(key_of(SECRETS[0]), CANDIDATES)
    return next(place for place, number in enumerate(numbers) if verdict(day, number) == "yes")
