"""From a state of `agnes.game` to the kernel's position, and from the kernel's moves to text."""

from __future__ import annotations

from collections.abc import Iterable

from agnes.game.notation import COLUMN_ROWS, RESERVE_ROWS
from agnes.game.rules import Rules
from agnes.game.state import State
from agnes.solver.engine import Engine
from agnes.solver.kernel.position import DEAL, REDEAL, Position
from agnes.solver.policy import Policy, to_packed


def pack(engine: Engine, rules: Rules, state: State, policy: Policy, *, apart: bool) -> Position:
    """The position of a state; `apart` has every column and pile told from the others."""
    base = state.base
    reserve = state.reserve or ((),) * 7
    position = engine.Position(policy, max(0, rules.redeals - state.redeals), apart)
    position.set_up(
        [[to_packed(card, base) for card in pile] for pile in (*state.columns, *reserve)],
        list(state.foundations),
        [to_packed(card, base) for card in state.stock],
        sum(1 << to_packed(card, base) for pile in reserve for card in pile if state.hidden >> card & 1),
    )
    return position


def texts(moves: Iterable[int]) -> tuple[str, ...]:
    """Moves of the kernel, those marked `TWIN` taken apart before, as canonical text."""
    return tuple([_text(move) for move in moves])


def _text(move: int) -> str:
    source, target, count = move & 15, move >> 4 & 15, move >> 8 & 63
    if source == DEAL:
        return "D"
    if source == REDEAL:
        return "X"
    if source >= 7:
        return RESERVE_ROWS[source - 7][target]
    return COLUMN_ROWS[source][count][target]
