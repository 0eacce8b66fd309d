"""Whole won games, found by searches and by chance: played by the rules and by their slow twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.game.mirror import Mirror, drawn
from tests.game.slow_rules import SlowGame

from agnes.game import Game, Options, rules_for
from agnes.game.cards import texts
from agnes.game.deal import dealing_order

WINS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "wins.json").read_text())
every_win = pytest.mark.parametrize("win", WINS, ids=[f"{win['game']} {win['deal']}" for win in WINS])


@every_win
def test_a_winning_line_wins(win: dict[str, Any]) -> None:
    game = Game.deal(rules_for(win["game"], Options(**win["options"])), win["deal"])
    mirror = Mirror(game.state)
    scores = []
    for move in win["moves"].split():
        assert game.outcome is None
        game, change = game.play(move)
        mirror.apply(change)
        scores.append(game.score)
    assert (game.outcome, game.score, game.legal) == ("won", 52, ())
    assert mirror.table == drawn(game.state)
    assert scores == sorted(scores)


@every_win
def test_a_winning_line_wins_by_the_slow_rules(win: dict[str, Any]) -> None:
    slow = SlowGame(win["game"], texts(dealing_order(win["deal"])), **win["options"])
    for move in win["moves"].split():
        slow.play(move)
    assert slow.outcome() == "won"


@every_win
def test_a_won_game_goes_back_to_its_opening_but_for_the_last_move(win: dict[str, Any]) -> None:
    rules, moves = rules_for(win["game"], Options(**win["options"])), win["moves"].split()
    game = Game.replay(rules, win["deal"], moves[:-1])
    mirror = Mirror(game.state)
    for _ in moves[:-1]:
        game, change = game.play("U")
        mirror.apply(change)
        assert mirror.table == drawn(game.state)
    assert game.state.encode() == Game.deal(rules, win["deal"]).state.encode()
