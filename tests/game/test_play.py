"""A game as a value: its list of moves, replay, and what a long past costs."""

from __future__ import annotations

import doctest
import tracemalloc

import pytest
from tests.game.tables import both_games, play, table

import agnes.game
from agnes.game import Game, IllegalMove, UnreadableMove, rules_for


def test_playing_leaves_the_game_as_it_is() -> None:
    game = Game.deal(rules_for("bernauer"), 1)
    state, legal = game.state, game.legal
    after, change = game.play("D")
    assert (game.n, game.state, game.legal, game.moves) == (0, state, legal, ())
    assert (after.n, after.moves, change.move) == (1, ("D",), "D")
    again, _ = game.play("D")
    assert again.state == after.state


def test_the_canonical_text_is_kept() -> None:
    game, change = table("sorel", columns={1: "8H", 2: "9H"}).play("T1>T2:1")
    assert (change.move, game.moves) == ("T1>T2", ("T1>T2",))


@pytest.mark.parametrize(
    ("moves", "kind", "n", "message"),
    [
        (["D", "X", "D"], IllegalMove, 2, "move 2, 'X': this game has no redeal"),
        (["D", "D", "t1>f"], UnreadableMove, 3, "move 3, 't1>f', character 1: moves are written in capitals"),
        (["U"], IllegalMove, 1, "move 1, 'U': no move is left to take back"),
    ],
)
def test_a_replay_names_the_bad_move(
    moves: list[str], kind: type[IllegalMove | UnreadableMove], n: int, message: str
) -> None:
    with pytest.raises(kind) as caught:
        Game.replay(rules_for("bernauer"), 1, moves)
    assert (caught.value.n, caught.value.value, str(caught.value)) == (n, moves[n - 1], message)


SHUTTLES = {
    "sorel": (table("sorel", columns={1: "8H"}), ("T1>T2", "T2>T1")),
    "bernauer": (table("bernauer", columns={1: "9C 8H", 2: "9S"}), ("T1>T2", "T2>T1")),
}


@both_games
def test_moving_to_and_fro_never_ends_the_game(name: str) -> None:
    game, there_and_back = SHUTTLES[name]
    start = game.state
    for _ in range(500):
        game = play(game, *there_and_back)
        assert game.outcome is None
    assert (game.n, game.state, len(game.moves)) == (1000, start, 1000)
    for _ in range(1000):
        game = play(game, "U")
    assert (game.n, game.state, "U" in game.legal) == (2000, start, False)


def test_a_deal_with_a_thousand_moves_replays() -> None:
    game = play(Game.deal(rules_for("bernauer", undo="all"), 2), *["D", "U"] * 500)
    assert Game.replay(game.rules, 2, game.moves).state == game.state


def bytes_of(moves: int, undo: str) -> int:
    """Memory that a game takes after so many moves to and fro."""
    game, there_and_back = SHUTTLES["bernauer"]
    game = Game(rules_for("bernauer", undo=undo), 1, game.state)  # type: ignore[arg-type]
    play(game, *there_and_back)
    tracemalloc.start()
    try:
        game = play(game, *there_and_back * (moves // 2))
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("undo", "most"), [("all", 600), ("none", 150)])
def test_the_past_takes_some_hundred_bytes_a_move(undo: str, most: int) -> None:
    assert bytes_of(1000, undo) < 1000 * most
    assert bytes_of(5000, undo) < 5000 * most


def test_a_very_long_past_can_be_let_go() -> None:
    game, there_and_back = SHUTTLES["sorel"]
    game = play(game, *there_and_back * 25_000)
    assert game.n == 50_000
    del game  # frees a chain of as many links


def test_the_example_of_the_package_is_true() -> None:
    failed, tried = doctest.testmod(agnes.game, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 3) == (0, True)
