"""The ids of bots."""

from __future__ import annotations

import pytest

from agnes.bots import BOTS, LEVELS, level_of


def test_every_bot_has_a_level() -> None:
    assert len(set(BOTS)) == len(BOTS)
    assert {level_of(bot) for bot in BOTS} == set(LEVELS)
    assert all(bot.startswith(f"{level_of(bot)}-") for bot in BOTS)


def test_nobody_else_is_a_bot() -> None:
    with pytest.raises(KeyError):
        level_of("calm-0")
