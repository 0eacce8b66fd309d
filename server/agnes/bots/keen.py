"""The upper level: searches what can be reached before it lets a row come, and plays to win.

It goes to the best position that it found, deals when it is there already, and once all cards are open looks
for the way to win. Every line that it plays ends at a position worth more than the one it began at, so it
never comes back to where it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from agnes.bots.brain import Choice, Memory, answer, onward
from agnes.bots.search import search
from agnes.bots.seen import Seen
from agnes.bots.ways import Ways, as_far_as_known, position_of
from agnes.bots.worth import Worth, likings, weights_for, with_whims
from agnes.game import Rules

_BUDGET = 8000
_BUDGET_ALL_OPEN = 16000
"""Positions that a choice may look at: while cards lie face down, and when none do and the search can win."""
_WHIM = 25
_LIKING = 400
"""How far bots differ, so that two do not play alike: in per cent of a weight, in what a card is worth."""


@dataclass(frozen=True, slots=True)
class Keen:
    rules: Rules

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """Source: `agnes.bots.brain.Brain`."""
        going_on = onward(legal)
        ways = Ways(self.rules, seen.base_card % 13)
        # Dealt face down again, a card that was seen in the stock is not there to be played.
        position = position_of(seen, () if self.rules.face_down else memory.gathered)
        unseen = () if position.stock else seen.unseen
        all_open = not unseen and going_on != "X"
        weights = with_whims(weights_for(self.rules), memory.seed, _WHIM)
        judge = Worth(ways, weights, unseen, likings(memory.seed, _LIKING))
        found = search(ways, judge, position, _BUDGET_ALL_OPEN if all_open else _BUDGET)
        if all_open and found.exhausted and not found.won:
            going_on = None  # it is certain that there is nothing to win any more but cards
            line = found.highest
        else:
            line = found.best or (() if going_on else found.highest)
        moves = as_far_as_known(line) or ((going_on,) if going_on else ())
        return answer(moves, seen, legal, memory)
