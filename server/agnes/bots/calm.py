"""The lower level: looks a little ahead, overlooks some moves, and is glad of every card that goes up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agnes.bots.brain import Choice, Memory, answer, onward
from agnes.bots.chance import Chance
from agnes.bots.character import character
from agnes.bots.search import search
from agnes.bots.seen import Seen
from agnes.bots.ways import Position, Way, Ways, as_far_as_known, position_of
from agnes.bots.worth import Weights
from agnes.game import Rules

_BUDGET: Final = 30
_BUDGET_AT_LAST: Final = 200
"""Positions that the most thorough think of before a choice, and all before they give up."""
_MISSED: Final = 0.5
_MISSED_CARD_UP: Final = 0.08
"""Probability for the most careless of not seeing a move, and one to the foundations."""
_HASTY: Final = 0.8
"""For the most hasty: of dealing though the table could be put in better order, if no card could go up."""
_WEIGHTS: Final = Weights(
    up=4000,
    spaces=1500,
    reserve=-1200,
    breaks=-300,
    blocking=0,
    blocking_suit=0,
    above_next=-500,
    welcome=0,
)
"""What it cares for, in both games: cards on the foundations, and the way to the next ones."""


@dataclass(frozen=True, slots=True)
class Calm:
    rules: Rules

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """Source: `agnes.bots.brain.Brain`."""
        chance = Chance(memory.chance)
        ways = Ways(self.rules, seen.base_card % 13)
        position = position_of(seen)
        who = character(_WEIGHTS, memory.seed)
        judge = who.judge(ways, seen.unseen)

        def noticed(at: Position) -> list[Way]:
            return [way for way in ways.from_here(at) if not chance.happens(who.oversight * _missed(way))]

        found = search(ways, judge, position, max(3, int(_BUDGET * who.depth)), noticed)
        going_on = onward(legal)
        if not found.best and going_on is None:
            # Before it gives up it looks once more, and closely.
            found = search(ways, judge, position, _BUDGET_AT_LAST)
        line = found.best or (() if going_on else found.highest)
        if going_on and not found.highest and chance.happens(_HASTY * who.haste):
            line = ()
        moves = as_far_as_known(line) or ((going_on,) if going_on else ())
        return answer(moves, seen, legal, memory._replace(chance=chance.state))


def _missed(way: Way) -> float:
    return _MISSED_CARD_UP if way[0].endswith("F") else _MISSED
