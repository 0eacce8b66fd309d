"""Finishing by moves to the foundations alone."""

from pathlib import Path

import pytest

from agnes.game import Game, rules_for
from agnes.game.finish import finishing_line

LINE = (Path(__file__).parents[1] / "browser" / "winning_line.txt").read_text().split()


@pytest.fixture(scope="module")
def won_game() -> list[Game]:
    """Every position of a game that is won, the opening first."""
    game = Game.deal(rules_for("bernauer"), 10)
    games = [game]
    for move in LINE:
        game, _ = game.play(move)
        games.append(game)
    return games


def test_the_line_wins(won_game: list[Game]) -> None:
    lines = [(game, finishing_line(game.state)) for game in won_game]
    assert sum(bool(line) for _, line in lines) > 5
    for game, line in lines:
        for move in line:
            game, _ = game.play(move)
        assert not line or game.outcome == "won"


def test_once_there_it_stays_until_the_win(won_game: list[Game]) -> None:
    there = [bool(finishing_line(game.state)) for game in won_game]
    first = there.index(True)
    # The very last position is won: nothing is left to finish.
    assert all(there[first:-1])
    assert not there[-1]


def test_a_card_that_lies_over_a_lower_one_stands_in_the_way(won_game: list[Game]) -> None:
    for game in won_game:
        if finishing_line(game.state):
            break
        ups = [move for move in game.legal if move.endswith("F")]
        while ups:
            game, _ = game.play(ups[0])
            ups = [move for move in game.legal if move.endswith("F")]
        assert game.outcome != "won"


def test_nothing_is_offered_while_a_card_is_unknown() -> None:
    assert finishing_line(Game.deal(rules_for("bernauer"), 10).state) == ()
