"""Helpers of the tests: the variants, and positions built by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agnes.game import Game, IllegalMove, Options, Rules, State, UnreadableMove, rules_for
from agnes.game.cards import CODE, RANKS, SUITS, Cards, mask

VARIANTS: list[tuple[str, Options]] = [
    ("bernauer", Options()),
    ("bernauer", Options(redeal=True)),
    ("bernauer", Options(face_down=True)),
    ("bernauer", Options(redeal=True, face_down=True)),
    ("bernauer", Options(base="7")),
    ("bernauer", Options(redeal=True, face_down=True, base="K")),
    ("sorel", Options()),
    ("sorel", Options(base="A")),
]

both_games = pytest.mark.parametrize("name", ["bernauer", "sorel"])


def cards(text: str) -> Cards:
    return tuple(CODE[card] for card in text.split())


def table(
    rules: Rules | str,
    *,
    base: str = "5",
    up: Mapping[str, int] | None = None,
    columns: Mapping[int, str] | None = None,
    reserve: Mapping[int, str] | None = None,
    stock: str = "",
    face_down: str = "",
    open_stock: bool = False,
    redeals: int = 0,
) -> Game:
    """A game that begins at a position: `up` counts cards on foundations, piles have the innermost first.

    Cards not named are nowhere. `face_down` names the reserve cards that are.
    """
    if isinstance(rules, str):
        rules = rules_for(rules)
    counts = [(up or {}).get(suit, 0) for suit in SUITS]
    started = next((suit for suit, count in zip(SUITS, counts, strict=True) if count), "C")
    piles = tuple(cards((reserve or {}).get(i, "")) for i in range(1, 8)) if rules.reserve else ()
    assert rules.reserve or not reserve
    closed_stock = () if open_stock else cards(stock)
    state = State(
        base_card=CODE[base + started],
        foundations=(counts[0], counts[1], counts[2], counts[3]),
        columns=tuple(cards((columns or {}).get(i, "")) for i in range(1, 8)),
        reserve=piles,
        stock=cards(stock),
        hidden=mask(closed_stock) | mask(cards(face_down)),
        redeals=redeals,
    )
    named = state.all_cards()
    assert len(named) == len(set(named)), "a card is named twice, or is on its foundation already"
    return Game(rules, 1, state)


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game, _ = game.play(move)
    return game


def refused(game: Game, move: str) -> str:
    """The word of the rule that refuses the move, or `unreadable`; sees to it that nothing is changed."""
    before = (game.state, game.n, game.legal)
    try:
        game.play(move)
    except (IllegalMove, UnreadableMove) as error:
        assert (game.state, game.n, game.legal) == before
        return error.rule if isinstance(error, IllegalMove) else "unreadable"
    raise AssertionError(f"{move} is played")


def full_foundations(base: str, without: str) -> dict[str, int]:
    """Foundations with all cards up but one, the last of its suit; `ValueError` if it is not the last."""
    if without[0] != RANKS[RANKS.index(base) - 1]:
        raise ValueError(without)
    return {suit: 12 if suit == without[1] else 13 for suit in SUITS}
