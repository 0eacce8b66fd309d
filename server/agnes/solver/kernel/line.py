"""Shortening a line that wins: each move is left out, and the rest played on if it still can be.

A move is kept here as the card that heads it and what it goes onto, so that it keeps its meaning where
columns have come to hold other cards. A line that is played to the end in this way wins by itself; nothing
has to be proved about it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from agnes.solver.kernel.position import DEAL, FLOOR, FOUNDATION, REDEAL, TWIN, Position

if TYPE_CHECKING:
    from agnes.solver.policy import Policy

# What a card goes onto: a card, 0 to 51; an empty column, FLOOR to FLOOR + 6; or:
UP: Final = 60
DEALT: Final = 61  # no card: a row comes
REDEALT: Final = 62


class Line:
    """A line from the position as it is when this is made; `position` is there again after every call."""

    def __init__(self, policy: Policy, position: Position, moves: list[int]) -> None:
        self.position = position
        self.joins = policy.joins
        self.fits = policy.fits
        self.space = policy.space
        room = 2 * len(moves) + 2
        self.card = array("i", bytes(4 * room))
        self.onto = array("i", bytes(4 * room))
        self.rest_card = array("i", bytes(4 * room))
        self.rest_onto = array("i", bytes(4 * room))
        self.played = array("i", bytes(4 * room))
        self.keys = array("Q", bytes(8 * room))
        self.downs = array("Q", bytes(8 * room))
        self.tags = array("i", bytes(4 * room))
        self.links = array("i", bytes(4 * room))
        self.length = 0
        self.depth = 0
        for move in moves:
            self.load(position, move & ~TWIN)
            if move & TWIN:
                self.load(position, move & 15 | FOUNDATION << 4 | 256 | move >> 16 << 16)
        self.length = self.depth
        self.rewind(position, 0)

    def load(self, position: Position, move: int) -> None:
        """Notes a move and plays it."""
        source = move & 15
        target = move >> 4 & 15
        self.card[self.depth] = 0
        if source == DEAL:
            self.onto[self.depth] = DEALT
        elif source == REDEAL:
            self.onto[self.depth] = REDEALT
        else:
            self.card[self.depth] = position.cards[source * 64 + position.size[source] - (move >> 8 & 63)]
            if target == FOUNDATION:
                self.onto[self.depth] = UP
            elif position.size[target]:
                self.onto[self.depth] = position.cards[target * 64 + position.size[target] - 1]
            else:
                self.onto[self.depth] = FLOOR + target
        self.step(position, move)

    def moves(self) -> list[int]:
        """The line as it is now."""
        for i in range(self.length):
            self.step(self.position, self.find(self.position, self.card[i], self.onto[i]))
        found = [self.played[i] for i in range(self.length)]
        self.rewind(self.position, 0)
        return found

    def shorten(self, at: int) -> bool:
        """Tries to do without the move `at`, or with one where its card is moved twice; whether that went."""
        position = self.position
        for i in range(at):
            self.step(position, self.find(position, self.card[i], self.onto[i]))
        shorter = self.attempt(position, at, -1)
        if not shorter:
            for i in range(at + 1, self.length):
                if self.card[i] == self.card[at] and self.onto[i] < DEALT:
                    shorter = self.attempt(position, at, i)
                    break
        self.rewind(position, 0)
        return shorter

    def attempt(self, position: Position, at: int, instead: int) -> bool:
        """Plays on after `at` moves without the next, or with the move `instead` in its place."""
        kept = 0
        if instead >= 0:
            move = self.find(position, self.card[instead], self.onto[instead])
            if move < 0:
                return False
            self.rest_card[0] = self.card[instead]
            self.rest_onto[0] = self.onto[instead]
            kept = 1
            self.step(position, move)
        for i in range(at + 1, self.length):
            if i != instead and not self.is_done(position, self.card[i], self.onto[i]):
                move = self.find(position, self.card[i], self.onto[i])
                if move < 0:
                    self.rewind(position, at)
                    return False
                self.rest_card[kept] = self.card[i]
                self.rest_onto[kept] = self.onto[i]
                kept += 1
                self.step(position, move)
        won = position.score == 52
        self.rewind(position, at)
        if not won or at + kept >= self.length:
            return False
        for i in range(kept):
            self.card[at + i] = self.rest_card[i]
            self.onto[at + i] = self.rest_onto[i]
        self.length = at + kept
        return True

    def is_done(self, position: Position, card: int, onto: int) -> bool:
        """Whether the card lies there already."""
        if onto >= DEALT:
            return False
        home = position.home[card]
        if onto == UP or home >= 7:
            return False
        i = position.at[card]
        if i == 0:
            return onto >= FLOOR
        return position.cards[home * 64 + i - 1] == onto

    def find(self, position: Position, card: int, onto: int) -> int:
        """The move that takes a card there, -1 if the rules do not allow it now."""
        if onto >= DEALT:
            return self.find_row(position, onto)
        home = position.home[card]
        if home >= DEAL or position.down >> card & 1:
            return -1
        i = position.at[card]
        count = position.size[home] - i
        if home >= 7 and count > 1:
            return -1
        for j in range(home * 64 + i + 1, home * 64 + i + count):
            if not self.joins[position.cards[j] * 64 + position.cards[j - 1]]:
                return -1
        if onto == UP:
            if count > 1 or position.up[card & 3] != card >> 2:
                return -1
            return home | FOUNDATION << 4 | 256 | card << 16
        if onto < FLOOR:
            target = position.home[onto]
            if target >= 7 or target == home or position.at[onto] != position.size[target] - 1:
                return -1
            if not self.fits[card * 64 + onto]:
                return -1
            return home | target << 4 | count << 8
        if not self.space[card] or not position.spaces:
            return -1
        target = onto - FLOOR
        if position.size[target]:
            target = 0
            while position.size[target]:
                target += 1
        return home | target << 4 | count << 8

    def find_row(self, position: Position, onto: int) -> int:
        if onto == DEALT:
            if not position.left:
                return -1
            return DEAL | (position.left if position.left < 7 else 7) << 8
        if position.left or not position.redeals:
            return -1
        for pile in range(7, 14):
            if position.size[pile]:
                return REDEAL
        return -1

    def step(self, position: Position, move: int) -> None:
        self.played[self.depth] = move
        self.keys[self.depth] = position.key
        self.downs[self.depth] = position.down
        self.tags[self.depth] = position.tags
        self.links[self.depth] = position.links
        self.depth += 1
        position.make(move)

    def rewind(self, position: Position, depth: int) -> None:
        """Takes moves back until so many are left."""
        while self.depth > depth:
            self.depth -= 1
            i = self.depth
            position.undo(self.played[i], self.keys[i], self.downs[i], self.tags[i], self.links[i])
