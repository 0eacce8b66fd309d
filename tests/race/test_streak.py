"""Streaks follow from the set of days, however they came."""

from hypothesis import given
from hypothesis import strategies as st

from agnes.race.streak import Streak, streak_of


def test_nobody_has_one_without_a_day() -> None:
    assert streak_of([]) == Streak()
    assert Streak().current(0) == 0


def test_days_in_a_row_make_one_and_a_gap_begins_another() -> None:
    assert streak_of([5, 6, 7]) == Streak(last=7, run=3, longest=3, days=3)
    assert streak_of([1, 2, 3, 4, 7, 8]) == Streak(last=8, run=2, longest=4, days=6)


def test_a_day_that_comes_late_closes_the_gap() -> None:
    assert streak_of([7, 5, 6]) == streak_of([5, 6, 7]) == streak_of([6, 6, 5, 7])


def test_it_is_broken_only_once_a_day_has_closed_without_one() -> None:
    streak = streak_of([5, 6, 7])
    assert [streak.current(closed) for closed in (5, 6, 7, 8, 9)] == [3, 3, 3, 0, 0]


@given(st.sets(st.integers(0, 60)))
def test_it_is_what_counting_by_hand_gives(days: set[int]) -> None:
    runs = [0]
    for day in range(62):
        if day in days:
            runs[-1] += 1
        else:
            runs.append(0)
    last = max(days, default=None)
    run = 0
    while last is not None and last - run in days:
        run += 1
    assert streak_of(days) == Streak(last, run, max(runs), len(days))
