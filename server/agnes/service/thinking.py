"""What runs in a process of the pool for the solver's uses. Imports little: each worker loads it at first."""

from collections.abc import Callable, Sequence

from agnes.game import Game, Rules, State
from agnes.solver import Answer, Verdict, solve
from agnes.solver.rise import can_rise

Cancelled = Callable[[], bool]


def decide(cancelled: Cancelled, rules: Rules, state: State, budget: int) -> Answer:
    return solve((rules, state), budget=budget, cancelled=cancelled)


def rise(cancelled: Cancelled, rules: Rules, state: State, budget: int) -> Verdict:
    return can_rise(rules, state, budget=budget, cancelled=cancelled)


def first_winnable(cancelled: Cancelled, rules: Rules, numbers: Sequence[int], budget: int) -> int | None:
    """The first of these deals that is proved winnable within `budget` positions each."""
    for number in numbers:
        if cancelled():
            return None
        if solve(Game.deal(rules, number), budget=budget, cancelled=cancelled).verdict == "yes":
            return number
    return None
