"""Which moves are tried in a position, best first, and which need not be.

**Safe moves up** (switch `safe`). Call a card *idle* if each card that may be laid on it is up already, or is
the next of its suit to go up and idle itself. If an idle card c can go up, that is the only move tried.
Proof: take a line that wins from here. Play c up first, then the same line without the moves of c alone, and
with c left out of units. Whenever the line lays a card d on c, d is not up, so it is next and idle: play d up
instead, and leave out its later moves; what lies on d, or would be laid on it, goes up before it in the same
way. Every other card finds what it goes onto: at each moment each column is what it was in the old line but
for cards that have gone up, none of which takes another card that is not up. A column that is empty sooner
only allows more: it takes what it took, a row is dealt onto it all the same, and a face-down card under it is
turned up sooner, for good. The new line is no longer. One thing could go wrong: taking c from the *reserve*
changes the order of what a redeal gathers; so while a redeal is to come c must come from a column. It is not
enough that c is a base card: the rank below the base may be laid on it. The definition sees to that.

**Twins** (switch `twins`, where cards are built and moved alike and rows do not go to the columns). The two
cards of one rank and colour, twins, take the same cards. Let a card that lies in sequence be keyed as "on one
of the twins", not on which; call the positions of one key a class. Then of the moves between twins only one
kind is left: where the card laid open is next of its suit, moving its children over and playing it up are one
move (`TWIN`). Proof: two reachable positions of one class differ only in which of two twins carries which
child with all that is on it, and all that is in sequence: what lies out of sequence has lain so from the
beginning, and so has never left its parent. Let A be such a position and B of the same class. Any move of A
has its like in B that leads to the same class:

- A head goes onto t. In B it has the same or other cards on it, in sequence too, so it can move. If t is
  covered in B, its twin is free there, for both have as many children in A and B: it goes onto the twin.
- From twin to twin: A stays in its class, and B does nothing.
- t goes up. If it is covered in B, its twin is free there: that is the move `TWIN`.
- A card goes into a space, a row is dealt, the reserve gathered: the same in B.

So while a line that wins goes from class to class, the search, which looks at one position of each, finds a
move to the next class wherever it is; and all positions of a class have moves to the same classes. (That
`safe` and `dead` say the same of all of them: whether a card is idle depends on the foundations alone, and it
is free, or can be laid free, in all or none; for `dead` see `reach`.) The one flaw: what is to take the run
may lie in that very run. It is a rank higher and of the other colour, so 26 cards lie in sequence there.
`Position.is_round` knows such positions; an exhausted search that looked at one proves nothing, and `solve`
then searches again without twins.

**Symmetry**: see `kernel.position`. A whole column into a space changes nothing where neither is told apart,
and one such space is as good as another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agnes.solver.kernel.position import DEAL, FOUNDATION, REDEAL, TWIN, Position

if TYPE_CHECKING:
    from agnes.solver.policy import Policy


class Moves:
    """Lists the moves of a position into `found`, in the order in which they are to be tried."""

    def __init__(self, policy: Policy, safe: bool, seed: int) -> None:
        self.lower = policy.lower
        self.joins = policy.joins
        self.space = policy.space
        self.twins = policy.twins
        self.safe = safe
        self.noise = 0
        self.random = seed & 2147483647
        self.weights = [0] * 32
        for i in range(len(policy.weights)):
            self.weights[i] = policy.weights[i]
        # More than there can be: fewer than 52 heads, each to fewer than 8 piles.
        self.found = [0] * 512
        self.worth = [0] * 512
        self.count = 0
        self.run = [0] * 7
        self.dig = [0] * 7

    def list(self, position: Position) -> int:
        """Fills `found`; returns how many moves there are."""
        self.count = 0
        self.look(position)
        for suit in range(4):
            if position.up[suit] < 13 and self.upwards(position, position.up[suit] * 4 + suit):
                return 1
        space = False
        for target in range(7):
            size = position.size[target]
            if size:
                card = position.cards[target * 64 + size - 1]
                self.onto(position, self.lower[card * 2], target)
                self.onto(position, self.lower[card * 2 + 1], target)
            elif position.tags >> target & 1:
                self.into_space(position, target)
            elif not space:
                space = True
                self.into_space(position, target)
        if position.left:
            self.add(DEAL | (position.left if position.left < 7 else 7) << 8, self.weights[0])
        elif position.redeals:
            for pile in range(7, 14):
                if position.size[pile]:
                    self.add(REDEAL, self.weights[1])
                    break
        return self.count

    def look(self, position: Position) -> None:
        """Finds where the run at the end of each column begins, and what is worth digging for under it."""
        cards = position.cards
        for pile in range(7):
            start = pile * 64
            i = position.size[pile] - 1
            while i > 0 and self.joins[cards[start + i] * 64 + cards[start + i - 1]]:
                i -= 1
            if i < 0:
                i = 0
            self.run[pile] = i
            nearest = 12
            for j in range(start, start + i):
                steps = (cards[j] >> 2) - position.up[cards[j] & 3]
                if steps < nearest:
                    nearest = steps
            self.dig[pile] = 12 - nearest

    def upwards(self, position: Position, card: int) -> bool:
        """Adds the move up of a card that is next of its suit; whether it is the only one to try."""
        home = position.home[card]
        if home >= DEAL or position.down >> card & 1:
            return False
        i = position.at[card]
        safe = self.safe and not (home >= 7 and position.redeals) and self.is_idle(position, card, 2)
        if i == position.size[home] - 1:
            move = home | FOUNDATION << 4 | 256 | card << 16
            if not safe:
                self.add(move, self.weights[2])
                return False
        else:
            # Of a pair of twins one may be laid open by moving what is on it to the other.
            twin = position.home[card ^ 1]
            if not safe or not self.twins or home >= 7 or i < self.run[home]:
                return False
            if twin >= 7 or twin == home or position.at[card ^ 1] != position.size[twin] - 1:
                return False
            move = home | twin << 4 | (position.size[home] - i - 1) << 8 | TWIN | card << 16
        self.found[0] = move
        self.count = 1
        return True

    def is_idle(self, position: Position, card: int, deep: int) -> bool:
        """Whether nothing will ever need to be laid on a card, looking so many ranks down."""
        for i in range(card * 2, card * 2 + 2):
            other = self.lower[i]
            if other < 52:
                ahead = (other >> 2) - position.up[other & 3]
                if ahead > 0 or (ahead == 0 and (deep == 0 or not self.is_idle(position, other, deep - 1))):
                    return False
        return True

    def onto(self, position: Position, card: int, target: int) -> None:
        """Adds the move of a card, or of the unit that it heads, onto a column, if there is one."""
        if card >= 52:
            return
        home = position.home[card]
        if home >= DEAL or home == target:  # a run that goes all round the circle could take its own head
            return
        i = position.at[card]
        count = position.size[home] - i
        move = home | target << 4 | count << 8
        if home >= 7:
            if count > 1 or position.down >> card & 1:
                return
        elif i < self.run[home]:
            return
        elif self.twins and i > self.run[home]:
            below = position.cards[home * 64 + i - 1]
            if position.up[below & 3] != below >> 2:
                return
            move |= TWIN | below << 16
        self.add(move, self.worth_of(position, home, target, count, card))

    def into_space(self, position: Position, target: int) -> None:
        """Adds the moves into an empty column."""
        told_apart = position.tags >> target & 1
        for home in range(7):
            size = position.size[home]
            for i in range(self.run[home], size):
                card = position.cards[home * 64 + i]
                if self.space[card] and (i or told_apart or position.tags >> home & 1):
                    move = home | target << 4 | (size - i) << 8
                    self.add(move, self.worth_of(position, home, target, size - i, card))
        for home in range(7, 14):
            if position.size[home]:
                card = position.cards[home * 64 + position.size[home] - 1]
                if self.space[card] and not position.down >> card & 1:
                    move = home | target << 4 | 256
                    self.add(move, self.worth_of(position, home, target, 1, card))

    def worth_of(self, position: Position, home: int, target: int, count: int, card: int) -> int:
        """How soon to try a move to a column. Only the order depends on it, and with it the luck."""
        weights = self.weights
        worth = -weights[11] * self.dig[target]
        if home >= 7:
            worth += weights[3] + weights[13] * position.at[card]
        else:
            i = position.size[home] - count
            if i == 0:
                worth += weights[4]  # makes a space
            else:
                if i > self.run[home]:
                    worth += weights[5]  # parts a run
                else:
                    worth += weights[6] + weights[10] * self.dig[home] + weights[12] * i
                below = position.cards[home * 64 + i - 1]
                if position.up[below & 3] == below >> 2:
                    worth += weights[7]  # the next card up comes free
        if position.size[target] == 0:
            worth += weights[8]
        elif self.joins[card * 64 + position.cards[target * 64 + position.size[target] - 1]]:
            worth += weights[9]
        return worth

    def add(self, move: int, worth: int) -> None:
        """Keeps `found` sorted, best first; among equals the earlier stays first."""
        if self.noise:
            self.random = (self.random * 1103515245 + 12345) & 2147483647
            worth += (self.random >> 8) % self.noise
        i = self.count
        while i > 0 and self.worth[i - 1] < worth:
            self.worth[i] = self.worth[i - 1]
            self.found[i] = self.found[i - 1]
            i -= 1
        self.worth[i] = worth
        self.found[i] = move
        self.count += 1
