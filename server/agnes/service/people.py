"""Guests: who they are, what they are called."""

from asyncio import gather
from typing import Final

from agnes.race import Race, Refused
from agnes.service.identity import Identity, new_player_id
from agnes.service.names import clean_name
from agnes.service.racing import Racing
from agnes.service.stores import Stores

RENAMED_MOST: Final = 20
"""Races, the newest, in which a new name is told."""
LOOKED_AT_MOST: Final = 50
"""Races, the newest, that are asked whether somebody still plays in them."""


class People:
    def __init__(self, stores: Stores, identity: Identity, racing: Racing) -> None:
        self._stores = stores
        self._identity = identity
        self._racing = racing

    async def make(self, name: str) -> tuple[str, str, str]:
        """A new guest: id, the name as it will be shown, token. InvalidName for a name that cannot be."""
        clean = clean_name(name)
        player = new_player_id(self._stores.random)
        await self._stores.players.make(player, clean, self._stores.now())
        return player, clean, self._identity.token_for(player)

    async def known(self, token: str) -> tuple[str, str] | None:
        """Id and name of a token's bearer, None for a token that is not ours or a guest long forgotten."""
        player = self.named_by(token)
        name = await self._stores.players.name_of(player) if player else None
        return (player, name) if player and name else None

    def named_by(self, token: str) -> str | None:
        """Whose token this is, whether or not they are still known; None for one that is not ours."""
        return self._identity.player_of(token)

    async def rename(self, player: str, name: str) -> str:
        """The new name, told in every race where the player sits."""
        clean = clean_name(name)
        if not await self._stores.players.rename(player, clean, self._stores.now()):
            raise Refused("unknown-player", "This player has been erased; make a new one.")
        for race_id in await self._stores.players.races_of(player, RENAMED_MOST):
            try:
                await self._racing.rename(race_id, player, clean)
            except Refused:
                await self._stores.players.strike(player, race_id)
        return clean

    async def plays_in(self, player: str) -> list[str]:
        """Ids of the races that are not finished and in which the player has a seat that is not done."""
        race_ids = await self._stores.players.races_of(player, LOOKED_AT_MOST)
        found = await gather(*(self._stores.races.load(race_id) for race_id in race_ids))
        return [stored.race.id for stored in found if stored and _is_playing(stored.race, player)]


def _is_playing(race: Race, player: str) -> bool:
    seat = race.seat_of(player)
    if seat is None or seat.gone:
        return False
    return race.awaits_next_deal or (race.state != "finished" and not seat.line.done)
