"""What a bot is given of a table: what its player could see, and no more."""

from __future__ import annotations

from typing import Final, NamedTuple

from agnes.game.cards import Card, Cards
from agnes.game.state import Piles, State

UNKNOWN: Final = 52
"""Stands for a card that lies face down. No card has that number, no rule takes it anywhere."""


class Seen(NamedTuple):
    """A position as `State`, with `UNKNOWN` wherever the player sees the back of a card.

    Two tables that differ only in what lies face down are equal here, so nothing that follows from this alone
    can depend on it.
    """

    base_card: Card
    foundations: tuple[int, int, int, int]
    columns: Piles
    reserve: Piles
    stock: Cards
    """in dealing order"""
    unseen: frozenset[Card]
    """the cards face down, as a set: which they are can be told from the others, their places cannot"""
    redeals: int
    rows: int

    @property
    def score(self) -> int:
        return sum(self.foundations)


def seen_of(state: State) -> Seen:
    """The only way from a table to a bot."""
    hidden = state.hidden

    def shown(cards: Cards) -> Cards:
        return tuple([UNKNOWN if hidden >> card & 1 else card for card in cards])

    return Seen(
        base_card=state.base_card,
        foundations=state.foundations,
        columns=state.columns,
        reserve=tuple([shown(pile) for pile in state.reserve]),
        stock=shown(state.stock),
        unseen=frozenset([card for card in range(52) if hidden >> card & 1]),
        redeals=state.redeals,
        rows=state.rows,
    )
