"""Counting verdicts over deal numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agnes.game import Game, GameError, Options, rules_for
from agnes.solver import Verdict, solve
from agnes.solver.winnability import ANY, EACH, Count, UnreadableWalkError, Walk, wilson

SMALL = Walk.begin("sorel", first=2, budget=300)
RANKS = "A23456789TJQK"


def walked(walk: Walk, steps: int) -> Walk:
    for _ in range(steps):
        walk = walk.counted(walk.look(walk.next))
    return walk


def test_verdicts_are_counted() -> None:
    walk = walked(SMALL, 16)
    assert walk.deals == 16
    assert min(walk.yes, walk.no, walk.unknown) > 0
    assert 16 < walk.nodes <= 16 * 300


def test_a_walk_broken_off_comes_to_the_same_counts() -> None:
    taken_up = walked(Walk.decode(walked(SMALL, 3).encode()), 4)
    assert taken_up == walked(SMALL, 7)
    assert taken_up.anew() == SMALL


def found_of(number: int, base: str) -> Count:
    """What is found of a deal of `SMALL` with this base."""
    answer = solve(Game.deal(rules_for("sorel", Options(base=base)), number), budget=300)
    return Count(answer.verdict, answer.nodes)


def test_a_chosen_base_is_that_of_every_deal() -> None:
    walk = Walk.begin("sorel", base="7", first=2, budget=300)
    assert [walk.look(number) for number in (2, 3)] == [found_of(number, "7") for number in (2, 3)]


def test_each_base_has_its_turn() -> None:
    walk = Walk.begin("sorel", base=EACH, first=2, budget=300)
    numbers = range(12, 16)
    assert [walk.look(number) for number in numbers] == [
        found_of(number, base) for number, base in zip(numbers, "QKA2", strict=True)
    ]


@pytest.mark.parametrize("number", [1, 4, 9])
def test_the_best_base_is_found_for_a_deal(number: int) -> None:
    found = [found_of(number, base) for base in RANKS]
    verdicts = [count.verdict for count in found]
    looked_at = found[: verdicts.index("yes") + 1] if "yes" in verdicts else found
    best: Verdict = "yes" if "yes" in verdicts else "unknown" if "unknown" in verdicts else "no"
    count = Walk.begin("sorel", base=ANY, first=1, budget=300).look(number)
    assert count == Count(best, sum(each.nodes for each in looked_at))


def test_options_are_kept() -> None:
    walk = Walk.begin("bernauer", redeal=True, base="7", first=5, budget=10, seed=3)
    assert Walk.decode(walk.encode()) == walk
    answer = solve(Game.deal(rules_for("bernauer", Options(redeal=True, base="7")), 5), budget=10, seed=3)
    assert walk.look(5) == Count(answer.verdict, answer.nodes)


@pytest.mark.parametrize(
    "asked", [{"game": "chess"}, {"face_down": True}, {"redeal": True}, {"base": "all"}, {"first": 0}]
)
def test_what_there_is_not_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Walk.begin(**{"game": "sorel", "first": 1, "budget": 10, **asked})


def test_a_cancelled_look_finds_nothing() -> None:
    walk = Walk.begin("bernauer", first=15, budget=10**9)
    assert walk.look(15, cancelled=lambda: True).verdict == "unknown"


def test_the_unknown_widen_what_can_be_won() -> None:
    walk = Walk.decode(json.dumps({**json.loads(SMALL.encode()), "yes": 80, "no": 15, "unknown": 5}))
    assert walk.winnable() == (0.8, wilson(80, 100).low, wilson(85, 100).high)
    assert walk.decided() == wilson(80, 95)
    assert walk.share("unknown").share == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # From the formula by hand: at z = 1.96 the ends of 0 of 10 and 10 of 10 are z²/(10 + z²) from there.
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (0, 0, 0.0, 1.0)],
)
def test_intervals(count: int, of: int, low: float, high: float) -> None:
    share = wilson(count, of)
    assert share.low == pytest.approx(low, abs=1e-4)
    assert share.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": "chess"},
        {"yes": -1},
        {"budget": "10"},
        {"first": 0},
        {"more": 1},
        {"face_down": True},
    ],
)
def test_other_texts_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(UnreadableWalkError):
        Walk.decode(json.dumps({**json.loads(SMALL.encode()), **change}))
    for text in ("", "[]", "3", "{"):
        with pytest.raises(UnreadableWalkError):
            Walk.decode(text)
