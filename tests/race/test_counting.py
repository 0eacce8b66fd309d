"""Which races count, and for whom."""

from dataclasses import replace
from typing import Any

import pytest

from agnes.race import Line, Race, Seat, Terms
from agnes.race.counting import counts, winners


def race(*lines: Line, bots: tuple[Line, ...] = (), **terms: Any) -> Race:
    """People a, b, c… and bots x, y, z…, each with a line."""
    people = [Seat("abcdefgh"[n], "P", n + 1, line=line) for n, line in enumerate(lines)]
    more = [Seat("xyz"[n], "B", n + 10, level="calm", line=line) for n, line in enumerate(bots)]
    return replace(
        Race("code", Terms("sorel", **terms), "1", "n", 0), seats=(*people, *more), state="finished"
    )


@pytest.mark.parametrize(
    ("finished", "so"),
    [
        (race(Line(30), Line(20)), True),
        (race(Line(30)), False),
        (race(Line(30), bots=(Line(20),)), False),
        (race(Line(30), Line(20), named_deal="5"), False),
        (race(Line(30), seats=1), False),
    ],
    ids=["two people", "alone", "against a bot", "a named deal", "one seat"],
)
def test_a_race_counts_between_people_on_a_secret_deal(finished: Race, so: bool) -> None:
    assert counts(finished) is so


@pytest.mark.parametrize(
    ("finished", "best"),
    [
        (race(Line(30, t_ms=9), Line(30, t_ms=8)), "b"),
        (race(Line(30), Line(31, t_ms=10**6)), "b"),
        (race(Line(52, 3), Line(52, 4)), "b"),
        (race(Line(30, t_ms=5), Line(30, t_ms=5), Line(29)), "ab"),
        (race(Line(1), Line(1)), ""),
        (race(Line(30), Line(20), bots=(Line(52),)), "a"),
    ],
    ids=["time", "score", "bonus", "level at the top", "all level", "a bot ahead"],
)
def test_the_best_of_the_people_have_won_if_they_beat_somebody(finished: Race, best: str) -> None:
    assert winners(finished) == list(best)
