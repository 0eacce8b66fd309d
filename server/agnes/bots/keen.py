"""The middle level: searches what can be reached before it lets a row come, and plays to win.

It goes to the best position that it found, deals when it is there already, and once all cards are open looks
for the way to win. Every line that it plays ends at a position worth more than the one it began at, so it
never comes back to where it was. Some are hasty and deal too soon now and then, and some overlook moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agnes.bots.brain import Choice, Memory, answer, onward
from agnes.bots.chance import Chance
from agnes.bots.character import LIKING, character
from agnes.bots.search import Found, search
from agnes.bots.seen import Seen
from agnes.bots.ways import Position, Way, Ways, as_far_as_known, position_of
from agnes.bots.worth import weights_for
from agnes.game import Rules

_BUDGET: Final = 8000
_BUDGET_ALL_OPEN: Final = 16000
"""Positions that a choice may look at: while cards lie face down, and when none do and the search can win."""
_HASTY: Final = 0.5
_MISSED: Final = 0.3
"""Probabilities, for the most hasty and the most careless: of dealing at once, of not seeing a move."""
_EARLY: Final = 0.3
"""Where a row covers no column, for the most hasty: of dealing though some moves would bring a card up."""
_LIKING: Final = 6000
"""Where it covers them all: the most that a bot likes a card at the open end of one."""


@dataclass(frozen=True, slots=True)
class Keen:
    rules: Rules
    apart: bool = True
    """bots of the level are set further apart than by their characters alone: of two, fewer end level"""

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """Source: `agnes.bots.brain.Brain`."""
        going_on = onward(legal)
        chance = Chance(memory.chance)
        covered = self.rules.deal_to != "reserve"
        liking = _LIKING if self.apart and covered else LIKING
        who = character(weights_for(self.rules), memory.seed, liking)
        ways = Ways(self.rules, seen.base_card % 13)
        # Dealt face down again, a card that was seen in the stock is not there to be played.
        position = position_of(seen, () if self.rules.face_down else memory.gathered)
        unseen = () if position.stock else seen.unseen
        all_open = not unseen and going_on != "X"
        missed = _MISSED * who.oversight

        def noticed(at: Position) -> list[Way]:
            return [way for way in ways.from_here(at) if way[0].endswith("F") or not chance.happens(missed)]

        judge = who.judge(ways, unseen)
        if all_open:
            found = search(ways, judge, position, _BUDGET_ALL_OPEN)
        else:
            found = search(ways, judge, position, max(1, int(_BUDGET * who.depth)), noticed)
        line = found.best or (() if going_on else found.highest)
        if all_open and found.exhausted and not found.won:
            going_on = None  # it is certain that there is nothing to win any more but cards
            line = found.highest
        elif going_on and unseen and (hurry := self._hurry(found)) and chance.happens(hurry * who.haste):
            line = ()
        moves = as_far_as_known(line) or ((going_on,) if going_on else ())
        return answer(moves, seen, legal, memory._replace(chance=chance.state))

    def _hurry(self, found: Found) -> float:
        """The probability that the most hasty deals at once."""
        if not found.highest:
            return _HASTY
        far = len(found.highest) > 1 and self.rules.deal_to == "reserve"
        return _EARLY if self.apart and far else 0.0
