"""Without building past the base some deals are lost that can be won with it, and none is won instead."""

import pytest
from tests.bench.bench_past_base import report, verdict

from agnes.game import Game, rules_for
from agnes.solver import solve

# Source: the program quagnes, which does not build past the base, found these lost, the others won.
LOST = (268, 292)
WON = (3, 4)


@pytest.mark.parametrize("number", LOST)
def test_what_needs_building_past_the_base_is_lost(number: int) -> None:
    assert verdict(number, 20_000) == "no"
    assert solve(Game.deal(rules_for("sorel"), number), budget=20_000).verdict == "yes"


@pytest.mark.parametrize("number", WON)
def test_what_can_do_without_is_won(number: int) -> None:
    assert verdict(number, 20_000) == "yes"


def test_it_counts() -> None:
    assert report((*LOST, *WON)).startswith(
        "4 deals: 2 can be won, 2 cannot, 0 unknown; of the decided 50.00%"
    )
