"""What a race was like: everyone's score over time, where the lead changed, the best run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Curve = Sequence[tuple[int, int]]
"""Milliseconds on the board's own clock and the score from then on, the opening first."""


@dataclass(frozen=True, slots=True)
class Lead:
    """From `t_ms` on this player led, alone."""

    t_ms: int
    player: str


@dataclass(frozen=True, slots=True)
class Run:
    """The quickest `cards` cards that a player put up one after the other."""

    player: str
    cards: int
    from_ms: int
    to_ms: int


RUN_CARDS = 5
"""So many cards make a run; its worth is how little time they took."""


def leads(curves: Mapping[str, Curve]) -> list[Lead]:
    """Each time that another player took the lead; a tie changes nothing until somebody goes ahead."""
    events = sorted((t_ms, player, score) for player, curve in curves.items() for t_ms, score in curve)
    scores = {player: curve[0][1] for player, curve in curves.items()}
    found: list[Lead] = []
    for t_ms, player, score in events:
        scores[player] = score
        others = max((other for name, other in scores.items() if name != player), default=0)
        if score > others and len(curves) > 1 and (not found or found[-1].player != player):
            found.append(Lead(t_ms, player))
    return found


def best_run(curves: Mapping[str, Curve]) -> Run | None:
    """The least time in which anyone put RUN_CARDS cards up; None where nobody put up so many."""
    runs = [
        Run(player, RUN_CARDS, ups[index], ups[index + RUN_CARDS - 1])
        for player, curve in curves.items()
        for ups in [_ups(curve)]
        for index in range(len(ups) - RUN_CARDS + 1)
    ]
    return min(runs, key=lambda run: (run.to_ms - run.from_ms, run.from_ms, run.player), default=None)


def _ups(curve: Curve) -> list[int]:
    """When each card went up."""
    return [t_ms for (_, before), (t_ms, after) in pairwise(curve) for _ in range(after - before)]
