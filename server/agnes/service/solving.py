"""Whether a position can still be won: asked of the solver, off the event loop."""

from concurrent.futures.process import BrokenProcessPool

from agnes.game import Rules, State
from agnes.protocol.solving import Solve, Solved
from agnes.race import Refused
from agnes.service.pool import Cancelled, Pool, PoolBusy
from agnes.solver import Answer, solve


class Solving:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def solve(self, wish: Solve) -> Solved:
        """The verdict; raises BadMove for moves that do not replay. Cancelled, the search stops at once."""
        game = wish.replayed()
        try:
            answer = await self._pool.run_until_cancelled(_solve, game.rules, game.state, wish.budget)
        except (PoolBusy, BrokenProcessPool):
            raise Refused("try-later", "Too many questions at once; ask again in a moment.") from None
        return Solved(verdict=answer.verdict, line=answer.line, nodes=answer.nodes)


def _solve(cancelled: Cancelled, rules: Rules, state: State, budget: int) -> Answer:
    """In a process of the pool."""
    return solve((rules, state), budget=budget, cancelled=cancelled)
