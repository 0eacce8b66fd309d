"""Every key and every lifetime, on one page.

All keys of one race carry its id as hash tag, so that one script may touch them together in a
cluster. Ids are made here of letters and digits only; names never enter a key.

    agnes:{RACE}:race         hash    doc (JSON of the race without its lines), seq, phase, expires_at
    agnes:{RACE}:lines        hash    player -> body of the newest `score` message
    agnes:{RACE}:order        zset    player by standings, see `agnes.race.order_value`
    agnes:{RACE}:log          stream  id SEQ-0, field e: the race log's message SEQ, as it is sent
    agnes:{RACE}:here         hash    player -> the connection that holds the seat
    agnes:{RACE}:watchers     zset    viewer by the time until which they count
    agnes:{RACE}:board:PLAYER hash    n, t_ms, at, status, state (snapshot of the table after move n),
                                      nothing_more (the n after which nothing is to be gained)
    agnes:{RACE}:moves:PLAYER list    "MOVE T_MS AT" for each accepted move: the truth
    agnes:{RACE}:analysis     hash    doc (JSON, see `agnes.protocol.analysis`), decided, complete
    agnes:{RACE}:analysing    text    the process that works on that, by a lease
    agnes:{RACE}:news         channel what has just been committed, a hint to other processes
    agnes:timers              zset    "KIND RACE [PLAYER]" by the time it is due
    agnes:public:GAME         zset    public races in lobby or running, by the time they were made
    agnes:player:PLAYER       hash    name, seen_at, transfer (the newest code for another device)
    agnes:raced:PLAYER        zset    races that the player sat down in, by the time of that
    agnes:transfer:CODE       hash    player, until, used (by which claim): kept beyond `until`, to say so
    agnes:guesses:MINUTE      text    how many codes have been tried in that minute since the epoch
    agnes:people              channel who has been erased, for the connections that they still have
    agnes:probe:N             -       never made: readiness tries to write nothing to it
    agnes:alive               zset    process by its last sign of life
    agnes:{winnable}:deals:KIND  set  secret deals proved winnable, put by; KIND as of `winnable.kind_of`
    agnes:{winnable}:mark:DEAL   -    this deal was put by not long ago
    agnes:{winnable}:wanted   zset    KIND by when it was last asked for
    agnes:{DAY}:day           text    JSON of the day: number, nonce; DAY as of `agnes.race.daily.Day.code`
    agnes:{DAY}:players       set     who has begun an attempt; the attempt is a race of its own, DAY.PLAYER
    agnes:{DAY}:runs          hash    player -> the finished run, "SCORE T_MS STATUS MARKED"
    agnes:{DAY}:entries       zset    player by `agnes.race.order_value` of the run, but for marked ones
    agnes:days:PLAYER         set     days finished, as numbers: see `agnes.race.daily`
    agnes:rivals:PLAYER       zset    whom the player has raced, by when last
    agnes:{streaks}:board     zset    player by the current streak
    agnes:{streaks}:last      zset    the same players by their newest day
    agnes:{streaks}:notes     hash    player -> "DAYS LONGEST", also of those whose streak is broken
    agnes:{wins}:board        zset    player by races won
    agnes:{wins}:counted      hash    race -> its winners, for as long as it might be counted again
    agnes:{wins}:times        zset    the same races by when they were counted
    agnes:{wins}:settled      hash    player -> wins of races no longer in `counted`
"""

from dataclasses import dataclass
from typing import Final

TIMERS: Final = "agnes:timers"
ALIVE: Final = "agnes:alive"
PEOPLE: Final = "agnes:people"

PLAYER_S: Final = 400 * 86_400
"""A guest is forgotten after 400 days without coming back, the longest a browser keeps a cookie."""
RUNNING_S: Final = 2 * 86_400
"""From the start of a race to its finish: at most an hour and the study, so this never runs out."""
TRANSFER_S: Final = 600
"""How long a code that takes somebody to another device can be used."""
TRANSFER_TOLD_S: Final = 3_600
"""How long such a code is remembered, so that one used or too old is told from a wrong one."""
GUESSES_MOST: Final = 600
"""Codes tried in a minute, by everybody together: with 8 letters of 24 there are 1.1e11 of them."""
LOG_KEPT: Final = 1_000
"""Messages kept in a race log; who has seen less than that gets a fresh welcome."""
MOVES_MOST: Final = 5_000
"""Moves on one board; a whole game takes some 150, a shuttling one could go on for ever."""
PUBLIC_MOST: Final = 2_000
RIVALS_MOST: Final = 500
"""People one has raced, the last ones."""
STREAKS: Final = "agnes:{streaks}:"
WINS: Final = "agnes:{wins}:"
PROVED_WANTED: Final = "agnes:{winnable}:wanted"
PROVED_S: Final = 90 * 86_400
"""Deals put by for options that nobody asks for any more go after so long."""
PROVED_MARK_S: Final = 3_600
"""Longer than any call to the database is tried again."""


@dataclass(frozen=True, slots=True)
class RaceKeys:
    """The keys of one race."""

    race_id: str

    def _key(self, name: str) -> str:
        return f"agnes:{{{self.race_id}}}:{name}"

    @property
    def race(self) -> str:
        return self._key("race")

    @property
    def lines(self) -> str:
        return self._key("lines")

    @property
    def order(self) -> str:
        return self._key("order")

    @property
    def log(self) -> str:
        return self._key("log")

    @property
    def here(self) -> str:
        return self._key("here")

    @property
    def watchers(self) -> str:
        return self._key("watchers")

    @property
    def news(self) -> str:
        return self._key("news")

    @property
    def analysis(self) -> str:
        return self._key("analysis")

    @property
    def analysing(self) -> str:
        return self._key("analysing")

    def board(self, player: str) -> str:
        return self._key(f"board:{player}")

    def moves(self, player: str) -> str:
        return self._key(f"moves:{player}")


@dataclass(frozen=True, slots=True)
class DayKeys:
    """The keys of one day of the daily challenge. They stay: a day's results are kept for good."""

    code: str

    def _key(self, name: str) -> str:
        return f"agnes:{{{self.code}}}:{name}"

    @property
    def day(self) -> str:
        return self._key("day")

    @property
    def players(self) -> str:
        return self._key("players")

    @property
    def runs(self) -> str:
        return self._key("runs")

    @property
    def entries(self) -> str:
        return self._key("entries")


def public(game: str) -> str:
    return f"agnes:public:{game}"


def player(player_id: str) -> str:
    return f"agnes:player:{player_id}"


def raced(player_id: str) -> str:
    return f"agnes:raced:{player_id}"


def transfer(code: str) -> str:
    return f"agnes:transfer:{code}"


def guesses(minute: int) -> str:
    return f"agnes:guesses:{minute}"


def proved_deals(kind: str) -> str:
    return f"agnes:{{winnable}}:deals:{kind}"


def proved_mark(deal: int) -> str:
    return f"agnes:{{winnable}}:mark:{deal}"


def days(player_id: str) -> str:
    return f"agnes:days:{player_id}"


def rivals(player_id: str) -> str:
    return f"agnes:rivals:{player_id}"
