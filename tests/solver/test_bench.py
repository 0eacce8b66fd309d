"""The bench counts what it says it counts."""

from __future__ import annotations

import itertools

from tests.solver.engines import ENGINES

from agnes.solver.bench import measure, yardstick


def test_times_are_those_of_the_clock() -> None:
    ticks = itertools.count()
    found = measure(lambda: next(ticks), "sorel", [2, 7, 29], 10_000, ENGINES[-1])
    assert (found.deals, found.undecided, found.total, found.median) == (3, 0, 3, 1)
    assert found.nodes > 3
    assert 51 < found.longest < 200


def test_what_the_budget_does_not_decide_is_counted() -> None:
    assert measure(lambda: 0.0, "bernauer", [15], 100, ENGINES[-1]).undecided == 1


def test_the_yardstick_is_the_best_of_three() -> None:
    times = iter([0.0, 5.0, 6.0, 8.0, 9.0, 12.0])
    assert yardstick(lambda: next(times)) == 2.0
