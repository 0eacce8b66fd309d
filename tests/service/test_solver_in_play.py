"""docs/solver-in-play.md has the bounds of the code."""

import re
from pathlib import Path

from agnes.protocol.solving import BUDGET, BUDGET_MOST
from agnes.service import analysing, bots, daily_making, nothing_more, pool, solving, winnable
from agnes.store import analyses

PAGE = (Path(__file__).parents[2] / "docs" / "solver-in-play.md").read_text("utf-8")
TEXT = " ".join(PAGE.split())


def row(use: str) -> list[int]:
    """The numbers in the row of a table, in order."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {use}")]
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", line.partition(use)[2])]


def test_the_pools_are_as_in_the_code() -> None:
    assert row("questions") == [1, 4, pool.NICENESS]
    assert row("background") == row("bots") == [1, pool.BACKGROUND]
    assert f"**Bound**: {pool.MOST_WAITING} pieces of work" in TEXT


def test_the_bounds_are_as_in_the_code() -> None:
    on_the_spot = int(winnable.ON_THE_SPOT_S)
    assert row("`POST /api/solve`") == [BUDGET, BUDGET_MOST]
    assert row("a race with `winnable` on a named deal") == [winnable.NAMED_BUDGET, on_the_spot]
    assert row("a race with `winnable` on a secret deal") == [winnable.BUDGET, on_the_spot]
    making = [daily_making.BUDGET, daily_making.CANDIDATES, int(daily_making.ON_THE_SPOT_S)]
    assert row("the deal of the day") == making
    assert row("secret deals put by ahead") == [winnable.BUDGET, winnable.AT_ONCE]
    rise = [nothing_more.BUDGET, int(nothing_more.WITHIN_S), nothing_more.MOST]
    assert row("nothing more to gain") == rise
    race = [*analysing.BUDGETS, analysing.NODES_MOST, int(analysing.TIME_MOST_S), analysing.MOST]
    assert row("a finished race looked through") == race
    assert row("a strong bot's choice")[1:] == [bots.MOST_STRONG]


def test_what_is_put_by_and_kept_is_as_in_the_code() -> None:
    assert list(winnable.ALWAYS.values()) == [64, 64, 8, 4]
    assert f"{winnable.WHEN_WANTED} of any other options for {winnable.WANTED_MS // 86_400_000} days" in TEXT
    assert f"a lease of {analyses.LEASE_MS // 1000} seconds" in TEXT
    assert f"answers after {analysing.ANSWER_S:.0f} seconds" in TEXT
    assert f"nobody has asked for {analysing.LINGER_S:.0f} seconds" in TEXT
    assert f"divided by {solving.SLOWER}" in TEXT
    assert f"at most {BUDGET_MOST // solving.SLOWER:,}" in TEXT
