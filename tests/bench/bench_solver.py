"""What each way of searching less saves: `python -m tests.bench.bench_solver`.

What solving costs is measured by `agnes bench solver`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from agnes.game import GAMES, Game, rules_for
from agnes.solver import Switches, solve


def switched(deals: int = 100, budget: int = 100_000) -> Iterator[str]:
    """What is visited of the first deals, so many positions each at most, with each switch off in turn."""
    for game in GAMES:
        for off in (None, *(field.name for field in fields(Switches))):
            switches = Switches(**({off: False} if off else {}))
            dealt = [Game.deal(rules_for(game), number) for number in range(1, deals + 1)]
            answers = [solve(deal, budget=budget, switches=switches) for deal in dealt]
            undecided = sum(answer.verdict == "unknown" for answer in answers)
            nodes = sum(answer.nodes for answer in answers)
            title = f"without {off}" if off else "all"
            yield f"{game:9} {title:17} {nodes:9} positions, {undecided:2} undecided"


if __name__ == "__main__":
    for line in switched():
        print(line, flush=True)
