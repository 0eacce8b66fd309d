"""A race from lobby to rematch, every wish granted or refused."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agnes.race import Line, Race, Refused, Step, Terms

NOW = 1_000_000


def lobby(*players: str, terms: Terms | None = None) -> Race:
    race = Race("code", terms or Terms("bernauer"), "12345678901234567", "nonce", NOW)
    for player in players:
        race = race.join(player, player.title()).race
    return race


def running(*players: str, terms: Terms | None = None) -> Race:
    race = lobby(*players, terms=terms).start(players[0], NOW).race
    assert race.starts_at is not None
    return race.tick(race.starts_at).race.tick(race.starts_at).race


def with_line(race: Race, player: str, **fields: object) -> Race:
    seats = tuple(
        replace(seat, line=replace(seat.line, **fields)) if seat.player == player else seat  # type: ignore[arg-type]
        for seat in race.seats
    )
    return replace(race, seats=seats)


def refusal(wish: Callable[[], Step]) -> str:
    with pytest.raises(Refused) as caught:
        wish()
    return caught.value.reason


class TestLobby:
    def test_who_sits_down_first_is_host_and_seats_are_numbered(self) -> None:
        race = lobby("ann", "ben")
        assert race.host == "ann"
        assert [(seat.player, seat.number, seat.line.status) for seat in race.seats] == [
            ("ann", 1, "waiting"),
            ("ben", 2, "waiting"),
        ]

    def test_joining_twice_changes_nothing(self) -> None:
        race = lobby("ann")
        assert race.join("ann", "Ann") == Step(race, ())

    def test_a_freed_seat_is_taken_again_and_others_keep_theirs(self) -> None:
        race = lobby("ann", "ben", "cem").leave("ben", NOW).race.join("dan", "Dan").race
        assert [(seat.player, seat.number) for seat in race.seats] == [("ann", 1), ("dan", 2), ("cem", 3)]

    def test_a_full_race_says_so(self) -> None:
        race = lobby("ann", "ben", terms=Terms("sorel", seats=2))
        assert refusal(lambda: race.join("cem", "Cem")) == "race-full"

    def test_the_host_passes_on(self) -> None:
        step = lobby("ann", "ben").leave("ann", NOW)
        assert step.changes == ("left", "host")
        assert step.race.host == "ben"

    def test_the_last_one_leaves_a_lobby_that_the_next_one_hosts(self) -> None:
        empty = lobby("ann").leave("ann", NOW).race
        assert empty.host is None
        assert empty.join("ben", "Ben").race.host == "ben"

    def test_sent_away_is_sent_away(self) -> None:
        race = lobby("ann", "ben").send_away("ann", "ben").race
        assert race.seat_of("ben") is None
        assert refusal(lambda: race.join("ben", "Ben")) == "not-allowed"

    @pytest.mark.parametrize(
        ("host", "player", "reason"),
        [
            ("ben", "ann", "not-host"),
            ("ann", "ann", "not-allowed"),
            ("ann", "eve", "no-such-player"),
            ("eve", "ann", "not-seated"),
        ],
    )
    def test_only_the_host_sends_away_and_only_others(self, host: str, player: str, reason: str) -> None:
        assert refusal(lambda: lobby("ann", "ben").send_away(host, player)) == reason

    def test_ready_is_told_once(self) -> None:
        step = lobby("ann").set_ready("ann", True)
        assert step.changes == ("ready",)
        assert step.race.set_ready("ann", True).changes == ()

    def test_a_new_name_is_told_once(self) -> None:
        step = lobby("ann").rename("ann", "Anna")
        assert step.changes == ("renamed",)
        assert step.race.rename("ann", "Anna").changes == ()
        assert step.race.rename("eve", "Eve").changes == ()


class TestStart:
    def test_only_the_host_starts(self) -> None:
        assert refusal(lambda: lobby("ann", "ben").start("ben", NOW)) == "not-host"
        assert refusal(lambda: lobby("ann", "ben").start("eve", NOW)) == "not-seated"

    def test_countdown_study_and_running_come_at_their_times(self) -> None:
        race = lobby("ann", "ben").start("ann", NOW).race
        assert (race.state, race.due, race.starts_at) == ("countdown", NOW + 3_000, NOW + 13_000)
        assert race.tick(NOW + 2_999) == Step(race, ())
        study = race.tick(NOW + 3_000)
        assert study.changes == ("study",)
        assert {seat.line for seat in study.race.seats} == {Line(score=1, opened=1)}
        begun = study.race.tick(NOW + 13_000)
        assert begun.changes == ("running",)
        assert {seat.line.status for seat in begun.race.seats} == {"playing"}
        assert begun.race.due == NOW + 13_000 + 3_600_000

    def test_a_late_tick_catches_up_in_order(self) -> None:
        race = lobby("ann", "ben", terms=Terms("sorel", time_limit_s=60)).start("ann", NOW).race
        changes = list[str]()
        while (step := race.tick(NOW + 80_000)).race != race:
            race, changes = step.race, [*changes, *step.changes]
        assert changes == ["study", "running", "finished"]
        assert {seat.line.status for seat in race.seats} == {"timed_out"}

    def test_starting_twice_changes_nothing(self) -> None:
        race = lobby("ann", "ben").start("ann", NOW).race
        assert race.start("ann", NOW + 500) == Step(race, ())

    def test_late_comers_are_told(self) -> None:
        for race in (lobby("ann", "ben").start("ann", NOW).race, running("ann", "ben")):
            assert refusal(lambda race=race: race.join("cem", "Cem")) == "race-started"  # type: ignore[misc]

    def test_who_leaves_the_countdown_has_no_seat_and_one_alone_goes_back_to_the_lobby(self) -> None:
        three = lobby("ann", "ben", "cem").start("ann", NOW).race.leave("ann", NOW + 100).race
        assert (three.state, three.host) == ("countdown", "ben")
        two = three.leave("cem", NOW + 200).race
        assert (two.state, two.starts_at, two.due) == ("lobby", None, None)

    def test_one_seat_starts_at_once(self) -> None:
        race = lobby("ann", terms=Terms("sorel", seats=1, study_s=0)).start_alone(NOW)
        assert race.race.state == "running"
        assert race.changes == ("study", "running")
        assert race.race.deal_is_public


class TestRunning:
    def test_the_deal_is_told_at_the_finish(self) -> None:
        race = running("ann", "ben")
        assert not race.deal_is_public
        assert race.give_up("ann", NOW).race.give_up("ben", NOW).race.deal_is_public
        assert not lobby("ann", terms=Terms("sorel", named_deal="7")).deal_is_public

    def test_giving_up_ends_a_board_and_the_last_one_has_the_closing_time(self) -> None:
        race = running("ann", "ben", "cem")
        one = race.give_up("ann", NOW + 20_000)
        assert one.changes == ()
        two = one.race.give_up("ben", NOW + 21_000)
        assert two.changes == ("closing",)
        assert two.race.ends_at == NOW + 21_000 + 90_000
        assert two.race.give_up("cem", NOW + 22_000).changes == ("finished",)

    def test_the_first_win_begins_the_closing_once(self) -> None:
        won = with_line(running("ann", "ben", "cem"), "ann", score=52, status="won")
        closing = won.tick(NOW + 60_000)
        assert closing.changes == ("closing",)
        assert closing.race.tick(NOW + 61_000).changes == ()
        ended = closing.race.tick(NOW + 60_000 + 90_000)
        assert ended.changes == ("finished",)
        assert [seat.line.status for seat in ended.race.seats] == ["won", "timed_out", "timed_out"]

    def test_the_closing_never_prolongs_the_race(self) -> None:
        terms = Terms("sorel", time_limit_s=30)
        won = with_line(running("ann", "ben", "cem", terms=terms), "ann", status="won")
        assert won.tick(NOW + 40_000).race.ends_at == won.ends_at

    def test_a_race_started_with_one_player_has_no_closing(self) -> None:
        assert running("ann").tick(NOW + 60_000).changes == ()

    def test_all_done_is_the_finish(self) -> None:
        race = with_line(running("ann", "ben"), "ann", status="blocked")
        race = with_line(race, "ben", status="won")
        assert race.tick(NOW + 60_000).changes == ("finished",)

    def test_the_host_ends_it_once_somebody_is_done(self) -> None:
        race = running("ann", "ben", "cem")
        assert refusal(lambda: race.finish("ann", NOW)) == "not-allowed"
        done = race.give_up("ben", NOW).race
        assert refusal(lambda: done.finish("cem", NOW)) == "not-host"
        assert done.finish("ann", NOW).changes == ("finished",)

    def test_leaving_is_giving_up_and_passes_the_host_on(self) -> None:
        step = running("ann", "ben", "cem").leave("ann", NOW)
        assert step.changes == ("left", "host")
        assert step.race.host == "ben"
        seat = step.race.seat_of("ann")
        assert seat is not None
        assert seat.line.status == "gave_up"

    def test_an_absent_player_gives_up_but_never_alone(self) -> None:
        assert running("ann", "ben").away_too_long("ben", NOW).race.seat_of("ben") != running(
            "ann", "ben"
        ).seat_of("ben")
        alone = running("ann", terms=Terms("sorel", seats=1))
        assert alone.away_too_long("ann", NOW) == Step(alone, ())

    def test_an_absent_host_of_a_lobby_keeps_the_seat_but_not_the_role(self) -> None:
        step = lobby("ann", "ben").away_too_long("ann", NOW)
        assert (step.race.host, len(step.race.seats)) == ("ben", 2)

    def test_time_moves_nothing_in_a_finished_race(self) -> None:
        race = running("ann", "ben").give_up("ann", NOW).race.give_up("ben", NOW).race
        assert race.due is None
        assert race.tick(NOW + 10**9) == Step(race, ())


class TestRematch:
    def test_only_after_the_finish_only_by_players_and_only_once(self) -> None:
        race = running("ann", "ben")
        assert refusal(lambda: race.with_rematch("ann", "next")) == "not-finished"
        over = race.give_up("ann", NOW).race.give_up("ben", NOW).race
        assert refusal(lambda: over.with_rematch("eve", "next")) == "not-seated"
        step = over.with_rematch("ben", "next")
        assert (step.race.rematch, step.changes) == ("next", ("rematch",))
        assert step.race.with_rematch("ann", "other") == Step(step.race, ())

    def test_it_is_played_on_another_deal(self) -> None:
        old = lobby("ann", terms=Terms("sorel", named_deal="7", seats=2))
        new = old.again(NOW + 5)
        assert new.terms == replace(old.terms, named_deal=None)
        assert new.seats == ()
