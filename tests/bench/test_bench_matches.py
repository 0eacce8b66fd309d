"""The command that says how close bots are."""

from tests.bench.bench_matches import Attempt, attempt, tally

from agnes.game import rules_for


def test_an_attempt_takes_a_persons_time() -> None:
    played = attempt("calm", rules_for("bernauer", undo="none"), 1, seed=1)
    times = [t_ms for t_ms, _ in played.curve]
    assert times == sorted(times)
    assert played.line().score == played.curve[-1][1]
    assert played.over_ms > 20_000


def test_matches_are_counted() -> None:
    found = tally("calm", rules_for("sorel", undo="none"), matches=3, first=20_001)
    assert (found.matches, found.deals) == (3, 9)
    assert 0 <= found.level <= 3
    assert 0 <= found.turned <= 9
    # A match of three is level where one deal is or all are.
    assert found.level <= found.level_deals <= 9


def test_of_two_winners_the_bonus_favours_the_faster() -> None:
    slow, fast = (Attempt([(0, 1), (over_ms, 52)], over_ms, []) for over_ms in (250_000, 200_000))
    assert slow.line().points == fast.line().points == 52
    assert slow.line(bonus=True).points == 52 + 28
    assert fast.line(bonus=True).points == 52 + 35


def test_deals_that_cannot_be_won_can_be_left_out() -> None:
    rules = rules_for("sorel", undo="none")
    assert tally("calm", rules, matches=1, first=1, winnable=True).deals == 3
