"""Positions and lines told to a client that knows no rules: `POST /api/replay`."""

from typing import Any

import pytest
from tests.protocol.board import Board
from tests.protocol.client import Answer, Crowd
from tests.protocol.lines import winning_lines
from tests.protocol.test_alone import variants

from agnes.game import Game, Options, rules_for
from agnes.game.selfplay import play_out

DEAL, LINE = next(iter(winning_lines().items()))


async def ask(crowd: Crowd, **fields: Any) -> Answer:
    return Answer(await crowd.http.post("/api/replay", json={"game": "bernauer", "deal": DEAL} | fields))


async def test_every_move_from_the_opening_to_the_win(crowd: Crowd) -> None:
    told = (await ask(crowd, moves=LINE)).body
    board = Board(told["board"])
    assert (board.n, board.legal) == (0, [])
    for message in told["moved"]:
        assert "legal" not in message
        board.apply(message)
    assert (board.n, board.score, board.status) == (len(LINE), 52, "won")


async def test_from_any_move_on(crowd: Crowd) -> None:
    whole = (await ask(crowd, moves=LINE)).body
    board = Board(whole["board"])
    for message in whole["moved"][:30]:
        board.apply(message)
    rest = (await ask(crowd, moves=LINE, **{"from": 30})).body
    assert Board(rest["board"]).table() == board.table()
    assert rest["moved"] == whole["moved"][30:]
    assert (await ask(crowd, moves=LINE, **{"from": len(LINE)})).body["moved"] == []


@variants
async def test_every_game_with_its_undo(crowd: Crowd, fields: dict[str, Any]) -> None:
    rules = rules_for(fields["game"], Options(**fields.get("options", {})))
    game, _ = play_out(rules, 3, limit=80).play("U")
    told = (await ask(crowd, **{"deal": "3", "moves": game.moves} | fields)).body
    board = Board(told["board"])
    for message in told["moved"]:
        board.apply(message)
    view = game.state.view()
    assert board.table() == {name: getattr(view, name) for name in board.table()}


async def test_a_long_list_is_told_in_parts(crowd: Crowd) -> None:
    moves = ["D", "U"] * 600
    told = (await ask(crowd, moves=moves, **{"from": 100})).body
    assert [message["n"] for message in told["moved"]] == list(range(101, 601))
    assert len((await ask(crowd, moves=moves, **{"from": 1100})).body["moved"]) == 100


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"moves": ["D", "T1>T1"]}, "2"),
        ({"moves": ["D", "D", "D", "D"]}, "4"),
        ({"moves": ["D", "sideways"], "from": 1}, "2"),
        ({"moves": ["D"], "from": 2}, "from"),
        ({"moves": ["D"], "from": -1}, "from"),
        ({"moves": ["D", "U"] * 3000}, "moves"),
        ({"deal": "0"}, "deal"),
        ({"game": "sorel", "options": {"redeal": True}}, "redeal"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_what_cannot_be_told_is_refused(crowd: Crowd, fields: dict[str, Any], word: str) -> None:
    assert word in (await ask(crowd, **fields)).problem(422, "bad-request")["detail"]


async def test_it_is_as_documented(crowd: Crowd) -> None:
    from tests.protocol.contract import Contract

    contract = await Contract.of(crowd.url)
    answer = await ask(crowd, moves=LINE)
    kind = answer.headers["content-type"]
    contract.check_answer("POST", "/api/replay", answer.status, kind, answer.body)
    assert ("POST", "/api/replay") in contract.operations


def test_the_game_of_these_tests_has_an_undo() -> None:
    assert "U" in Game.deal(rules_for("bernauer"), 3).play("D")[0].legal
