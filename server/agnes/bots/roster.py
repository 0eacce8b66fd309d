"""The bots there are, by id. What they are called is the client's to say, in the player's language."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Level: TypeAlias = Literal["calm", "keen", "strong"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)

_OF_EACH: Final = 8

BOTS: Final[tuple[str, ...]] = tuple(f"{level}-{n}" for level in LEVELS for n in range(1, _OF_EACH + 1))
"""`"calm-1"` to `"strong-8"`"""


def level_of(bot: str) -> Level:
    """The level of an id of `BOTS`; `KeyError` for any other text."""
    return _LEVEL_OF[bot]


_LEVEL_OF: Final[dict[str, Level]] = {
    f"{level}-{n}": level for level in LEVELS for n in range(1, _OF_EACH + 1)
}
