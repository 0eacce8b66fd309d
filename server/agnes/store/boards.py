"""Boards in the database: one atomic call commits a move; the list of moves is the truth."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from agnes.race import Line, order_value
from agnes.race.lines import Status
from agnes.store import keys
from agnes.store.codec import MoveEntry, line_body
from agnes.store.database import Database
from agnes.store.keys import RaceKeys
from agnes.store.scripts import load_script

_MOVE = load_script("move")
_NOTHING_MORE = load_script("nothing_more")
_BEGIN_WITH = load_script("begin_with")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board as of its move `n`; `state` is the snapshot of the table, see `agnes.game.State.decode`.

    `nothing_more`: it is proved that its score cannot rise.
    """

    n: int
    t_ms: int
    status: Status
    state: str
    nothing_more: bool


@dataclass(frozen=True, slots=True)
class Committed:
    """The move stands; `log` are the race log's new messages."""

    log: Sequence[str]


@dataclass(frozen=True, slots=True)
class Again:
    """That move was made before, with this number."""


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """Another number is due."""

    expected: int


@dataclass(frozen=True, slots=True)
class NotRunning:
    """The race or the board takes no moves."""


MoveAnswer = Committed | Again | OutOfTurn | NotRunning


class BoardStore:
    def __init__(self, db: Database, process: str) -> None:
        self._db = db
        self._process = process

    async def row(self, race_id: str, player: str) -> BoardRow | None:
        key = RaceKeys(race_id).board(player)
        names = ("n", "t_ms", "status", "state", "nothing_more")
        n, t_ms, status, state, proved = await self._db.call("HMGET", key, *names)
        return None if n is None else BoardRow(int(n), int(t_ms), status, state, proved == n)

    async def moves(
        self, race_id: str, player: str, first: int = 1, last: int | None = None
    ) -> list[MoveEntry]:
        """The accepted moves from number `first` on, up to number `last`."""
        upto = -1 if last is None else last - 1
        texts = await self._db.call("LRANGE", RaceKeys(race_id).moves(player), first - 1, upto)
        return [MoveEntry.of(text) for text in texts]

    async def begin_with(
        self, race_id: str, player: str, entries: Sequence[MoveEntry], *, state: str, line: Line
    ) -> None:
        """The board of a race of one seat that nobody has been told of begins with these moves played."""
        k = RaceKeys(race_id)
        await self._db.run(
            _BEGIN_WITH,
            [k.race, k.log, k.lines, k.order, k.board(player), k.moves(player)],
            [
                player,
                line_body(player, line),
                order_value(line),
                keys.LOG_KEPT,
                state,
                *(entry.text() for entry in entries),
            ],
        )

    async def nothing_more(self, race_id: str, player: str, n: int, text: str) -> bool:
        """Note that nothing is to be gained after move `n`, and tell other processes that `text` says so.

        False if the board has moved on.
        """
        k = RaceKeys(race_id)
        news = json.dumps([self._process, "", json.dumps({"nothing_more": player, "text": text}), []])
        return bool(await self._db.run(_NOTHING_MORE, [k.board(player), k.news], [n, news]))

    async def commit(
        self,
        race_id: str,
        player: str,
        n: int,
        entry: MoveEntry,
        *,
        status: Status,
        state: str,
        line: Line | None,
        moved: str,
    ) -> MoveAnswer:
        """Make `entry` the board's `n`th move. `line` is the player's new line, None if it stays.

        Sent twice, also by a driver that retries, it is played once: the second is answered `Again`.
        `moved` is the message for those who watch, passed on to other processes.
        """
        k = RaceKeys(race_id)
        answer = await self._db.run(
            _MOVE,
            [k.race, k.log, k.lines, k.order, k.board(player), k.moves(player), k.news],
            [
                n,
                entry.move,
                entry.text(),
                entry.t_ms,
                entry.at,
                status,
                state,
                player,
                line_body(player, line) if line else "",
                order_value(line) if line else "",
                keys.LOG_KEPT,
                moved,
                self._process,
            ],
        )
        word = answer[0]
        if word == "ok":
            return Committed(answer[1:])
        if word == "expected":
            return OutOfTurn(int(answer[1]))
        return Again() if word == "again" else NotRunning()
