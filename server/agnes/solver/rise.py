"""Can the score still rise? Asked where the whole deck lies open: no stock nor redeal, nothing face down.

First by a relaxation, in no time and often enough; then by looking at every position that can be reached
without a card going up.

The relaxation is that of `kernel.reach` without the cards going up, whose proof is the same: take any line of
play up to its first card that goes up. Three facts about a card, each "at some time in some such line":

    head     it can be the first of cards that move as a unit, or is free to move alone
    open     it lies at the open end of a column
    gone     it has left the card, or the floor, that it lies on now

    head(c)  if c is a top card now, or the card on c is gone, or that card moves with c and is a head
    open(c)  in a column: if c is the last now, or the card on c is gone; in the reserve: once it is gone
    gone(c)  if c is a head and one of the cards that it may be laid on, other than the one it lies on now, is
             open, or it may head what goes into a space and some column is empty now, or its innermost card
             is gone

The first fact that comes true in the line without following from these had a cause that came true before it,
so there is none. A card goes up from a column only if it is open, from the reserve only if it is a head:
where that holds of none of the four that are next, none can ever go up.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from agnes.game.cards import Card
from agnes.game.rules import Rules
from agnes.game.state import State
from agnes.game.tables import NEXT_UP, SPACE_TAKES, TAKES
from agnes.solver.answer import Verdict
from agnes.solver.engine import ENGINE, Engine
from agnes.solver.kernel.position import FOUNDATION, TWIN, Position
from agnes.solver.packing import pack
from agnes.solver.policy import Policy, policy_for

LOOK: Final = 100
"""Positions between two looks at whether to go on."""
LINKS: Final = 25
"""With fewer cards in sequence twins can be taken for one, see `kernel.moves`."""


def all_is_open(rules: Rules, state: State) -> bool:
    """Whether the whole deck lies open, for good."""
    gathers = state.redeals < rules.redeals and any(state.reserve)
    return not state.stock and not state.hidden and not gathers


def rises_at_once(state: State) -> bool:
    """Whether a card can go up now."""
    wanted = _wanted(state)
    return any(pile and pile[-1] in wanted for pile in (*state.columns, *state.reserve))


def can_rise(
    rules: Rules,
    state: State,
    *,
    budget: int,
    cancelled: Callable[[], bool] | None = None,
    engine: Engine = ENGINE,
) -> Verdict:
    """`yes` if some line brings one more card up, `no` if it is proved that none does; undo does not count.

    `unknown` where more than `budget` positions would have to be looked at, or once `cancelled` says yes.
    ValueError unless `all_is_open`.
    """
    if not all_is_open(rules, state):
        raise ValueError("not the whole deck lies open")
    if not may_rise(rules, state):
        return "no"
    for twins in (True, False):
        policy = policy_for(rules, twins=twins)
        search = _Search(engine, pack(engine, rules, state, policy, apart=False), policy)
        found = search.run(budget, cancelled or _never)
        if found == "no" and search.is_round and policy.twins:
            continue
        return found
    raise AssertionError("without twins the search proves")


def may_rise(rules: Rules, state: State) -> bool:
    """The relaxation: False where it is proved that no card can ever go up."""
    return _Relaxed(rules, state).rises()


def _never() -> bool:
    return False


def _wanted(state: State) -> set[Card]:
    """The cards that are next on their foundations."""
    return {NEXT_UP[state.base][suit][count] for suit, count in enumerate(state.foundations) if count < 13}


class _Search:
    """Depth first over all that can be reached; a position is one key, as in `kernel.search`."""

    def __init__(self, engine: Engine, position: Position, policy: Policy) -> None:
        self.position = position
        self.moves = engine.Moves(policy, True, 0)
        self.is_round = False

    def run(self, budget: int, cancelled: Callable[[], bool]) -> Verdict:
        position = self.position
        seen = {position.key}
        todo = [self._found()]
        undo = list[tuple[int, int, int, int, int]]()
        while todo:
            if todo[-1] is None:
                return "yes"
            if not todo[-1]:
                todo.pop()
                if undo:
                    position.undo(*undo.pop())
                continue
            move = todo[-1].pop()
            undo.append((move, position.key, position.down, position.tags, position.links))
            position.make(move)
            if position.key in seen:
                position.undo(*undo.pop())
                continue
            seen.add(position.key)
            if len(seen) > budget or (len(seen) % LOOK == 0 and cancelled()):
                return "unknown"
            todo.append(self._found())
        return "no"

    def _found(self) -> list[int] | None:
        """The moves from here, None if one of them brings a card up."""
        count = self.moves.list(self.position)
        found = self.moves.found[:count]
        if any(move >> 4 & 15 == FOUNDATION or move & TWIN for move in found):
            return None
        self.is_round = self.is_round or self.position.links >= LINKS
        return found


class _Relaxed:
    """The fixed point for a position, see above."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.takes, follows = TAKES[rules.build], TAKES[rules.group]
        self.space = frozenset(SPACE_TAKES[rules.space][state.base])
        self.wanted = _wanted(state)
        self.on = dict[Card, Card]()  # what lies on a card
        self.under = dict[Card, Card]()  # what a card lies on
        self.joined = set[Card]()  # those that move with what they lie on
        self.columns = {card for pile in state.columns for card in pile}
        self.innermost = {pile[0] for pile in state.columns if pile}
        self.emptied = not all(state.columns)
        piles = [pile for pile in (*state.columns, *state.reserve) if pile]
        for pile in piles:
            for lower, upper in pairwise(pile):
                self.on[lower], self.under[upper] = upper, lower
        for pile in state.columns:
            self.joined |= {upper for lower, upper in pairwise(pile) if upper in follows[lower]}
        self.heads = {pile[-1] for pile in piles}
        self.opened = {pile[-1] for pile in state.columns if pile}
        self.gone = set[Card]()

    def rises(self) -> bool:
        before = -1
        while before != (before := len(self.heads) + len(self.opened) + len(self.gone)):
            if any(card in (self.opened if card in self.columns else self.heads) for card in self.wanted):
                return True
            self._spread()
        return False

    def _spread(self) -> None:
        taken = {
            card for parent in self.opened for card in self.takes[parent] if self.under.get(card) != parent
        }
        if self.emptied:
            taken |= self.space
        self.gone |= taken & self.heads
        self.emptied = self.emptied or bool(self.gone & self.innermost)
        self.opened |= self.gone - self.columns
        for card, upper in self.on.items():
            if upper in self.gone:
                self.heads.add(card)
                if card in self.columns:
                    self.opened.add(card)
            elif upper in self.joined and upper in self.heads:
                self.heads.add(card)
