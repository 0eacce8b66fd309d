"""The levels there are. What they are called is the client's to say, in the player's language."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Level: TypeAlias = Literal["calm", "keen", "strong"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
