"""A seat in a race."""

from dataclasses import dataclass
from typing import Literal

from agnes.race.lines import NOTHING, Line

Level = Literal["calm", "keen", "strong"]
"""How well a bot plays."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place. `number` counts from 1 and stays when others leave; a bot has a `level`."""

    player: str
    name: str
    number: int
    level: Level | None = None
    ready: bool = False
    gone: bool = False  # for good: not seated again in the next deal of a match
    line: Line = NOTHING

    @property
    def bot(self) -> bool:
        """A seat of the server's own players."""
        return self.level is not None
