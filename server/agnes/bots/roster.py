"""The levels there are. What they are called is the client's to say, in the player's language."""

from __future__ import annotations

from typing import Final, get_args

from agnes.race.seat import Level

__all__ = ["LEVELS", "Level"]

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
