"""Making races: a new one, a rematch, the next deal of a match."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agnes.game import Game
from agnes.protocol.race import NewRace
from agnes.race import Race, Refused, Seat, Step, Terms
from agnes.race.match import Match
from agnes.race.race import Change
from agnes.service.bot_names import bot_names
from agnes.service.identity import new_player_id, new_race_code, new_secret_deal
from agnes.service.keeping import Keeping
from agnes.service.replaying import played
from agnes.service.stores import Stores
from agnes.service.winnable import Winnable
from agnes.store.codec import MoveEntry
from agnes.store.races import Stored


class Making:
    def __init__(self, stores: Stores, keeping: Keeping, winnable: Winnable) -> None:
        self._stores = stores
        self._keeping = keeping
        self._winnable = winnable

    async def make(self, wish: NewRace, player: str, name: str, starts_in_ms: int | None = None) -> Stored:
        """A new race with its maker seated, and the bots asked for; one of a single seat starts at once.

        BadMove where the moves to play on from are none, Refused where nothing is left to play after them.
        """
        now, terms = self._stores.now(), wish.terms()
        game = await begun(terms, wish.moves) if terms.named_deal else None
        match = Match(of=wish.deals) if wish.deals > 1 else None
        race = await self._drawn(Race("", terms, "", "", now, match=match), game)
        if starts_in_ms is not None:
            race = race.starting_by(now + starts_in_ms)
        made = await self._seat_and_save(race, [Seat(player, name, 1), *self._bots(wish)], player)
        return await self._played_on(made, player, game) if game and game.n else made

    async def rematch_of(self, old: Race, player: str) -> Stored:
        """A new race on the same terms with everybody who has not left, asked for by `player`.

        Within a match it is the next deal. People who are at it go on, though no deal proved winnable may be
        at hand: the new race then says that its deal is not.
        """
        seated = [seat for seat in old.seats if not seat.gone or seat.player == player]
        host = next((seat.player for seat in seated if seat.player == old.host), player)
        again = old.again(self._stores.now())
        try:
            race = await self._drawn(again)
        except Refused:
            if not again.terms.winnable:
                raise
            race = await self._drawn(replace(again, terms=replace(again.terms, winnable=False)))
        return await self._seat_and_save(race, seated, host)

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

    async def _drawn(self, race: Race, named: Game | None = None) -> Race:
        """The race with its code, deal and nonce drawn; a named deal stays. Refused as `winnable` has it."""
        secret, terms = new_secret_deal(self._stores.random), race.terms
        deal = named.number if named else secret.deal
        if terms.winnable and named:
            await self._winnable.prove(named)
        elif terms.winnable:
            deal = await self._winnable.proved(terms.rules)
        return race.with_deal(new_race_code(self._stores.random), str(deal), secret.nonce)

    async def _played_on(self, made: Stored, player: str, game: Game) -> Stored:
        """The board of a race that nobody has been told of begins with the moves of `game`."""
        seat = made.race.seat_of(player)
        assert seat is not None
        state, now = game.state, self._stores.now()
        line = replace(seat.line, score=state.score, opened=state.opened, rows=state.rows)
        entries = [MoveEntry(move, 0, now) for move in game.moves]
        await self._stores.boards.begin_with(made.race.id, player, entries, state=state.encode(), line=line)
        return await self._keeping.get(made.race.id)


async def begun(terms: Terms, moves: Sequence[str]) -> Game:
    """The named deal with these moves played; Refused if that ends it."""
    game = await played(Game.deal(terms.rules, int(terms.named_deal or "")), moves)
    if game.outcome == "won":
        raise Refused("bad-request", "moves: they win already, so there is nothing to play on from.")
    return game
