"""The packed position: where every card lies, with make and undo, under a 64-bit key kept move by move.

Cards are numbered anew here: `4 * rank + suit`, ranks counted from the base rank, so that a foundation goes
from rank 0 to 12 whatever the base; suits as in `agnes.game.cards.SUITS`, so bit 1 of a card is its colour.
Piles 0 to 6 are the columns, 7 to 13 the reserve; pile *p* keeps its cards from `cards[64 * p]` on, innermost
first. A move is a number: source, target `<< 4`, count `<< 8`, flags, and `<< 16` the card that goes up, if
one does. Sources 14 and 15 deal and redeal, target 7 is the foundation.

The key is the XOR over all cards of a random number for the card and what it lies on, so it needs no order of
the piles: two tables that differ only in which column is which have one key, as long as nothing tells the
columns apart. Two positions have one key by accident with a chance of about n²/2^65 for n visited ones: one
in a million at five million.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agnes.solver.policy import Policy

FOUNDATION: Final = 7
DEAL: Final = 14
REDEAL: Final = 15
NOWHERE: Final = 16  # `home` of a card that is on its foundation, or not in the game at all
STOCK: Final = 17
TWIN: Final = 16384  # flag of a move to a column: the card that it lays open goes up at once, see `moves`
FLOOR: Final = 52  # what the innermost card of a pile lies on; 53 and up where piles are told apart


class Position:
    """The table of a game in play."""

    def __init__(self, policy: Policy, redeals: int, apart: bool) -> None:
        self.on_column = policy.on_column
        self.on_reserve = policy.on_reserve
        self.in_stock = policy.in_stock
        self.face_up = policy.face_up
        self.bits = policy.bits
        self.fits = policy.fits
        self.deals_to_columns = policy.deals_to_columns
        self.face_down = policy.face_down
        self.redeals = redeals
        self.apart = apart
        self.cards = [0] * 896
        self.size = [0] * 14
        self.home = [NOWHERE] * 52
        self.at = [0] * 52
        self.up = [0] * 4
        self.stock = [0] * 64
        self.gathered = [0] * 64
        self.left = 0
        self.score = 0
        self.spaces = 7
        self.links = 0
        self.tags = 0
        self.down = 0
        self.key = 0

    def set_up(self, piles: list[list[int]], up: list[int], stock: list[int], down: int) -> None:
        """Lays the table: 14 piles, cards on each foundation, stock in dealing order, who lies face down."""
        for pile in range(14):
            for card in piles[pile]:
                self.put(pile, card)
        for suit in range(4):
            self.up[suit] = up[suit]
            self.score += up[suit]
        for card in reversed(stock):
            self.stock[self.left] = card
            self.home[card] = STOCK
            self.left += 1
        self.down = down
        self.rehash()

    def rehash(self) -> None:
        """Works key, tags, links and spaces out from nothing; `make` keeps them from then on."""
        self.key = self.in_stock[self.redeals * 64 + 63]
        self.links = 0
        self.spaces = 0
        self.tags = self.tags_now()
        for pile in range(7):
            self.spaces += self.size[pile] == 0
        for pile in range(14):
            for i in range(self.size[pile]):
                card = self.cards[pile * 64 + i]
                self.key ^= self.resting(pile, i, card)
                if pile < 7 and i:
                    self.links += self.fits[card * 64 + self.cards[pile * 64 + i - 1]]
                if pile >= 7 and self.face_down and not self.down >> card & 1:
                    self.key ^= self.face_up[card]
        for i in range(self.left):
            self.key ^= self.in_stock[self.stock[i] * 64 + i]

    def make(self, move: int) -> None:
        """Plays a legal move."""
        source = move & 15
        if source < DEAL:
            self.carry(source, move >> 4 & 15, move >> 8 & 63)
            if move & TWIN:
                self.carry(source, FOUNDATION, 1)
            if self.face_down:
                self.turn_up()
                self.retag()
        elif source == DEAL:
            self.deal(move >> 8 & 63)
        else:
            self.gather()

    def undo(self, move: int, key: int, down: int, tags: int, links: int) -> None:
        """Takes back a move; `key`, `down`, `tags` and `links` are what they were before it."""
        source = move & 15
        if source < DEAL:
            target = move >> 4 & 15
            if move & TWIN or target == FOUNDATION:
                card = move >> 16
                self.up[card & 3] -= 1
                self.score -= 1
                self.spaces -= source < 7 and self.size[source] == 0
                self.put(source, card)
            if target != FOUNDATION:
                self.transfer(target, source, move >> 8 & 63)
        elif source == DEAL:
            self.take_row_back(move >> 8 & 63)
        else:
            self.scatter()
        self.key = key
        self.down = down
        self.tags = tags
        self.links = links

    def put(self, pile: int, card: int) -> None:
        """Adds a card to a pile, and nothing else."""
        i = self.size[pile]
        self.cards[pile * 64 + i] = card
        self.at[card] = i
        self.home[card] = pile
        self.size[pile] = i + 1

    def resting(self, pile: int, i: int, card: int) -> int:
        """The number, for the key, of a card that is the `i`-th of a pile."""
        parent = FLOOR
        if i:
            parent = self.cards[pile * 64 + i - 1]
        elif self.tags >> pile & 1:
            parent = FLOOR + 1 + pile % 7
        if pile < 7:
            return self.on_column[card * 64 + parent]
        return self.on_reserve[card * 64 + parent]

    def carry(self, source: int, target: int, count: int) -> None:
        """Cards from a pile to a column or foundation."""
        i = self.size[source] - count
        card = self.cards[source * 64 + i]
        self.key ^= self.resting(source, i, card)
        if source < 7:
            if i:
                self.links -= self.fits[card * 64 + self.cards[source * 64 + i - 1]]
        elif self.face_down:
            self.key ^= self.face_up[card]
        if target == FOUNDATION:
            self.size[source] = i
            self.spaces += source < 7 and i == 0
            self.home[card] = NOWHERE
            self.up[card & 3] += 1
            self.score += 1
        else:
            self.key ^= self.resting(target, self.size[target], card)
            self.links += self.size[target] > 0
            self.transfer(source, target, count)

    def transfer(self, source: int, target: int, count: int) -> None:
        """Moves cards from pile to pile, and nothing else."""
        cards = self.cards
        start = self.size[source] - count
        end = self.size[target]
        self.spaces += (source < 7 and start == 0) - (target < 7 and end == 0)
        self.size[source] = start
        self.size[target] = end + count
        start += source * 64
        for i in range(count):
            card = cards[start + i]
            cards[target * 64 + end + i] = card
            self.home[card] = target
            self.at[card] = end + i

    def deal(self, count: int) -> None:
        for j in range(count):
            self.left -= 1
            card = self.stock[self.left]
            self.key ^= self.in_stock[card * 64 + self.left]
            pile = j if self.deals_to_columns else 7 + j
            i = self.size[pile]
            self.key ^= self.resting(pile, i, card)
            if pile < 7:
                self.spaces -= i == 0
                if i:
                    self.links += self.fits[card * 64 + self.cards[pile * 64 + i - 1]]
            if self.face_down:
                self.down |= self.bits[card]
            self.put(pile, card)
        self.turn_up()
        self.retag()

    def take_row_back(self, count: int) -> None:
        """Undoes `deal`."""
        for j in range(count - 1, -1, -1):
            pile = j if self.deals_to_columns else 7 + j
            i = self.size[pile] - 1
            self.size[pile] = i
            self.spaces += pile < 7 and i == 0
            card = self.cards[pile * 64 + i]
            self.home[card] = STOCK
            self.stock[self.left] = card
            self.left += 1

    def gather(self) -> None:
        """The redeal: pile 1 to 7, each from its bottom card up, become the stock in this order."""
        total = 0
        for pile in range(7, 14):
            total += self.size[pile]
        self.left = total
        for pile in range(7, 14):
            count = self.size[pile]
            self.gathered[self.redeals * 7 + pile - 7] = count
            for i in range(count):
                card = self.cards[pile * 64 + i]
                self.key ^= self.resting(pile, i, card)
                if self.face_down and not self.down >> card & 1:
                    self.key ^= self.face_up[card]
                total -= 1
                self.stock[total] = card
                self.home[card] = STOCK
                self.key ^= self.in_stock[card * 64 + total]
        for pile in range(7, 14):
            self.size[pile] = 0
        self.down = 0
        self.key ^= self.in_stock[self.redeals * 64 + 63]
        self.redeals -= 1
        self.key ^= self.in_stock[self.redeals * 64 + 63]
        self.retag()

    def scatter(self) -> None:
        """Undoes `gather`."""
        self.redeals += 1
        total = self.left
        for pile in range(7, 14):
            for _ in range(self.gathered[self.redeals * 7 + pile - 7]):
                total -= 1
                self.put(pile, self.stock[total])
        self.left = 0

    def turn_up(self) -> None:
        """Face-down reserve: after a whole move, turns up the top cards that lie under an empty column."""
        if not self.face_down:
            return
        for pile in range(7):
            if self.size[pile] == 0 and self.size[7 + pile]:
                card = self.cards[448 + pile * 64 + self.size[7 + pile] - 1]
                if self.down >> card & 1:
                    self.down ^= self.bits[card]
                    self.key ^= self.face_up[card]

    def is_round(self) -> bool:
        """Whether 26 cards lie in sequence in one column: twice round the circle, see `moves`."""
        for pile in range(7):
            length = 1
            for i in range(pile * 64 + 1, pile * 64 + self.size[pile]):
                length = length + 1 if self.fits[self.cards[i] * 64 + self.cards[i - 1]] else 1
                if length >= 26:
                    return True
        return False

    def tags_now(self) -> int:
        """Which piles must be told apart: bit *p* for pile *p*.

        Columns: those that a deal will still reach, if rows go to the tableau; with a face-down reserve those
        whose pile has, or may get, a card that lies face down, since column *i* turns up pile *i*. No other
        rule asks for the number of a column. Reserve piles: all while cards may still be dealt to them, or
        gathered in the order of their numbers; and those with a card face down.
        """
        tags = 0
        if self.apart:
            return 16383
        if self.deals_to_columns:
            return 127 if self.left >= 7 else (1 << self.left) - 1
        more = self.left > 0 or self.redeals > 0
        if more:
            tags = 127 << 7
        if self.face_down:
            for pile in range(7):
                hidden = more
                for i in range(self.size[7 + pile]):
                    if self.down >> self.cards[448 + pile * 64 + i] & 1:
                        hidden = True
                if hidden:
                    tags |= 129 << pile
        return tags

    def retag(self) -> None:
        """Brings the tags and their part of the key up to date."""
        tags = self.tags_now()
        changed = tags ^ self.tags
        self.tags = tags
        if not changed:
            return
        for pile in range(14):
            if changed >> pile & 1 and self.size[pile]:
                card = self.cards[pile * 64] * 64 + FLOOR
                tagged = card + 1 + pile % 7
                if pile < 7:
                    self.key ^= self.on_column[card] ^ self.on_column[tagged]
                else:
                    self.key ^= self.on_reserve[card] ^ self.on_reserve[tagged]
