"""Verdicts on all positions of a game from few questions, against asking about each of them."""

from __future__ import annotations

import random

import pytest
from tests.solver.small import VARIANTS, name_of

from agnes.game import Game, Options, State, rules_for
from agnes.solver import solve
from agnes.solver.history import History

BUDGET = 20_000
Played = list[tuple[str, Game]]


def history_of(played: Played) -> History:
    """The first entry is the opening, its move empty."""
    history = History(played[0][1].state)
    for move, game in played[1:]:
        history.add(move, game.state)
    return history


def decide(history: History, game: Game, budget: int = BUDGET) -> int:
    """Asks until nothing is open; how often that was."""
    asked = 0
    while (state := history.question(budget)) is not None:
        answer = solve((game.rules, state), budget=budget)
        history.learn(state, answer.verdict, answer.line, budget)
        asked += 1
    return asked


def played_by_chance(game: Game, chance: random.Random, moves: int) -> Played:
    """With moves taken back now and then, and the solver's line followed at first, so that much is won."""
    played: Played = [("", game)]
    line = list(solve(game, budget=BUDGET).line)[: chance.randrange(60)]
    for _ in range(moves):
        if not game.legal:
            break
        move = line.pop(0) if line else "U" if chance.random() < 0.3 else chance.choice(game.legal)
        if move not in game.legal:
            continue
        game, _ = game.play(move)
        played.append((move, game))
    return played


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_it_says_of_each_position_what_the_solver_says(variant: tuple[str, Options]) -> None:
    chance = random.Random(name_of(variant))
    rules = rules_for(*variant)
    for number in range(1, 5):
        played = played_by_chance(Game.deal(rules, number), chance, 90)
        history = history_of(played)
        asked = decide(history, played[0][1])
        truth = [solve(game, budget=BUDGET).verdict for _, game in played]
        for n, (mine, direct) in enumerate(zip(history.positions(), truth, strict=True)):
            assert mine == direct or direct == "unknown", n
        if "unknown" not in truth:
            assert asked <= 40
        lost_at = history.lost_at()
        if lost_at is not None:
            assert truth[lost_at - 1] != "no"
            assert set(truth[lost_at:]) <= {"no", "unknown"}
            line = history.line(lost_at - 1)
            assert line is not None
            assert Game.replay(rules, number, [*(m for m, _ in played[1:lost_at]), *line]).outcome == "won"


def test_a_game_that_was_won_needs_no_question() -> None:
    game = Game.deal(rules_for("bernauer"), 1)
    played: Played = [("", game)]
    for move in solve(game, budget=BUDGET).line:
        game, _ = game.play(move)
        played.append((move, game))
    history = history_of(played)
    assert decide(history, game) == 0
    assert set(history.positions()) == {"yes"}
    assert (history.lost_at(), history.line(3)) == (None, tuple(move for move, _ in played[4:]))


def test_a_straight_line_needs_a_handful_of_questions() -> None:
    game = Game.deal(rules_for("bernauer"), 7)  # cannot be won
    played: Played = [("", game)]
    while game.outcome is None and game.n < 60:
        game, _ = game.play(game.legal[0])
        played.append((game.moves[-1], game))
    history = history_of(played)
    assert decide(history, game) <= 8
    assert (set(history.positions()), history.lost_at()) == ({"no"}, None)


def test_what_was_known_is_not_asked_again() -> None:
    game = Game.deal(rules_for("sorel"), 3)
    played = played_by_chance(game, random.Random(4), 60)
    first, second = history_of(played), history_of(played)
    decide(first, game)
    second.recall(first.positions())
    assert decide(second, game) == 0
    assert second.positions() == first.positions()


def test_what_is_not_decided_within_the_budget_stays_unknown_and_is_asked_once() -> None:
    game = Game.deal(rules_for("bernauer"), 15)
    history = History(game.state)
    assert decide(history, game, budget=10) == 1
    assert history.positions() == ("unknown",)
    assert isinstance(history.question(20), State)
