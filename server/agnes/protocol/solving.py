"""*Show all*: can this still be won, with every card known?"""

from typing import Annotated, Literal

from pydantic import Field

from agnes.protocol.base import Message
from agnes.protocol.position import Position

BUDGET = 200_000
BUDGET_MOST = 5_000_000


class Solve(Position):
    """The body of `POST /api/solve`: a deal, and the moves made so far. `budget` counts positions visited.

    A server without the compiled solver visits 100,000 at most.
    """

    budget: Annotated[int, Field(strict=True, ge=1, le=BUDGET_MOST)] = BUDGET


class Solved(Message):
    """`yes` with a line that wins, `no` proved, or `unknown` within the budget."""

    verdict: Literal["yes", "no", "unknown"]
    line: tuple[str, ...]
    nodes: int
