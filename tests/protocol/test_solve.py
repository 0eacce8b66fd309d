"""*Show all* over HTTP."""

import asyncio
import time

import httpx
import pytest
from tests.protocol.client import Crowd

from agnes.game import Game, Options, rules_for


async def ask(crowd: Crowd, **fields: object) -> httpx.Response:
    return await crowd.http.post("/api/solve", json={"game": "bernauer", "deal": "1"} | fields)


async def test_yes_comes_with_a_line_that_wins(crowd: Crowd) -> None:
    moves = ["T2>F", "D"]
    answer = (await ask(crowd, moves=moves)).json()
    assert answer["verdict"] == "yes"
    game = Game.replay(rules_for("bernauer", Options()), 1, [*moves, *answer["line"]])
    assert game.outcome == "won"


async def test_no_is_proved(crowd: Crowd) -> None:
    answer = (await ask(crowd, deal="7")).json()
    assert (answer["verdict"], answer["line"]) == ("no", [])
    assert answer["nodes"] > 1


async def test_a_small_budget_leaves_it_open(crowd: Crowd) -> None:
    assert (await ask(crowd, deal="15", budget=50)).json()["verdict"] == "unknown"


@pytest.mark.parametrize(
    "fields",
    [
        {"moves": ["T1>T1"]},
        {"moves": ["D", "D", "D", "D"]},
        {"deal": "0"},
        {"budget": 0},
        {"budget": 10**9},
        {"game": "sorel", "options": {"redeal": True}},
        {"colour": "red"},
    ],
)
async def test_what_cannot_be_asked_is_told(crowd: Crowd, fields: dict[str, object]) -> None:
    answer = await ask(crowd, **fields)
    assert answer.status_code == 422
    assert answer.json()["type"] == "/problems/bad-request"
    assert answer.json()["detail"]


async def test_a_question_taken_back_stops_the_search(crowd: Crowd) -> None:
    """With the longest of searches taken back over and over, a short one is answered soon all the same."""
    for _ in range(8):
        with pytest.raises((httpx.ReadTimeout, TimeoutError)):
            async with asyncio.timeout(0.2):
                await ask(crowd, deal="15", budget=5_000_000)
    began = time.monotonic()
    assert (await ask(crowd, deal="7")).json()["verdict"] == "no"
    # Eight searches of that size would take the pool many times as long.
    assert time.monotonic() - began < 5
