"""The days that somebody has finished, and the streak that they make. Pure.

A streak follows from the set of days alone, so that a day told twice, or late and out of turn, comes to the
same.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    """`last`: the newest day finished, None if none was; `run`: how many days without a gap end with it.

    `longest` is the longest such run there was, `days` how many days were finished at all.
    """

    last: int | None = None
    run: int = 0
    longest: int = 0
    days: int = 0

    def current(self, closed: int) -> int:
        """The streak as it counts: it is broken once a day has closed, `closed` the newest, without them."""
        return self.run if self.last is not None and self.last >= closed else 0


def streak_of(days: Iterable[int]) -> Streak:
    """The streak that these days make; they are numbers, see `agnes.race.daily`, in any order."""
    run = longest = count = 0
    last: int | None = None
    for number in sorted(set(days)):
        run = run + 1 if last is not None and number == last + 1 else 1
        longest, count, last = max(longest, run), count + 1, number
    return Streak(last, run, longest, count)
