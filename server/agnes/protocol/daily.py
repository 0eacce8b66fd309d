"""The daily challenge and the leaderboards as the public interface shows them.

Times in milliseconds since the epoch, `t_ms` on a board's own clock; dates are UTC, such as `2026-11-30`.
"""

from typing import Annotated, Literal

from pydantic import Field

from agnes.protocol.base import Message
from agnes.race.lines import Status
from agnes.race.terms import GameName

PAGE_MOST = 50


class YoursOut(Message):
    """One's own run of a day.

    `rank` is among the finished runs, also while one still plays: the place that the score has now. It is
    null for a run that is `marked`, played faster than any hand can, which is kept but not ranked.
    `percentile` is the share of the finished runs, in per cent, that one's own is at least as good as; null
    until it is finished. `streak` and `longest` are the days in a row that one has finished.
    """

    status: Status
    score: int
    t_ms: int
    rank: int | None
    percentile: int | None
    streak: int
    longest: int
    marked: bool


class FieldOut(Message):
    """How the day goes: how many runs are finished and ranked, how many of them won, the middle score."""

    finished: int
    won: int
    median: int | None


class DailyOut(Message):
    """One day of one game. `race` is what its websocket is asked for; it gives each person their own attempt.

    An attempt can be begun from `starts_at` until `next_at` and be finished until `closes_at`; then `deal`
    and `nonce` are told. `today` is the date by the server's clock. `players` have begun.
    """

    date: str
    game: GameName
    race: str
    starts_at: int
    next_at: int
    closes_at: int
    today: str
    now: int
    players: int
    field: FieldOut
    yours: YoursOut | None
    commitment: str
    deal: str | None
    nonce: str | None


class StreakOut(Message):
    """Days in a row. `today_done`: today's has been finished, in one game at least."""

    current: int
    longest: int
    today_done: bool


class DailiesOut(Message):
    """Today's deals, one a game. `streak` is null for somebody without a name."""

    dailies: tuple[DailyOut, ...]
    today: str
    now: int
    next_at: int
    streak: StreakOut | None


class PageQuery(Message):
    """Which part of a leaderboard: `limit` rows from `offset` on, or with one's own in the middle.

    `among=raced`: only people whom one has raced, and oneself, ranked among themselves.
    """

    offset: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    limit: Annotated[int, Field(ge=1, le=PAGE_MOST)] = PAGE_MOST
    around: Literal["me"] | None = None
    among: Literal["raced"] | None = None


class EntryOut(Message):
    """One row. On the boards of all time `score` counts wins or days, and there is no time and no status.

    `longest` is there on the board of streaks.
    """

    rank: int
    player: str
    name: str
    score: int
    t_ms: int | None
    status: Status | None
    longest: int | None


class LeaderboardOut(Message):
    """`entries` from `offset` on, of `total`. `yours` is one's own row, wherever it stands, null if none."""

    total: int
    offset: int
    entries: tuple[EntryOut, ...]
    yours: EntryOut | None


class LeaderYours(Message):
    """One's own run, as in a daily."""

    status: Status
    score: int
    t_ms: int
    rank: int | None
    percentile: int | None
    marked: bool


class Leaders(Message):
    """In a daily, in place of everyone's scores: at most once a second, whenever any of it has changed."""

    type: Literal["leaders"] = "leaders"
    top: tuple[EntryOut, ...]
    yours: LeaderYours
    total: int
