"""Which move lost the win: a finished race looked through by the solver."""

from typing import Literal

from agnes.protocol.base import Message


class BoardAnalysis(Message):
    """One board: for each number of moves, from 0 on, whether it could still be won by then.

    `lost_at` is the number of the move that lost the win for good, `move` that move, and `line` wins from the
    position before it. `best`: nothing was thrown away: it was won, or the deal could not be.
    """

    player: str
    positions: tuple[Literal["yes", "no", "unknown"], ...]
    lost_at: int | None
    move: str | None
    line: tuple[str, ...] | None
    best: bool


class Analysis(Message):
    """What is known by now; while it is not `complete` more is being found out, so ask again."""

    complete: bool
    boards: tuple[BoardAnalysis, ...]
