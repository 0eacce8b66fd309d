"""What a bot is given tells nothing that its player does not see."""

from __future__ import annotations

import pytest
from tests.bots.tables import every_variant, met_by_chance, mixed
from tests.game.tables import table

from agnes.bots import LEVELS, UNKNOWN, Chance, Level, brain_for, fresh, seen_of
from agnes.game import Game, Rules


@every_variant
def test_a_bot_sees_what_its_player_is_shown(rules: Rules) -> None:
    for game in met_by_chance(rules, 5001):
        seen, view = seen_of(game.state), game.state.view()
        assert [[card == UNKNOWN for card in pile] for pile in seen.reserve] == [
            [card == "??" for card in pile] for pile in view.reserve
        ]
        assert [card for card in seen.stock if card != UNKNOWN] == list(game.state.stock)[
            : len(view.open_stock)
        ]
        assert len(seen.stock) == view.stock
        assert seen.columns == game.state.columns
        assert seen.score == view.score


@every_variant
def test_what_lies_face_down_makes_no_difference(rules: Rules) -> None:
    chance = Chance(3)
    differed = 0
    for game in met_by_chance(rules, 5002):
        other = mixed(game.state, chance)
        differed += other != game.state
        assert seen_of(other) == seen_of(game.state)
    assert differed > 5


@pytest.mark.parametrize("level", LEVELS)
@every_variant
def test_a_bot_chooses_the_same_whatever_lies_face_down(rules: Rules, level: Level) -> None:
    brain = brain_for(level, rules)
    for game in list(met_by_chance(rules, 5003))[::25]:
        other = Game(rules, game.number, mixed(game.state, Chance(game.n)))
        assert other.legal == tuple(move for move in game.legal if move != "U")
        chosen = brain.choose(seen_of(game.state), game.legal, fresh(1))
        assert chosen == brain.choose(seen_of(other.state), other.legal, fresh(1))


def test_the_unseen_cards_are_known_as_a_set_only() -> None:
    seen = seen_of(table("bernauer", reserve={1: "2C"}, stock="KD 4S").state)
    assert seen.stock == (UNKNOWN, UNKNOWN)
    assert len(seen.unseen) == 2
    assert isinstance(seen.unseen, frozenset)


def test_the_last_two_of_sorel_are_seen_when_they_lie_open() -> None:
    open_game = table("sorel", stock="KD 4S", open_stock=True)
    assert seen_of(open_game.state).stock == open_game.state.stock
