"""Moves as text, the same in every language and both games.

    T3>F      column 3 to its foundation        R4>F   reserve pile 4 to its foundation      D  deal a row
    T3>T5:2   two cards of column 3 to column 5  R4>T2  reserve pile 4 to column 2            X  redeal
                                                                                             U  undo

Source: RULES, "Moves as text". What that page leaves open:

- A text that is no move in any position of any game is *unreadable*, everything else is at worst *illegal*.
  `T8>F`, `T1>T1` (a column is not moved onto itself), `T1>T2:0`, `:-1`, `:01`, `:100`, `R4>T2:1`,
  `T1>R1`, spaces, lower case and digits of other scripts cannot be read; `T1>T2:99`, and `R1>F` in a game
  without a reserve, can, but there are no such cards.
- `T3>T5:1` is read, and is `T3>T5` wherever the game writes it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, NamedTuple, NoReturn, TypeAlias

from agnes.game.errors import UnreadableMove

Kind: TypeAlias = Literal["column", "reserve", "deal", "redeal", "undo"]
"""Where the cards come from (a column, the reserve), or which of the three moves without piles it is."""

MAX_LENGTH: Final = 8
PILES: Final = 7
FOUNDATION: Final = 7
"""The `target` of a move to the foundations; 0 to 6 are the columns."""

COLUMN_NAMES: Final = tuple(f"T{i + 1}" for i in range(PILES))
RESERVE_NAMES: Final = tuple(f"R{i + 1}" for i in range(PILES))
TARGET_NAMES: Final = (*COLUMN_NAMES, "F")
STOCK_NAME: Final = "S"


class Move(NamedTuple):
    """A move that was read. `source` and `target` are indexes of piles, `size` is the number of cards."""

    text: str
    kind: Kind
    source: int = 0
    target: int = 0
    size: int = 0


Row: TypeAlias = tuple[str, ...]
"""Eight move texts, one a target in the order of `TARGET_NAMES`; empty where there is no such move."""


def column_text(source: int, target: int, count: int) -> str:
    """How the move of `count` cards of a column is written; empty for onto itself and for two to `F`."""
    if source == target or (target == FOUNDATION and count > 1):
        return ""
    return f"{COLUMN_NAMES[source]}>{TARGET_NAMES[target]}" + (f":{count}" if count > 1 else "")


COLUMN_ROWS: Final[tuple[tuple[Row, ...], ...]] = tuple(
    tuple(tuple(column_text(source, target, count) for target in range(8)) for count in range(53))
    for source in range(PILES)
)
"""`COLUMN_ROWS[source][count]`: where so many cards of this column can be said to go."""

RESERVE_ROWS: Final[tuple[Row, ...]] = tuple(
    tuple(f"{name}>{target}" for target in TARGET_NAMES) for name in RESERVE_NAMES
)

_BEGINNINGS = "a move begins with T, R, D, X or U (cards on the foundations never come back)"
_ALONE: Final[dict[str, Kind]] = {"D": "deal", "X": "redeal", "U": "undo"}


@cache  # of what can be read only, a few thousand texts: errors are not kept
def read_move(text: str) -> Move:
    """The move that a text says.

    `UnreadableMove` names the first character that cannot stand where it does.
    """
    if text in _ALONE:
        return Move(text, _ALONE[text])
    reader = _Reader(text)
    kind = reader.one_of("TRDXU", _BEGINNINGS)
    if kind in _ALONE:
        reader.end(f"nothing follows {kind}")
    source = reader.one_of("1234567", "piles are numbered 1 to 7")
    reader.one_of(">", "the pile is followed by >")
    if reader.one_of("FT", "cards go to F, the foundations, or to T, a column") == "F":
        reader.end("nothing follows F")
        return Move(text, "column" if kind == "T" else "reserve", int(source) - 1, FOUNDATION, 1)
    columns = "1234567" if kind == "R" else "1234567".replace(source, "")
    target = reader.one_of(
        columns, "columns are numbered 1 to 7" + (", and none goes onto itself" if kind == "T" else "")
    )
    if kind == "R":
        reader.end("nothing follows, a reserve pile gives one card at a time")
        return Move(text, "reserve", int(source) - 1, int(target) - 1, 1)
    count = reader.count()
    return Move(
        column_text(int(source) - 1, int(target) - 1, count),
        "column",
        int(source) - 1,
        int(target) - 1,
        count,
    )


class _Reader:
    """Goes through a text from left to right; what it does not find there it raises."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def one_of(self, characters: str, why: str) -> str:
        found = self._text[self._at : self._at + 1]
        if not found or found not in characters:
            small = found.isascii() and found.islower() and found.upper() in characters
            self._fail("moves are written in capitals" if small else why)
        self._at += 1
        return found

    def count(self) -> int:
        if self._at == len(self._text):
            return 1
        self.one_of(":", "only : and a number of cards can follow")
        digits = self.one_of("123456789", "a number of cards is 1 to 99")
        if self._at < len(self._text):
            digits += self.one_of("0123456789", "a number of cards is 1 to 99")
        self.end("a number of cards is 1 to 99")
        return int(digits)

    def end(self, why: str) -> None:
        if self._at < len(self._text):
            self._fail(why)

    def _fail(self, why: str) -> NoReturn:
        raise UnreadableMove(self._text, self._at + 1, why)
