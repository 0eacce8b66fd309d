"""Which runs no hand can have played: kept and marked, but not ranked.

The rule, as it may be told to everyone: a run is *superhuman* if

- it won in less than 30 seconds, or
- 30 moves or more were made by hand, and they took less than 400 ms each on average, from the first sight of
  the table to the last of them.

Not made by hand are the cards that go up one after the other at the very end, since the page's own button
plays them, 60 ms apart or quicker. An undo is the press of one key and is not counted as a move, what it
takes back is. Averages over the run, not single gaps, because moves that wait for a lost connection arrive
together.

Where the numbers come from. The server's own players, which move at a person's pace, need 1.2 s a move by
hand at the least (a quick-tempered strong one), 1.6 to 3.2 s in the middle of each level; no win of theirs
took less than 80 seconds, nor less than 46 moves by hand (`python -m tests.bench.bench_pace`). A move by hand
is two aimed presses, or one drag. A generous guess of what a person can do, not measured: 250 ms for a press
on a card beside the last one, so 500 ms a move for somebody who never looks nor thinks; the limit is a fifth
below that. Half a minute leaves such a person no time to read 35 cards and three new rows; and 46 moves at
the limit take 18 s already.

It finds programs that play as fast as they can. One that waits between its moves looks like a person, here as
in any rule about time; no rule about time finds that.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

QUICKEST_MS: Final = 400
"""Per move by hand, on average."""
FEWEST_MOVES: Final = 30
"""Made by hand: fewer may have been planned while the table was studied, and played in a burst."""
QUICKEST_WIN_MS: Final = 30_000
_CARDS_UP = 51  # of a win, besides the base card


class Timed(Protocol):
    """A move and when it was made, in milliseconds on the board's own clock, which starts with the table."""

    @property
    def move(self) -> str: ...

    @property
    def t_ms(self) -> int: ...


T = TypeVar("T", bound=Timed)


def superhuman(moves: Sequence[Timed]) -> bool:
    """Whether no hand can have played this: all moves of a board in order, undos (`U`) among them."""
    standing = list[Timed]()
    for timed in moves:
        if timed.move != "U":
            standing.append(timed)
        elif standing:
            standing.pop()
    cards_up = sum(timed.move.endswith(">F") for timed in standing)
    if cards_up == _CARDS_UP and moves[-1].t_ms < QUICKEST_WIN_MS:
        return True
    hand = by_hand(moves)
    counted = sum(timed.move != "U" for timed in hand)
    return counted >= FEWEST_MOVES and hand[-1].t_ms < QUICKEST_MS * counted


def by_hand(moves: Sequence[T]) -> Sequence[T]:
    """All but the cards that go up one after the other at the end."""
    end = len(moves)
    while end and moves[end - 1].move.endswith(">F"):
        end -= 1
    return moves[:end]
