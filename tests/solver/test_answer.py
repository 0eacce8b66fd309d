"""Budget, seed, cancelling and memory of `solve`."""

from __future__ import annotations

import doctest
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.solver.engines import ENGINES, every_engine, often

import agnes.solver
from agnes.game import Game, Options, State, rules_for
from agnes.solver import Answer, Switches, solve
from agnes.solver.engine import INTERPRETED, Engine

HARD = 15  # a deal of Bernauer that a million positions do not decide


def deal(name: str = "bernauer", number: int = 1, options: Options | None = None) -> Game:
    return Game.deal(rules_for(name, options or Options()), number)


@every_engine
def test_a_deal_is_won_by_a_short_line(engine: Engine) -> None:
    game = deal()
    answer = solve(game, budget=10_000, engine=engine)
    assert answer.verdict == "yes"
    assert 51 <= len(answer.line) <= 110
    assert Game.replay(game.rules, 1, answer.line).outcome == "won"


@every_engine
def test_the_line_begins_at_the_position_given(engine: Engine) -> None:
    game = deal()
    first = solve(game, budget=10_000, engine=engine).line
    late = Game.replay(game.rules, 1, first[:40])
    answer = solve(late, budget=10_000, engine=engine)
    assert Game.replay(game.rules, 1, (*first[:40], *answer.line)).outcome == "won"


@every_engine
def test_a_won_position_needs_no_move(engine: Engine) -> None:
    rules = rules_for("sorel")
    state = State(0, (13, 13, 13, 13), ((),) * 7, (), (), 0)
    assert solve((rules, state), budget=1, engine=engine) == ("yes", (), 0)


@every_engine
def test_it_stops_at_the_budget(engine: Engine) -> None:
    for budget in (1, 2, 999):
        assert solve(deal(number=HARD), budget=budget, engine=engine) == ("unknown", (), budget)


@every_engine
def test_it_stops_when_memory_is_full(engine: Engine) -> None:
    answer = solve(deal(number=HARD), budget=100_000, memory=8 * 512, engine=engine)
    assert (answer.verdict, answer.line) == ("unknown", ())
    assert 300 <= answer.nodes <= 512


@every_engine
def test_it_can_be_cancelled(engine: Engine) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    answer = solve(deal(number=HARD), budget=10**9, cancelled=cancelled, engine=engine)
    assert answer.verdict == "unknown"
    assert 0 < answer.nodes <= 2 * engine.slice + 1


@every_engine
def test_a_line_that_is_found_is_given_even_if_cancelled_then(engine: Engine) -> None:
    game = deal("sorel", 7)
    for allowed in range(100):
        answer = solve(game, budget=10_000, cancelled=_after(allowed), engine=engine)
        if answer.verdict == "yes":
            assert Game.replay(game.rules, 7, answer.line).outcome == "won"
            assert len(answer.line) > len(solve(game, budget=10_000, engine=engine).line)
            return
    pytest.fail("never got as far as a win")


@pytest.mark.parametrize("seed", [0, 7, 2**70])
@pytest.mark.parametrize(("name", "number"), [("bernauer", 6), ("sorel", 2), ("sorel", 16)])
def test_the_same_seed_gives_the_same_answer_in_both_forms(name: str, number: int, seed: int) -> None:
    answers = {
        solve(deal(name, number), budget=3000, seed=seed, engine=engine) for engine in (INTERPRETED, *ENGINES)
    }
    assert len(answers) == 1


@every_engine
def test_a_proof_does_not_depend_on_the_seed(engine: Engine) -> None:
    nodes = set()
    for seed in range(often(engine, 30, 2)):
        answer = solve(deal("sorel", 6), budget=100_000, seed=seed, engine=engine)
        assert answer.verdict == "no"
        nodes.add(answer.nodes)
    assert len(nodes) > 1, "the seed changed nothing"


@every_engine
@pytest.mark.parametrize(
    ("options", "number"),
    [
        (Options(redeal=True), 2),
        (Options(base="Q"), 1),
        # With a face-down reserve hardly one deal in 300 can be won.
        (Options(face_down=True), 120),
        (Options(face_down=True, redeal=True), 47),
    ],
)
def test_options_are_played_to_a_win(options: Options, number: int, engine: Engine) -> None:
    game = deal("bernauer", number, options)
    answer = solve(game, budget=2000, engine=engine)
    assert answer.verdict == "yes"
    assert Game.replay(game.rules, number, answer.line).outcome == "won"


def test_what_the_texts_show_is_so() -> None:
    failed, tried = doctest.testmod(agnes.solver)
    assert tried > 0
    assert failed == 0
    page = (Path(__file__).parents[2] / "docs" / "solver.md").read_text("utf-8")
    names: dict[str, object] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    assert isinstance(names["answer"], Answer)
    assert names["answer"].verdict == "yes"


def test_each_switch_saves_positions() -> None:
    engine = ENGINES[-1]
    game = deal("bernauer", 21)
    nodes = solve(game, budget=50_000, engine=engine).nodes
    for name in ("dead", "twins"):
        assert solve(game, budget=50_000, switches=Switches(**{name: False}), engine=engine).nodes > nodes


def _after(allowed: int) -> Callable[[], bool]:
    """A `cancelled` that says yes once it has been asked so many times."""
    asks = itertools.count()
    return lambda: next(asks) >= allowed
