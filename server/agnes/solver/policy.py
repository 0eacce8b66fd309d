"""The rules of a game as the tables that the kernel works with, made once for each set of options."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from agnes.game.cards import Card
from agnes.game.rules import Rules, Target
from agnes.game.tables import SPACE_TAKES, TAKES

NO_CARD = 63
CARDS = range(52)
_OF_BIT = {(1 << card) % 67: card for card in CARDS}


class Pace(NamedTuple):
    """When a search begins again, and how much chance there is in the order of moves from then on."""

    every: int
    """positions of the shortest run"""
    noise: int
    """a random number below this is added to what a move is worth"""
    deepest: int
    """moves of the longest line that is followed, at first"""


@dataclass(frozen=True, eq=False)
class Policy:
    """Cards are numbered as in `kernel.position`; tables of pairs go by `[64 * card + parent]`."""

    fits: bytes
    """1 where a card may be laid on the parent"""
    joins: bytes
    """1 where a card on the parent moves with it as a unit"""
    lower: bytes
    """two a card: those that may be laid on it, `NO_CARD` if there is but one"""
    lies: bytes
    """how it lies on the parent: 1 on the first, 2 on the second it may be laid on; 4 more if as a unit"""
    parents: int
    """what the suit of a card's first parent is XOR its own; the second is the first's twin, XOR 1"""
    space: bytes
    """1 where a card may head what an empty column takes"""
    space_set: int
    """the same as a set: bit *c* for card *c*"""
    deals_to_columns: int
    face_down: int
    twins: int
    """whether the two cards that take a card are treated as one, see `kernel.moves`"""
    on_column: array[int]
    """random numbers: a card on the parent in a column; parents 52 to 59 are the floors"""
    on_reserve: array[int]
    """the same in the reserve"""
    in_stock: array[int]
    """a card at a place in the stock; `[64 * n + 63]`: n redeals to come"""
    face_up: array[int]
    """one a card: that it lies face up in a face-down reserve"""
    bits: array[int]
    """1 << card"""
    of_bit: bytes
    """the card of a bit: `of_bit[bit % 67]` (the powers of 2 below 2^66 have different remainders by 67)"""
    weights: tuple[int, ...]
    """what a move is worth for the order in which moves are tried, see `kernel.moves`"""
    pace: Pace


# Found by hill climbing on how many positions deals 1001 to 1400 (Sorel: to 1120) take,
# at 20,000 each at most. They decide about luck and nothing else.
_WEIGHTS: dict[Target, tuple[int, ...]] = {
    "reserve": (550, 190, 950, -600, 300, 1100, 750, 1000, -150, -590, 40, -20, -35, 0),
    "tableau": (100, -10, 1000, -50, 550, -150, 350, 200, -50, 210, 5, 5, 15, 100),
}
_PACE: dict[Target, Pace] = {"reserve": Pace(700, 600, 400), "tableau": Pace(1000, 720, 430)}


def policy_for(rules: Rules, *, twins: bool) -> Policy:
    """The tables for these rules; `twins=False` switches the treatment of twin parents as one off."""
    interchangeable = rules.build == rules.group and rules.deal_to == "reserve"
    return _policy(rules, twins and interchangeable)


def to_packed(card: Card, base: int) -> int:
    """The kernel's number of a card of `agnes.game`."""
    return (card - base) % 13 * 4 + card // 13


@cache
def _policy(rules: Rules, twins: bool) -> Policy:
    takes = [{to_packed(c, 0) for c in TAKES[rules.build][_card(parent)]} for parent in CARDS]
    units = [{to_packed(c, 0) for c in TAKES[rules.group][_card(parent)]} for parent in CARDS]
    spaces = {to_packed(c, 0) for c in SPACE_TAKES[rules.space][0]}
    draw = _Numbers()
    on_column, on_reserve, in_stock = draw.table(), draw.table(), draw.table()
    if twins:
        for card in CARDS:
            first, second = [parent for parent in CARDS if card in takes[parent]]
            on_column[64 * card + second] = on_column[64 * card + first]
    return Policy(
        fits=_pairs(takes),
        joins=_pairs(units),
        lower=bytes(c for parent in CARDS for c in _two(takes[parent])),
        lies=bytes(_lies(card, parent, takes, units) for card in CARDS for parent in range(64)),
        parents=min(parent & 3 for parent in CARDS if 0 in takes[parent]),
        space=bytes(card in spaces for card in CARDS),
        space_set=sum(1 << card for card in spaces),
        deals_to_columns=int(rules.deal_to == "tableau"),
        face_down=int(rules.face_down),
        twins=int(twins),
        on_column=on_column,
        on_reserve=on_reserve,
        in_stock=in_stock,
        face_up=draw.table(),
        bits=array("Q", [1 << card for card in CARDS]),
        of_bit=bytes(_OF_BIT.get(remainder, 0) for remainder in range(67)),
        weights=_WEIGHTS[rules.deal_to],
        pace=_PACE[rules.deal_to],
    )


def _card(packed: int) -> Card:
    return packed % 4 * 13 + packed // 4


def _pairs(below: list[set[int]]) -> bytes:
    return bytes(parent in CARDS and card in below[parent] for card in CARDS for parent in range(64))


def _lies(card: int, parent: int, takes: list[set[int]], units: list[set[int]]) -> int:
    if parent not in CARDS or card not in takes[parent]:
        return 0
    return (2 if (card ^ parent) & 1 else 1) | (4 if card in units[parent] else 0)


def _two(cards: set[int]) -> list[int]:
    return [*sorted(cards), NO_CARD, NO_CARD][:2]


class _Numbers:
    """64-bit random numbers, the same at every start: the generator splitmix64 (Steele, Lea, Flood 2014)."""

    def __init__(self) -> None:
        self._state = 0

    def table(self) -> array[int]:
        return array("Q", [self._next() for _ in range(52 * 64)])

    def _next(self) -> int:
        every = 2**64 - 1
        self._state = (self._state + 0x9E3779B97F4A7C15) & every
        x = self._state
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & every
        x = (x ^ x >> 27) * 0x94D049BB133111EB & every
        return x ^ x >> 31
