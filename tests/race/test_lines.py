"""Standings, bonus and order (RULES, "Ends and scores")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.race import Line, bonus_for, line_after, order_value, ranks

lines = st.builds(
    Line,
    score=st.integers(1, 52),
    bonus=st.integers(0, 52),
    t_ms=st.integers(0, 10**10),
    status=st.sampled_from(["playing", "won", "blocked", "gave_up", "timed_out"]),
)


@pytest.mark.parametrize(
    ("t_ms", "bonus"),
    [(134_999, 52), (135_000, 51), (400, 52), (7_000_900, 1), (7_001_000, 0), (0, 52)],
)
def test_the_bonus_counts_whole_seconds(t_ms: int, bonus: int) -> None:
    assert bonus_for(t_ms) == bonus


def test_only_a_win_has_a_bonus_and_only_where_it_is_an_option() -> None:
    line = Line(score=51, t_ms=90_000, status="playing", opened=4)

    def after(status: str, time_bonus: bool) -> int:
        result = line_after(
            line,
            score=52,
            opened=4,
            rows=3,
            status=status,  # type: ignore[arg-type]
            t_ms=100_000,
            time_bonus=time_bonus,
        )
        return result.bonus

    assert after("won", True) == 52
    assert after("won", False) == 0
    assert after("playing", True) == 0


def test_the_time_of_a_line_is_when_its_points_were_reached() -> None:
    line = Line(score=5, t_ms=4_000, status="playing", opened=2)
    dealt = line_after(line, score=5, opened=2, rows=1, status="playing", t_ms=9_000, time_bonus=False)
    scored = line_after(line, score=6, opened=2, rows=0, status="playing", t_ms=9_000, time_bonus=False)
    assert (dealt.t_ms, dealt.rows) == (4_000, 1)
    assert scored.t_ms == 9_000


def test_ranks_after_a_tie_skip() -> None:
    standing = {
        "a": Line(score=30, t_ms=50),
        "b": Line(score=30, t_ms=40),
        "c": Line(score=30, t_ms=50),
        "d": Line(score=1, t_ms=0),
        "e": Line(score=52, t_ms=99_999, bonus=0),
    }
    assert ranks(standing) == {"e": 1, "b": 2, "a": 3, "c": 3, "d": 5}


@given(lines, lines)
def test_the_order_value_sorts_as_the_rule_says(one: Line, other: Line) -> None:
    by_rule = (one.points, -one.t_ms) > (other.points, -other.t_ms)
    assert (order_value(one) > order_value(other)) == by_rule
    assert (order_value(one) == order_value(other)) == ((one.points, one.t_ms) == (other.points, other.t_ms))


@given(lines)
def test_the_order_value_is_exact_as_a_double(line: Line) -> None:
    assert int(float(order_value(line))) == order_value(line)
