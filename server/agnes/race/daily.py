"""The daily challenge: which day it is, what it is called, which number it gets. Pure; `now` is an argument.

A day is a UTC date and a game. Its code, which everybody knows, and the id of each person's attempt follow
from that, so no process has to ask another for them; its number follows from the server's key as well.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, get_args

from agnes.race.terms import GameName

GAMES: Final[tuple[GameName, ...]] = get_args(GameName)
DAY_MS: Final = 86_400_000
EXTRA_MS: Final = 3_600_000
"""So long after its end a day's attempts may still be finished."""
EPOCH: Final = date(2020, 1, 1)
"""Day 0; there was no daily challenge before it."""
_LAST: Final = 24**4 - 1

# As in the codes of races no letters of suits, so that no card can be read into one (`service.identity`).
_ALPHABET: Final = "23456789bfgjkmnpqrtvwxyz"
_FIRST: Final[dict[GameName, str]] = {"bernauer": "b", "sorel": "r"}
_GAME_OF: Final = {letter: game for game, letter in _FIRST.items()}
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

DEAL_MIN: Final = 10**16
DEAL_MAX: Final = 10**20


@dataclass(frozen=True, slots=True)
class Day:
    """One day of one game; `number` counts days from EPOCH. Times in milliseconds since the Unix epoch."""

    number: int
    game: GameName

    @property
    def date(self) -> str:
        """Such as `2026-11-30`."""
        return (EPOCH + timedelta(days=self.number)).isoformat()

    @property
    def starts_at(self) -> int:
        return _MIDNIGHT_0 + self.number * DAY_MS

    @property
    def ends_at(self) -> int:
        """From then on nobody can begin an attempt: the next day has come."""
        return self.starts_at + DAY_MS

    @property
    def closes_at(self) -> int:
        """From then on every attempt is over, and the number is public."""
        return self.ends_at + EXTRA_MS

    @property
    def next(self) -> "Day":
        return Day(self.number + 1, self.game)

    @property
    def code(self) -> str:
        """Five letters, shorter than a race's code; see `day_of_code`."""
        letters, rest = "", self.number
        for _ in range(4):
            rest, digit = divmod(rest, 24)
            letters = _ALPHABET[digit] + letters
        return _FIRST[self.game] + letters

    def attempt(self, player: str) -> str:
        """The id of the race that a player's one counted attempt is."""
        return f"{self.code}.{player}"

    def candidates(self, key: bytes, count: int) -> Iterator[int]:
        """The numbers that the day may get, in order: the first that can be won is taken.

        Each is an HMAC-SHA256 of date, game and place under the server's key, brought into the range of
        secret deals; of 256 bits the remainder favours no number by more than 2^-188.
        """
        for place in range(count):
            text = f"agnes.daily:{self.date}:{self.game}:{place}"
            drawn = int.from_bytes(hmac.digest(key, text.encode(), hashlib.sha256), "big")
            yield DEAL_MIN + drawn % (DEAL_MAX - DEAL_MIN)


_MIDNIGHT_0: Final = int(datetime(EPOCH.year, EPOCH.month, EPOCH.day, tzinfo=UTC).timestamp()) * 1000


def number_at(now: int) -> int:
    """The day's number at that time."""
    return (now - _MIDNIGHT_0) // DAY_MS


def latest_closed(now: int) -> int:
    """The number of the newest day all of whose attempts are over."""
    return number_at(now - EXTRA_MS) - 1


def day_of(date_text: str, game: str) -> Day | None:
    """The day with that date, None for what is no date or game."""
    if game not in _FIRST or not _DATE.fullmatch(date_text):
        return None
    try:
        number = (date.fromisoformat(date_text) - EPOCH).days
    except ValueError:
        return None
    return Day(number, game) if 0 <= number <= _LAST else None


def day_of_code(text: str) -> Day | None:
    """The day that has this code, in capitals or not; None for what is none."""
    code = text.lower()
    if len(code) != 5 or code[0] not in _GAME_OF or not set(code) <= set(_ALPHABET):
        return None
    number = 0
    for letter in code[1:]:
        number = number * 24 + _ALPHABET.index(letter)
    return Day(number, _GAME_OF[code[0]])


def day_of_attempt(race_id: str) -> Day | None:
    """The day that an attempt belongs to; None for any other race."""
    code, dot, _ = race_id.partition(".")
    return day_of_code(code) if dot else None


def board_race(race_id: str, player: str) -> str:
    """The race that holds the board of `player`: this one, but in a daily an attempt of their own."""
    day = day_of_attempt(race_id)
    return day.attempt(player) if day else race_id


def percentile(rank: int, total: int) -> int:
    """Of `total` finished runs the share, in whole per cent, that the one at `rank` is at least as good as.

    Itself and its equals are among them. Rounded down, so that only the best one's is 100, but never to 0.
    """
    return max(1, 100 * (total - rank + 1) // total)
