"""A player's line in the standings, and how lines are ranked (RULES, "Ends and scores")."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Status = Literal["waiting", "playing", "won", "blocked", "gave_up", "timed_out"]

DONE: frozenset[Status] = frozenset({"won", "blocked", "gave_up", "timed_out"})

WHOLE_DECK = 52
BONUS_SECONDS = 7000

# Points and time in one whole number that sorts as the standings do: 104 points at the most, and
# room for three years of milliseconds; below 2**53, so a sorted set's double holds it exactly.
_TIME_ROOM = 10**11


@dataclass(frozen=True, slots=True)
class Line:
    """Score and state of one player; `t_ms` is the board's own clock when the score was reached."""

    score: int = 0
    bonus: int = 0
    t_ms: int = 0
    status: Status = "waiting"
    opened: int = 0
    rows: int = 0

    @property
    def points(self) -> int:
        return self.score + self.bonus

    @property
    def done(self) -> bool:
        return self.status in DONE


NOTHING = Line()
"""Before the cards are out."""
OPENING = Line(score=1, opened=1)
"""The base card lies on its foundation."""


def line_after(
    line: Line, *, score: int, opened: int, rows: int, status: Status, t_ms: int, time_bonus: bool
) -> Line:
    """The line after a move. Its time changes only where its points do: it says when they were reached."""
    bonus = bonus_for(t_ms) if time_bonus and status == "won" else 0
    reached = line.t_ms if (score, bonus) == (line.score, line.bonus) else t_ms
    return Line(score, bonus, reached, status, opened, rows)


def bonus_for(t_ms: int) -> int:
    """The time bonus of a win after `t_ms` milliseconds: min(52, 7000 // whole seconds)."""
    return min(WHOLE_DECK, BONUS_SECONDS // max(t_ms // 1000, 1))


def order_value(line: Line) -> int:
    """A whole number below 2**53: the higher, the better the line stands; equal lines share it."""
    return line.points * _TIME_ROOM - min(line.t_ms, _TIME_ROOM - 1)


def ranks(lines: Mapping[str, Line]) -> dict[str, int]:
    """Player to rank, best 1; equals share a rank and the next ones are skipped: 1, 2, 2, 4."""
    best_first = sorted(map(order_value, lines.values()), reverse=True)
    return {player: best_first.index(order_value(line)) + 1 for player, line in lines.items()}


def all_done(lines: Iterable[Line]) -> bool:
    return all(line.done for line in lines)
