"""What the solver costs: a run of deals, measured by a clock that is the caller's.

A yardstick is a fixed piece of plain Python, so figures of different machines, or of one machine that is
busy at times, compare by their ratios.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from agnes.game import Game, rules_for
from agnes.solver.answer import Answer, solve
from agnes.solver.engine import ENGINE, Engine

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Figures:
    """Deals of one game, one by one searched to the end or to the budget."""

    game: str
    answers: tuple[Answer, ...]
    times: tuple[float, ...]
    """seconds a deal, its line shortened"""

    @property
    def total(self) -> float:
        """Seconds for all deals."""
        return sum(self.times)

    @property
    def median(self) -> float:
        """Seconds for the median deal."""
        return median(self.times)

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return sum(answer.nodes for answer in self.answers)

    def count(self, verdict: str) -> int:
        """Deals with this verdict."""
        return sum(answer.verdict == verdict for answer in self.answers)

    def length(self, percent: int) -> int:
        """Moves of the line that so many of a hundred lines are not longer than; 0 if there is no line."""
        lengths = sorted(len(answer.line) for answer in self.answers if answer.line)
        return lengths[max(0, (len(lengths) * percent - 1) // 100)] if lengths else 0


def yardstick(clock: Clock) -> float:
    """Seconds that a million steps of a random generator take in plain Python, the best of three."""

    def once() -> float:
        start = clock()
        state = 1
        for _ in range(1_000_000):
            state = state * 1103515245 + 12345 & 2147483647
        return clock() - start

    return min(once() for _ in range(3))


def measure(clock: Clock, game: str, numbers: Iterable[int], budget: int, engine: Engine = ENGINE) -> Figures:
    """Solves the deals one by one."""
    rules = rules_for(game)
    deals = [Game.deal(rules, number) for number in numbers]
    answers, times = [], []
    for deal in deals:
        start = clock()
        answers.append(solve(deal, budget=budget, engine=engine))
        times.append(clock() - start)
    return Figures(game, tuple(answers), tuple(times))
