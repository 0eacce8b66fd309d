"""The lower level: looks a little ahead, overlooks some moves, and is glad of every card that goes up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from agnes.bots.brain import Choice, Memory, answer, onward
from agnes.bots.chance import Chance
from agnes.bots.character import character
from agnes.bots.search import search
from agnes.bots.seen import Seen
from agnes.bots.ways import Position, Way, Ways, as_far_as_known, position_of
from agnes.bots.worth import WEIGHTS, Weights
from agnes.game import Rules

_BUDGET_AT_LAST: Final = 200
"""Positions that all think of before they give up."""
_MISSED: Final = 0.5
_MISSED_CARD_UP: Final = 0.08
"""Probability for the most careless of not seeing a move, and one to the foundations."""


class _Manner(NamedTuple):
    budget: int
    """positions that the most thorough think of before a choice"""
    hasty: float
    """probability for the most hasty: of dealing though the table could be put in better order"""
    early: bool
    """they do so even where a card could go up, unless they see how to win"""
    weights: Weights


_MANNERS: Final = {
    "bernauer": _Manner(
        budget=30,
        hasty=0.8,
        early=False,
        # Cards on the foundations, and the way to the next ones.
        weights=Weights(
            up=4000,
            spaces=1500,
            reserve=-1200,
            breaks=-300,
            blocking=0,
            blocking_suit=0,
            above_next=-500,
            welcome=0,
        ),
    ),
    # Rows fall on the columns: whoever cared for cards alone would be blocked after a few, as all others.
    "sorel": _Manner(budget=300, hasty=0.5, early=True, weights=WEIGHTS["sorel"]),
}


@dataclass(frozen=True, slots=True)
class Calm:
    rules: Rules

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """Source: `agnes.bots.brain.Brain`."""
        chance = Chance(memory.chance)
        ways = Ways(self.rules, seen.base_card % 13)
        position = position_of(seen)
        manner = _MANNERS[self.rules.game]
        who = character(manner.weights, memory.seed)
        judge = who.judge(ways, seen.unseen)

        def noticed(at: Position) -> list[Way]:
            return [way for way in ways.from_here(at) if not chance.happens(who.oversight * _missed(way))]

        found = search(ways, judge, position, max(3, int(manner.budget * who.depth)), noticed)
        going_on = onward(legal)
        line = found.best
        if going_on is None and not (found.best and found.highest):
            # Before it gives up it looks once more, and closely; with no card to be had order is of no use.
            found = search(ways, judge, position, _BUDGET_AT_LAST)
            line = () if found.exhausted and not found.highest else line or found.best
        line = line or (() if going_on else found.highest)
        tempted = not found.highest or (manner.early and not found.won)
        if going_on and tempted and chance.happens(manner.hasty * who.haste):
            line = ()
        moves = as_far_as_known(line) or ((going_on,) if going_on else ())
        return answer(moves, seen, legal, memory._replace(chance=chance.state))


def _missed(way: Way) -> float:
    return _MISSED_CARD_UP if way[0].endswith("F") else _MISSED
