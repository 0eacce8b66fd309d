"""Depth-first search over positions, on an explicit stack, a slice at a time.

Each position is visited once: `seen` holds the keys of all that are on the present line or refuted. A
position is *refuted* when each move from it has led to a lost or a refuted one, or to one on the line at that
time.

**Restarts** (switch `restarts`). Now and then the search goes back to the beginning and tries the moves in
another order. It forgets the positions on its line, and only those: what is refuted stays refuted. Proof that
an exhausted search is still a proof: let the last search be over, so that the beginning is refuted. Suppose
that some search was given up with a position on its line that is not refuted to this day; take the last such
search, and of its line the first such position, k. The position before k was refuted, but in a later search,
for at that time it was on the line as well. Its moves were tried then, the one to k too (the positions of a
class, see `moves`, have moves to the same classes); as k was not refuted it must have been on the line of
that later search, and that was given up with k on it: so the search taken was not the last. Hence there is no
such position, and each move from a refuted position leads to a lost or a refuted one. None of them is a win,
so neither is any that can be reached from the beginning, but through lost ones.

So nothing is done twice but the lines themselves, and a search that was misled by its first moves costs
little. The same goes for a line that has grown too long (`deepest`), which also keeps lines short.
"""

from __future__ import annotations

from array import array
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from agnes.solver.kernel.moves import Moves
from agnes.solver.kernel.position import Position
from agnes.solver.kernel.reach import Reach
from agnes.solver.kernel.seen import Seen

if TYPE_CHECKING:
    from agnes.solver.policy import Policy

# What `run` answers:
RUNNING: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
FULL: Final = 3  # `seen` must grow
DEEP: Final = 4  # the stack must `grow`
ASTRAY: Final = 5  # in a line of more than `deepest` moves

unlocked = nullcontext()  # compiled: without the lock of the interpreter, so that other threads go on


class Search:
    """A search from the position as it is when this is made."""

    def __init__(
        self, policy: Policy, position: Position, seen: Seen, safe: bool, dead: bool, seed: int
    ) -> None:
        self.position = position
        self.seen = seen
        self.reach = Reach(policy)
        self.moves = Moves(policy, safe, seed)
        self.dead = dead
        self.nodes = 0
        self.is_round = False  # whether a position was met for which twins are not proved, see `moves`
        self.deepest = 1000000000
        # The stack: of each level the move played, what undoing it needs, and which part of `pool` holds the
        # moves still to be tried, the best last.
        self.level = 0
        self.room = 0
        self.played = array("i")
        self.keys = array("Q")
        self.downs = array("Q")
        self.tags = array("i")
        self.links = array("i")
        self.first = array("i")
        self.last = array("i")
        self.pool = array("i")
        self.grow()

    def grow(self) -> None:
        """Makes room for a deeper line."""
        more = max(self.room, 256)
        self.played = _longer("i", self.played, more)
        self.keys = _longer("Q", self.keys, more)
        self.downs = _longer("Q", self.downs, more)
        self.tags = _longer("i", self.tags, more)
        self.links = _longer("i", self.links, more)
        self.first = _longer("i", self.first, more)
        self.last = _longer("i", self.last, more)
        self.pool = _longer("i", self.pool, more * 16 + 512)
        self.room += more

    def line(self) -> list[int]:
        """The moves from the beginning to the position on the board."""
        return [self.played[i] for i in range(self.level)]

    def start(self) -> int:
        """Visits the position given, which is not won. To be called once, before `run`."""
        self.nodes = 1
        self.is_round = self.position.is_round()
        self.seen.add(self.position.key)
        if self.dead and self.reach.lost(self.position):
            return EXHAUSTED
        self.open()
        return RUNNING

    def restart(self, noise: int) -> None:
        """Goes back to the beginning, to try the moves in another order."""
        self.seen.forget(self.position.key)
        while self.level:
            self.back()
            self.seen.forget(self.position.key)
        self.seen.add(self.position.key)
        self.moves.noise = noise
        self.open()

    def run(self, nodes: int) -> int:
        """Searches on until `nodes` positions have been visited in all, or something is to be done."""
        with unlocked:
            outcome = self.go_on(self.position, nodes)
        return outcome  # noqa: RET504 (a `return` may not stand in a block without the lock)

    def go_on(self, position: Position, nodes: int) -> int:
        while self.nodes < nodes:
            level = self.level
            if self.last[level] == self.first[level]:
                if level == 0:
                    return EXHAUSTED
                self.back()
                continue
            if self.seen.is_full():
                return FULL
            if level >= self.deepest:
                return ASTRAY
            if level + 1 >= self.room or self.last[level] + 512 > self.room * 16:
                return DEEP
            self.last[level] -= 1
            self.forth(position, self.pool[self.last[level]])
            if position.score == 52:
                return WON
            if not self.seen.add(position.key):
                self.back()
                continue
            self.nodes += 1
            if self.dead and self.reach.lost(position):
                self.back()
                continue
            if position.links >= 25 and not self.is_round:
                self.is_round = position.is_round()
            self.first[level + 1] = self.last[level]
            self.open()
        return RUNNING

    def open(self) -> None:
        """Lists the moves of the position on the board as those of the present level."""
        count = self.moves.list(self.position)
        at = self.first[self.level]
        for i in range(count):
            self.pool[at + count - 1 - i] = self.moves.found[i]
        self.last[self.level] = at + count

    def forth(self, position: Position, move: int) -> None:
        level = self.level
        self.played[level] = move
        self.keys[level] = position.key
        self.downs[level] = position.down
        self.tags[level] = position.tags
        self.links[level] = position.links
        self.level = level + 1
        position.make(move)

    def back(self) -> None:
        level = self.level - 1
        self.level = level
        self.position.undo(
            self.played[level], self.keys[level], self.downs[level], self.tags[level], self.links[level]
        )


def _longer(code: str, numbers: array[int], more: int) -> array[int]:
    # Compiled, `numbers` is a view of an array.
    return array(code, bytes(memoryview(numbers)) + bytes(more * array(code).itemsize))
