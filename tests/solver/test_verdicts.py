"""No verdict on a deal contradicts those of other programs, and every yes replays to a win."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from tests.solver.engines import every_engine, often

from agnes.game import GAMES, Game, rules_for
from agnes.solver import solve
from agnes.solver.engine import Engine

VERDICTS = Path(__file__).parent / "data" / "verdicts.csv"


def verdicts(game: str) -> dict[int, str]:
    with VERDICTS.open(encoding="utf-8") as lines:
        return {int(row["number"]): row["winnable"] for row in csv.DictReader(lines) if row["game"] == game}


@every_engine
@pytest.mark.parametrize("name", GAMES)
def test_verdicts_are_those_of_other_programs(name: str, engine: Engine) -> None:
    known = verdicts(name)
    decided = 0
    for number in list(known)[: often(engine, 300, 25)]:
        game = Game.deal(rules_for(name), number)
        answer = solve(game, budget=often(engine, 20_000, 1_000), engine=engine)
        if answer.verdict == "yes":
            assert Game.replay(game.rules, number, answer.line).outcome == "won"
        if answer.verdict != "unknown":
            decided += 1
            assert answer.verdict == known[number], number
    assert decided >= often(engine, 240, 8)
