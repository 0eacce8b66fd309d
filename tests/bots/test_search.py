"""The search on tables small enough to see through."""

from __future__ import annotations

from tests.game.tables import full_foundations, play, table

from agnes.bots.search import Found, search
from agnes.bots.seen import seen_of
from agnes.bots.ways import Position, Ways, position_of
from agnes.game import Game


def look(game: Game, budget: int = 500) -> Found:
    """What is found if only cards on the foundations count."""
    ways = Ways(game.rules, game.state.base)
    return search(ways, lambda position: position.score, position_of(seen_of(game.state)), budget)


def moves(line: tuple[tuple[str, Position], ...]) -> list[str]:
    return [move for move, _ in line]


def test_a_win_is_found_and_can_be_played() -> None:
    game = table("sorel", up=full_foundations("5", without="4H") | {"H": 10}, columns={1: "2H 4H", 2: "3H"})
    found = look(game)
    assert found.won
    assert play(game, *moves(found.best)).outcome == "won"
    assert found.best == found.highest


def test_a_card_is_dug_out() -> None:
    game = table("bernauer", up={"C": 1}, columns={1: "6C 9H 2S", 2: "3D", 3: "TS"})
    found = look(game)
    assert moves(found.highest)[-1] == "T1>F"
    assert len(found.highest) == 3
    assert play(game, *moves(found.highest)).score == 2


def test_nothing_better_is_an_empty_line() -> None:
    found = look(table("bernauer", up={"C": 1}, columns={1: "9C", 2: "TH"}))
    assert (found.best, found.highest, found.won, found.exhausted) == ((), (), False, True)


def test_a_search_within_its_budget_says_that_it_has_not_seen_all() -> None:
    game = Game.deal(table("sorel").rules, 5003)
    assert not look(game, budget=3).exhausted


def test_moves_can_be_overlooked() -> None:
    game = table("bernauer", up={"C": 1}, columns={1: "6C"})
    ways = Ways(game.rules, game.state.base)
    root = position_of(seen_of(game.state))
    found = search(ways, lambda position: position.score, root, 100, lambda _: [])
    assert found.best == ()
    assert look(game).best != ()
