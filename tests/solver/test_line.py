"""Lines are made shorter, and still win."""

from __future__ import annotations

import pytest
from tests.solver.engines import every_engine

from agnes.game import Game, rules_for
from agnes.solver import solve
from agnes.solver.engine import INTERPRETED, Engine
from agnes.solver.kernel.moves import Moves
from agnes.solver.packing import pack, texts
from agnes.solver.policy import policy_for


def with_detours(game: Game, line: tuple[str, ...]) -> list[str]:
    """The line, with a move to and fro wherever there is one."""
    moves: list[str] = []
    for text in line:
        for there in game.legal:
            if there[0] == "T" and there[3] == "T":
                back = f"{there[3:5]}>{there[:2]}{there[5:]}"
                after, _ = game.play(there)
                if back in after.legal and after.play(back)[0].state == game.state:
                    moves += [there, back]
                    break
        moves.append(text)
        game, _ = game.play(text)
    return moves


def kernel_moves(game: Game, line: list[str]) -> list[int]:
    """A line of texts as moves of the kernel."""
    policy = policy_for(game.rules, twins=False)
    position = pack(INTERPRETED, game.rules, game.state, policy, apart=True)
    lister = Moves(policy, safe=False, seed=0)
    moves = []
    for text in line:
        found = lister.found[: lister.list(position)]
        moves.append(dict(zip(texts(found), found, strict=True))[text])
        position.make(moves[-1])
    return moves


@every_engine
@pytest.mark.parametrize("name", ["bernauer", "sorel"])
def test_detours_are_cut_out(name: str, engine: Engine) -> None:
    game = Game.deal(rules_for(name), 3)
    good = solve(game, budget=10_000, engine=engine).line
    detours = with_detours(game, good)
    assert len(detours) > len(good) + 20
    policy = policy_for(game.rules, twins=False)
    position = pack(engine, game.rules, game.state, policy, apart=False)
    line = engine.Line(policy, position, kernel_moves(game, detours))
    assert texts(line.moves()) == tuple(detours)
    at = 0
    while at < line.length:
        if not line.shorten(at):
            at += 1
    shorter = texts(line.moves())
    assert len(shorter) <= len(good)
    assert Game.replay(game.rules, 3, shorter).outcome == "won"
