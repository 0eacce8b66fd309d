"""Public races: the list, and a seat in the next one."""

import asyncio
from typing import Final

from agnes.protocol.race import ListedRace, NewRace, RaceList, RaceOut, listed_race
from agnes.race import Refused
from agnes.race.terms import GameName
from agnes.service.keeping import Keeping
from agnes.service.making import Making
from agnes.service.racing import Racing
from agnes.service.stores import Stores
from agnes.store.listing import is_listed

PAGE: Final = 50
QUICK_SEATS: Final = 4
QUICK_BOTS: Final = 2
QUICK_WAIT_MS: Final = 15_000
"""How long people may come in before a quick race starts by itself."""


class Lobbies:
    def __init__(self, stores: Stores, keeping: Keeping, making: Making, racing: Racing) -> None:
        self._stores = stores
        self._keeping = keeping
        self._making = making
        self._racing = racing

    async def quick(self, game: GameName, player: str, name: str) -> RaceOut:
        """A seat in the next public race of this game, or in a new one with bots that people replace."""
        for race_id, _ in await self._stores.listing.newest(game, None, PAGE):
            stored = await self._stores.races.load(race_id)
            if stored is None or stored.race.state != "lobby" or not is_listed(stored.race):
                continue
            try:
                return await self._racing.join(race_id, player, name)
            except Refused:
                continue  # full by now, or not for this player
        wish = NewRace(game=game, seats=QUICK_SEATS, bots=QUICK_BOTS, visibility="public")
        return self._keeping.out(await self._making.make(wish, player, name, starts_in_ms=QUICK_WAIT_MS))

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
