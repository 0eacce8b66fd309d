"""Whatever is wished in whatever order, a race stays a race."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from agnes.race import Race, Refused, Step, Terms

PLAYERS = st.sampled_from(["ann", "ben", "cem", "dan"])
ORDER = ["lobby", "countdown", "study", "running", "finished"]


class RaceMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000
        self.race = Race("code", Terms("sorel", seats=3, time_limit_s=60), "7" * 17, "n", self.now)

    def take(self, step: Step) -> None:
        before, after = self.race, step.race
        back_to_lobby = before.state == "countdown" and after.state == "lobby"
        assert back_to_lobby or ORDER.index(after.state) >= ORDER.index(before.state)
        for seat in before.seats:
            later = after.seat_of(seat.player)
            if seat.line.done:
                assert later is not None
                assert later.line == seat.line, "what is done stays as it was"
        if before != after:
            changed_lines = [s.line for s in before.seats] != [s.line for s in after.seats]
            assert step.changes or changed_lines or before.sent_away != after.sent_away
        self.race = after

    def wish(self, step: Callable[[], Step]) -> None:
        with suppress(Refused):
            self.take(step())

    @rule(player=PLAYERS)
    def join(self, player: str) -> None:
        self.wish(lambda: self.race.join(player, player))

    @rule(player=PLAYERS)
    def leave(self, player: str) -> None:
        self.wish(lambda: self.race.leave(player, self.now))

    @rule(host=PLAYERS, player=PLAYERS)
    def send_away(self, host: str, player: str) -> None:
        self.wish(lambda: self.race.send_away(host, player))

    @rule(player=PLAYERS, ready=st.booleans())
    def ready(self, player: str, ready: bool) -> None:
        self.wish(lambda: self.race.set_ready(player, ready))

    @rule(player=PLAYERS)
    def start(self, player: str) -> None:
        self.wish(lambda: self.race.start(player, self.now))

    @rule(player=PLAYERS)
    def give_up(self, player: str) -> None:
        self.wish(lambda: self.race.give_up(player, self.now))

    @rule(player=PLAYERS)
    def away(self, player: str) -> None:
        self.wish(lambda: self.race.away_too_long(player, self.now))

    @rule(player=PLAYERS)
    def finish(self, player: str) -> None:
        self.wish(lambda: self.race.finish(player, self.now))

    @rule(later=st.sampled_from([1, 2_999, 10_000, 90_000]))
    def time_goes_by(self, later: int) -> None:
        self.now += later
        self.wish(lambda: self.race.tick(self.now))

    @precondition(lambda self: self.race.due is not None)
    @rule()
    def on_the_moment(self) -> None:
        due = self.race.due
        assert due is not None
        self.now = max(self.now, due)
        before = self.race
        self.wish(lambda: self.race.tick(self.now))
        assert self.race != before, "what is due happens"

    @invariant()
    def seats_are_numbered_apart(self) -> None:
        numbers = [seat.number for seat in self.race.seats]
        assert numbers == sorted(set(numbers))
        assert all(1 <= number <= self.race.terms.seats for number in numbers)

    @invariant()
    def the_host_sits(self) -> None:
        assert self.race.host is None or self.race.seat_of(self.race.host)
        assert self.race.host or not self.race.seats

    @invariant()
    def finished_means_all_done(self) -> None:
        if self.race.state == "finished":
            assert all(seat.line.done for seat in self.race.seats)


RaceMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestRaceMachine = RaceMachine.TestCase
