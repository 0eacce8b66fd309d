"""What can be done on a table whose stock is not known: the model that a bot thinks in.

It plays the same rules as `agnes.game.moves` (a test compares the two), but only where they ask about cards
that the player sees, leaves out what cannot help, and is made for going through thousands of positions: a
pile is `bytes`, which hash once and compare fast.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from agnes.bots.seen import UNKNOWN, Seen
from agnes.game import Rules
from agnes.game.cards import Cards, mask
from agnes.game.notation import COLUMN_ROWS, FOUNDATION, RESERVE_ROWS
from agnes.game.rules import Sequence
from agnes.game.tables import NEXT_UP, SPACE_TAKES, TAKES

_NEVER: Final = 99  # more cards than a column can have


class Position(NamedTuple):
    """Piles with the innermost card first. `stock` holds cards only while all of them are known."""

    columns: tuple[bytes, ...]
    reserve: tuple[bytes, ...]
    up: tuple[int, int, int, int]
    stock: bytes

    @property
    def score(self) -> int:
        return sum(self.up)


Way: TypeAlias = tuple[str, Position]
"""A move as text, and where it leads."""
Line: TypeAlias = tuple[Way, ...]
"""Moves in order, each with the position it leads to."""


class Ways:
    """The moves of a game with one base rank, and what the search asks about cards."""

    def __init__(self, rules: Rules, base: int) -> None:
        self.rules, self.base = rules, base
        self.heads = frozenset(SPACE_TAKES[rules.space][base])
        """the cards that may go into an empty column"""
        self.follows = TAKES[rules.group]
        self.takes = TAKES[rules.build]
        self._tail_onto = _tails(rules.build, rules.group)
        self._runs: dict[bytes, int] = {b"": 0}
        self._next: dict[tuple[int, int, int, int], frozenset[int]] = {}

    def next_up(self, up: tuple[int, int, int, int]) -> frozenset[int]:
        """The cards that the foundations take."""
        found = self._next.get(up)
        if found is None:
            lines = NEXT_UP[self.base]
            found = self._next[up] = frozenset([lines[suit][count] for suit, count in enumerate(up)])
        return found

    def run(self, column: bytes) -> int:
        """How many cards at the open end move as a unit."""
        length = self._runs.get(column)
        if length is None:
            length = 1
            while length < len(column) and column[-length] in self.follows[column[-length - 1]]:
                length += 1
            self._runs[column] = length
        return length

    def from_here(self, position: Position) -> list[Way]:
        """Every move that may help. One move only, if it puts up a card that nothing on the table can miss.

        Left out are: a whole column into an empty one and all empty columns but one, unless the reserve is
        face down, when it matters which column is empty; rows whose cards are not known; the redeal.
        """
        columns, reserve, up, stock = position
        wanted = self.next_up(up)
        found: list[Way] = []
        for source, column in enumerate(columns):
            if column and column[-1] in wanted:
                after = _replaced(columns, source, column[:-1])
                way = (
                    COLUMN_ROWS[source][1][FOUNDATION],
                    Position(after, reserve, _one_more(up, column[-1]), stock),
                )
                if self._is_safe(column[-1], up):
                    return [way]
                found.append(way)
        for source, pile in enumerate(reserve):
            if pile and pile[-1] in wanted:
                after = _replaced(reserve, source, pile[:-1])
                way = (
                    RESERVE_ROWS[source][FOUNDATION],
                    Position(columns, after, _one_more(up, pile[-1]), stock),
                )
                if self._is_safe(pile[-1], up):
                    return [way]
                found.append(way)
        self._between_columns(position, found)
        self._from_reserve(position, found)
        if stock:
            found.append(("D", self._dealt(position)))
        return found

    def _is_safe(self, card: int, up: tuple[int, int, int, int]) -> bool:
        """Whether every card that could be laid on it in a column is on the foundations already."""
        base = self.base
        return all((other - base) % 13 < up[other // 13] for other in self.takes[card])

    def _between_columns(self, position: Position, found: list[Way]) -> None:
        columns, reserve, up, stock = position
        spaces = self._spaces(columns)
        whole = int(self.rules.face_down)
        for source, column in enumerate(columns):
            if not column:
                continue
            run = self.run(column)
            onto = self._tail_onto[column[-1]]
            rows = COLUMN_ROWS[source]
            for target, other in enumerate(columns):
                if other and (count := onto[other[-1]]) <= run and target != source:
                    moved = list(columns)
                    moved[source] = column[:-count]
                    moved[target] = other + column[-count:]
                    found.append((rows[count][target], Position(tuple(moved), reserve, up, stock)))
            for target in spaces:
                for count in range(1, min(run, len(column) - 1 + whole) + 1):
                    if column[-count] in self.heads:
                        moved = list(columns)
                        moved[source] = column[:-count]
                        moved[target] = column[-count:]
                        found.append((rows[count][target], Position(tuple(moved), reserve, up, stock)))

    def _from_reserve(self, position: Position, found: list[Way]) -> None:
        columns, reserve, up, stock = position
        spaces = self._spaces(columns)
        for source, pile in enumerate(reserve):
            if not pile or pile[-1] == UNKNOWN:
                continue
            onto = self._tail_onto[pile[-1]]
            targets = [target for target, other in enumerate(columns) if other and onto[other[-1]] == 1]
            if pile[-1] in self.heads:
                targets += spaces
            for target in targets:
                after = Position(
                    _replaced(columns, target, columns[target] + pile[-1:]),
                    _replaced(reserve, source, pile[:-1]),
                    up,
                    stock,
                )
                found.append((RESERVE_ROWS[source][target], after))

    def _spaces(self, columns: tuple[bytes, ...]) -> list[int]:
        spaces = [target for target, column in enumerate(columns) if not column]
        return spaces if self.rules.face_down else spaces[:1]

    def _dealt(self, position: Position) -> Position:
        columns, reserve, up, stock = position
        if self.rules.deal_to == "reserve":
            row = len(reserve)
            reserve = _one_each(reserve, stock)
        else:
            row = len(columns)
            columns = _one_each(columns, stock)
        return Position(columns, reserve, up, stock[row:])

    def key(self, position: Position) -> object:
        """Equal for positions that come to the same: without a row to come columns may change places."""
        columns, reserve, _, stock = position
        if stock or self.rules.face_down:
            return (columns, reserve, stock)
        return (frozenset(columns), reserve)


def position_of(seen: Seen, gathered: Cards = ()) -> Position:
    """The table as the model has it.

    `gathered` is the stock as the player saw it laid together by a redeal; it counts if it can be true.
    """
    stock = seen.stock
    if UNKNOWN in stock:
        rest = gathered[len(gathered) - len(stock) :]
        stock = rest if len(rest) == len(stock) and frozenset(rest) == seen.unseen else ()
    return Position(
        columns=tuple(map(bytes, seen.columns)),
        reserve=tuple(map(bytes, seen.reserve)),
        up=seen.foundations,
        stock=bytes(stock),
    )


def as_far_as_known(line: Line) -> tuple[str, ...]:
    """The moves of a line up to the first that turns a card up, that one included."""
    moves: list[str] = []
    for move, (columns, reserve, _, _) in line:
        moves.append(move)
        if any(
            pile and pile[-1] == UNKNOWN and not column
            for column, pile in zip(columns, reserve, strict=False)
        ):
            break
    return tuple(moves)


@cache
def _tails(build: Sequence, group: Sequence) -> tuple[bytes, ...]:
    """`[card][other]`: how many cards a tail that ends with `card` must have for it to go onto `other`.

    The length is given by the ranks; that it fits in colour is the same for every such tail.
    """
    table = [bytearray([_NEVER] * (UNKNOWN + 1)) for _ in range(UNKNOWN + 1)]
    for card in range(52):
        heads = 1 << card
        for length in range(1, 14):
            for other in range(52):
                if heads & mask(TAKES[build][other]):
                    table[card][other] = length
            heads = mask(
                tuple(
                    upper for upper in range(52) if any(heads >> lower & 1 for lower in TAKES[group][upper])
                )
            )
    return tuple(map(bytes, table))


def _replaced(piles: tuple[bytes, ...], at: int, pile: bytes) -> tuple[bytes, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def _one_more(up: tuple[int, int, int, int], card: int) -> tuple[int, int, int, int]:
    counts = list(up)
    counts[card // 13] += 1
    return (counts[0], counts[1], counts[2], counts[3])


def _one_each(piles: tuple[bytes, ...], stock: bytes) -> tuple[bytes, ...]:
    return tuple([pile + stock[at : at + 1] for at, pile in enumerate(piles)])
