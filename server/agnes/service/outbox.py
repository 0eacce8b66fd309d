"""What is on its way to one socket: bounded, so that a slow reader is its own problem alone.

When too much waits, scores are merged to the newest of each player and moves of a board into one
fresh snapshot of it; messages about the race itself are never dropped.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from agnes.protocol.server import with_merged

MERGE_AT: Final = 256
"""Messages that may wait before they are merged."""
MOST: Final = 2_000
"""Messages that may wait at all; who is behind that far is cut off and may come back."""

Kind = Literal["race", "score", "moved", "fresh", "other", "close"]

_LOGGED = re.compile(r'\{"type":"(race|score)","seq":(\d+)(?:,"player":"([^"]*)")?')


@dataclass(frozen=True, slots=True)
class LogMessage:
    """A message of a race log as it is sent: `player` whose score it is, None for a `race` message."""

    seq: int
    player: str | None
    text: str

    @classmethod
    def of(cls, text: str) -> "LogMessage":
        found = _LOGGED.match(text)
        if found is None:
            raise ValueError(f"no message of a race log: {text[:80]!r}")
        return cls(int(found[2]), found[3] if found[1] == "score" else None, text)


@dataclass(frozen=True, slots=True)
class Close:
    """The last thing on its way: the socket closes with this code."""

    code: int
    reason: str


@dataclass(slots=True)
class _Item:
    kind: Kind
    player: str | None
    seq: int  # of the race log, or n of a board's
    text: str
    close: Close | None = None


class Outbox:
    """One reader, the socket's writer. Both kinds of log leave it without holes and without repeats.

    `fresh(player)` gives a board's newest move number and `board` message, None if there is none to show.
    """

    def __init__(self, fresh: Callable[[str], Awaitable[tuple[int, str] | None]]) -> None:
        self._fresh = fresh
        self._items: deque[_Item] = deque()
        self._filled = asyncio.Event()
        self._sent_seq = 0
        self._sent_n: dict[str, int] = {}
        self._closing = False
        self._left_by_merging = 0

    def __len__(self) -> int:
        return len(self._items)

    def begin_at(self, seq: int, missed: Sequence[LogMessage] = ()) -> None:
        """What is sent from now on follows `seq` in the race log: `missed`, then what waits beyond it."""
        known_to = missed[-1].seq if missed else seq
        logged = [item for item in self._items if item.kind in ("race", "score")]
        self._items = deque(item for item in self._items if item.kind not in ("race", "score"))
        self._sent_seq = seq
        for message in missed:
            self.put_log(message)
        for item in logged:
            if item.seq > known_to:
                self._append(item)

    def begin_board_at(self, player: str, n: int) -> None:
        """The reader has that board as of its move `n`."""
        self._sent_n[player] = n

    def forget_board(self, player: str) -> None:
        self._sent_n.pop(player, None)

    def put(self, text: str) -> None:
        """Anything that is not numbered."""
        self._append(_Item("other", None, 0, text))

    def put_log(self, message: LogMessage) -> None:
        kind: Kind = "race" if message.player is None else "score"
        self._append(_Item(kind, message.player, message.seq, message.text))

    def put_moved(self, player: str, n: int, text: str) -> None:
        self._append(_Item("moved", player, n, text))

    def put_fresh(self, player: str) -> None:
        """A `board` message of that player, as it is when its turn to be sent comes."""
        self._append(_Item("fresh", player, 0, ""))

    def close(self, close: Close, last: str | None = None) -> None:
        """Send what waits, then `last`, then close; what is put afterwards is thrown away."""
        if last is not None:
            self.put(last)
        self._append(_Item("close", None, 0, "", close))
        self._closing = True

    async def get(self) -> str | Close:
        """The next text to send; a Close is the last."""
        while True:
            while not self._items:
                self._filled.clear()
                await self._filled.wait()
            item = self._items.popleft()
            if item.close is not None:
                return item.close
            text = await self._text_of(item)
            if text is not None:
                return text

    async def _text_of(self, item: _Item) -> str | None:
        if item.kind == "other":
            return item.text
        if item.player is not None and item.kind in ("moved", "fresh"):
            return await self._board_text(item, item.player)
        if item.seq <= self._sent_seq:
            return None
        jumped = item.seq != self._sent_seq + 1
        self._sent_seq = item.seq
        return with_merged(item.text) if jumped else item.text

    async def _board_text(self, item: _Item, player: str) -> str | None:
        sent = self._sent_n.get(player)
        if item.kind == "moved" and sent is not None and item.seq <= sent + 1:
            if item.seq <= sent:
                return None
            self._sent_n[player] = item.seq
            return item.text
        found = await self._fresh(player)
        if found is None:
            return None
        self._sent_n[player] = found[0]
        return found[1]

    def _append(self, item: _Item) -> None:
        if self._closing:
            return
        self._items.append(item)
        self._filled.set()
        if len(self._items) > max(MERGE_AT, 2 * self._left_by_merging):
            self._merge()
        if len(self._items) > MOST:
            self._items.clear()
            self.close(Close(1013, "You read too slowly; come back for a fresh start."))

    def _merge(self) -> None:
        """Keep the newest score of each player, and one fresh snapshot of each board that moved."""
        kept, scored, boards = list[_Item](), set[str | None](), set[str | None]()
        for item in reversed(self._items):
            if item.kind == "score":
                if item.player in scored:
                    continue
                scored.add(item.player)
            elif item.kind in ("moved", "fresh"):
                if item.player in boards:
                    continue
                boards.add(item.player)
                item = _Item("fresh", item.player, 0, "")
            kept.append(item)
        self._items = deque(reversed(kept))
        # Not again before as many have come as could not be merged now, or each new one would cost a pass.
        self._left_by_merging = len(self._items)
