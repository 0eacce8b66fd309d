"""Secret deals proved winnable: put by, and served once."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import pytest

from agnes.game import Game, Options, Rules, rules_for
from agnes.race import Refused
from agnes.service.identity import DEAL_MAX, DEAL_MIN
from agnes.service.pool import Pool
from agnes.service.solving import Solving
from agnes.service.tasks import Tasks
from agnes.service.winnable import WHEN_WANTED, Winnable
from agnes.solver import solve
from agnes.store.database import Database
from agnes.store.winnable import WinnableStore, kind_of

BERNAUER = rules_for("bernauer")
HARDLY = rules_for("bernauer", Options(face_down=True))


ALWAYS = {"bernauer": 4, "bernauer+face_down": 2}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agnes.service.winnable.ALWAYS", ALWAYS)


@pytest.fixture(scope="module")
async def solving() -> AsyncIterator[Solving]:
    pool, background = Pool(1), Pool(1, 19)
    yield Solving(pool, background)
    await pool.close()
    await background.close()


def winnable(database: Database, solving: Solving) -> Winnable:
    """As one process has it."""
    return Winnable(WinnableStore(database), solving, secrets.token_bytes, lambda: 10**12, Tasks())


def can_be_won(rules: Rules, deal: int) -> bool:
    return solve(Game.deal(rules, deal), budget=50_000).verdict == "yes"


async def test_what_is_filled_is_secret_and_can_be_won(database: Database, solving: Solving) -> None:
    await winnable(database, solving).fill()
    store = WinnableStore(database)
    for kind, most in ALWAYS.items():
        assert await store.count(kind) == most
    deals = [await winnable(database, solving).proved(HARDLY) for _ in range(ALWAYS[kind_of(HARDLY)])]
    assert all(DEAL_MIN <= deal < DEAL_MAX for deal in deals)
    assert all(can_be_won(HARDLY, deal) for deal in deals)


async def test_what_is_put_by_is_served_without_a_search(database: Database) -> None:
    class NoSearch(Solving):
        def __init__(self) -> None:
            pass

    await WinnableStore(database).put_by("bernauer", 123, 5)
    assert await winnable(database, NoSearch()).proved(BERNAUER) == 123


async def test_an_empty_store_is_made_up_for_on_the_spot(database: Database, solving: Solving) -> None:
    deal = await winnable(database, solving).proved(BERNAUER)
    assert DEAL_MIN <= deal < DEAL_MAX
    assert can_be_won(BERNAUER, deal)


async def test_where_none_is_found_in_time_it_is_said_why(
    database: Database, solving: Solving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agnes.service.winnable.ON_THE_SPOT_S", 0.0)
    with pytest.raises(Refused, match="Ask again in a minute") as refused:
        await winnable(database, solving).proved(HARDLY)
    assert refused.value.reason == "no-proved-deal"
    with pytest.raises(Refused, match="Ask again in a moment") as refused:
        await winnable(database, solving).proved(BERNAUER)
    assert refused.value.reason == "try-later"


async def test_options_once_asked_for_are_put_by_from_then_on(database: Database, solving: Solving) -> None:
    base = rules_for("sorel", Options(base="7"))
    await winnable(database, solving).proved(base)
    await winnable(database, solving).fill()
    assert await WinnableStore(database).count(kind_of(base)) == WHEN_WANTED


async def test_no_deal_is_served_twice(database: Database, solving: Solving) -> None:
    """Two processes that fill and serve at the same time."""
    both = [winnable(database, solving), winnable(database, solving)]

    async def served(one: Winnable) -> list[int]:
        return [await one.proved(BERNAUER) for _ in range(12)]

    lists = await asyncio.gather(*map(served, both), *(one.fill() for one in both))
    deals = [deal for found in lists[:2] for deal in found or ()]
    assert len(set(deals)) == 24


async def test_a_deal_put_by_again_after_it_was_taken_stays_away(database: Database) -> None:
    """As a call does whose answer was lost."""
    store = WinnableStore(database)
    assert await store.put_by("sorel", 5, 10)
    assert await store.take("sorel") == 5
    assert not await store.put_by("sorel", 5, 10)
    assert await store.take("sorel") is None


async def test_what_is_put_by_is_bounded(database: Database) -> None:
    store = WinnableStore(database)
    assert [await store.put_by("sorel", deal, 2) for deal in (1, 2, 3)] == [True, True, False]
    assert await store.count("sorel") == 2


@pytest.mark.parametrize(("deal", "reason"), [(1, None), (7, "not-winnable"), (15, "not-decided")])
async def test_a_named_deal_is_proved(
    database: Database, solving: Solving, deal: int, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agnes.service.winnable.NAMED_BUDGET", 10_000)
    proving = winnable(database, solving).prove(Game.deal(BERNAUER, deal))
    if reason is None:
        await proving
    else:
        with pytest.raises(Refused) as refused:
            await proving
        assert refused.value.reason == reason
