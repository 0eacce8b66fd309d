"""The rules once more, from RULES in the plainest words, to test the fast ones against.

Cards are texts, piles are lists, every question is answered by looking. Nothing of `agnes.game` is used
here, and nothing is shared with it but the notation.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

RANKS = "A23456789TJQK"
COLUMNS = range(1, 8)


def rank_below(rank: str) -> str:
    """The rank one lower, round the circle."""
    return RANKS[RANKS.index(rank) - 1]


def colour(card: str) -> str:
    return "red" if card[1] in "HD" else "black"


class SlowGame:
    """One game in play; `play` changes it. `order` is the deck in dealing order."""

    def __init__(
        self,
        game: str,
        order: Sequence[str],
        *,
        redeal: bool = False,
        face_down: bool = False,
        base: str | None = None,
        undo: str = "all",
    ) -> None:
        self.bernauer = game == "bernauer"
        self.redeals_allowed = 1 if redeal else 0
        self.reserve_face_down = face_down
        self.undo_policy = undo
        deck = list(order)
        self.foundations: dict[str, list[str]] = {suit: [] for suit in "CSHD"}
        self.columns: dict[int, list[str]] = {i: [] for i in COLUMNS}
        self.reserve: dict[int, list[str]] = {i: [] for i in COLUMNS} if self.bernauer else {}
        self.face_down: set[str] = set()
        self.redeals_done = 0
        self.rows = 0
        self.past: list[tuple[dict[str, Any], bool]] = []
        base_card = ""
        if base is not None:
            base_card = [card for card in deck if card[0] == base][0]  # noqa: RUF015 (plain words)
            deck.remove(base_card)
        for row in ("765432", "76543", "7654", "765", "76", "7", "7654321"):
            for column in row:
                self.columns[int(column)].append(deck.pop(0))
        if self.bernauer:
            for i in COLUMNS:
                card = deck.pop(0)
                self.reserve[i].append(card)
                if face_down:
                    self.face_down.add(card)
        if base is None:
            base_card = deck.pop(0)
        self.base = base_card[0]
        self.foundations[base_card[1]].append(base_card)
        self.stock = deck

    # What may be done

    def longest(self) -> int:
        return max(len(column) for column in self.columns.values())

    def every_move(self, most: int) -> list[str]:
        """Each text that says a move, with up to `most` cards from a column."""
        moves = ["D", "X", "U"]
        for i in COLUMNS:
            moves += [f"T{i}>F", f"R{i}>F"]
            moves += [f"R{i}>T{j}" for j in COLUMNS]
            for j in COLUMNS:
                if i != j:
                    moves += [f"T{i}>T{j}"] + [f"T{i}>T{j}:{k}" for k in range(2, most + 1)]
        return moves

    def allows(self, move: str) -> bool:
        if self.score() == 52:
            return False
        if move == "D":
            return len(self.stock) > 0
        if move == "X":
            lying = [card for pile in self.reserve.values() for card in pile]
            return self.redeals_done < self.redeals_allowed and not self.stock and len(lying) > 0
        if move == "U":
            return len(self.past) > 0 and self.may_take_back()
        cards = self.cards_of(move)
        if not cards:
            return False
        target = move.split(">")[1]
        if target == "F":
            return self.goes_up(cards[0])
        if not self.moves_as_unit(cards):
            return False
        column = self.columns[int(target[1])]
        if column:
            return self.may_lie_on(cards[0], column[-1])
        return not self.bernauer or cards[0][0] == rank_below(self.base)

    def may_take_back(self) -> bool:
        told_and_scored_nothing = self.past[-1][1]
        return self.undo_policy == "all" or (self.undo_policy == "quiet" and told_and_scored_nothing)

    def cards_of(self, move: str) -> list[str]:
        """The cards that a move names, none if they are not there or not to be moved."""
        source, target = move.split(">")
        count = int(target.split(":")[1]) if ":" in target else 1
        if source[0] == "T":
            pile = self.columns[int(source[1])]
            return pile[len(pile) - count :] if count <= len(pile) else []
        pile = self.reserve.get(int(source[1]), [])
        return [card for card in pile[-1:] if card not in self.face_down]

    def goes_up(self, card: str) -> bool:
        foundation = self.foundations[card[1]]
        if not foundation:
            return card[0] == self.base
        return len(foundation) < 13 and foundation[-1][0] == rank_below(card[0])

    def may_lie_on(self, card: str, lower: str) -> bool:
        if card[0] != rank_below(lower[0]):
            return False
        if self.bernauer:
            return colour(card) != colour(lower)
        return colour(card) == colour(lower)

    def moves_as_unit(self, cards: list[str]) -> bool:
        for upper, lower in pairwise(cards):
            if not self.may_lie_on(lower, upper):
                return False
            if not self.bernauer and lower[1] != upper[1]:
                return False
        return True

    # What it does

    def play(self, move: str) -> None:
        assert self.allows(move), move
        if move == "U":
            now, _ = self.past.pop()
            past = self.past
            self.__dict__.update(now)
            self.past = past
            return
        before = {name: copy.deepcopy(value) for name, value in self.__dict__.items() if name != "past"}
        if move == "D":
            self.deal()
        elif move == "X":
            for i in COLUMNS:
                self.stock += self.reserve[i]
                self.reserve[i] = []
            self.face_down = set()
            self.redeals_done += 1
        else:
            cards = self.cards_of(move)
            pile = self.columns[int(move[1])] if move[0] == "T" else self.reserve[int(move[1])]
            del pile[len(pile) - len(cards) :]
            target = move.split(">")[1]
            if target == "F":
                self.foundations[cards[0][1]] += cards
            else:
                self.columns[int(target[1])] += cards
        turned = self.turn_up()
        quiet = not turned and ">" in move and not move.endswith("F")
        self.past.append((before, quiet))

    def deal(self) -> None:
        for i in COLUMNS:
            if self.stock:
                card = self.stock.pop(0)
                if self.bernauer:
                    self.reserve[i].append(card)
                    if self.reserve_face_down:
                        self.face_down.add(card)
                else:
                    self.columns[i].append(card)
        self.rows += 1

    def turn_up(self) -> bool:
        turned = False
        for i, pile in self.reserve.items():
            if pile and pile[-1] in self.face_down and not self.columns[i]:
                self.face_down.remove(pile[-1])
                turned = True
        return turned

    # What is to be seen

    def score(self) -> int:
        return sum(len(foundation) for foundation in self.foundations.values())

    def outcome(self) -> str | None:
        if self.score() == 52:
            return "won"
        moves = self.every_move(most=self.longest())
        moves.remove("U")
        return None if any(self.allows(move) for move in moves) else "blocked"

    def view(self) -> dict[str, object]:
        lies_open = not self.bernauer and len(self.stock) <= 2
        return {
            "base": self.base,
            "foundations": {suit: len(cards) for suit, cards in self.foundations.items()},
            "tableau": list(self.columns.values()),
            "reserve": [
                ["??" if card in self.face_down else card for card in pile] for pile in self.reserve.values()
            ],
            "stock": len(self.stock),
            "open_stock": list(self.stock) if lies_open else [],
            "redeals": self.redeals_done,
            "score": self.score(),
        }
