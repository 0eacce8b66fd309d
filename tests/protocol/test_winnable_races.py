"""Races on deals proved winnable."""

import asyncio
from typing import Any

import pytest
from tests.protocol.arena import seated
from tests.protocol.client import Crowd

from agnes.game import Game, Options, rules_for
from agnes.service.identity import DEAL_MIN
from agnes.service.winnable import ALWAYS
from agnes.solver import solve
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.winnable import WinnableStore


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "bernauer"},
        {"game": "sorel"},
        {"game": "bernauer", "options": {"redeal": True, "base": "5"}},
        {"game": "bernauer", "options": {"face_down": True}},
    ],
    ids=["bernauer", "sorel", "redeal", "face-down"],
)
async def test_its_secret_deal_can_be_won(crowd: Crowd, fields: dict[str, Any]) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, winnable=True, **fields)
    assert race["winnable"]
    assert 10**16 <= int(race["deal"]) < 10**20
    rules = rules_for(fields["game"], Options(**fields.get("options", {})))
    assert solve(Game.deal(rules, int(race["deal"])), budget=200_000).verdict == "yes"


async def test_no_two_races_have_the_same(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    deals = [(await ada.make(seats=1, winnable=True))["deal"] for _ in range(10)]
    assert len(set(deals)) == 10


async def test_fifty_at_once_are_served(
    database: Database, valkey: EmbeddedValkey, start_server: Any
) -> None:
    """As many as are put by on a server that has run for a while, and nobody waits for a search."""
    put_by = {DEAL_MIN + n for n in range(ALWAYS["bernauer"])}
    for deal in put_by:
        await WinnableStore(database).put_by("bernauer", deal, len(put_by))
    async with Crowd(start_server(redis_url=valkey.url, secret_key="w" * 32).url) as crowd:
        people = await asyncio.gather(*(crowd.guest(f"Ada {n}") for n in range(50)))
        races = await asyncio.gather(*(person.make(seats=1, winnable=True) for person in people))
        deals = {int(race["deal"]) for race in races}
        assert len(deals) == 50
        assert deals <= put_by


async def test_its_rematch_is_on_another_that_can_be_won(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    first = await ada.make(seats=1, winnable=True)
    await ada.does(first["id"], "leave")
    again = await ada.does(first["id"], "rematch")
    assert again["winnable"]
    assert again["deal"] != first["deal"]
    assert solve(Game.deal(rules_for("bernauer"), int(again["deal"])), budget=200_000).verdict == "yes"


async def test_a_race_among_people_keeps_it_secret(crowd: Crowd) -> None:
    race_id, (ada, _) = await seated(crowd, "Ada", "Bea", winnable=True)
    race = await ada.race(race_id)
    assert (race["winnable"], race["deal"]) == (True, None)


async def test_a_named_deal_is_taken_if_it_can_be_won(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    assert (await ada.make(seats=1, winnable=True, deal="1"))["deal"] == "1"
    wish = {"game": "bernauer", "seats": 1, "winnable": True, "deal": "7"}
    assert "Deal 7" in (await ada.call("POST", "/api/races", wish)).problem(422, "not-winnable")["detail"]


async def test_without_it_nothing_is_promised(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    assert not (await ada.make(seats=1, deal="7"))["winnable"]
