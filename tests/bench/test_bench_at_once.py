"""Making every build at once loses deals that waiting wins, and each it wins can be won."""

from dataclasses import replace

import pytest
from tests.bench.bench_at_once import most_up
from tests.bench.bench_other_rules import SOREL, verdict

BY_SUIT = replace(SOREL, build="same-suit")


@pytest.mark.parametrize(("number", "up"), [(31, 52), (35, 52), (39, 8), (96, 10)])
def test_what_can_be_won_by_suit_is_not_always_won_so(number: int, up: int) -> None:
    assert verdict(number, BY_SUIT, past_base=True) == "yes"
    assert most_up(number) == up


def test_without_filling_columns_less_goes_up() -> None:
    numbers = range(1, 41)
    filled = sum(most_up(number) for number in numbers)
    dealt = sum(most_up(number, fill=False) for number in numbers)
    assert dealt < filled
