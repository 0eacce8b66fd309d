"""Days by UTC and nothing else, their codes, their numbers."""

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from agnes.race import Race, Refused, Terms
from agnes.race.daily import (
    DAY_MS,
    DEAL_MAX,
    DEAL_MIN,
    GAMES,
    Day,
    board_race,
    day_of,
    day_of_attempt,
    day_of_code,
    latest_closed,
    number_at,
    percentile,
)
from agnes.race.terms import DailyTerms

KEY = b"a key of thirty-two bytes or more"


def ms(text: str) -> int:
    return int(datetime.fromisoformat(f"{text}+00:00").timestamp() * 1000)


def a_day(date: str) -> Day:
    day = day_of(date, "sorel")
    assert day
    return day


# Leap day, the days on which clocks change in Europe, in America, the last of a year.
DATES = ["2028-02-29", "2026-03-29", "2026-10-25", "2027-03-14", "2026-12-31", "2020-01-01", "2900-12-31"]


@pytest.mark.parametrize("date", DATES)
def test_a_day_is_that_of_utc_and_24_hours_long(date: str) -> None:
    day = a_day(date)
    assert day.date == date
    assert day.starts_at == ms(f"{date}T00:00:00")
    assert day.ends_at == day.next.starts_at == day.starts_at + DAY_MS
    assert day.closes_at == day.ends_at + 3_600_000
    assert {number_at(day.starts_at), number_at(day.ends_at - 1)} == {day.number}
    assert number_at(day.ends_at) == day.number + 1


def test_a_day_is_closed_an_hour_after_its_end() -> None:
    day = a_day("2026-03-28")
    assert latest_closed(day.closes_at - 1) == day.number - 1
    assert latest_closed(day.closes_at) == day.number


@pytest.mark.parametrize(
    ("date", "game"),
    [
        ("2026-02-29", "sorel"),
        ("2026-13-01", "sorel"),
        ("2019-12-31", "sorel"),
        ("20260101", "sorel"),
        ("2026-1-1", "sorel"),
        ("2026-W01-1", "sorel"),
        ("\u0662\u0660\u0662\u0666-\u0660\u0661-\u0660\u0661", "sorel"),
        ("9999-12-31", "sorel"),
        ("2026-01-01", "klondike"),
        ("", ""),
    ],
)
def test_what_is_no_day_is_none(date: str, game: str) -> None:
    assert day_of(date, game) is None


def test_codes_name_one_day_each_and_can_be_typed_in_capitals() -> None:
    days = [Day(number, game) for game in GAMES for number in (*range(3_000), 24**4 - 1)]
    codes = {day.code for day in days}
    assert len(codes) == len(days)
    assert all(day_of_code(day.code) == day == day_of_code(day.code.upper()) for day in days)


def test_no_card_can_be_read_in_a_code() -> None:
    days = [Day(number, game) for game in GAMES for number in range(20_000)]
    assert not any(set("cdhs") & set(day.code) for day in days)


@pytest.mark.parametrize("text", ["", "b2222x", "b222", "x2222", "b222l", "bbfgj7kmnp2q", "b2222.player"])
def test_what_is_no_code_is_none(text: str) -> None:
    assert day_of_code(text) is None


def test_each_player_has_one_attempt_a_day_whose_race_tells_the_day() -> None:
    day = a_day("2026-11-30")
    assert day_of_attempt(day.attempt("fgjk")) == day
    assert day_of_attempt("bbfgj7kmnp2q") is None
    assert board_race(day.attempt("fgjk"), "mnpq") == day.attempt("mnpq")
    assert board_race("bbfgj7kmnp2q", "mnpq") == "bbfgj7kmnp2q"


def test_numbers_are_secret_ones_and_follow_from_date_game_and_key() -> None:
    day = a_day("2026-11-30")
    numbers = list(day.candidates(KEY, 200))
    assert all(DEAL_MIN <= number < DEAL_MAX for number in numbers)
    assert numbers == list(day.candidates(KEY, 200))
    others = [
        *Day(day.number, "bernauer").candidates(KEY, 200),
        *day.next.candidates(KEY, 200),
        *day.candidates(KEY + b"!", 200),
    ]
    assert len({*numbers, *others}) == 800


def test_numbers_of_past_days_lead_to_no_other() -> None:
    """Whoever knows the last thirty finds tomorrow's by no difference, ratio or bit that stays."""
    past = [next(Day(number, "sorel").candidates(KEY, 1)) for number in range(2_500, 2_530)]
    steps = {later - earlier for earlier, later in zip(past, islice(past, 1, None), strict=False)}
    assert len(steps) == 29
    for bit in range(52):
        assert 4 < sum(number >> bit & 1 for number in past) < 26


@pytest.mark.parametrize(
    ("rank", "total", "share"), [(1, 1, 100), (1, 900, 100), (2, 3, 66), (3, 3, 33), (1000, 1000, 1)]
)
def test_the_percentile_counts_those_one_is_at_least_as_good_as(rank: int, total: int, share: int) -> None:
    assert percentile(rank, total) == share


# -- the attempt as a race -----------------------------------------------------------------


def attempt(day: Day) -> Race:
    terms = Terms("sorel", seats=1, study_s=0, daily=DailyTerms(day.date, day.code, day.closes_at))
    return (
        Race(day.attempt("ann"), terms, "12345678901234567", "nonce", day.starts_at).join("ann", "Ann").race
    )


def test_its_clock_starts_when_the_board_is_shown_and_once() -> None:
    day = a_day("2026-11-30")
    waiting = attempt(day)
    assert (waiting.state, waiting.due) == ("lobby", None)
    shown = waiting.begin_daily(day.ends_at + 5).race
    assert (shown.state, shown.starts_at, shown.ends_at) == ("running", day.ends_at + 5, day.closes_at)
    assert shown.begin_daily(day.ends_at + 9).race == shown


def test_it_is_not_begun_once_the_day_is_closed() -> None:
    day = a_day("2026-11-30")
    with pytest.raises(Refused, match="day-over"):
        attempt(day).begin_daily(day.closes_at)


def test_only_the_close_of_the_day_ends_it_for_who_is_away() -> None:
    day = a_day("2026-11-30")
    race = attempt(day).begin_daily(day.starts_at).race
    assert race.away_too_long("ann", day.starts_at + DAY_MS).race == race
    assert race.tick(day.closes_at - 1).race == race
    over = race.tick(day.closes_at).race
    assert (over.state, over.seats[0].line.status) == ("finished", "timed_out")


def test_it_tells_its_number_never_and_takes_back_no_more_than_a_race() -> None:
    day = a_day("2026-11-30")
    race = attempt(day).begin_daily(day.starts_at).race
    over = race.give_up("ann", day.starts_at + 1000).race
    assert (over.state, over.deal_is_public, race.deal_is_public) == ("finished", False, False)
    assert race.terms.rules.undo == "quiet"
    assert not race.terms.alone


def test_days_go_on_for_centuries() -> None:
    last = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=24**4 - 1)
    assert Day(24**4 - 1, "sorel").date == last.date().isoformat()
