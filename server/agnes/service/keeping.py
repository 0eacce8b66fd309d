"""A race in this process's hands: load it, ask it for its next self, save that, tell everyone."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final
from weakref import WeakValueDictionary

from agnes.game import Game
from agnes.protocol.race import RaceOut, race_out
from agnes.protocol.server import RaceChanged
from agnes.race import Race, Refused, Step, ranks
from agnes.service.counting import Counting
from agnes.service.hub import Hub
from agnes.service.identity import commitment
from agnes.service.living import Living
from agnes.service.lookalikes import skeleton
from agnes.service.stores import Stores
from agnes.store.codec import score_text
from agnes.store.races import Stored, changed_lines

TRIES: Final = 20

Ask = Callable[[Race], Step]


class Keeping:
    """`link_base` is what links to races begin with, None where only the visitor's address bar knows."""

    def __init__(
        self, stores: Stores, hub: Hub, living: Living, counting: Counting, link_base: str | None
    ) -> None:
        self._stores = stores
        self._counting = counting
        self._hub = hub
        self._living = living
        self._link_base = link_base
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, race_id: str) -> Stored:
        stored = await self._stores.races.load(race_id)
        if stored is None:
            raise Refused("no-such-race", "There is no race with this code; it may have been too long ago.")
        return stored

    def out(self, stored: Stored) -> RaceOut:
        """The race as everybody may see it."""
        return self._out(stored.race, stored)

    async def change(self, race_id: str, ask: Ask) -> Stored:
        """The race's answer to a wish, saved and told; asked anew if somebody else was first."""
        lock = self._locks.setdefault(race_id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                stored = await self.get(race_id)
                step = ask(stored.race)
                if step.race == stored.race and not step.changes:
                    return stored
                saved = await self.save(stored, step)
                if saved is not None:
                    return saved
                # It may have been this very wish, its answer lost on the way: then nobody here has been told.
                self._hub.look_again(race_id)
        raise Refused("try-later", "Too much happens in this race at once; try again in a moment.")

    async def save(self, before: Stored | None, step: Step) -> Stored | None:
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
        finishes = "finished" in step.changes
        if finishes:
            await self._counting.expect(race)
        done = await self._stores.races.advance(before, race, messages, now=now, opening=opening)
        if done is None:
            return None
        seq, texts = done
        if finishes:
            await self._counting.finished(race)
        self._hub.log(race.id, texts)
        await self._stores.listing.put(race)
        return Stored(race, seq, here)

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
