"""What is done with a race as a whole: load it, ask it for its next self, save that, tell everyone."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final
from weakref import WeakValueDictionary

from agnes.game import Game
from agnes.protocol.race import ListedRace, NewRace, RaceList, RaceOut, listed_race, race_out
from agnes.protocol.server import RaceChanged
from agnes.race import Race, Refused, Step, ranks
from agnes.race.match import Match
from agnes.race.race import Change
from agnes.service.hub import Hub
from agnes.service.identity import commitment, new_race_code, new_secret_deal
from agnes.service.living import Living
from agnes.service.lookalikes import skeleton
from agnes.service.stores import Stores
from agnes.store import keys
from agnes.store.codec import score_text
from agnes.store.listing import is_listed
from agnes.store.races import Stored, changed_lines

TRIES: Final = 20
PAGE: Final = 50
LOOK_AGAIN_MS: Final = 2_000

Ask = Callable[[Race], Step]


class Racing:
    """`link_base` is what links to races begin with, None where only the visitor's address bar knows."""

    def __init__(self, stores: Stores, hub: Hub, living: Living, link_base: str | None) -> None:
        self._stores = stores
        self._hub = hub
        self._living = living
        self._link_base = link_base
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # -- making and reading ----------------------------------------------------------------

    async def make(self, wish: NewRace, player: str, name: str) -> RaceOut:
        """A new race with its maker seated; one of a single seat starts at once."""
        if wish.winnable or wish.bots:
            raise Refused("not-supported", "This server does not offer winnable or bots yet.")
        match = Match(of=wish.deals) if wish.deals > 1 else None
        race = self._drawn(Race("", wish.terms(), "", "", self._stores.now(), match=match))
        return self.out(await self._seat_and_save(race, [(player, name)], player))

    async def get(self, race_id: str) -> Stored:
        stored = await self._stores.races.load(race_id)
        if stored is None:
            raise Refused("no-such-race", "There is no race with this code; it may have been too long ago.")
        return stored

    async def listed(self, state: str | None, game: str | None, cursor: str | None) -> RaceList:
        """Public races in lobby or running, newest first."""
        before = int(cursor) if cursor else None
        games = [game] if game else ["bernauer", "sorel"]
        found = await asyncio.gather(*(self._stores.listing.newest(name, before, 2 * PAGE) for name in games))
        newest = sorted((row for rows in found for row in rows), key=lambda row: -row[1])[: 2 * PAGE]
        loaded = await asyncio.gather(*(self._stores.races.load(race_id) for race_id, _ in newest))
        rows = list[ListedRace]()
        for (race_id, made_at), stored in zip(newest, loaded, strict=True):
            if stored is None or not is_listed(stored.race):
                await asyncio.gather(*(self._stores.listing.strike(name, race_id) for name in games))
            elif state in (None, stored.race.state):
                rows.append(listed_race(stored.race))
            if len(rows) == PAGE:
                return RaceList(races=tuple(rows), next=str(made_at - 1))
        more = len(newest) == 2 * PAGE
        return RaceList(races=tuple(rows), next=str(newest[-1][1] - 1) if more else None)

    def out(self, stored: Stored) -> RaceOut:
        return self._out(stored.race, stored)

    # -- wishes ----------------------------------------------------------------------------

    async def join(self, race_id: str, player: str, name: str) -> RaceOut:
        joined = await self._change(race_id, lambda race: race.join(player, name))
        await self._stores.players.sits_in(player, race_id, keys.RUNNING_S)
        return self.out(joined)

    async def leave(self, race_id: str, player: str) -> RaceOut:
        left = await self._change(race_id, lambda race: race.leave(player, self._stores.now()))
        await self._stores.players.sits_no_longer(player, race_id)
        return self.out(left)

    async def kick(self, race_id: str, host: str, player: str) -> RaceOut:
        return self.out(await self._change(race_id, lambda race: race.send_away(host, player)))

    async def ready(self, race_id: str, player: str, ready: bool) -> RaceOut:
        told = await self._change(race_id, lambda race: race.set_ready(player, ready))
        await self._go_on(told)
        return self.out(told)

    async def start(self, race_id: str, host: str) -> RaceOut:
        started = await self._change(race_id, lambda race: race.start(host, self._stores.now()))
        await self._living.watch_over(started)
        return self.out(started)

    async def give_up(self, race_id: str, player: str) -> RaceOut:
        return self.out(await self._change(race_id, lambda race: race.give_up(player, self._stores.now())))

    async def finish(self, race_id: str, host: str) -> RaceOut:
        return self.out(await self._change(race_id, lambda race: race.finish(host, self._stores.now())))

    async def rename(self, race_id: str, player: str, name: str) -> None:
        await self._change(race_id, lambda race: race.rename(player, name))

    async def away_too_long(self, race_id: str, player: str) -> Stored:
        return await self._change(race_id, lambda race: race.away_too_long(player, self._stores.now()))

    async def rematch(self, race_id: str, player: str) -> RaceOut:
        """A new race with the same people and options and a new deal; asked twice, the same one."""
        old = await self.get(race_id)
        old.race.with_rematch(player, "asking")
        if old.race.rematch is None:
            made = await self._rematch_of(old.race, player)
            old = await self._change(race_id, lambda race: race.with_rematch(player, made.race.id))
            if old.race.rematch != made.race.id:
                await self._stores.races.forget(made.race)
        assert old.race.rematch is not None
        return self.out(await self.get(old.race.rematch))

    # -- time ------------------------------------------------------------------------------

    async def settle(self, race_id: str) -> Stored:
        """Do what has become due: the next state, the closing, the finish."""
        settled = await self._change(race_id, lambda race: race.tick(self._stores.now()))
        await self._go_on(settled)
        return settled

    async def look_again_at(self, race_id: str) -> None:
        """Before a board ends: should this process die right after, somebody settles the race."""
        await self._stores.timers.set(f"race {race_id}", self._stores.now() + LOOK_AGAIN_MS)

    # -- helpers ---------------------------------------------------------------------------

    async def _change(self, race_id: str, ask: Ask) -> Stored:
        lock = self._locks.setdefault(race_id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                stored = await self.get(race_id)
                step = ask(stored.race)
                if step.race == stored.race and not step.changes:
                    return stored
                saved = await self._save(stored, step)
                if saved is not None:
                    return saved
        raise Refused("try-later", "Too much happens in this race at once; try again in a moment.")

    async def _save(self, before: Stored | None, step: Step) -> Stored | None:
        """Commit and tell; None if somebody else was first."""
        race = step.race
        here = before.here if before else {}

        def messages(seq: int) -> Sequence[str]:
            lines = changed_lines(before.race if before else None, race)
            places = ranks({seat.player: seat.line for seat in race.seats})
            scores = [
                score_text(player, line, seq + i, places[player]) for i, (player, line) in enumerate(lines)
            ]
            shown = self._out(race, Stored(race, seq, here))
            races = [
                RaceChanged(seq=seq + len(scores) + i, change=change, race=shown).text()
                for i, change in enumerate(step.changes)
            ]
            return [*scores, *races]

        begins = race.cards_are_out and not (before and before.race.cards_are_out)
        opening = Game.deal(race.terms.rules, int(race.deal)).state.encode() if begins else ""
        now = self._stores.now()
        done = await self._stores.races.advance(before, race, messages, now=now, opening=opening)
        if done is None:
            return None
        seq, texts = done
        self._hub.log(race.id, texts)
        await self._stores.listing.put(race)
        return Stored(race, seq, here)

    async def _seat_and_save(self, race: Race, people: Sequence[tuple[str, str]], host: str) -> Stored:
        changes = list[Change]()
        for player, name in people:
            step = race.join(player, name)
            race, changes = step.race, [*changes, *step.changes]
        race = race.hosted_by(host)
        if race.terms.alone:
            step = race.start_alone(self._stores.now())
            race, changes = step.race, [*changes, *step.changes]
        saved = await self._save(None, Step(race, tuple(changes)))
        if saved is None:
            raise Refused("try-later", "The code drawn for this race is taken; ask once more.")
        await asyncio.gather(
            *(self._stores.players.sits_in(player, race.id, keys.RUNNING_S) for player, _ in people)
        )
        return saved

    async def _rematch_of(self, old: Race, player: str) -> Stored:
        """A new race with everybody who has not left; the next deal of a match starts at once."""
        seated = [seat for seat in old.seats if not seat.gone]
        host = next((seat.player for seat in seated if seat.player == old.host), player)
        people = [(seat.player, seat.name) for seat in seated]
        return await self._seat_and_save(self._drawn(old.again(self._stores.now())), people, host)

    async def _go_on(self, over: Stored) -> None:
        """Make and start the next deal of a match, if it is due."""
        if not over.race.next_deal_is_due(self._stores.now()):
            return
        host = next(seat.player for seat in over.race.seats if not seat.bot and not seat.gone)
        made = await self._rematch_of(over.race, host)
        told = await self._change(over.race.id, lambda race: race.followed_by(made.race.id))
        if told.race.rematch == made.race.id:
            await self.start(made.race.id, made.race.host or host)
        else:
            await self._stores.races.forget(made.race)

    def _drawn(self, race: Race) -> Race:
        """The race with its code, deal and nonce drawn; a named deal stays."""
        secret = new_secret_deal(self._stores.random)
        deal = race.terms.named_deal or str(secret.deal)
        return race.with_deal(new_race_code(self._stores.random), deal, secret.nonce)

    def _out(self, race: Race, stored: Stored) -> RaceOut:
        return race_out(
            race,
            here=self._living.here(stored),
            alike=_alike(race),
            commitment=commitment(race.deal, race.nonce),
            link_base=self._link_base,
        )


def _alike(race: Race) -> frozenset[str]:
    """The players whose names look like another's in this race."""
    looks = Counter(_look(seat.name) for seat in race.seats)
    return frozenset(seat.player for seat in race.seats if looks[_look(seat.name)] > 1)


_look = lru_cache(4096)(skeleton)
