"""A short run of the command that plays whole games at random."""

from __future__ import annotations

import pytest

from agnes.game import rules_for
from agnes.game.selfplay import main, play_out, tally, variants


def test_random_games_of_every_variant_come_to_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "4", "--limit", "150"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(variants()) == 10
    assert all("games     4" in line for line in lines)


def test_the_ends_are_counted() -> None:
    result = tally(rules_for("bernauer", undo="quiet"), range(1, 41))
    assert (result.games, result.ends.total()) == (40, 40)
    assert result.ends["won"] > 0
    assert result.ends["blocked"] > 0


def test_a_game_is_played_again_the_same() -> None:
    rules = rules_for("sorel", undo="quiet")
    assert play_out(rules, 7).moves == play_out(rules, 7).moves


@pytest.mark.parametrize("given", [["--games", "0"], ["--first", "0"]])
def test_no_games_are_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(given)
