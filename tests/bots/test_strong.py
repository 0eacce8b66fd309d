"""The strong bot, with so small an effort that the interpreted solver keeps up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.bots.tables import met_by_chance, mixed
from tests.game.tables import full_foundations, table

from agnes.bots import Chance, fresh, seen_of
from agnes.bots.keen import Keen
from agnes.bots.play import play_out
from agnes.bots.strong import Effort, Strong
from agnes.game import Game, Options, Rules, rules_for

SMALL = Effort(looked=100, places=3, ways=3, way=200, rounds=(2, 4), kept=2, guess=100, known=2_000)
both_games = pytest.mark.parametrize("name", ["bernauer", "sorel"])


def strong(rules: Rules) -> Strong:
    return Strong(rules, SMALL)


@both_games
def test_it_never_sees_the_stock(name: str) -> None:
    rules = rules_for(name, undo="none")
    compared = 0
    for game in list(met_by_chance(rules, 5003))[::12]:
        other = Game(rules, game.number, mixed(game.state, Chance(game.n)))
        chosen = strong(rules).choose(seen_of(game.state), game.legal, fresh(1))
        assert chosen == strong(rules).choose(seen_of(other.state), other.legal, fresh(1))
        compared += game.state != other.state
    assert compared >= 2


@both_games
def test_it_goes_somewhere_and_lets_a_row_come(name: str) -> None:
    game = Game.deal(rules_for(name, undo="none"), 5001)
    moves, memory = strong(game.rules).choose(seen_of(game.state), game.legal, fresh(1))
    assert moves.index("D") == len(moves) - 1
    assert memory.chance != fresh(1).chance
    for move in moves:
        game, _ = game.play(move)


def test_with_all_cards_known_it_plays_the_win() -> None:
    game = table(
        "sorel",
        up=full_foundations("5", without="4S") | {"S": 11, "H": 11},
        columns={1: "3S 3H", 2: "4S"},
        stock="4H",
        open_stock=True,
    )
    moves, _ = strong(game.rules).choose(seen_of(game.state), game.legal, fresh(1))
    for move in moves:
        game, _ = game.play(move)
    assert game.outcome == "won"


def test_a_gathered_stock_is_known_and_played_row_by_row() -> None:
    rules = rules_for("bernauer", Options(redeal=True), undo="none")
    up = full_foundations("5", without="4S") | {"H": 12, "S": 11}
    game = table(rules, up=up, columns={1: "3S"}, stock="4H 4S", redeals=1)
    memory = fresh(1)._replace(gathered=game.state.stock)
    moves, memory = strong(rules).choose(seen_of(game.state), game.legal, memory)
    assert "D" in moves
    assert moves[-1] == "D"
    for move in moves:
        game, _ = game.play(move)
    rest, _ = strong(rules).choose(seen_of(game.state), game.legal, memory)
    for move in rest:
        game, _ = game.play(move)
    assert game.outcome == "won"


def test_what_is_lost_for_certain_is_played_for_cards_as_the_keen_play() -> None:
    game = table("bernauer", up={"C": 1}, columns={1: "6C TH 9S 2D", 2: "5S"}, reserve={1: "5H 2C 3C"})
    asked = (seen_of(game.state), game.legal, fresh(1))
    assert strong(game.rules).choose(*asked) == Keen(game.rules, apart=False).choose(*asked)


def test_a_reserve_face_down_is_played_as_the_keen_play() -> None:
    rules = rules_for("bernauer", Options(face_down=True), undo="none")
    game = Game.deal(rules, 5001)
    asked = (seen_of(game.state), game.legal, fresh(1))
    assert strong(rules).choose(*asked) == Keen(rules, apart=False).choose(*asked)


def test_more_guesses_are_other_guesses() -> None:
    """What it does depends on its effort, so the effort is what its strength was measured with."""
    game = Game.deal(rules_for("sorel", undo="none"), 5001)
    asked = (seen_of(game.state), game.legal, fresh(1))
    more = Strong(game.rules, SMALL._replace(rounds=(2, 8)))
    assert replace(more, effort=SMALL).choose(*asked) == strong(game.rules).choose(*asked)
    assert more.choose(*asked).memory.chance != strong(game.rules).choose(*asked).memory.chance


def test_even_with_little_effort_it_wins_more_than_the_keen() -> None:
    rules = rules_for("bernauer", undo="none")
    won = [
        sum(play_out(brain, Game.deal(rules, number), number).game.outcome == "won" for number in DEALS)
        for brain in (strong(rules), Keen(rules))
    ]
    assert won[0] > won[1] + 1


DEALS = range(5001, 5011)
