"""Guests: who they are, what they are called."""

from agnes.race import Refused
from agnes.service.identity import Identity, new_player_id
from agnes.service.names import clean_name
from agnes.service.racing import Racing
from agnes.service.stores import Stores


class People:
    def __init__(self, stores: Stores, identity: Identity, racing: Racing) -> None:
        self._stores = stores
        self._identity = identity
        self._racing = racing

    async def make(self, name: str) -> tuple[str, str, str]:
        """A new guest: id, the name as it will be shown, token. InvalidName for a name that cannot be."""
        clean = clean_name(name)
        player = new_player_id(self._stores.random)
        await self._stores.players.save(player, clean, self._stores.now())
        return player, clean, self._identity.token_for(player)

    async def known(self, token: str) -> tuple[str, str] | None:
        """Id and name of a token's bearer, None for a token that is not ours or a guest long forgotten."""
        player = self._identity.player_of(token)
        name = await self._stores.players.name_of(player) if player else None
        return (player, name) if player and name else None

    async def rename(self, player: str, name: str) -> str:
        """The new name, told in every race where the player sits."""
        clean = clean_name(name)
        await self._stores.players.save(player, clean, self._stores.now())
        for race_id in await self._stores.players.races_of(player):
            try:
                await self._racing.rename(race_id, player, clean)
            except Refused:
                await self._stores.players.sits_no_longer(player, race_id)
        return clean
