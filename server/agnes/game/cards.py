"""Cards as small integers and as text.

A card is an `int` from 0 to 51, `suit * 13 + rank`, in the order of `SUITS` and `RANKS`; written it is rank
then suit, `"TH"`. Clubs and spades come first, so a card is red from 26 up.
Source: RULES, "Cards and piles".
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CSHD"
HIDDEN: Final = "??"  # how a card is written for someone who must not know it

TEXT: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
CODE: Final[dict[str, Card]] = {text: card for card, text in enumerate(TEXT)}


def rank_of(card: Card) -> int:
    """0 for an ace to 12 for a king."""
    return card % 13


def suit_of(card: Card) -> int:
    """The index in `SUITS`."""
    return card // 13


def is_red(card: Card) -> bool:
    return card >= 26


def one_below(card: Card, other: Card) -> bool:
    """Is `card` one rank below `other`, round the circle (a king is below an ace)?"""
    return (other - card) % 13 == 1


def texts(cards: Cards, face_down: int = 0) -> tuple[str, ...]:
    """The cards as text, `"??"` for those whose bit is set in the mask `face_down`."""
    if not face_down:
        return tuple([TEXT[card] for card in cards])
    return tuple([HIDDEN if face_down >> card & 1 else TEXT[card] for card in cards])


def mask(cards: Cards) -> int:
    """The set of the cards as a 52-bit number, bit *c* for card *c*."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits
