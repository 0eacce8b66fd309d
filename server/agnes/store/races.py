"""Races in the database: read whole, written only as the next self of what was read."""

from asyncio import gather
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass

from agnes.race import Line, Race, order_value
from agnes.store import keys
from agnes.store.codec import line_body, race_of, race_text
from agnes.store.database import Database
from agnes.store.keys import RaceKeys
from agnes.store.scripts import load_script
from agnes.store.timers import Timers

_ADVANCE = load_script("advance")
_RENEW = load_script("renew")
_NO_LINE = Line()


@dataclass(frozen=True, slots=True)
class Stored:
    """A race as it was read: up to which number its log goes, and which connection holds which seat."""

    race: Race
    seq: int
    here: Mapping[str, str]


class RaceStore:
    """`process` marks what this process publishes; `keep_s` and `lobby_s` are lifetimes in seconds."""

    def __init__(self, db: Database, timers: Timers, process: str, *, keep_s: int, lobby_s: int) -> None:
        self._db = db
        self._timers = timers
        self._process = process
        self._keep_s = keep_s
        self._lobby_s = lobby_s

    async def load(self, race_id: str) -> Stored | None:
        k = RaceKeys(race_id)
        doc_call = self._db.call("HMGET", k.race, "doc", "seq")
        lines_call = self._db.call("HGETALL", k.lines)
        here_call = self._db.call("HGETALL", k.here)
        (doc, seq), lines, here = await gather(doc_call, lines_call, here_call)
        if doc is None:
            return None
        return Stored(race_of(doc, _mapping(lines)), int(seq), _mapping(here))

    async def advance(
        self,
        before: Stored | None,
        race: Race,
        messages: Callable[[int], Sequence[str]],
        *,
        now: int,
        opening: str = "",
    ) -> tuple[int, Sequence[str]] | None:
        """Commit `race` as the next self of `before`; None if the race's log has moved on since.

        `messages(seq)` gives the log's new messages, numbered from `seq` on. `opening` is the snapshot
        of the table when boards begin. Answers the log's new number and the messages.
        The timer is set first: one too many does no harm, one too few would.
        """
        if race.due is not None and (before is None or race.due != before.race.due):
            await self._timers.set(f"race {race.id}", race.due)
        k = RaceKeys(race.id)
        seq = before.seq if before else 0
        lines = changed_lines(before.race if before else None, race)
        boards = [key for seat in race.seats for key in (k.board(seat.player), k.moves(seat.player))]
        all_keys = [k.race, k.log, k.lines, k.order, k.here, k.news, *boards]
        begins = race.cards_are_out and not (before and before.race.cards_are_out)
        args: list[str | int] = [
            before.seq if before else "",
            race_text(race),
            race.state,
            # What comes after the finish makes nothing last longer: it is kept so long from the finish on.
            "" if before and before.race.state == "finished" else self._expires_at(race, now),
            keys.LOG_KEPT,
            self._process,
            len(lines),
        ]
        for player, line in lines:
            board_key = all_keys.index(k.board(player)) + 1
            snapshot = opening if begins else ""
            args += [player, line_body(player, line), order_value(line), line.status, snapshot, board_key]
        new = messages(seq + 1)
        answer = await self._db.run(_ADVANCE, all_keys, [*args, *new])
        return None if isinstance(answer, list) else (int(answer), new)

    async def log_since(self, race_id: str, seq: int) -> list[str] | None:
        """The race log's messages after number `seq`; None where they are no longer all kept."""
        found = await self._db.call("XRANGE", RaceKeys(race_id).log, f"({seq}-0", "+")
        if found and int(found[0][0].partition("-")[0]) != seq + 1:
            return None
        return [fields[1] for _, fields in found]

    async def all_ids(self) -> AsyncIterator[str]:
        """The id of every race, in no order."""
        async for key in self._db.scan("agnes:{*}:race"):
            yield key.partition("{")[2].partition("}")[0]

    async def trim_log(self, race_id: str) -> None:
        """Keep only the newest message of the log; who has seen less gets a fresh welcome."""
        await self._db.call("XTRIM", RaceKeys(race_id).log, "MAXLEN", "=", 1)

    async def forget(self, race: Race) -> None:
        """Take back a race that nobody has been told of."""
        k = RaceKeys(race.id)
        boards = [k.board(seat.player) for seat in race.seats]
        await self._db.call("DEL", k.race, k.log, k.lines, k.order, *boards)

    async def keep_alive(self, race_id: str, now: int) -> bool:
        """Renew a lobby that somebody is in; running races outlast their own longest time anyway.

        Whether there still is such a race.
        """
        k = RaceKeys(race_id)
        until = now + self._lobby_s * 1000
        phase = await self._db.run(_RENEW, [k.race, k.log, k.lines, k.order, k.here], [until])
        return phase is not None

    def _expires_at(self, race: Race, now: int) -> int:
        if race.state == "finished":
            return now + self._keep_s * 1000
        if race.terms.daily is not None:  # begun or not, it is there for as long as it may be finished
            return race.terms.daily.closes_at + keys.RUNNING_S * 1000
        return now + (self._lobby_s if race.state == "lobby" else keys.RUNNING_S) * 1000


def changed_lines(before: Race | None, after: Race) -> list[tuple[str, Line]]:
    """Player and line, wherever the line is another than before."""
    lines = {seat.player: seat.line for seat in before.seats} if before else {}
    return [(seat.player, seat.line) for seat in after.seats if seat.line != lines.get(seat.player, _NO_LINE)]


def _mapping(answer: object) -> dict[str, str]:
    """HGETALL's answer, which is a mapping in one protocol version and a flat list in the other."""
    if isinstance(answer, dict):
        return answer
    assert isinstance(answer, list)
    return dict(zip(answer[::2], answer[1::2], strict=True))
