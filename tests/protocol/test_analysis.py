"""A finished race looked through: which move lost the win."""

import asyncio
from contextlib import suppress
from typing import Any

import httpx
from tests.protocol.arena import running
from tests.protocol.client import Answer, Crowd, Person
from tests.protocol.contract import Contract
from tests.protocol.lines import winning_lines

from agnes.game import Game, rules_for
from agnes.solver import solve
from agnes.store.embedded import EmbeddedValkey

DEAL, LINE = next(iter(winning_lines().items()))
LOST_BY_THE_LAST_ROW = "157"


async def ask(person: Person, race_id: str) -> dict[str, Any]:
    """Asked until it is complete."""
    while True:
        answer = await person.call("GET", f"/api/races/{race_id}/analysis")
        assert answer.status == 200, answer.text
        if answer.body["complete"]:
            found: dict[str, Any] = answer.body
            return found


async def lost(crowd: Crowd) -> tuple[Person, str, list[str]]:
    """A race alone that was thrown away twice, the first time taken back: its moves."""
    moves = ["D", "D", "D", "U", "D"]
    alone = await running(crowd, "Ada", deal=LOST_BY_THE_LAST_ROW)
    await alone.seats[0].played(moves)
    await alone.end()
    return alone.people[0], alone.race_id, moves


async def test_the_move_that_lost_is_named_with_a_line_that_wins(crowd: Crowd) -> None:
    ada, race_id, moves = await lost(crowd)
    (board,) = (await ask(ada, race_id))["boards"]
    rules = rules_for("bernauer")
    deal = int(LOST_BY_THE_LAST_ROW)
    games = [Game.replay(rules, deal, moves[:n]) for n in range(len(moves) + 1)]
    assert board["positions"] == [solve(game, budget=500_000).verdict for game in games]
    assert board["positions"] == ["yes", "yes", "yes", "no", "yes", "no"]
    assert (board["lost_at"], board["move"], board["best"]) == (5, "D", False)
    assert board["player"] == ada.id
    assert Game.replay(rules, deal, [*moves[:4], *board["line"]]).outcome == "won"


async def test_every_board_of_a_race_is_told(crowd: Crowd, contract: Contract) -> None:
    async with Crowd(crowd.url, contract) as held:
        race = await running(held, "Ada", "Bea", deal=DEAL)
        ada, bea = race.people
        path = f"/api/races/{race.race_id}/analysis"
        (await ada.call("GET", path)).problem(409, "not-finished")
        await race.seats[0].played(LINE)
        await race.seats[1].played(["D", "D", "D"])
        await race.end()
        boards = (await ask(bea, race.race_id))["boards"]
        assert [board["player"] for board in boards] == [ada.id, bea.id]
        assert set(boards[0]["positions"]) == {"yes"}
        assert (boards[0]["lost_at"], boards[0]["line"], boards[0]["best"]) == (None, None, True)
        assert len(boards[1]["positions"]) == 4


async def test_it_is_the_same_for_all_who_ask_at_once(crowd: Crowd) -> None:
    ada, race_id, _ = await lost(crowd)
    found = await asyncio.gather(*[ask(ada, race_id) for _ in range(5)])
    assert all(one == found[0] for one in found)


async def test_two_processes_find_one_result(start_server: Any, valkey: EmbeddedValkey) -> None:
    first, second = [start_server(redis_url=valkey.url, secret_key="f" * 32) for _ in range(2)]
    async with Crowd(first.url) as here, Crowd(second.url) as there:
        ada, race_id, _ = await lost(here)
        elsewhere = Person(there, {"id": ada.id, "name": ada.name, "token": ada.token})
        one, other = await asyncio.gather(ask(ada, race_id), ask(elsewhere, race_id))
    assert one == other


async def test_a_question_taken_back_leaves_what_was_found(crowd: Crowd) -> None:
    ada, race_id, _ = await lost(crowd)
    with suppress(TimeoutError, httpx.TimeoutException):  # it may have been found by then
        async with asyncio.timeout(0.01):
            await ada.call("GET", f"/api/races/{race_id}/analysis")
    assert (await ask(ada, race_id))["boards"][0]["lost_at"] == 5


async def test_of_a_race_that_is_not_there_nothing_is_told(crowd: Crowd) -> None:
    answer = Answer(await crowd.http.get("/api/races/nosuchrace00/analysis"))
    answer.problem(404, "no-such-race")
