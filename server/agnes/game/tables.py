"""The policies of `rules` worked out for every card once, so that a question about a move is one look-up.

Source: RULES, "Cards and piles", and the rows "tableau builds", "groups" and "empty column" of both games.
"""

from __future__ import annotations

from typing import Final

from agnes.game.cards import Card, Cards, is_red, one_below, suit_of
from agnes.game.rules import Sequence, Space

NO_CARD: Final = -1


def _below(sequence: Sequence, card: Card) -> Cards:
    lower = [other for other in range(52) if one_below(other, card)]
    if sequence == "alternating":
        return tuple(other for other in lower if is_red(other) != is_red(card))
    if sequence == "same-colour":
        return tuple(other for other in lower if is_red(other) == is_red(card))
    return tuple(other for other in lower if suit_of(other) == suit_of(card))


def _rank_below(base: int) -> Cards:
    return tuple(suit * 13 + (base - 1) % 13 for suit in range(4))


def _foundation(base: int, suit: int) -> Cards:
    return (*(suit * 13 + (base + count) % 13 for count in range(13)), NO_CARD)


TAKES: Final[dict[Sequence, tuple[Cards, ...]]] = {
    "alternating": tuple(_below("alternating", card) for card in range(52)),
    "same-colour": tuple(_below("same-colour", card) for card in range(52)),
    "same-suit": tuple(_below("same-suit", card) for card in range(52)),
}
"""`TAKES[sequence][card]`: the cards, one or two, that may lie on it. The base rank makes no difference."""

SPACE_TAKES: Final[dict[Space, tuple[Cards, ...]]] = {
    "below-base": tuple(_rank_below(base) for base in range(13)),
    "any": tuple(tuple(range(52)) for _ in range(13)),
}
"""`SPACE_TAKES[space][base rank]`: the cards that may head what goes into an empty column."""

NEXT_UP: Final = tuple(tuple(_foundation(base, suit) for suit in range(4)) for base in range(13))
"""`NEXT_UP[base rank][suit][cards there]`: the card that it takes next, `NO_CARD` once it has 13."""
