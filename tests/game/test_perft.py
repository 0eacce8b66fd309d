"""How many lines of play there are to a depth: one number in which any error in the rules shows.

`data/perft.json` names positions, by a deal and the moves to it, and for each the lines of 1, 2, 3 … moves
from there. The numbers were found twice, by the rules and by their slow twin, which is asked again for the
shorter ones.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tests.game.slow_rules import SlowGame

from agnes.game import Game, Options, rules_for
from agnes.game.cards import texts
from agnes.game.deal import dealing_order

POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())
every_position = pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))


def perft(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(game.play(move)[0], depth - 1) for move in game.legal)


def slow_perft(game: SlowGame, depth: int) -> int:
    if depth == 0:
        return 1
    lines = 0
    for move in game.every_move(most=game.longest()):
        if game.allows(move):
            after = copy.deepcopy(game)
            after.past = []
            after.play(move)
            lines += slow_perft(after, depth - 1)
    return lines


@every_position
def test_the_lines_of_play(position: dict[str, Any]) -> None:
    rules = rules_for(position["game"], Options(**position["options"]), undo="none")
    game = Game.replay(rules, position["deal"], position["after"].split())
    for depth, lines in enumerate(position["lines"], 1):
        assert perft(game, depth) == lines


@every_position
def test_the_slow_rules_count_the_same(position: dict[str, Any]) -> None:
    order = texts(dealing_order(position["deal"]))
    game = SlowGame(position["game"], order, undo="none", **position["options"])
    for move in position["after"].split():
        game.play(move)
    for depth, lines in enumerate(position["lines"], 1):
        if lines <= 150:
            assert slow_perft(game, depth) == lines
