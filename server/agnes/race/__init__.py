"""The race as a value: who sits, what is played, how it stands. Pure; `now` is an argument."""

from agnes.race.errors import Refused
from agnes.race.lines import DONE, Line, bonus_for, line_after, order_value, ranks
from agnes.race.race import Race, Step
from agnes.race.seat import Level, Seat
from agnes.race.terms import Terms

__all__ = [
    "DONE",
    "Level",
    "Line",
    "Race",
    "Refused",
    "Seat",
    "Step",
    "Terms",
    "bonus_for",
    "line_after",
    "order_value",
    "ranks",
]
