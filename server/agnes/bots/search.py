"""Best-first search over what can be reached without turning a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush, nlargest
from typing import NamedTuple, TypeAlias

from agnes.bots.ways import Line, Position, Way, Ways

Judge: TypeAlias = Callable[[Position], int]


class Found(NamedTuple):
    best: Line
    """to the position worth most: empty if that is where the search began; a win if one was found"""
    highest: Line
    """to the highest score, by as few moves as were seen; empty if no card can go up"""
    won: bool
    exhausted: bool
    """everything that can be reached was looked at"""
    top: tuple[Line, ...] = ()
    """to the positions worth most, best first, as many as were asked for; where it began may be among them"""


def search(
    ways: Ways,
    judge: Judge,
    root: Position,
    budget: int,
    choose_from: Callable[[Position], Sequence[Way]] | None = None,
    top: int = 0,
) -> Found:
    """Looks at `budget` positions at most, each once, going on from the one worth most.

    `choose_from` gives the moves of a position instead of `ways`, to overlook some.
    """
    steps = choose_from or ways.from_here
    key = ways.key
    positions, came_from, moves = [root], [0], [""]
    worths, scores = [judge(root)], [root.score]
    met = {key(root)}
    best = highest = 0
    front = [(-worths[0], 0)]
    while front and len(positions) < budget:
        at = heappop(front)[1]
        for move, after in steps(positions[at]):
            same = key(after)
            if same in met:
                continue
            met.add(same)
            new = len(positions)
            worth, score = judge(after), after.score
            positions.append(after)
            came_from.append(at)
            moves.append(move)
            worths.append(worth)
            scores.append(score)
            heappush(front, (-worth, new))
            if score == 52:
                line = _line(new, positions, came_from, moves)
                return Found(line, line, won=True, exhausted=False, top=(line,) if top else ())
            if worth > worths[best]:
                best = new
            if score > scores[highest]:
                highest = new
    ends = nlargest(top, range(len(positions)), key=lambda at: (worths[at], -at))
    return Found(
        _line(best, positions, came_from, moves),
        _line(highest, positions, came_from, moves),
        won=False,
        exhausted=not front,
        top=tuple([_line(end, positions, came_from, moves) for end in ends]),
    )


def _line(end: int, positions: list[Position], came_from: list[int], moves: list[str]) -> Line:
    line: list[Way] = []
    while end:
        line.append((moves[end], positions[end]))
        end = came_from[end]
    return tuple(reversed(line))
