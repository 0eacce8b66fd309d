"""What people and time do with a race that is there."""

from asyncio import gather
from typing import Final

from agnes.protocol.race import RaceOut
from agnes.race import Refused
from agnes.service.keeping import Ask, Keeping
from agnes.service.living import Living
from agnes.service.making import Making
from agnes.service.stores import Stores
from agnes.store.races import Stored

LOOK_AGAIN_MS: Final = 2_000


class Racing:
    def __init__(self, stores: Stores, keeping: Keeping, making: Making, living: Living) -> None:
        self._stores = stores
        self._keeping = keeping
        self._making = making
        self._living = living

    async def join(self, race_id: str, player: str, name: str) -> RaceOut:
        await self._stores.players.sits_in(player, race_id, self._stores.now())
        return await self._ask(race_id, lambda race: race.join(player, name))

    async def leave(self, race_id: str, player: str) -> RaceOut:
        """Give the seat back. Whoever had one and has none any more has left: asked twice, answered twice."""
        try:
            return await self._ask(race_id, lambda race: race.leave(player, self._stores.now()))
        except Refused as refused:
            if refused.reason != "not-seated" or not await self._stores.players.has_been_in(player, race_id):
                raise
        return self._keeping.out(await self._keeping.get(race_id))

    async def erase(self, race_id: str, player: str, name: str) -> None:
        """Leave, or give up; a seat that has to stay goes by `name`, and so does all that is kept of it."""
        await self._keeping.change(race_id, lambda race: race.erase(player, name, self._stores.now()))
        await self._stores.races.trim_log(race_id)

    async def kick(self, race_id: str, host: str, player: str) -> RaceOut:
        return await self._ask(race_id, lambda race: race.send_away(host, player))

    async def ready(self, race_id: str, player: str, ready: bool) -> RaceOut:
        told = await self._keeping.change(race_id, lambda race: race.set_ready(player, ready))
        await self._go_on(told)
        return self._keeping.out(told)

    async def start(self, race_id: str, host: str) -> RaceOut:
        started = await self._keeping.change(race_id, lambda race: race.start(host, self._stores.now()))
        await self._begun(started)
        return self._keeping.out(started)

    async def give_up(self, race_id: str, player: str) -> RaceOut:
        return await self._ask(race_id, lambda race: race.give_up(player, self._stores.now()))

    async def finish(self, race_id: str, host: str) -> RaceOut:
        return await self._ask(race_id, lambda race: race.finish(host, self._stores.now()))

    async def rename(self, race_id: str, player: str, name: str) -> None:
        await self._keeping.change(race_id, lambda race: race.rename(player, name))

    async def away_too_long(self, race_id: str, player: str) -> Stored:
        return await self._keeping.change(
            race_id, lambda race: race.away_too_long(player, self._stores.now())
        )

    async def rematch(self, race_id: str, player: str) -> RaceOut:
        """A new race with the same people and options and a new deal; asked twice, the same one."""
        old = await self._keeping.get(race_id)
        old.race.with_rematch(player, "asking")
        if old.race.rematch is None:
            made = await self._making.rematch_of(old.race, player)
            old = await self._keeping.change(race_id, lambda race: race.with_rematch(player, made.race.id))
            if old.race.rematch != made.race.id:
                await self._making.forget(made)
        assert old.race.rematch is not None
        return self._keeping.out(await self._keeping.get(old.race.rematch))

    async def settle(self, race_id: str) -> Stored:
        """Do what has become due: the next states, the closing, the finish."""
        before = await self._keeping.get(race_id)
        while True:
            settled = await self._keeping.change(race_id, lambda race: race.tick(self._stores.now()))
            if settled.race == before.race:
                break
            if settled.race.state == "countdown":  # by itself
                await self._begun(settled)
            before = settled
        await self._go_on(settled)
        return settled

    async def look_again_at(self, race_id: str) -> None:
        """Before a board ends: should this process die right after, somebody settles the race."""
        await self._stores.timers.set(f"race {race_id}", self._stores.now() + LOOK_AGAIN_MS)

    async def _begun(self, started: Stored) -> None:
        await self._living.watch_over(started)
        # Their lobby may have waited for weeks.
        now = self._stores.now()
        people = [seat.player for seat in started.race.seats if not seat.bot]
        await gather(*(self._stores.players.sits_in(player, started.race.id, now) for player in people))

    async def _ask(self, race_id: str, ask: Ask) -> RaceOut:
        return self._keeping.out(await self._keeping.change(race_id, ask))

    async def _go_on(self, over: Stored) -> None:
        """Make and start the next deal of a match, if it is due."""
        if not over.race.next_deal_is_due(self._stores.now()):
            return
        host = next(seat.player for seat in over.race.seats if not seat.bot and not seat.gone)
        made = await self._making.rematch_of(over.race, host)
        told = await self._keeping.change(over.race.id, lambda race: race.followed_by(made.race.id))
        if told.race.rematch == made.race.id:
            await self.start(made.race.id, made.race.host or host)
        else:
            await self._making.forget(made)
