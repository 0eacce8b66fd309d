"""A client that knows no rules: it redraws what it shows from `steps` and `turned` alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agnes.game import Change, State, Turned
from agnes.game.cards import HIDDEN


def drawn(state: State) -> dict[str, Any]:
    """What a client draws of a state, in the shape that `Mirror` keeps."""
    view = state.view()
    piles = {f"T{i}": list(pile) for i, pile in enumerate(view.tableau, 1)}
    piles |= {f"R{i}": list(pile) for i, pile in enumerate(view.reserve, 1)}
    return {"piles": piles, "up": view.foundations, "stock": view.stock, "open": view.open_stock}


class Mirror:
    def __init__(self, state: State) -> None:
        self.table = drawn(state)

    def apply(self, change: Change) -> None:
        self._turn(turn for turn in change.turned if turn.card == HIDDEN)  # closings come before the steps
        for source, target, cards in change.steps:
            self._take(source, cards)
            self._put(target, cards)
        self._turn(turn for turn in change.turned if turn.card != HIDDEN)

    def _take(self, source: str, cards: tuple[str, ...]) -> None:
        if source == "S":
            self.table["stock"] -= len(cards)
            del self.table["open"][: len(cards)]
        elif source == "F":
            self.table["up"][cards[0][1]] -= 1
        else:
            pile = self.table["piles"][source]
            assert pile[-len(cards) :] == list(cards) or HIDDEN in cards or HIDDEN in pile
            del pile[-len(cards) :]

    def _put(self, target: str, cards: tuple[str, ...]) -> None:
        if target == "S":
            self.table["stock"] += len(cards)
        elif target == "F":
            self.table["up"][cards[0][1]] += 1
        else:
            self.table["piles"][target] += cards

    def _turn(self, turns: Iterable[Turned]) -> None:
        for pile, card in turns:
            if pile != "S":
                self.table["piles"][pile][-1] = card
            elif card == HIDDEN:
                self.table["open"].pop()
            else:
                self.table["open"].append(card)
