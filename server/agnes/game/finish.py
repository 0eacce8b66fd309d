"""When nothing is left but to carry the cards up."""

from __future__ import annotations

from agnes.game.state import State
from agnes.game.tables import NEXT_UP


def finishing_line(state: State) -> tuple[str, ...]:
    """The moves to the foundations that win from here with no other move; none where there is no such line.

    Only asked of a table on which every card lies open, so it tells nothing that its player does not see. It
    does not matter which card goes first: a card that can go up can still go up after any other has gone.
    """
    if state.stock or state.hidden or state.score == 52:
        return ()
    piles = {f"T{number}": list(pile) for number, pile in enumerate(state.columns, 1) if pile}
    piles |= {f"R{number}": list(pile) for number, pile in enumerate(state.reserve, 1) if pile}
    next_up, counts = NEXT_UP[state.base], list(state.foundations)
    open_in = {pile[-1]: name for name, pile in piles.items()}
    line: list[str] = []
    while True:
        suit = next((suit for suit in range(4) if next_up[suit][counts[suit]] in open_in), None)
        if suit is None:
            return tuple(line) if len(line) == 52 - state.score else ()
        name = open_in.pop(next_up[suit][counts[suit]])
        counts[suit] += 1
        line.append(f"{name}>F")
        piles[name].pop()
        if piles[name]:
            open_in[piles[name][-1]] = name
