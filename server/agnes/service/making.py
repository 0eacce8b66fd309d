"""Making races: a new one, a rematch, the next deal of a match."""

import asyncio
from collections.abc import Sequence

from agnes.game import Game
from agnes.protocol.race import NewRace
from agnes.race import Race, Refused, Seat, Step
from agnes.race.match import Match
from agnes.race.race import Change
from agnes.service.bot_names import bot_names
from agnes.service.identity import new_player_id, new_race_code, new_secret_deal
from agnes.service.keeping import Keeping
from agnes.service.stores import Stores
from agnes.service.winnable import Winnable
from agnes.store.races import Stored


class Making:
    def __init__(self, stores: Stores, keeping: Keeping, winnable: Winnable) -> None:
        self._stores = stores
        self._keeping = keeping
        self._winnable = winnable

    async def make(self, wish: NewRace, player: str, name: str, starts_in_ms: int | None = None) -> Stored:
        """A new race with its maker seated, and the bots asked for; one of a single seat starts at once."""
        now = self._stores.now()
        match = Match(of=wish.deals) if wish.deals > 1 else None
        race = await self._drawn(Race("", wish.terms(), "", "", now, match=match))
        if starts_in_ms is not None:
            race = race.starting_by(now + starts_in_ms)
        return await self._seat_and_save(race, [Seat(player, name, 1), *self._bots(wish)], player)

    async def rematch_of(self, old: Race, player: str) -> Stored:
        """A new race on the same terms with everybody who has not left, asked for by `player`.

        Within a match it is the next deal.
        """
        seated = [seat for seat in old.seats if not seat.gone or seat.player == player]
        host = next((seat.player for seat in seated if seat.player == old.host), player)
        return await self._seat_and_save(await self._drawn(old.again(self._stores.now())), seated, host)

    async def forget(self, made: Stored) -> None:
        """Take back a race that nobody has been told of."""
        await self._stores.races.forget(made.race)
        await self._stores.listing.strike(made.race.terms.game, made.race.id)

    def _bots(self, wish: NewRace) -> list[Seat]:
        names = bot_names(wish.bots, self._stores.random)
        return [Seat(new_player_id(self._stores.random), name, 0, level=wish.bot_level) for name in names]

    async def _seat_and_save(self, race: Race, seated: Sequence[Seat], host: str) -> Stored:
        """`seated`: who is to sit there; the numbers of their seats are given anew."""
        changes = list[Change]()
        for seat in seated:
            player, name = seat.player, seat.name
            step = race.seat_bot(player, name, seat.level) if seat.level else race.join(player, name)
            race, changes = step.race, [*changes, *step.changes]
        race = race.hosted_by(host)
        if race.terms.alone:
            step = race.start_alone(self._stores.now())
            race, changes = step.race, [*changes, *step.changes]
        people = [seat.player for seat in seated if not seat.bot]
        now = self._stores.now()
        await asyncio.gather(*(self._stores.players.sits_in(player, race.id, now) for player in people))
        saved = await self._keeping.save(None, Step(race, tuple(changes)))
        if saved is None:
            raise Refused("try-later", "The code drawn for this race is taken; ask once more.")
        return saved

    async def _drawn(self, race: Race) -> Race:
        """The race with its code, deal and nonce drawn; a named deal stays. Refused as `winnable` has it."""
        secret = new_secret_deal(self._stores.random)
        deal, terms = race.terms.named_deal or str(secret.deal), race.terms
        if terms.winnable and terms.named_deal:
            await self._winnable.prove(Game.deal(terms.rules, int(deal)))
        elif terms.winnable:
            deal = str(await self._winnable.proved(terms.rules))
        return race.with_deal(new_race_code(self._stores.random), deal, secret.nonce)
