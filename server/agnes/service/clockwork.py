"""What happens by itself: due times are claimed and carried out, signs of life are given."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import structlog

from agnes.race import Refused
from agnes.service.bots import Bots
from agnes.service.erasing import Erasing
from agnes.service.keeping import Keeping
from agnes.service.living import BEAT_S, Living
from agnes.service.racing import Racing
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.store.errors import StoreError

_log = structlog.get_logger()

Work = Callable[[], Awaitable[None]]
Errand = Callable[[str], Awaitable[None]]
"""What a due time is for, given the rest of its name."""

LOOK_EVERY_S: Final = 0.5
"""How often the due times are asked for; what this process has set itself it does on the moment."""


class Clockwork:
    def __init__(
        self,
        stores: Stores,
        keeping: Keeping,
        racing: Racing,
        living: Living,
        bots: Bots,
        erasing: Erasing,
        tasks: Tasks,
        errands: Mapping[str, Errand],
    ) -> None:
        self._stores = stores
        self._keeping = keeping
        self._racing = racing
        self._living = living
        self._bots = bots
        self._erasing = erasing
        self._tasks = tasks
        self._errands = errands
        self._stores.timers.on_set = self._expect

    def start(self) -> None:
        self._tasks.start(self._forever(self._look, LOOK_EVERY_S))
        self._tasks.start(self._forever(self._living.beat, BEAT_S))

    def _expect(self, due: int) -> None:
        """A due time was set by this process: look the moment it comes, not only at the next round."""
        in_s = (due - self._stores.now()) / 1000
        if in_s < 3600:
            # The loop's clock and the wall's may differ by a little: rather just after than just before.
            asyncio.get_running_loop().call_later(max(0.0, in_s) + 0.002, self._look_now)

    def _look_now(self) -> None:
        self._tasks.start(self._look())

    async def _look(self) -> None:
        claimed_at = self._stores.now()
        members = await self._stores.timers.claim(claimed_at)
        await asyncio.gather(*(self._do(member, claimed_at) for member in members))

    async def _do(self, member: str, claimed_at: int) -> None:
        kind, _, rest = member.partition(" ")
        race_id, _, player = rest.partition(" ")
        try:
            if kind in self._errands:
                await self._errands[kind](rest)
            elif kind == "race":
                await self._settle(race_id)
            elif kind == "bot":
                await self._bots.act(race_id, player)
            elif kind == "erase":
                await self._erasing.go_on(rest)
            else:
                await self._absent(race_id, player)
            await self._stores.timers.settle(member, claimed_at)
        except Refused as refused:
            # A race that is no more, most often: its timer has outlived it.
            _log.info("timer without effect", timer=kind, race=race_id, reason=refused.reason)
            await self._stores.timers.settle(member, claimed_at)
        except StoreError as error:
            # The lease brings it again.
            _log.warning("database away", error=str(error))
        except Exception:
            _log.exception("timer failed", timer=kind, race=race_id)

    async def _settle(self, race_id: str) -> None:
        stored = await self._racing.settle(race_id)
        if stored.race.due is not None:
            await self._stores.timers.set(f"race {race_id}", stored.race.due)
        if stored.race.state == "running":
            await self._bots.begin(stored.race)

    async def _absent(self, race_id: str, player: str) -> None:
        stored = await self._keeping.get(race_id)
        if stored.race.state == "finished":
            return
        if self._living.is_away(stored, player) and stored.race.state != "countdown":
            await self._racing.away_too_long(race_id, player)
        else:
            # Nobody pushed the timer ahead, yet the process that should have still counts as alive; or there
            # is nothing to give up yet.
            await self._living.look_again_for(race_id, player)

    async def _forever(self, work: Work, pause_s: float) -> None:
        while True:
            try:
                await work()
            except StoreError as error:
                _log.warning("database away", error=str(error))
            await asyncio.sleep(pause_s)
