"""The solver against plain exhaustive search in `agnes.game`, each way of searching less off in turn.

`python -m tests.solver.test_small 1000` does the same on a thousand positions of each variant.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from itertools import islice

import pytest
from tests.solver.engines import every_engine, often
from tests.solver.small import VARIANTS, can_be_won, late_positions, name_of, positions

from agnes.game import Options, Rules, State
from agnes.game.moves import legal_moves, play
from agnes.game.notation import read_move
from agnes.solver import ENGINE, Switches, solve
from agnes.solver.engine import Engine

NAMES = [field.name for field in fields(Switches)]
SWITCHES = {
    "all-on": Switches(),
    **{f"no-{name}": Switches(**{name: False}) for name in NAMES},
    "all-off": Switches(**dict.fromkeys(NAMES, False)),
}


def agree(drawn: Iterable[tuple[Rules, State]], limit: int, engine: Engine) -> Counter[str]:
    """Compares positions; how many could be won, could not, or had more than `limit` positions after them."""
    found: Counter[str] = Counter()
    for rules, state in drawn:
        truth = can_be_won(rules, state, limit)
        if truth is None:
            found["too large"] += 1
            continue
        verdict = "yes" if truth else "no"
        found[verdict] += 1
        for name, switches in SWITCHES.items():
            answer = solve((rules, state), budget=10_000_000, switches=switches, engine=engine)
            assert answer.verdict == verdict, (name, state.encode())
            assert not answer.line or wins(rules, state, answer.line), (name, state.encode(), answer.line)
    return found


def wins(rules: Rules, state: State, line: tuple[str, ...]) -> bool:
    for text in line:
        if text not in legal_moves(rules, state):
            return False
        state, _ = play(rules, state, read_move(text))
    return state.score == 52


@every_engine
@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_it_agrees_with_exhaustive_search(variant: tuple[str, Options], engine: Engine) -> None:
    found = agree(islice(positions(variant, 1), often(engine, 80, 25)), 500, engine)
    assert min(found["yes"], found["no"]) >= often(engine, 8, 2), found


@every_engine
@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_it_agrees_late_in_deals(variant: tuple[str, Options], engine: Engine) -> None:
    found = agree(islice(late_positions(variant, 1), often(engine, 40, 12)), 500, engine)
    assert found["no"] > 0, found
    assert found["yes"] > 0 or variant[1].face_down, found


if __name__ == "__main__":
    for each in VARIANTS:
        for kind in (positions, late_positions):
            result = agree(islice(kind(each, 2), int(sys.argv[1])), 5000, ENGINE)
            print(f"{name_of(each):26} {kind.__name__:15}", dict(result), flush=True)
