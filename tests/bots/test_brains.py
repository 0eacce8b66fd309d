"""Both levels play whole games of every variant as they should."""

from __future__ import annotations

import pickle

import pytest
from tests.bots.tables import every_variant, met_by_chance
from tests.game.tables import full_foundations, table

from agnes.bots import LEVELS, Level, brain_for, fresh, seen_of
from agnes.bots.brain import LONGEST_IDLE, answer
from agnes.bots.keen import Keen
from agnes.bots.play import play_out
from agnes.game import Game, Options, Rules, rules_for
from agnes.solver.engine import INTERPRETED

every_level = pytest.mark.parametrize("level", LEVELS)
both_games = pytest.mark.parametrize("name", ["bernauer", "sorel"])


def rules_of(name: str) -> Rules:
    return rules_for(name, undo="quiet")


@every_level
@every_variant
def test_every_game_comes_to_an_end_by_legal_moves(rules: Rules, level: Level) -> None:
    for number in (5001, 10**18 + 7):
        game, _ = play_out(brain_for(level, rules), Game.deal(rules, number), seed=number)
        assert "U" not in game.moves
        idle = 0
        for move in game.moves:
            idle = 0 if move in ("D", "X") or move.endswith("F") else idle + 1
            assert idle <= LONGEST_IDLE


@every_level
@both_games
def test_a_bot_can_take_over_anywhere(name: str, level: Level) -> None:
    rules = rules_of(name)
    brain = brain_for(level, rules)
    for met in list(met_by_chance(rules, 5005))[5::40]:
        game, _ = play_out(brain, met, seed=1)
        assert game.score >= met.score


@every_level
@both_games
def test_a_seed_fixes_the_game(name: str, level: Level) -> None:
    rules = rules_of(name)
    first, second = (
        play_out(brain_for(level, rules), Game.deal(rules, 5006), seed=9).game.moves for _ in range(2)
    )
    assert first == second


@every_level
@both_games
def test_bots_of_one_level_play_differently(name: str, level: Level) -> None:
    rules = rules_of(name)
    deals = range(5001, 5003)
    first, second = (
        [play_out(brain_for(level, rules), Game.deal(rules, deal), seed=seed).game.moves for deal in deals]
        for seed in (1, 2)
    )
    assert first != second


@every_level
@both_games
def test_a_bot_and_its_answers_travel_to_another_process(name: str, level: Level) -> None:
    rules = rules_of(name)
    game = Game.deal(rules, 5007)
    asked = (brain_for(level, rules), seen_of(game.state), game.legal, fresh(3))
    brain, seen, legal, memory = pickle.loads(pickle.dumps(asked))
    choice = brain.choose(seen, legal, memory)
    assert pickle.loads(pickle.dumps(choice)) == choice == asked[0].choose(*asked[1:])


@every_level
def test_a_card_that_wins_is_played(level: Level) -> None:
    game = table("sorel", up=full_foundations("5", without="4H"), columns={1: "4H"})
    choice = brain_for(level, game.rules).choose(seen_of(game.state), game.legal, fresh(1))
    assert choice.moves == ("T1>F",)


@every_level
def test_a_row_is_dealt_when_nothing_else_helps(level: Level) -> None:
    game = table("bernauer", up={"C": 1}, columns={1: "9C"}, stock="2C 3C")
    choice = brain_for(level, game.rules).choose(seen_of(game.state), game.legal, fresh(1))
    assert choice.moves == ("D",)


@pytest.mark.parametrize(("name", "hurried"), [("bernauer", True), ("sorel", False)])
def test_the_hasty_deal_early_where_a_row_covers_no_column(name: str, hurried: bool) -> None:
    """The six of clubs can go up once the seven lies on the eight."""
    seven, eight = ("7H", "8S") if name == "bernauer" else ("7S", "8S")
    game = table(name, up={"C": 1}, columns={1: f"6C {seven}", 2: eight}, stock="2D 3D 4D 2H 3H 4H JH")

    def dealt(apart: bool) -> list[int]:
        brain = Keen(game.rules, apart)
        asked = {seed: (seen_of(game.state), game.legal, fresh(seed)) for seed in range(200)}
        return [seed for seed, question in asked.items() if brain.choose(*question).moves == ("D",)]

    assert (len(dealt(True)) > len(dealt(False)) + 10) is hurried


@every_level
def test_the_reserve_is_gathered_when_nothing_else_helps(level: Level) -> None:
    rules = rules_for("bernauer", Options(redeal=True), undo="quiet")
    game = table(rules, up={"C": 1}, columns={1: "9C"}, reserve={1: "6C 2C"})
    choice = brain_for(level, rules).choose(seen_of(game.state), game.legal, fresh(1))
    assert choice.moves == ("X",)
    assert choice.memory.gathered == game.state.reserve[0]


@pytest.mark.parametrize("face_down", [False, True])
def test_a_gathered_stock_helps_only_if_it_is_dealt_open(face_down: bool) -> None:
    rules = rules_for("bernauer", Options(redeal=True, face_down=face_down), undo="quiet")
    up = full_foundations("5", without="4S") | {"H": 12, "S": 11}
    game = table(rules, up=up, columns={1: "3S 4S"}, stock="4H", redeals=1)
    memory = fresh(1)._replace(gathered=game.state.stock)
    choice = brain_for("keen", rules).choose(seen_of(game.state), game.legal, memory)
    assert ("R1>F" in choice.moves) is not face_down


@every_level
def test_a_bot_gives_up_when_there_is_nothing_left_to_gain(level: Level) -> None:
    game = table("sorel", up={"C": 1}, columns={1: "9C 8C", 2: "9S 2D"})
    assert game.legal
    choice = brain_for(level, game.rules).choose(seen_of(game.state), game.legal, fresh(1))
    assert choice.moves == ()


@pytest.mark.parametrize(("stock", "forced"), [("2C 3C", ("D",)), ("", ())])
def test_who_has_been_idle_for_long_gets_on_or_gives_up(stock: str, forced: tuple[str, ...]) -> None:
    game = table("bernauer", columns={1: "9H", 2: "TC"}, stock=stock)
    tired = fresh(1)._replace(idle=LONGEST_IDLE)
    choice = answer(("T1>T2",), seen_of(game.state), game.legal, tired)
    assert choice.moves == forced
    patient = fresh(1)._replace(idle=LONGEST_IDLE - 1)
    assert answer(("T1>T2",), seen_of(game.state), game.legal, patient).moves == ("T1>T2",)


def test_without_the_compiled_solver_a_keen_bot_takes_the_place_of_a_strong_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agnes.bots.ENGINE", INTERPRETED)
    assert isinstance(brain_for("strong", rules_for("sorel")), Keen)
