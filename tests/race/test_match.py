"""A match of several deals (PROTOCOL, "Match")."""

import pytest

from agnes.race import Line, Race, Refused, Terms
from agnes.race.match import Match

NOW = 1_000_000


def lines(**scores: tuple[int, int]) -> dict[str, Line]:
    return {player: Line(score=score, t_ms=t_ms) for player, (score, t_ms) in scores.items()}


def over(match: Match, *players: str) -> Race:
    """A race of a match, everybody having given up."""
    race = Race("code", Terms("sorel", deals=match.of), "7" * 17, "nonce", NOW, match=match)
    for player in players:
        race = race.join(player, player.title()).race
    race = race.start(players[0], NOW).race
    assert race.starts_at is not None
    race = race.tick(race.starts_at).race.tick(race.starts_at).race
    for player in players:
        race = race.give_up(player, NOW).race
    assert race.state == "finished"
    return race


def test_a_point_for_each_rival_beaten_and_half_for_each_tied_with() -> None:
    match = Match(3).after(lines(ann=(52, 9), ben=(30, 5), cem=(30, 7), dan=(1, 0)))
    assert match.halves == {"ann": 6, "ben": 3, "cem": 3, "dan": 0}
    assert match.times == {"ann": 9, "ben": 5, "cem": 7, "dan": 0}


def test_the_time_bonus_counts_the_time_does_not() -> None:
    fast, slow = Line(score=52, bonus=10, t_ms=1), Line(score=52, bonus=9, t_ms=2)
    assert Match(3).after({"ann": fast, "ben": slow}).halves == {"ann": 2, "ben": 0}


def test_points_add_up_and_equal_ones_are_parted_by_time() -> None:
    match = Match(3).after(lines(ann=(20, 50), ben=(10, 30))).next().after(lines(ann=(10, 50), ben=(20, 60)))
    assert match.halves == {"ann": 2, "ben": 2}
    assert match.ranks() == {"ben": 1, "ann": 2}


def test_who_has_left_keeps_the_points() -> None:
    match = Match(3).after(lines(ann=(20, 50), ben=(10, 30))).next().after(lines(ben=(20, 60)))
    assert match.halves == {"ann": 2, "ben": 0}


def test_the_next_deal_is_due_after_the_pause() -> None:
    race = over(Match(3), "ann", "ben")
    assert race.due == NOW + 20_000
    assert not race.next_deal_is_due(NOW + 19_999)
    assert race.next_deal_is_due(NOW + 20_000)


def test_the_next_deal_is_due_when_all_are_ready() -> None:
    race = over(Match(3), "ann", "ben")
    one = race.set_ready("ann", True).race
    assert not one.next_deal_is_due(NOW)
    assert one.set_ready("ben", True).race.next_deal_is_due(NOW)
    assert one.leave("ben", NOW).race.next_deal_is_due(NOW), "who has left is not waited for"


def test_the_next_deal_carries_the_match_on() -> None:
    following = over(Match(3), "ann", "ben").again(NOW)
    assert following.match is not None
    assert (following.match.number, following.match.halves) == (2, {"ann": 1, "ben": 1})


def test_a_match_in_its_course_has_no_rematch_but_its_next_deal() -> None:
    race = over(Match(3), "ann", "ben")
    with pytest.raises(Refused):
        race.with_rematch("ann", "next")
    assert race.followed_by("next").race.rematch == "next"
    assert not race.followed_by("next").race.next_deal_is_due(NOW + 20_000)


def test_after_the_last_deal_a_rematch_is_a_new_match_of_the_same_length() -> None:
    race = over(Match(3, number=3), "ann", "ben")
    assert race.due is None
    assert race.with_rematch("ann", "next").race.rematch == "next"
    again = race.again(NOW)
    assert again.match == Match(3)


def test_a_match_that_everybody_left_is_over() -> None:
    race = over(Match(3), "ann", "ben").leave("ann", NOW).race.leave("ben", NOW).race
    assert race.due is None


def test_time_alone_changes_nothing_between_deals() -> None:
    race = over(Match(3), "ann", "ben")
    assert race.tick(NOW + 60_000).race == race
