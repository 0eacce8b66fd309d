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
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agnes.solver.kernel.position import FLOOR, STOCK, Position

if TYPE_CHECKING:
    from agnes.solver.policy import Policy

HEAD: Final = 1
OPEN: Final = 2
GONE: Final = 4
RAISED: Final = 8
TAKEN: Final = 16  # some card that may take it is open
NEXT: Final = 32  # the card before it is raised
CLOSED: Final = 64  # a head, but for lying face down


class Reach:
    """The fixed point; `lost` works it out for a position."""

    def __init__(self, policy: Policy) -> None:
        self.lower = policy.lower
        self.joins = policy.joins
        self.space = policy.space
        self.facts = [0] * 52
        self.under = [0] * 52
        self.todo = [0] * 64
        self.waiting = 0
        self.raised = 0
        self.emptied = 0
        self.need = [0] * 52

    def lost(self, position: Position) -> bool:
        """Whether it is proved that the position cannot be won."""
        facts = self.facts
        under = self.under
        cards = position.cards
        self.raised = position.score
        self.waiting = 0
        self.emptied = 0
        for card in range(52):
            facts[card] = 0
            under[card] = FLOOR
        for pile in range(7):
            if position.size[pile] == 0:
                self.emptied |= 1 << pile
        if position.face_down:
            self.find_needs(position)
        for suit in range(4):
            if position.up[suit] < 13:
                facts[position.up[suit] * 4 + suit] = NEXT
        for pile in range(7 if position.redeals else 14):
            start = pile * 64
            for i in range(start + 1, start + position.size[pile]):
                under[cards[i]] = cards[i - 1]
        for pile in range(7):
            if position.size[pile]:
                card = cards[pile * 64 + position.size[pile] - 1]
                self.head(position, card)
                self.open(position, card)
        for pile in range(7, 14):
            for i in range(position.size[pile]):
                if position.redeals or i == position.size[pile] - 1:
                    self.head(position, cards[pile * 64 + i])
        for i in range(position.left):
            card = position.stock[i]
            self.head(position, card)
            if position.deals_to_columns:
                self.open(position, card)
        while self.waiting:
            self.waiting -= 1
            self.leave(position, self.todo[self.waiting])
        return self.raised < 52

    def leave(self, position: Position, card: int) -> None:
        """What follows once a card is gone."""
        below = self.under[card]
        if position.home[card] < 7:
            if below < FLOOR:
                self.head(position, below)
                self.open(position, below)
            else:
                self.empty(position, position.home[card])
        elif position.home[card] < STOCK and below < FLOOR:
            self.head(position, below)

    def empty(self, position: Position, pile: int) -> None:
        """What follows once a column can be empty."""
        first = self.emptied == 0
        self.emptied |= 1 << pile
        if first:
            for card in range(52):
                if self.facts[card] & HEAD and self.space[card]:
                    self.go(position, card)
        if position.face_down:
            for card in range(52):
                if self.facts[card] & CLOSED and self.need[card] & self.emptied:
                    self.head(position, card)

    def find_needs(self, position: Position) -> None:
        """For each card that lies face down the columns of which one must be empty before it can move."""
        for card in range(52):
            self.need[card] = 0
        for pile in range(7):
            for i in range(position.size[7 + pile]):
                card = position.cards[448 + pile * 64 + i]
                if position.down >> card & 1:
                    self.need[card] = 127 if position.redeals else 1 << pile
        for i in range(position.left):
            card = position.stock[position.left - 1 - i]
            self.need[card] = 127 if position.redeals else 1 << i % 7

    def head(self, position: Position, card: int) -> None:
        facts = self.facts
        if facts[card] & HEAD:
            return
        if self.need[card] and not self.need[card] & self.emptied:
            facts[card] |= CLOSED
            return
        facts[card] |= HEAD
        home = position.home[card]
        if home >= 7 and facts[card] & NEXT:
            self.rise(position, card)
        if facts[card] & TAKEN or (self.emptied and self.space[card]):
            self.go(position, card)
        if home < 7:
            below = self.under[card]
            if below < FLOOR and self.joins[card * 64 + below]:
                self.head(position, below)

    def open(self, position: Position, card: int) -> None:
        facts = self.facts
        if facts[card] & OPEN:
            return
        facts[card] |= OPEN
        if facts[card] & NEXT:
            self.rise(position, card)
        for i in range(card * 2, card * 2 + 2):
            other = self.lower[i]
            if other < 52 and self.under[other] != card and not facts[other] & TAKEN:
                facts[other] |= TAKEN
                if facts[other] & HEAD:
                    self.go(position, other)

    def go(self, position: Position, card: int) -> None:
        """It leaves for a column."""
        if position.home[card] >= 7:
            self.open(position, card)
        self.depart(card)

    def depart(self, card: int) -> None:
        if not self.facts[card] & GONE:
            self.facts[card] |= GONE
            self.todo[self.waiting] = card
            self.waiting += 1

    def rise(self, position: Position, card: int) -> None:
        facts = self.facts
        if facts[card] & RAISED:
            return
        facts[card] |= RAISED
        self.raised += 1
        self.depart(card)
        after = card + 4
        if after < 52:
            facts[after] |= NEXT
            if facts[after] & OPEN or (facts[after] & HEAD and position.home[after] >= 7):
                self.rise(position, after)
