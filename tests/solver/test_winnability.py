"""Counting verdicts over deal numbers."""

from __future__ import annotations

import json

import pytest

from agnes.game import Options, rules_for
from agnes.solver.winnability import UnreadableWalkError, Walk, wilson

SMALL = Walk.begin(rules_for("sorel"), first=2, budget=300)


def walked(walk: Walk, steps: int) -> Walk:
    for _ in range(steps):
        walk, _ = walk.step()
    return walk


def test_verdicts_are_counted() -> None:
    walk = walked(SMALL, 16)
    assert walk.deals == 16
    assert min(walk.yes, walk.no, walk.unknown) > 0
    assert 16 < walk.nodes <= 16 * 300


def test_a_walk_broken_off_comes_to_the_same_counts() -> None:
    taken_up = walked(Walk.decode(walked(SMALL, 3).encode()), 4)
    assert taken_up == walked(SMALL, 7)


def test_options_are_kept() -> None:
    walk = Walk.begin(rules_for("bernauer", Options(redeal=True, base="7")), first=5, budget=10, seed=3)
    assert Walk.decode(walk.encode()) == walk
    assert walk.rules == rules_for("bernauer", Options(redeal=True, base="7"))


def test_a_cancelled_step_counts_nothing() -> None:
    walk = Walk.begin(rules_for("bernauer"), first=15, budget=10**9)
    after, answer = walk.step(cancelled=lambda: True)
    assert after == walk
    assert answer.verdict == "unknown"


def test_the_unknown_widen_what_can_be_won() -> None:
    walk = Walk.decode(json.dumps({**json.loads(SMALL.encode()), "yes": 80, "no": 15, "unknown": 5}))
    share, low, high = walk.winnable()
    assert share == pytest.approx(80 / 95)
    assert low == wilson(80, 100).low
    assert high == wilson(85, 100).high
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
