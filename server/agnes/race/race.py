"""A race as a value that answers every wish with its next self.

    lobby -> countdown (3 s) -> study -> running -> finished

Nothing here waits, draws lots or looks at a clock. A wish that cannot be granted raises
`Refused`; a granted one returns a `Step`: the next race and the names of what changed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from agnes.race.errors import Refused
from agnes.race.lines import OPENING, Line, all_done
from agnes.race.match import Match
from agnes.race.seat import Level, Seat
from agnes.race.terms import BETWEEN_DEALS_MS, COUNTDOWN_MS, Terms

State = Literal["lobby", "countdown", "study", "running", "finished"]
Change = Literal[
    "joined", "left", "renamed", "ready", "host", "countdown", "study", "running",
    "closing", "finished", "match", "rematch",
]  # fmt: skip

SENT_AWAY_KEPT = 64


@dataclass(frozen=True, slots=True)
class Step:
    """The next race and what changed on the way, in order."""

    race: "Race"
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """One race. Times are milliseconds since the epoch; `starts_at` is when moves begin to count."""

    id: str
    terms: Terms
    deal: str
    nonce: str
    made_at: int
    state: State = "lobby"
    seats: tuple[Seat, ...] = ()
    host: str | None = None
    starts_at: int | None = None
    ends_at: int | None = None
    starts_by: int | None = None
    closing: bool = False
    rematch: str | None = None
    match: Match | None = None
    next_at: int | None = None
    sent_away: tuple[str, ...] = ()
    taken_at_start: int = 0

    # -- asking ----------------------------------------------------------------------------

    def seat_of(self, player: str | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.player == player), None)

    @property
    def deal_is_public(self) -> bool:
        """Whether the deal number may be told: it gives the stock away, so in a race at the finish only.

        In a daily not even then: others are still at it. Once the day is closed the day itself tells it.
        """
        return self.terms.daily is None and (self.state == "finished" or self.terms.alone)

    @property
    def cards_are_out(self) -> bool:
        return self.state in ("study", "running", "finished")

    @property
    def due(self) -> int | None:
        """When `tick` has something to do next, if nobody does anything before.

        A lobby with a time in `starts_by` starts by itself then, as long as a person sits in it.
        """
        if self.state == "lobby":
            return self.starts_by if any(not seat.bot for seat in self.seats) else None
        if self.state == "countdown" and self.starts_at is not None:
            return self.starts_at - self.terms.study_s * 1000
        if self.state == "study":
            return self.starts_at
        if self.state == "running":
            return self.ends_at
        return self.next_at if self.awaits_next_deal else None

    @property
    def awaits_next_deal(self) -> bool:
        """Whether this deal of a match is over, and the next one not yet made."""
        between = self.state == "finished" and self.match is not None and not self.match.last
        return between and self.rematch is None and any(not seat.bot and not seat.gone for seat in self.seats)

    def next_deal_is_due(self, now: int) -> bool:
        """The pause is over, or everyone who still sits there has said that they are ready."""
        all_ready = all(seat.ready for seat in self.seats if not seat.bot and not seat.gone)
        return self.awaits_next_deal and (all_ready or now >= (self.next_at or 0))

    # -- making ----------------------------------------------------------------------------

    def with_deal(self, race_id: str, deal: str, nonce: str) -> "Race":
        return replace(self, id=race_id, deal=deal, nonce=nonce)

    def hosted_by(self, player: str) -> "Race":
        return replace(self, host=self._seated(player).player)

    def starting_by(self, at: int) -> "Race":
        return replace(self, starts_by=at)

    def again(self, now: int) -> "Race":
        """An empty race on the same terms but for a named deal: a rematch is played on a new one.

        Within a match it is the match's next deal, after its last deal a new match.
        """
        match = self.match
        if match is not None:
            match = Match(match.of) if match.last else match.next()
        return Race("", replace(self.terms, named_deal=None), "", "", now, match=match)

    # -- before the start ------------------------------------------------------------------

    def join(self, player: str, name: str) -> Step:
        if self.seat_of(player):
            return Step(self, ())
        if player in self.sent_away:
            raise Refused("not-allowed", "The host sent you away from this race; you can watch it.")
        if self.state != "lobby":
            raise Refused("race-started", "This race has started; you can watch it and join the rematch.")
        race = self._with_room()
        race = race._seated_at(Seat(player, name, race._free_number()))
        return Step(replace(race, host=self.host or player), ("joined",))

    def seat_bot(self, player: str, name: str, level: Level) -> Step:
        """One of the server's own players sits down; it is always ready, and never host."""
        seat = Seat(player, name, self._free_number(), level=level, ready=True)
        return Step(self._seated_at(seat), ("joined",))

    def leave(self, player: str, now: int) -> Step:
        """Give the seat back; once the cards are out that is to give up, and to be host no longer."""
        seat = self._seated(player)
        if not self.cards_are_out:
            return self._without(seat)
        if seat.gone or (self.state == "finished" and not self.awaits_next_deal):
            return Step(self, ())
        without_host = self._with_seat(replace(seat, gone=True))._pass_host_on(player)
        given_up = without_host.race._given_up(player, now)
        return Step(given_up.race, ("left", *without_host.changes, *given_up.changes))

    def send_away(self, host: str, player: str) -> Step:
        self._must_host(host)
        self._must_be_in("lobby", "Only in the lobby can someone be sent away.")
        if player == host:
            raise Refused("not-allowed", "You cannot send yourself away; leave the race instead.")
        seat = self.seat_of(player)
        if seat is None and player in self.sent_away:
            return Step(self, ())
        if seat is None:
            raise Refused("no-such-player", "Nobody with that id sits in this race.")
        step = self._without(seat)
        barred = (*self.sent_away, player)[-SENT_AWAY_KEPT:]
        return replace(step, race=replace(step.race, sent_away=barred))

    def set_ready(self, player: str, ready: bool) -> Step:
        seat = self._seated(player)
        if not self.awaits_next_deal:
            self._must_be_in("lobby", "The race has started already.", reason="race-started")
        if seat.ready == ready:
            return Step(self, ())
        return Step(self._with_seat(replace(seat, ready=ready)), ("ready",))

    def rename(self, player: str, name: str) -> Step:
        seat = self.seat_of(player)
        if seat is None or seat.name == name:
            return Step(self, ())
        return Step(self._with_seat(replace(seat, name=name)), ("renamed",))

    def erase(self, player: str, name: str, now: int) -> Step:
        """The player is no more: they leave; a seat that has to stay is called `name` and goes on nowhere."""
        if self.seat_of(player) is None:
            return Step(self, ())
        left = self.leave(player, now)
        seat = left.race.seat_of(player)
        if seat is None or (seat.name == name and seat.gone):
            return left
        nobody = left.race._with_seat(replace(seat, name=name, gone=True))
        return Step(nobody, (*left.changes, "renamed"))

    def start(self, host: str, now: int) -> Step:
        self._must_host(host)
        if self.state in ("countdown", "study"):
            return Step(self, ())
        self._must_be_in("lobby", "The race has started already.", reason="race-started")
        return self._started(now)

    def _started(self, now: int) -> Step:
        starts_at = now + COUNTDOWN_MS + self.terms.study_s * 1000
        race = replace(
            self,
            state="countdown",
            starts_at=starts_at,
            ends_at=starts_at + self.terms.limit_ms,
            taken_at_start=len(self.seats),
            starts_by=None,
        )
        return Step(race, ("countdown",))

    def start_alone(self, now: int) -> Step:
        """A race of one seat, right after its making: no countdown, the study time if there is one."""
        starts_at = now + self.terms.study_s * 1000
        race = replace(
            self,
            state="countdown",
            starts_at=starts_at,
            ends_at=starts_at + self.terms.limit_ms,
            taken_at_start=1,
        )
        study = race.tick(now)
        running = study.race.tick(now)
        return Step(running.race, (*study.changes, *running.changes))

    def begin_daily(self, now: int) -> Step:
        """The board of a daily attempt is about to be shown, to whoever sits there: its clock starts now.

        Shown before, nothing changes; Refused once the day is closed.
        """
        daily = self.terms.daily
        if daily is None or self.state != "lobby":
            return Step(self, ())
        if now >= daily.closes_at:
            raise Refused("day-over", "This day is over; play the deal of today.")
        race = replace(self, state="countdown", starts_at=now, ends_at=daily.closes_at, taken_at_start=1)
        study = race.tick(now)
        running = study.race.tick(now)
        return Step(running.race, (*study.changes, *running.changes))

    # -- running ---------------------------------------------------------------------------

    def tick(self, now: int) -> Step:
        """The next thing that time has made due: countdown, study, race, closing or finish.

        One thing a step, so that everyone is told of each; more may be due at once.
        """
        if self.state in ("lobby", "countdown", "study"):
            if self.due is None or now < self.due:
                return self._settle(now)
            if self.state == "lobby":
                return self._started(now)
            if self.state == "countdown":
                race = self._each_line(lambda line: OPENING)
                return Step(replace(race, state="study"), ("study",))
            race = self._each_line(lambda line: line if line.done else replace(line, status="playing"))
            return Step(replace(race, state="running"), ("running",))
        return self._settle(now)

    def give_up(self, player: str, now: int) -> Step:
        self._seated(player)
        if self.state not in ("study", "running"):
            raise Refused("not-running", "There is nothing to give up: the race is not running.")
        return self._given_up(player, now)

    def away_too_long(self, player: str, now: int) -> Step:
        """The grace time of an absent player is over: a race of two or more goes on without them.

        In the lobby only the host's role passes on, to somebody else if there is anyone.
        """
        if self.seat_of(player) is None or self.terms.seats == 1:
            return Step(self, ())
        without_host = self._pass_host_on(player)
        given_up = without_host.race._given_up(player, now)
        return Step(given_up.race, (*without_host.changes, *given_up.changes))

    def finish(self, host: str, now: int) -> Step:
        """The host ends the race, once somebody is done."""
        self._must_host(host)
        if self.state == "finished":
            return Step(self, ())
        self._must_be_in("running", "The race is not running.", reason="not-running")
        if not any(seat.line.done for seat in self.seats):
            raise Refused("not-allowed", "You can end the race once somebody is done.")
        return self._finished(now)

    def with_rematch(self, player: str, rematch: str) -> Step:
        self._seated(player)
        if self.state != "finished":
            raise Refused("not-finished", "A rematch can be asked for when the race is finished.")
        if self.awaits_next_deal:
            raise Refused("not-allowed", "The match goes on by itself; say that you are ready.")
        return self.followed_by(rematch)

    def followed_by(self, rematch: str) -> Step:
        """The race with this id goes on from here: a rematch, or the next deal of the match."""
        if self.rematch:
            return Step(self, ())
        return Step(replace(self, rematch=rematch), ("rematch",))

    # -- helpers ---------------------------------------------------------------------------

    def _settle(self, now: int) -> Step:
        """Finish if everyone is done or time is over; begin the closing when it is due."""
        if self.state not in ("study", "running"):
            return Step(self, ())
        lines = [seat.line for seat in self.seats]
        if all_done(lines) or (self.state == "running" and self.ends_at is not None and now >= self.ends_at):
            return self._finished(now)
        one_left = self.taken_at_start > 1 and sum(not line.done for line in lines) == 1
        won = any(line.status == "won" for line in lines)
        if self.state == "study" or self.closing or not (one_left or won) or self.ends_at is None:
            return Step(self, ())
        ends_at = min(self.ends_at, now + self.terms.closing_s * 1000)
        closing = replace(self, closing=True, ends_at=ends_at)
        if now >= ends_at:
            return closing._finished(now)
        return Step(closing, ("closing",))

    def _finished(self, now: int) -> Step:
        race = self._each_line(lambda line: line if line.done else replace(line, status="timed_out"))
        race = replace(race, state="finished")
        if race.match is None:
            return Step(race, ("finished",))
        match = race.match.after({seat.player: seat.line for seat in race.seats})
        seats = tuple(replace(seat, ready=False) for seat in race.seats)
        next_at = None if match.last else now + BETWEEN_DEALS_MS
        return Step(replace(race, match=match, seats=seats, next_at=next_at), ("finished", "match"))

    def _given_up(self, player: str, now: int) -> Step:
        seat = self._seated(player)
        if seat.line.done or self.state not in ("study", "running"):
            return Step(self, ())
        race = self._with_seat(replace(seat, line=replace(seat.line, status="gave_up")))
        return race._settle(now)

    def _with_room(self) -> "Race":
        """A seat is free, or a bot makes room for a person."""
        if len(self.seats) < self.terms.seats:
            return self
        bot = next((seat for seat in reversed(self.seats) if seat.bot), None)
        if bot is None:
            raise Refused("race-full", f"All {self.terms.seats} seats are taken; you can watch.")
        return replace(self, seats=tuple(seat for seat in self.seats if seat is not bot))

    def _free_number(self) -> int:
        taken = {seat.number for seat in self.seats}
        return next(n for n in range(1, self.terms.seats + 1) if n not in taken)

    def _seated_at(self, seat: Seat) -> "Race":
        seats = sorted((*self.seats, seat), key=lambda other: other.number)
        return replace(self, seats=tuple(seats))

    def _without(self, seat: Seat) -> Step:
        race = replace(self, seats=tuple(other for other in self.seats if other is not seat))
        changes: tuple[Change, ...] = ("left",)
        if race.state == "countdown" and len(race.seats) < 2:
            race = replace(race, state="lobby", starts_at=None, ends_at=None)
        if race.host != seat.player:
            return Step(race, changes)
        heir = next((other.player for other in race.seats if not other.bot), None)
        return Step(replace(race, host=heir), (*changes, "host") if heir else changes)

    def _pass_host_on(self, player: str) -> Step:
        if self.host != player:
            return Step(self, ())
        heir = next(
            (
                seat.player
                for seat in self.seats
                if seat.player != player and not seat.bot and seat.line.status != "gave_up"
            ),
            None,
        )
        return Step(replace(self, host=heir), ("host",)) if heir else Step(self, ())

    def _each_line(self, change: Callable[[Line], Line]) -> "Race":
        seats: Iterable[Seat] = (replace(seat, line=change(seat.line)) for seat in self.seats)
        return replace(self, seats=tuple(seats))

    def _with_seat(self, changed: Seat) -> "Race":
        seats = tuple(changed if seat.player == changed.player else seat for seat in self.seats)
        return replace(self, seats=seats)

    def _seated(self, player: str) -> Seat:
        seat = self.seat_of(player)
        if seat is None:
            raise Refused("not-seated", "You have no seat in this race.")
        return seat

    def _must_host(self, player: str) -> None:
        self._seated(player)
        if self.host != player:
            raise Refused("not-host", "Only the host can do that.")

    def _must_be_in(self, state: State, detail: str, reason: str = "not-allowed") -> None:
        if self.state != state:
            raise Refused(reason, detail)
