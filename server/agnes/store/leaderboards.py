"""Leaderboards: players by a whole number, higher first; equal numbers share a rank (1, 2, 2, 4).

A page, a place and an entry each cost no more than the logarithm of the number of entries. Values stay
below 2**53, up to where a sorted set's double is exact.
"""

from asyncio import gather
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agnes.store import keys
from agnes.store.database import Database
from agnes.store.scripts import load_script

_PAGE = load_script("page")
_PLACES = load_script("places")
_WIN = load_script("win")
_SETTLE_WINS = load_script("settle_wins")

GONE: Final = "?"
"""The name of a guest who has been forgotten, though their results stay."""
AT_ONCE: Final = 500
"""Rows, or values, in one call."""


@dataclass(frozen=True, slots=True)
class Row:
    """`note` is what is kept beside the value, empty if nothing is."""

    rank: int
    player: str
    value: int
    note: str


@dataclass(frozen=True, slots=True)
class Page:
    """`rows` from `offset` on, of `total`."""

    total: int
    offset: int
    rows: Sequence[Row]


class Ranking:
    """One board, and beside it, in the same slot, a note on each player."""

    def __init__(self, db: Database, board: str, notes: str) -> None:
        self._db = db
        self._board = board
        self._notes = notes

    async def page(self, offset: int, limit: int, around: str | None = None) -> Page:
        """From `offset` on, or with the row of the player `around` in its middle, if there is one."""
        answer = await self._db.run(_PAGE, [self._board, self._notes], [offset, limit, around or ""])
        total, start, first, *flat = answer
        found = [(flat[i], int(float(flat[i + 1])), flat[i + 2]) for i in range(0, len(flat), 3)]
        return Page(int(total), int(start), ranked(found, first=int(first), offset=int(start)))

    async def among(self, players: Sequence[str]) -> list[Row]:
        """The rows of these players alone, ranked among themselves; at most AT_ONCE players are looked at."""
        asked = list(players)[:AT_ONCE]
        if not asked:
            return []
        values = await self._db.call("ZMSCORE", self._board, *asked)
        notes = await self._db.call("HMGET", self._notes, *asked)
        found = [
            (player, int(float(value)), note or "")
            for player, value, note in zip(asked, values, notes, strict=True)
            if value is not None
        ]
        return ranked(sorted(found, key=lambda row: -row[1]))

    async def places(self, values: Sequence[int]) -> list[int]:
        """The rank that each of these values has, or would have."""
        places = list[int]()
        for start in range(0, len(values), AT_ONCE):
            places += await self._db.run(_PLACES, [self._board], values[start : start + AT_ONCE])
        return places

    async def size(self) -> int:
        return int(await self._db.call("ZCARD", self._board))

    async def at_least(self, value: int) -> int:
        """How many have this value or a higher one."""
        return int(await self._db.call("ZCOUNT", self._board, value, "+inf"))

    async def value_of(self, player: str) -> int | None:
        found = await self._db.call("ZSCORE", self._board, player)
        return None if found is None else int(float(found))

    async def note_of(self, player: str) -> str | None:
        found = await self._db.call("HGET", self._notes, player)
        return found if isinstance(found, str) else None


def ranked(rows: Sequence[tuple[str, int, str]], *, first: int = 1, offset: int = 0) -> list[Row]:
    """Player, value and note, best first, with their ranks; `first` is that of the row at `offset`."""
    out = list[Row]()
    for index, (player, value, note) in enumerate(rows):
        level = out and out[-1].value == value
        rank = first if not out else out[-1].rank if level else offset + index + 1
        out.append(Row(rank, player, value, note))
    return out


class WinStore:
    """Races won, of all time."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.ranking = Ranking(db, f"{keys.WINS}board", f"{keys.WINS}notes")

    async def count(self, race_id: str, winners: Sequence[str], now: int) -> bool:
        """Count the race, unless it has been; whether it was counted now."""
        where = [f"{keys.WINS}board", f"{keys.WINS}counted", f"{keys.WINS}times"]
        return bool(await self._db.run(_WIN, where, [race_id, now, " ".join(winners)]))

    async def settle(self, before: int) -> None:
        """Races counted before that time need not be remembered one by one any more."""
        where = [f"{keys.WINS}counted", f"{keys.WINS}times", f"{keys.WINS}settled"]
        while await self._db.run(_SETTLE_WINS, where, [before, AT_ONCE]) == AT_ONCE:
            pass

    async def erase(self, player: str) -> None:
        await self._db.call("ZREM", f"{keys.WINS}board", player)
        await self._db.call("HDEL", f"{keys.WINS}settled", player)


class Names:
    """What the players on a leaderboard are called; looking at them does not prolong their lives."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def of(self, players: Sequence[str]) -> list[str]:
        found = await gather(*(self._db.call("HGET", keys.player(player), "name") for player in players))
        return [name if isinstance(name, str) else GONE for name in found]
