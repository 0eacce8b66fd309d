"""Can a position of either game still be won, with all cards known? Pure: no clock, no chance, no threads.

    >>> from agnes.game import Game, rules_for
    >>> game = Game.deal(rules_for("sorel"), 2)
    >>> answer = solve(game, budget=1_000_000)
    >>> answer.verdict
    'no'

How it works and what was measured: docs/solver.md. It runs as it stands, and about a hundred times faster
once `python -m agnes.solver.build` has compiled `kernel/`.
"""

from agnes.solver.answer import Answer, Switches, Verdict, solve
from agnes.solver.engine import ENGINE

__all__ = ["ENGINE", "Answer", "Switches", "Verdict", "solve"]
