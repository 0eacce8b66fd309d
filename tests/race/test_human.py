"""Which runs no hand can have played."""

from typing import NamedTuple

import pytest

from agnes.race.human import FEWEST_MOVES, QUICKEST_MS, QUICKEST_WIN_MS, superhuman
from agnes.store.codec import MoveEntry


class Timed(NamedTuple):
    move: str
    t_ms: int


def at_pace(moves: list[str], each_ms: float) -> list[Timed]:
    return [Timed(move, int(each_ms * number)) for number, move in enumerate(moves, 1)]


def then(moves: list[Timed], more: list[str], each_ms: float) -> list[Timed]:
    """More moves after those, at another pace."""
    start = moves[-1].t_ms
    return [*moves, *(timed._replace(t_ms=start + timed.t_ms) for timed in at_pace(more, each_ms))]


BY_HAND = ["T1>T2", "T3>F"] * 20 + ["D"]
FINISH = ["T1>F"] * 31


@pytest.mark.parametrize(("each_ms", "marked"), [(QUICKEST_MS - 1, True), (QUICKEST_MS, False), (60, True)])
def test_the_pace_of_what_is_played_by_hand_counts(each_ms: float, marked: bool) -> None:
    assert superhuman(at_pace(BY_HAND, each_ms)) is marked


def test_the_cards_at_the_end_do_not_make_it_quicker() -> None:
    assert not superhuman(then(at_pace(BY_HAND, 800), FINISH, 1))


def test_nor_do_they_hide_a_pace() -> None:
    assert superhuman(then(at_pace(BY_HAND, 100), FINISH, 2_000))


def test_a_win_takes_half_a_minute_at_least() -> None:
    at_once = [Timed(move, QUICKEST_WIN_MS - 1) for move in BY_HAND[:-25]]
    won = [*at_once, *(Timed(move, QUICKEST_WIN_MS - 1) for move in FINISH + ["T2>F"] * 12)]
    assert sum(timed.move.endswith(">F") for timed in won) == 51
    assert superhuman(won)
    assert not superhuman([*won[:-1], Timed("T2>F", QUICKEST_WIN_MS)])
    assert not superhuman(won[:-1])


def test_a_short_burst_may_have_been_planned() -> None:
    quick = ["T1>T2"] * (FEWEST_MOVES - 1)
    assert not superhuman(at_pace(quick, 100))
    assert superhuman(at_pace([*quick, "T2>T1"], 100))


def test_undo_is_one_press() -> None:
    there_and_back = ["T1>T2", "U"] * 40
    assert not superhuman(at_pace(there_and_back, QUICKEST_MS / 2))
    assert superhuman(at_pace(there_and_back, QUICKEST_MS / 2 - 1))


def test_moves_that_arrive_together_after_a_while_are_fine() -> None:
    assert not superhuman(then(at_pace(["D"], 60_000), BY_HAND, 1))


def test_nothing_played_is_nothing_to_mark() -> None:
    assert not superhuman([])
    assert not superhuman([Timed("U", 1)])


def test_a_move_as_it_is_stored_will_do() -> None:
    assert superhuman([MoveEntry(move, t_ms, 0) for move, t_ms in at_pace(BY_HAND, 50)])
