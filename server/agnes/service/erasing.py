"""Erasing a person and what is kept of them, for good.

From the first step on no token of theirs is good on any process. The rest is done at once where it can be;
a due time, set before anything else, finishes it if this process dies, and looks a second time for what was
under way meanwhile. Every step can be done again.

What else keeps something of a person registers with `erasers`:

    erasing.erasers.append(leaderboards.erase)  # async (player: str) -> None; called again, it does no harm

They are called once the person has left all races, so that no result of theirs comes afterwards.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from agnes.race import Refused
from agnes.service.living import Living
from agnes.service.racing import Racing
from agnes.service.stores import Stores

Eraser = Callable[[str], Awaitable[None]]

NOBODY: Final = "erased player"
"""What their seats are called in races that others still look at."""
LOOK_AGAIN_MS: Final = 30_000
"""Longer than any call to the database is tried: by then nothing of theirs is under way any more."""
AT_ONCE: Final = 8


class Erasing:
    def __init__(self, stores: Stores, racing: Racing, living: Living) -> None:
        self._stores = stores
        self._racing = racing
        self._living = living
        self.erasers: list[Eraser] = []

    async def erase(self, player: str) -> None:
        """All that is kept of the player is gone when this returns; who is unknown already is no error.

        StoreError if the database is away: what has been begun is finished once it is back.
        """
        await self._look_again(player)
        await self._carry_out(player)

    async def go_on(self, player: str) -> None:
        """The due time has come."""
        await self._carry_out(player)

    async def _carry_out(self, player: str) -> None:
        await self._stores.players.erase(player)
        try:
            await self._leave_races(player)
        finally:
            # Only now: what their pages show next is a race without them.
            await self._close_connections(player)
        for eraser in self.erasers:
            await eraser(player)

    async def _leave_races(self, player: str) -> None:
        while race_ids := await self._stores.players.races_of(player, AT_ONCE):
            if not all(await asyncio.gather(*(self._erase_in(race_id, player) for race_id in race_ids))):
                await self._look_again(player)
                break

    async def _close_connections(self, player: str) -> None:
        self._living.erased(player)
        word = json.dumps({"erased": player})
        await self._stores.players.publish(json.dumps([self._stores.process, "", word, []]))

    async def _erase_in(self, race_id: str, player: str) -> bool:
        """Whether nothing is left of them in this race."""
        try:
            await self._racing.erase(race_id, player, NOBODY)
        except Refused as refused:
            if refused.reason != "no-such-race":
                return False
        await self._stores.players.strike(player, race_id)
        return True

    async def _look_again(self, player: str) -> None:
        await self._stores.timers.set(f"erase {player}", self._stores.now() + LOOK_AGAIN_MS)
