"""*Show all* over HTTP."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.faults.crash import children_of
from tests.faults.helpers import until
from tests.protocol.client import Crowd

from agnes.game import Game, Options, rules_for
from agnes.service.winnable import ALWAYS
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.winnable import WinnableStore


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


async def test_a_dropped_request_stops_its_search_within_a_tenth_of_a_second(
    database: Database, valkey: EmbeddedValkey, start_server: Any
) -> None:
    """In time of the processor, which does not depend on what else this machine has to do."""
    for kind, most in ALWAYS.items():  # so that nothing else is searched for
        for deal in range(most):
            await WinnableStore(database).put_by(kind, deal + 1, most)
    server = start_server(redis_url=valkey.url, secret_key="d" * 32)
    async with Crowd(server.url) as crowd:
        await ask(crowd, deal="7")  # begins the processes
        before = {child: _used_s(child) for child in children_of(server.pid)}
        asking = asyncio.create_task(ask(crowd, deal="15", budget=5_000_000))
        at_it = list[int]()

        async def under_way() -> bool:
            at_it.extend(child for child, used in before.items() if _used_s(child) > used + 0.1)
            return bool(at_it)

        async def has_left_off() -> bool:
            return _stat(at_it[0])[0] == "S"  # asleep, until it is asked something else

        await until(under_way)
        dropped = _used_s(at_it[0])
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await until(has_left_off)
        assert _used_s(at_it[0]) - dropped < 0.1


def _used_s(pid: int) -> float:
    """What a process has used of the processor."""
    used = int(_stat(pid)[11]) + int(_stat(pid)[12])
    return used / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """From its state on, see proc(5)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
