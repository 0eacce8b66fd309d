"""A short run of the command that measures the bots."""

from __future__ import annotations

import re

import pytest

from agnes.bots.bench import main, tally, wilson
from agnes.bots.roster import LEVELS, Level
from agnes.game import rules_for
from agnes.game.selfplay import play_out


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["bernauer", "sorel"])
def test_the_command_plays_and_counts(level: Level, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--deals", "3", "--first", "5001", "--level", level, "--game", game])
    title, won, means, costs = capsys.readouterr().out.splitlines()
    assert title.startswith(f"{level}, {game}, ")
    assert re.fullmatch(r"won \d+ of 3: [\d.]+% \(95 % within [\d.]+% to [\d.]+%\)", won)
    assert re.fullmatch(r"mean score [\d.]+, moves [\d.]+, decisions [\d.]+ a game", means)
    assert re.fullmatch(r"processor ms: [\d.]+ a decision, .*", costs)


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
def test_calm_plays_better_than_chance(game: str) -> None:
    rules = rules_for(game, undo="none")
    numbers = range(5001, 5061)
    by_chance = sum(play_out(rules, number).score for number in numbers)
    assert tally("calm", rules, numbers).score > 1.25 * by_chance


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
def test_keen_plays_better_than_calm(game: str) -> None:
    rules = rules_for(game, undo="none")
    calm, keen = (tally(level, rules, range(5001, 5007)) for level in ("calm", "keen"))
    assert keen.score > 1.5 * calm.score
    assert keen.won > calm.won


def test_options_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--deals", "2", "--redeal", "--face-down", "--base", "7", "--level", "calm"])
    assert "redeal=True, face_down=True, base='7'" in capsys.readouterr().out


def test_the_interval_is_wilsons() -> None:
    assert wilson(380, 1000) == pytest.approx((0.3504, 0.4105), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)


@pytest.mark.parametrize("given", [["--deals", "0"], ["--game", "sorel", "--redeal"], ["--base", "1"]])
def test_what_cannot_be_played_is_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(given)
