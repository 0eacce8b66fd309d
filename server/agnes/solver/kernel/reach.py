"""Is a position lost beyond doubt? Relaxed reachability.

Play is relaxed until the most that can ever happen is the least fixed point of a few rules. Four facts about
a card, each "at some time from now on, in some line of play":

    head     it can be the first of cards that move as a unit, or is free to move alone
    open     it lies at the open end of a column, so that cards can be laid on it
    gone     it has left the card, or the floor, that it lies on now
    raised   it has gone to its foundation

and one about the table, `space`: some column is empty.

    head(c)    if c is a top card now, or the card on c is gone, or the card on c moves with it and is a head;
               any card of the stock. Face down, also: the column of its pile can be empty.
    open(c)    in a column: if c is the last now, or the card on c is gone. In the reserve: once laid on a
               column. In the stock: as soon as it is dealt, or like the reserve's, as the rows go.
    raised(c)  if the card one rank lower of its suit is raised or up, and c is open (in the reserve: a head)
    gone(c)    if raised, or c is a head and one of the cards it may be laid on, other than the one it lies on
               now, is open, or it may head what goes into a space and there is a space
    space      if a column is empty now, or the innermost card of one is gone

Proof that what it calls lost is lost: take any line of play and look at the first time that any of these
facts comes true in it without being in the fixed point. Whatever made it true (the card on c left; c's whole
unit moved; a card took it; a row came) is a fact of the list that came true earlier, so it is in the fixed
point, and the rule puts this one there too: no such first time exists. Nothing the relaxation forgets (that
an open card is covered again, that a space is filled, which row comes when) makes a fact true. A win raises
all 52, so where the fixed point does not raise every card, there is none. The first time that c leaves the
card it lies on, that card is not at the end of another column: that is why it does not count among the cards
that may take it.

The same fixed point holds for the whole class of the position, where twins are taken for one (`moves`). Let a
line begin at another position A of the class of B, the one looked at, and t be a card that carries x in A but
y, its other child, or nothing in B. Whatever lies differently lies in sequence up to the end, so x and y are
heads in B from the beginning, and t, if it carries nothing, is open there. When in the line x leaves t, it is
raised, or something open takes it other than t. If that is not the twin of t, x is gone from the twin in B as
well, the twin is open, y is taken by it, and t is open. If it is the twin, y has left it in the line before,
for something other than t, so y is gone from t in B. Where t carries nothing in A, its twin, free in B, takes
y there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agnes.solver.kernel.position import Position

if TYPE_CHECKING:
    from agnes.solver.policy import Policy

EVERY: Final = 0xFFFFFFFFFFFFF
EVEN: Final = 0x5555555555555  # suits 0 and 2
PAIRS: Final = 0x3333333333333  # suits 0 and 1


class Reach:
    """Works out the fixed point for a position. Sets of cards are numbers, bit *c* for card *c*."""

    def __init__(self, policy: Policy) -> None:
        self.bits = policy.bits
        self.of_bit = policy.of_bit
        self.lies = policy.lies
        self.parents = policy.parents
        self.space = policy.space_set
        # Of the cards at hand, in this position:
        self.under = [0] * 52  # what the card lies on, as a set of one; none for a floor
        self.joined = 0  # those that move with what they lie on
        self.on_first = 0  # those that lie on the first of the two that they may be laid on
        self.on_second = 0
        self.off_columns = 0  # those in the reserve or the stock
        self.heads = 0  # those that are heads to begin with
        self.opened = 0  # those that are open to begin with
        self.innermost = 0  # the innermost of the columns
        self.wants = [0] * 7  # those face down that must wait for this column to be empty

    def lost(self, position: Position) -> bool:
        """Whether it is proved that the position cannot be won."""
        self.look(position)
        fresh = self.heads  # heads that are not looked at yet
        opened = self.opened
        heads = gone = raised = locked = closed = 0
        emptied = position.spaces > 0
        if position.face_down:
            locked = self.find_locked(position)
        following = 0  # those next to be raised
        for suit in range(4):
            if position.up[suit] < 13:
                following |= self.bits[position.up[suit] * 4 + suit]
        while True:
            while fresh:
                closed |= fresh & locked
                fresh &= ~locked
                heads |= fresh
                fresh = self.below(fresh & self.joined) & ~heads
            rising = following & (opened | heads & self.off_columns)
            while rising:
                raised |= rising
                following = following ^ rising | rising << 4 & EVERY
                rising = following & (opened | heads & self.off_columns)
            if not following:
                return False
            leaving = self.children(opened)
            if emptied:
                leaving |= self.space
            leaving &= heads
            landing = leaving & self.off_columns & ~opened
            opened |= landing
            leaving = (leaving | raised) & ~gone
            if not leaving and not landing:
                return True
            gone |= leaving
            fresh = self.below(leaving)
            opened |= fresh & ~self.off_columns
            fresh &= ~heads
            leaving &= self.innermost
            if leaving:
                emptied = True
                if locked:
                    locked = self.unlock(position, leaving, locked)
                    fresh |= closed & ~locked
                    closed &= locked

    def below(self, cards: int) -> int:
        """What these cards lie on."""
        found = 0
        while cards:
            one = cards & -cards
            found |= self.under[self.of_bit[one % 67]]
            cards ^= one
        return found

    def children(self, opened: int) -> int:
        """The cards that one of the open ones takes, other than the one that they lie on."""
        lower = opened >> 4 | (opened & 15) << 48
        first = lower
        if self.parents & 1:
            first = (first & EVEN) << 1 | first >> 1 & EVEN
        if self.parents & 2:
            first = (first & PAIRS) << 2 | first >> 2 & PAIRS
        second = (first & EVEN) << 1 | first >> 1 & EVEN
        return first & ~self.on_first | second & ~self.on_second

    def look(self, position: Position) -> None:
        """Reads the position."""
        cards = position.cards
        bits = self.bits
        self.joined = self.on_first = self.on_second = self.off_columns = 0
        self.heads = self.opened = self.innermost = 0
        for pile in range(7):
            size = position.size[pile]
            if size:
                start = pile * 64
                card = cards[start]
                bit = bits[card]
                self.under[card] = 0
                self.innermost |= bit
                for i in range(start + 1, start + size):
                    below = card
                    card = cards[i]
                    self.under[card] = bit
                    bit = bits[card]
                    lies = self.lies[card * 64 + below]
                    if lies:
                        if lies & 1:
                            self.on_first |= bit
                        elif lies & 2:
                            self.on_second |= bit
                        if lies & 4:
                            self.joined |= bit
                self.heads |= bit
                self.opened |= bit
        for pile in range(7, 14):
            size = position.size[pile]
            if size:
                start = pile * 64
                bit = 0
                for i in range(start, start + size):
                    card = cards[i]
                    self.under[card] = bit
                    bit = bits[card]
                    self.off_columns |= bit
                    if position.redeals:
                        # It may be gathered and come again on top, so that it does not depend on where it is.
                        self.under[card] = 0
                        self.heads |= bit
                    elif i > start:
                        lies = self.lies[card * 64 + cards[i - 1]]
                        if lies & 1:
                            self.on_first |= bit
                        elif lies & 2:
                            self.on_second |= bit
                self.heads |= bit
        for i in range(position.left):
            bit = bits[position.stock[i]]
            self.under[position.stock[i]] = 0
            self.heads |= bit
            if position.deals_to_columns:
                self.opened |= bit
            self.off_columns |= bit

    def find_locked(self, position: Position) -> int:
        """Those that lie face down, in `wants` by the column that must be empty before they can move.

        Where a redeal is to come a card may yet lie under any column, so that any one will do.
        """
        locked = 0
        for pile in range(7):
            self.wants[pile] = 0
            for i in range(position.size[7 + pile]):
                card = position.cards[448 + pile * 64 + i]
                if position.down >> card & 1:
                    self.wants[pile] |= self.bits[card]
        for i in range(position.left):
            self.wants[i % 7] |= self.bits[position.stock[position.left - 1 - i]]
        for pile in range(7):
            if position.size[pile] and not (position.redeals and position.spaces):
                locked |= self.wants[pile]
        return locked

    def unlock(self, position: Position, leaving: int, locked: int) -> int:
        """Those still locked once the innermost cards `leaving` are gone."""
        if position.redeals:
            return 0
        while leaving:
            one = leaving & -leaving
            locked &= ~self.wants[position.home[self.of_bit[one % 67]]]
            leaving ^= one
        return locked
