"""Which positions of a game's past could still be won: what to ask the solver, what follows from its answers.

From a position that can be won, so can all before it that lead to it; from one that cannot, none after it
can. So along a line of play a handful of questions decide all positions, each halving what is open. Moves
that were taken back make branches: a position that was returned to is the same one.
"""

from __future__ import annotations

from collections.abc import Sequence

from agnes.game.state import State
from agnes.solver.answer import Verdict


class History:
    """The positions of one board, numbered by the moves made before them; 0 is the opening."""

    def __init__(self, opening: State) -> None:
        self._ids = dict[State, int]()
        self._states = list[State]()
        self._before = list[dict[int, str]]()  # of each: from which positions which move leads to it
        self._after = list[set[int]]()
        self._first_before = list[int | None]()
        self._verdicts = list[Verdict]()
        self._tried = list[int]()  # the largest budget that did not decide it
        self._lines = dict[int, tuple[str, ...]]()
        self._ways = dict[int, tuple[str, int]]()  # a move to a position that can be won
        self._at = [self._id(opening, None)]
        self._moves = list[str]()

    def add(self, move: str, state: State) -> None:
        """The next move, in text, and the position after it."""
        here = self._at[-1]
        self._moves.append(move)
        if move == "U":
            self._at.append(self._id(state, None))
            return
        there = self._id(state, here)
        self._at.append(there)
        self._before[there].setdefault(here, move)
        self._after[here].add(there)
        if self._verdicts[there] == "yes":
            self._won_by(here, move, there)
        elif self._verdicts[here] == "no":
            self._lost(there)

    def question(self, budget: int) -> State | None:
        """A position to be decided next, in the middle of what is open; None if all are, or tried so hard."""
        for there in reversed(self._at):
            chain = list[int]()
            here: int | None = there
            while here is not None and self._is_open(here, budget) and len(chain) < len(self._states):
                chain.append(here)
                here = self._first_before[here]
            if chain:
                return self._states[chain[len(chain) // 2]]
        return None

    def learn(self, state: State, verdict: Verdict, line: Sequence[str], budget: int) -> None:
        """The solver's answer on a position, whether this board has it or not."""
        here = self._ids.get(state)
        if here is None:
            return
        if verdict == "yes":
            self._lines[here] = tuple(line)
            self._won(here)
        elif verdict == "no":
            self._lost(here)
        else:
            self._tried[here] = max(self._tried[here], budget)

    def recall(self, positions: Sequence[Verdict]) -> None:
        """What was known of them before, without lines."""
        for here, verdict in zip(self._at, positions, strict=False):
            if verdict == "no":
                self._lost(here)
            elif verdict == "yes":
                self._won(here)

    def positions(self) -> tuple[Verdict, ...]:
        return tuple(self._verdicts[here] for here in self._at)

    def lost_at(self) -> int | None:
        """The number of the move that lost the win for good; None if none is known to have."""
        found = self.positions()
        n = len(found)
        while n and found[n - 1] == "no":
            n -= 1
        return n if 0 < n < len(found) and found[n - 1] == "yes" else None

    def move(self, n: int) -> str:
        """The text of the `n`th move, from 1."""
        return self._moves[n - 1]

    def state(self, n: int) -> State:
        return self._states[self._at[n]]

    def line(self, n: int) -> tuple[str, ...] | None:
        """Moves that win from position `n`, where they are known."""
        here, line = self._at[n], list[str]()
        while here not in self._lines:
            if here not in self._ways:
                return None
            move, here = self._ways[here]
            line.append(move)
        return (*line, *self._lines[here])

    def _id(self, state: State, before: int | None) -> int:
        known = self._ids.get(state)
        if known is not None:
            return known
        new = self._ids[state] = len(self._states)
        self._states.append(state)
        self._before.append({})
        self._after.append(set())
        self._first_before.append(before)
        self._verdicts.append("unknown")
        self._tried.append(0)
        if state.score == 52:
            self._verdicts[new] = "yes"
            self._lines[new] = ()
        return new

    def _is_open(self, here: int, budget: int) -> bool:
        return self._verdicts[here] == "unknown" and self._tried[here] < budget

    def _won(self, here: int) -> None:
        self._verdicts[here] = "yes"
        for before, move in self._before[here].items():
            self._won_by(before, move, here)

    def _won_by(self, here: int, move: str, there: int) -> None:
        """`here` is won by `move` to `there`; so are all that lead to it."""
        todo = [(here, move, there)]
        while todo:
            here, move, there = todo.pop()
            if self._verdicts[here] == "yes":
                continue
            self._verdicts[here] = "yes"
            self._ways[here] = (move, there)
            todo += [(before, earlier, here) for before, earlier in self._before[here].items()]

    def _lost(self, here: int) -> None:
        todo = [here]
        while todo:
            here = todo.pop()
            if self._verdicts[here] != "no":
                self._verdicts[here] = "no"
                todo += self._after[here]
