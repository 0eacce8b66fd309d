"""The table of policies, and what cannot be asked of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import agnes.game
from agnes.game import GAMES, InvalidOptions, Options, Rules, rules_for

BAD: list[tuple[str, Options, str]] = [
    ("klondike", Options(), "game 'klondike': give one of bernauer, sorel"),
    ("sorel", Options(redeal=True), "redeal True: sorel has no such option"),
    ("sorel", Options(face_down=True), "face_down True: sorel has no such option"),
    ("sorel", Options(base="1"), "base '1': give a rank"),
    ("bernauer", Options(base="10"), "base '10': give a rank"),
    ("bernauer", Options(base=""), "base '': give a rank"),
    ("bernauer", Options(base="t"), "base 't': give a rank"),
    ("bernauer", Options(base="A2"), "base 'A2': give a rank"),
]


@pytest.mark.parametrize(("game", "options", "message"), BAD)
def test_what_there_is_not_is_refused(game: str, options: Options, message: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        rules_for(game, options)
    assert str(caught.value).startswith(message)
    assert caught.value.name == message.split(maxsplit=1)[0]


def test_an_undo_policy_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="undo 'some': give one of all, quiet, none"):
        rules_for("sorel", undo="some")  # type: ignore[arg-type]


def test_rules_are_made_once_and_compare_by_what_they_say() -> None:
    assert rules_for("sorel", Options(base="T")) is rules_for("sorel", Options(base="T"))
    assert rules_for("sorel") != rules_for("sorel", undo="none")


@pytest.mark.parametrize("base", "A23456789TJQK")
@pytest.mark.parametrize("game", GAMES)
def test_every_rank_can_be_the_base(game: str, base: str) -> None:
    options = Options(base=base)
    rules = rules_for(game, options)
    assert (rules.options, rules.base) == (options, "A23456789TJQK".index(base))


def test_nothing_but_the_table_asks_which_game_it_is() -> None:
    for file in Path(agnes.game.__file__).parent.glob("*.py"):
        if file.name not in ("rules.py", "selfplay.py"):
            code = file.read_text()
            assert "rules.game ==" not in code, file
            assert '== "sorel"' not in code, file
            assert '== "bernauer"' not in code, file


def test_rules_are_frozen() -> None:
    rules: Rules = rules_for("bernauer")
    with pytest.raises(AttributeError):
        rules.redeals = 2  # type: ignore[misc]
