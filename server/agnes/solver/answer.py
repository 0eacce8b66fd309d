"""Can this position still be won? A search within a budget, that finds a line, a proof, or neither."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from agnes.game import Game, Rules, State
from agnes.solver.engine import ENGINE, Engine
from agnes.solver.kernel.search import ASTRAY, DEEP, EXHAUSTED, FULL, RUNNING, WON
from agnes.solver.packing import pack, texts
from agnes.solver.policy import Policy, policy_for

Verdict: TypeAlias = Literal["yes", "no", "unknown"]


class Answer(NamedTuple):
    """What `solve` found."""

    verdict: Verdict
    """`yes`: it can be won, by `line`; `no`: proved that it cannot; `unknown`: the budget did not do"""
    line: tuple[str, ...]
    """canonical move texts from the position given to a win, undo apart; empty unless `yes`"""
    nodes: int
    """positions visited"""


@dataclass(frozen=True, slots=True)
class Switches:
    """Each way of searching less, to be switched off in tests; none changes what is a yes and what a no.

    Their proofs: `dead` in `kernel.reach`, `safe` and `twins` in `kernel.moves`, `symmetry` in
    `kernel.position`, `restarts` in `kernel.search`.
    """

    dead: bool = True
    """leave positions that relaxed reachability proves lost"""
    safe: bool = True
    """play a card up at once where that cannot be wrong"""
    twins: bool = True
    """take the two cards that another may be laid on for one"""
    symmetry: bool = True
    """take columns and piles for equal where the rules do"""
    restarts: bool = True
    """begin again with another order of moves now and then"""


ALL_ON: Final = Switches()
MEMORY: Final = 1 << 27


def solve(
    game: Game | tuple[Rules, State],
    *,
    budget: int,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
    switches: Switches = ALL_ON,
    memory: int = MEMORY,
    engine: Engine = ENGINE,
) -> Answer:
    """Whether a position can still be won, with every card known, also those face down.

    Visits at most `budget` positions, and keeps no more than fit into `memory` bytes at 8 a position, a
    quarter left free (128 MiB: 12.5 million); when either is used up the verdict is `unknown`. The same
    arguments give the same answer, compiled or not. `cancelled` is asked every few milliseconds (interpreted:
    every ten); once it says yes the answer comes at once, `unknown` or with the line found so far.
    """
    rules, state = game if isinstance(game, tuple) else (game.rules, game.state)
    if state.score == 52:
        return Answer("yes", (), 0)
    hunt = _Hunt(engine, rules, state, switches, cancelled or _never, memory, seed)
    return hunt.answer(budget)


def _never() -> bool:
    return False


class _Hunt:
    """One call of `solve`."""

    def __init__(
        self,
        engine: Engine,
        rules: Rules,
        state: State,
        switches: Switches,
        cancelled: Callable[[], bool],
        memory: int,
        seed: int,
    ) -> None:
        self._engine, self._rules, self._state = engine, rules, state
        self._switches, self._cancelled, self._seed = switches, cancelled, seed
        self._bits = max(4, (memory // 8).bit_length() - 1)

    def answer(self, budget: int) -> Answer:
        policy = policy_for(self._rules, twins=self._switches.twins)
        outcome, nodes, moves = self._search(policy, budget)
        if outcome == ROUND:
            policy = policy_for(self._rules, twins=False)
            outcome, more, moves = self._search(policy, budget - nodes)
            nodes += more
        if outcome == WON:
            return Answer("yes", self._line(policy, moves), nodes)
        return Answer("no" if outcome == EXHAUSTED else "unknown", (), nodes)

    def _search(self, policy: Policy, budget: int) -> tuple[int, int, list[int]]:
        """How it ended, positions visited, and the moves that win; `RUNNING` if it was not decided."""
        engine, switches, pace = self._engine, self._switches, policy.pace
        position = pack(engine, self._rules, self._state, policy, apart=not switches.symmetry)
        seen = engine.Seen(min(12, self._bits), self._bits)
        search = engine.Search(policy, position, seen, switches.safe, switches.dead, self._seed)
        search.deepest = pace.deepest if switches.restarts else budget + 1
        outcome = search.start()
        run = 1
        until = pace.every if switches.restarts else budget
        while outcome not in (WON, EXHAUSTED):
            if search.nodes >= budget or self._cancelled():
                return RUNNING, search.nodes, []
            if outcome == FULL:
                if not seen.grow():
                    return RUNNING, search.nodes, []
                while seen.is_growing():
                    seen.refill(self._engine.slice * 10)
                    if self._cancelled():
                        return RUNNING, search.nodes, []
            elif outcome == DEEP:
                search.grow()
            elif outcome == ASTRAY or search.nodes >= until:
                if outcome == ASTRAY:
                    search.deepest += search.deepest // 50 + 1
                run += 1
                search.restart(pace.noise)
                until = search.nodes + pace.every * _luby(run)
            outcome = search.run(min(search.nodes + engine.slice, until, budget))
        if outcome == EXHAUSTED and search.is_round:
            return ROUND, search.nodes, []
        return outcome, search.nodes, search.line()

    def _line(self, policy: Policy, moves: list[int]) -> tuple[str, ...]:
        """The winning moves as text, shortened; as they are if there is no time for it."""
        position = pack(self._engine, self._rules, self._state, policy, apart=False)
        line = self._engine.Line(policy, position, moves)
        shorter = True
        while shorter and not self._cancelled():
            shorter = False
            at = 0
            while at < line.length and not self._cancelled():
                if line.shorten(at):
                    shorter = True
                else:
                    at += 1
        return texts(line.moves())


ROUND: Final = -1
"""Outcome of a search: exhausted, but twins may have mattered; see `kernel.moves`."""


def _luby(i: int) -> int:
    """The i-th, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: as good as any for luck of an unknown kind.

    Source: Luby, Sinclair, Zuckerman, Optimal speedup of Las Vegas algorithms, 1993.
    """
    while True:
        k = i.bit_length()
        if i == (1 << k) - 1:
            return 1 << (k - 1)
        i -= (1 << (k - 1)) - 1
