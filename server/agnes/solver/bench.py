"""What the solver costs, in seconds and in yardsticks: `bench(time.process_time)`.

A yardstick is a fixed piece of plain Python, so figures of different machines, or of one machine that is
busy at times, compare by their ratios. The clock is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from statistics import median
from typing import Final, NamedTuple

from agnes.game import Game, rules_for
from agnes.solver.answer import solve
from agnes.solver.engine import ENGINE, Engine

Clock = Callable[[], float]

SOREL: Final = range(1, 31)
BERNAUER: Final = range(1, 201)


class Figures(NamedTuple):
    """One game's deals, each searched to the end or to the budget."""

    game: str
    deals: int
    undecided: int
    nodes: int
    total: float
    """seconds for all deals"""
    median: float
    """seconds for the median deal, its line shortened"""
    longest: int
    """moves of the line that 95 % of the lines are not longer than"""


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
    lengths = sorted(len(answer.line) for answer in answers if answer.verdict == "yes")
    return Figures(
        game,
        len(answers),
        sum(answer.verdict == "unknown" for answer in answers),
        sum(answer.nodes for answer in answers),
        sum(times),
        median(times),
        lengths[(len(lengths) * 95 - 1) // 100] if lengths else 0,
    )


def bench(clock: Clock, engine: Engine = ENGINE, peer: float | None = None) -> Iterator[str]:
    """Lines to print, as they come; `peer`: the seconds another program takes for Sorel deals 1 to 8."""
    form = "compiled" if engine.compiled else f"interpreted ({engine.why})"
    yield f"kernel     {form}"
    unit = yardstick(clock)
    yield f"yardstick  {unit:.3f} s"
    budget = 1_000_000 if engine.compiled else 20_000
    for game, numbers in (("sorel", SOREL), ("bernauer", BERNAUER)):
        found = measure(clock, game, numbers, budget, engine)
        yield f"{game:10} {_line(found, unit)}"
        if peer is not None and game == "sorel":
            share = found.total / peer
            yield f"peer       {peer:.3f} s for Sorel deals 1 to 8; our 30 take {share:.4f} of that"


def _line(found: Figures, unit: float) -> str:
    return (
        f"{found.deals} deals: {found.total:.3f} s = {found.total / unit:.2f} yardsticks, "
        f"median {found.median * 1e3:.2f} ms = {found.median / unit:.4f}, "
        f"{found.total / found.nodes * 1e6:.2f} us a position, {found.undecided} undecided, "
        f"95 % of the lines up to {found.longest} moves"
    )
