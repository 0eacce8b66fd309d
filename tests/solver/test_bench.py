"""The bench counts what it says it counts."""

from __future__ import annotations

import itertools

from tests.solver.engines import ENGINES

from agnes.solver import Answer
from agnes.solver.bench import Figures, measure, yardstick


def test_times_are_those_of_the_clock() -> None:
    ticks = itertools.count()
    found = measure(lambda: next(ticks), "sorel", [2, 7, 29], 10_000, ENGINES[-1])
    assert (len(found.answers), found.total, found.median) == (3, 3, 1)


def test_verdicts_positions_and_lines_are_counted() -> None:
    line = ("D",) * 3
    found = Figures(
        "sorel",
        (
            *(Answer("yes", line * i, 10 * i) for i in range(1, 21)),
            Answer("no", (), 5),
            Answer("unknown", (), 9),
        ),
        (0.5,) * 22,
    )
    assert [found.count(verdict) for verdict in ("yes", "no", "unknown")] == [20, 1, 1]
    assert found.nodes == 2114
    assert [found.length(percent) for percent in (1, 50, 95, 96, 100)] == [3, 30, 57, 60, 60]
    assert Figures("sorel", (), ()).length(95) == 0


def test_the_yardstick_is_the_best_of_three() -> None:
    times = iter([0.0, 5.0, 6.0, 8.0, 9.0, 12.0])
    assert yardstick(lambda: next(times)) == 2.0
