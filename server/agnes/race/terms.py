"""What a race is about: fixed when it is made, the same for everyone in it."""

from dataclasses import dataclass
from typing import Literal

from agnes.game import Options, Rules, rules_for

GameName = Literal["bernauer", "sorel"]
Visibility = Literal["private", "public"]
Watch = Literal["live", "delayed", "finished"]

PLAIN = Options()
COUNTDOWN_MS = 3_000
BETWEEN_DEALS_MS = 20_000
"""Between two deals of a match, unless all are ready before."""
LONGEST_MS = 3_600_000
"""A race without a time limit ends after an hour all the same."""


@dataclass(frozen=True, slots=True)
class DailyTerms:
    """The day that an attempt counts for, see `agnes.race.daily.Day`: its date, its code and its end (ms)."""

    date: str
    code: str
    closes_at: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The fields of a new race (PROTOCOL, "Races"), their defaults already filled in. Times in seconds."""

    game: GameName
    options: Options = PLAIN
    time_bonus: bool = False
    seats: int = 8
    visibility: Visibility = "private"
    watch: Watch = "live"
    named_deal: str | None = None
    time_limit_s: int | None = None
    closing_s: int = 90
    study_s: int = 10
    deals: int = 1
    winnable: bool = False
    """its deals are proved winnable"""
    daily: DailyTerms | None = None

    @property
    def alone(self) -> bool:
        """One seat and no daily: starts at once, undo of everything, counted nowhere."""
        return self.seats == 1 and self.daily is None

    @property
    def rules(self) -> Rules:
        return rules_for(self.game, self.options, undo="all" if self.alone else "quiet")

    @property
    def limit_ms(self) -> int:
        return LONGEST_MS if self.time_limit_s is None else self.time_limit_s * 1000
