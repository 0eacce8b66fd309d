"""Secret deals proved winnable: some are always put by, so that a race made with one does not wait.

A deal is served once, whichever process asks for it. Where none is put by, one is looked for on the spot,
for a few seconds at the most.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from agnes.game import Game, InvalidOptions, Options, Rules, rules_for
from agnes.race import Refused
from agnes.service.identity import RandomBytes, new_secret_deal
from agnes.service.solving import Solving, affordable
from agnes.service.stores import Clock
from agnes.service.tasks import Tasks
from agnes.store.errors import StoreError
from agnes.store.winnable import WinnableStore, kind_of

_log = structlog.get_logger()

ALWAYS: Final = {"bernauer": 64, "sorel": 64, "bernauer+redeal": 8, "bernauer+face_down": 4}
"""How many deals are put by, whether somebody has asked for them or not: for a class that starts at once."""
WHEN_WANTED: Final = 8
WANTED_MS: Final = 30 * 86_400_000
"""Options that somebody asked for within so long have deals put by as well."""
AT_ONCE: Final = 64
"""Deals drawn for one look; of those with a face-down reserve hardly one in a hundred can be won."""
BUDGET: Final = 50_000
"""Positions visited for one deal: some 30 ms. One that takes longer is passed over."""
NAMED_BUDGET: Final = 3_000_000
ON_THE_SPOT_S: Final = 3.0
START_AFTER_S: Final = 2.0
"""What a start is for goes first; who asks before is served on the spot."""
LOOK_EVERY_S: Final = 60.0
PAUSE_S: Final = 2.0
"""Before the next look where the database or the workers had no time."""


class Winnable:
    def __init__(
        self, store: WinnableStore, solving: Solving, random: RandomBytes, now: Clock, tasks: Tasks
    ) -> None:
        self._store = store
        self._solving = solving
        self._random = random
        self._now = now
        self._tasks = tasks
        self._taken = asyncio.Event()

    def start(self) -> None:
        """From now on deals are put by, in the background."""
        self._tasks.start(self._keep_filled())

    async def proved(self, rules: Rules) -> int:
        """A secret deal, proved winnable under these rules, that was never served before.

        Where none is put by and a few seconds of looking found none: Refused("no-proved-deal") if with these
        options they are rare, Refused("try-later") if too many are asked for at once.
        """
        kind = kind_of(rules)
        await self._store.want(kind, self._now())
        deal = await self._store.take(kind)
        self._taken.set()
        if deal is None:
            deal = await self._found(rules, within_s=ON_THE_SPOT_S)
        if deal is None and rules.face_down:
            raise Refused(
                "no-proved-deal",
                "No deal proved winnable is at hand for these options, where they are rare; more are being "
                "looked for. Ask again in a minute, or leave `winnable` out.",
            )
        if deal is None:
            raise Refused(
                "try-later",
                "More deals proved winnable are asked for than are found just now. Ask again in a moment, or "
                "leave `winnable` out.",
            )
        return deal

    async def prove(self, game: Game) -> None:
        """Refused where this position cannot be won, or where that is not decided in a few seconds."""
        answer = await self._solving.decide(game, affordable(NAMED_BUDGET), within_s=ON_THE_SPOT_S)
        if answer.verdict == "no":
            raise Refused(
                "not-winnable",
                f"Deal {game.number} cannot be won with these options: name another, or leave `winnable` "
                "out.",
            )
        if answer.verdict == "unknown":
            raise Refused(
                "not-decided",
                f"Whether deal {game.number} can be won was not found out in the time there is: name "
                "another, or leave `winnable` out.",
            )

    async def fill(self) -> None:
        """Put deals by until there are enough of every kind; a look at each kind in turn."""
        while lacking := [
            (kind, rules, most)
            for kind, rules, most in await self._aims()
            if await self._store.count(kind) < most
        ]:
            for kind, rules, most in lacking:
                deal = await self._found(rules, background=True)
                if deal is not None:
                    await self._store.put_by(kind, deal, most)

    async def _keep_filled(self) -> None:
        await asyncio.sleep(START_AFTER_S)
        while True:
            self._taken.clear()
            try:
                await self.fill()
            except (StoreError, Refused) as error:
                _log.info("deals could not be put by", error=str(error))
                await asyncio.sleep(PAUSE_S)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._taken.wait()

    async def _aims(self) -> list[tuple[str, Rules, int]]:
        """Every kind of which deals are put by, its rules, and how many."""
        wanted = await self._store.wanted(self._now() - WANTED_MS)
        aims = ALWAYS | {kind: WHEN_WANTED for kind in wanted if kind not in ALWAYS}
        rules_of = {kind: _rules_of(kind) for kind in aims}
        return [(kind, rules, aims[kind]) for kind, rules in rules_of.items() if rules is not None]

    async def _found(
        self, rules: Rules, *, within_s: float | None = None, background: bool = False
    ) -> int | None:
        """A deal drawn and proved; in the background None after one look, else only once time is over."""
        until = asyncio.get_running_loop().time() + (within_s or 0)
        while True:
            numbers = [new_secret_deal(self._random).deal for _ in range(AT_ONCE)]
            left = None if within_s is None else until - asyncio.get_running_loop().time()
            if left is not None and left <= 0:
                return None
            deal = await self._solving.first_winnable(
                rules, numbers, affordable(BUDGET), within_s=left, background=background
            )
            if deal is not None or within_s is None:
                return deal


def _rules_of(kind: str) -> Rules | None:
    """None for a kind of another version of this server."""
    game, *named = kind.split("+")
    base = next((name.removeprefix("base-") for name in named if name.startswith("base-")), None)
    try:
        return rules_for(game, Options("redeal" in named, "face_down" in named, base))
    except InvalidOptions:
        return None
