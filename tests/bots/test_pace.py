"""The pace of a bot is a person's."""

from __future__ import annotations

from statistics import mean

import pytest
from tests.bench.bench_matches import attempt

from agnes.bots import LEVELS, Chance, Level, brain_for, fresh, pause, seen_of, tempo_of
from agnes.bots.pace import SHORTEST
from agnes.game import Game, rules_for
from agnes.race.human import FEWEST_MOVES, by_hand, superhuman

every_level = pytest.mark.parametrize("level", LEVELS)


def mean_pause(
    level: Level, move: str | None, before: str | None = "T1>T2", continues: bool = False
) -> float:
    chance = Chance(1)
    return mean(pause(level, move, chance, before=before, continues=continues) for _ in range(2000))


def timed(level: Level, game: Game) -> tuple[Game, float]:
    """A game played by a bot, and the seconds that it would have taken, with the study at its start."""
    brain, memory, chance = brain_for(level, game.rules), fresh(game.number), Chance(game.number)
    seconds, before = 0.0, None
    while game.outcome is None:
        moves, memory = brain.choose(seen_of(game.state), game.legal, memory)
        if not moves:
            break
        for at, move in enumerate(moves):
            seconds += pause(level, move, chance, before=before, continues=at > 0)
            game, _ = game.play(move)
            before = move
    return game, seconds


@pytest.mark.parametrize(("level", "shortest", "longest"), [("calm", 240, 360), ("keen", 150, 240)])
def test_a_game_of_110_moves_takes_some_minutes(level: Level, shortest: float, longest: float) -> None:
    numbers = range(5001, 5021 if level == "calm" else 5005)
    games = [timed(level, Game.deal(rules_for("bernauer"), number)) for number in numbers]
    whole = [seconds * 110 / game.n for game, seconds in games if game.outcome == "won"]
    assert len(whole) > 1
    assert shortest < mean(whole) < longest
    assert all(shortest * 0.8 < seconds < longest * 1.2 for seconds in whole)


@every_level
def test_more_to_look_at_takes_longer(level: Level) -> None:
    plain = mean_pause(level, "T1>T3")
    assert mean_pause(level, "T1>T3:5") > plain
    assert mean_pause(level, "T1>F") < plain
    assert mean_pause(level, "D") > plain
    assert mean_pause(level, "T1>T3", continues=True) < plain
    assert mean_pause(level, "T1>T3", before="D") > plain + 3
    assert mean_pause(level, "T1>T3", before=None) > mean_pause(level, "T1>T3", before="D")
    assert mean_pause(level, None) > 2 * plain


@every_level
def test_study_before_the_start_counts(level: Level) -> None:
    first, studied = (
        pause(level, "T1>T2", Chance(4), before=None, continues=False, studied=studied)
        for studied in (0.0, 5.0)
    )
    assert first - studied == pytest.approx(5)
    assert pause(level, "D", Chance(4), before=None, continues=False, studied=60) == SHORTEST


def test_calm_is_slower_than_keen() -> None:
    for move in ("T1>T2", "T1>F", "D", None):
        assert mean_pause("calm", move) > mean_pause("keen", move)


@every_level
def test_pauses_differ_but_follow_from_the_seed(level: Level) -> None:
    def drawn(seed: int) -> list[float]:
        chance = Chance(seed)
        return [pause(level, "T1>T2", chance, before="T2>F", continues=False) for _ in range(200)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert len(set(drawn(1))) == 200
    assert max(drawn(1)) > 2 * min(drawn(1)) >= SHORTEST


def test_bots_have_tempos_of_their_own() -> None:
    tempos = [tempo_of(seed) for seed in range(200)]
    assert len(set(tempos)) == 200
    assert 0.8 < min(tempos) < 0.85
    assert 1.2 < max(tempos) < 1.25
    plain, quick = (
        pause("keen", "T1>T2", Chance(1), before="D", continues=False, tempo=tempo) for tempo in (1.0, 0.8)
    )
    assert quick == pytest.approx(0.8 * plain)


@every_level
def test_no_bot_is_superhuman(level: Level) -> None:
    quickest = min(range(200), key=tempo_of)
    rules = rules_for("bernauer", undo="none")
    played = [attempt(level, rules, number, quickest).moves for number in range(5001, 5005)]
    assert any(len(by_hand(moves)) >= FEWEST_MOVES for moves in played)
    assert not any(map(superhuman, played))
