"""Rules of other programs are stricter than ours: they lose deals that can be won here."""

from dataclasses import replace
from typing import Any

import pytest
from tests.bench.bench_other_rules import SOREL, report, verdict

# Source: the program quagnes, which does not build past the base, found these lost, the others won.
LOST = (268, 292)
WON = (3, 4)


@pytest.mark.parametrize("number", LOST)
def test_what_needs_building_past_the_base_is_lost(number: int) -> None:
    assert verdict(number, budget=20_000) == "no"
    assert verdict(number, past_base=True, budget=20_000) == "yes"


@pytest.mark.parametrize("number", WON)
def test_what_can_do_without_is_won(number: int) -> None:
    assert verdict(number, budget=20_000) == "yes"


@pytest.mark.parametrize("strict", [{"build": "same-suit"}, {"space": "below-base"}])
def test_stricter_rules_win_less(strict: dict[str, Any]) -> None:
    rules = replace(SOREL, **strict)
    numbers = (3, 4, 13, 14)
    ours = [verdict(number, past_base=True, budget=20_000) for number in numbers]
    theirs = [verdict(number, rules, past_base=True, budget=20_000) for number in numbers]
    assert theirs.count("yes") < ours.count("yes")


def test_where_empty_columns_take_no_card_hardly_anything_is_won() -> None:
    numbers = range(1, 11)
    verdicts = [verdict(number, past_base=True, fill=False, budget=20_000) for number in numbers]
    assert "yes" not in verdicts
    assert verdicts.count("no") > 5


def test_it_counts() -> None:
    assert report(["yes", "no", "unknown", "yes"]).startswith(
        "4 deals: 2 can be won, 1 cannot, 1 unknown; of the decided 66.67%"
    )
