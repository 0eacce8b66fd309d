"""How good a position looks to a bot: a weighted count of what helps and what is in the way.

The weights were found by playing deals 5001 to 13000 with varied ones and keeping what won more; the deals
1 to 1000, which the strength is measured on, took no part. Near these values the rate of wins changes little;
of some twenty counts tried the others made no difference. All are whole numbers, so that a position is worth
the same by whatever way it is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from agnes.bots.chance import Chance
from agnes.bots.seen import UNKNOWN
from agnes.bots.ways import Position, Ways
from agnes.game import Rules
from agnes.game.cards import mask
from agnes.game.tables import NO_CARD

_NONE: Final = 13  # above every height
_TURNING: Final = 3000
"""What a reserve card that is turned up is worth; a half with one card in the column, a third with two."""
_FACE_DOWN: Final = bytes([UNKNOWN])


class Weights(NamedTuple):
    """What one unit of each count is worth.

    A card's *height* is its place on its foundation, 0 for the base rank.
    """

    up: int
    """cards on the foundations"""
    spaces: int
    reserve: int
    """cards on the reserve"""
    breaks: int
    """cards in a column that do not move as a unit with the one under them"""
    blocking: int
    """cards in a column with one of lower height somewhere under them"""
    blocking_suit: int
    """the same within a suit"""
    above_next: int
    """units of cards, that move as one, on top of a card that the foundations take next"""
    welcome: int
    """share of the cards face down that the table could take at once: what all of them are worth"""


WEIGHTS: Final = {
    "bernauer": Weights(
        up=1000,
        spaces=0,
        reserve=-1000,
        breaks=-1000,
        blocking=-500,
        blocking_suit=-500,
        above_next=-500,
        welcome=4000,
    ),
    "sorel": Weights(
        up=800,
        spaces=1700,
        reserve=0,
        breaks=-2200,
        blocking=0,
        blocking_suit=0,
        above_next=-800,
        welcome=4000,
    ),
}
_FOR_THE_SCORE: Final = Weights(
    up=3000,
    spaces=4000,
    reserve=-1000,
    breaks=0,
    blocking=0,
    blocking_suit=0,
    above_next=-500,
    welcome=2000,
)


def weights_for(rules: Rules) -> Weights:
    """What counts in a game. The other options change the table more than what is good on it."""
    return _FOR_THE_SCORE if rules.face_down else WEIGHTS[rules.game]


def with_whims(weights: Weights, seed: int, most: int) -> Weights:
    """The weights, each changed by up to `most` per cent as the seed has it."""
    chance = Chance(seed)
    return Weights(*[weight * (100 + chance.below(2 * most + 1) - most) // 100 for weight in weights])


def likings(seed: int, most: int) -> tuple[int, ...]:
    """What a bot likes to see at the open ends of columns: for each card 0 to `most`, as the seed has it."""
    chance = Chance(~seed)
    return tuple([chance.below(most + 1) for _ in range(52)])


class _Table(NamedTuple):
    """What is remembered of the positions with the same cards on the foundations."""

    worth: int
    """of the foundations alone"""
    wanted: frozenset[int]
    takes: int
    """the mask of `wanted`"""
    columns: dict[bytes, tuple[int, int]]
    """of each column what it is worth and the mask of the cards that it takes"""
    reserve: dict[bytes, int]


class Worth:
    """Judges positions of one table. Remembers what it found for a pile, for piles come again and again."""

    def __init__(
        self, ways: Ways, weights: Weights, unseen: Iterable[int], likings: Sequence[int] = (0,) * 52
    ) -> None:
        """`unseen` are the cards of which it is not known where they lie.

        `likings` say for each card what it is worth at the open end of a column.
        """
        self._ways, self._weights, self._likings = ways, weights, likings
        self._unseen = mask(tuple(unseen))
        self._count = max(self._unseen.bit_count(), 1)
        self._heads = mask(tuple(ways.heads))
        self._takes = [mask(cards) for cards in ways.takes]
        self._heights = [(card - ways.base) % 13 for card in range(52)]
        self._in_order: dict[bytes, int] = {}
        self._tables: dict[tuple[int, int, int, int], _Table] = {}

    def __call__(self, position: Position) -> int:
        columns, reserve, up, _ = position
        worth, wanted, takes, known, known_reserve = self._tables.get(up) or self._table(up)
        spaces = 0
        for column in columns:
            if column:
                pile = known.get(column)
                if pile is None:
                    pile = known[column] = self._column(column, wanted)
                worth += pile[0]
                takes |= pile[1]
            else:
                spaces += 1
        if spaces:
            worth += spaces * self._weights.spaces
            takes |= self._heads
        for cards in reserve:
            if cards:
                above = known_reserve.get(cards)
                if above is None:
                    above = known_reserve[cards] = self._reserve_pile(cards, wanted)
                worth += above
        if self._ways.rules.face_down:
            worth += sum(map(_near_turning, columns, reserve))
        return worth + self._weights.welcome * (takes & self._unseen).bit_count() // self._count

    def _table(self, up: tuple[int, int, int, int]) -> _Table:
        wanted = self._ways.next_up(up)
        worth = self._weights.up * sum(up)
        bits = mask(tuple([card for card in wanted if card != NO_CARD]))
        table = self._tables[up] = _Table(worth, wanted, bits, {}, {})
        return table

    def _column(self, column: bytes, wanted: frozenset[int]) -> tuple[int, int]:
        worth = self._in_order.get(column)
        if worth is None:
            worth = self._in_order[column] = self._order(column)
        if not wanted.isdisjoint(column):
            units = 0
            above = -1
            for card in reversed(column):
                if above >= 0 and above not in self._ways.follows[card]:
                    units += 1
                if card in wanted:
                    worth += self._weights.above_next * units
                above = card
        return worth, self._takes[column[-1]]

    def _order(self, column: bytes) -> int:
        """What does not depend on the foundations."""
        weights, follows = self._weights, self._ways.follows
        worth = self._likings[column[-1]]
        lowest = _NONE
        lowest_of = [_NONE] * 4
        under = -1
        for card in column:
            height, suit = self._heights[card], card // 13
            if under >= 0 and card not in follows[under]:
                worth += weights.breaks
            if height > lowest:
                worth += weights.blocking
            if height > lowest_of[suit]:
                worth += weights.blocking_suit
            lowest, lowest_of[suit], under = min(lowest, height), min(lowest_of[suit], height), card
        return worth

    def _reserve_pile(self, pile: bytes, wanted: frozenset[int]) -> int:
        worth = self._weights.reserve * len(pile)
        for above, card in enumerate(reversed(pile)):
            if card in wanted:
                worth += self._weights.above_next * above
        return worth


def _near_turning(column: bytes, pile: bytes) -> int:
    return _TURNING // (1 + len(column)) if pile[-1:] == _FACE_DOWN else 0
