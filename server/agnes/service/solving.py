"""Whether a position can still be won: asked of the solver, off the event loop.

What people wait for goes before what is done ahead of time: the latter has a process of its own that steps
back wherever the processor is short.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from agnes.game import Game, Rules, State
from agnes.protocol.solving import Solve, Solved
from agnes.race import Refused
from agnes.service.pool import Pool, PoolBusy
from agnes.service.replaying import played
from agnes.service.thinking import decide, first_winnable
from agnes.solver import ENGINE, Answer

R = TypeVar("R")

UNDECIDED = Answer("unknown", (), 0)
SLOWER = 50
"""How many times as slow the interpreted solver is, about."""


def affordable(nodes: int) -> int:
    """As many positions as the solver here visits in the time that the compiled one takes for `nodes`."""
    return nodes if ENGINE.compiled else max(1, nodes // SLOWER)


class Solving:
    """`pool` is for those who wait, `background` for what is done ahead."""

    def __init__(self, pool: Pool, background: Pool) -> None:
        self._pool = pool
        self._background = background

    async def solve(self, wish: Solve) -> Solved:
        """The verdict; raises BadMove for moves that do not replay. Cancelled, the search stops at once."""
        game = await played(Game.deal(wish.rules, int(wish.deal)), wish.moves)
        answer = await self.decide(game, wish.budget)
        return Solved(verdict=answer.verdict, line=answer.line, nodes=answer.nodes)

    async def decide(
        self,
        position: Game | tuple[Rules, State],
        budget: int,
        *,
        within_s: float | None = None,
        background: bool = False,
    ) -> Answer:
        """The verdict within `budget` positions; `unknown` also after `within_s` seconds, waiting included.

        Cancelled, the search stops at once. Refused("try-later") where too much waits already.
        """
        rules, state = position if isinstance(position, tuple) else (position.rules, position.state)
        found = await self.ask(decide, rules, state, budget, within_s=within_s, background=background)
        return UNDECIDED if found is None else found

    async def first_winnable(
        self,
        rules: Rules,
        numbers: Sequence[int],
        budget: int,
        *,
        within_s: float | None = None,
        background: bool = False,
    ) -> int | None:
        """The first of these deals that is proved winnable within `budget` positions each."""
        return await self.ask(
            first_winnable, rules, tuple(numbers), budget, within_s=within_s, background=background
        )

    async def ask(
        self, work: Callable[..., R], *args: object, within_s: float | None = None, background: bool = False
    ) -> R | None:
        """Any work of that kind, `thinking.decide` for one; None if its time ran out."""
        pool = self._background if background else self._pool
        try:
            async with asyncio.timeout(within_s):
                return await _twice(pool, work, *args)
        except TimeoutError:
            return None
        except (PoolBusy, BrokenProcessPool):
            raise Refused("try-later", "Too many questions at once; ask again in a moment.") from None


async def _twice(pool: Pool, work: Callable[..., R], *args: object) -> R:
    """Once more if a worker was killed over it: work only thinks, so nothing is done twice."""
    try:
        return await pool.run_until_cancelled(work, *args)
    except BrokenProcessPool:
        return await pool.run_until_cancelled(work, *args)
