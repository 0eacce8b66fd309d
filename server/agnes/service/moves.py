"""The path of a move: parsed before it comes here, acknowledged only when the database has it.

Checks in this order, each with its own answer: seat, number, running, notation, rules.
"""

from dataclasses import dataclass
from typing import Final

from agnes.game import IllegalMove, UnreadableMove
from agnes.protocol.client import Move
from agnes.protocol.server import Rejected, with_legal
from agnes.service.boards import Boards, Play, Played, Replay
from agnes.service.hub import Hub
from agnes.service.nothing_more import NothingMore
from agnes.service.racing import Racing
from agnes.service.stores import Stores
from agnes.store.boards import Again, Committed, NotRunning, OutOfTurn
from agnes.store.codec import MoveEntry
from agnes.store.keys import MOVES_MOST

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """What the sender is told; `board` if a fresh board has to follow."""

    answer: Rejected
    board: bool = False


class Moves:
    def __init__(
        self, stores: Stores, boards: Boards, hub: Hub, racing: Racing, nothing_more: NothingMore
    ) -> None:
        self._stores = stores
        self._nothing_more = nothing_more
        self._boards = boards
        self._hub = hub
        self._racing = racing

    async def make(self, race_id: str, player: str, wish: Move) -> NotPlayed | str | None:
        """Play it. None if it was played: whoever may see it, its player too, is told by then.

        A text is the acknowledgement of a move that was played before, for its sender alone.
        """
        play = await self._boards.play(race_id, player)
        if play is not None and wish.n != play.game.n + 1:
            play = await self._boards.as_stored(race_id, player)
        if play is None:
            return NotPlayed(rejected(wish, "not-running"))
        async with play.lock:
            return await self._make(play, wish)

    async def _make(self, play: Play, wish: Move) -> NotPlayed | str | None:
        if wish.n <= play.game.n and play.game.moves[wish.n - 1] == _plain(wish.move):
            return await self._again(play, wish.n)
        if play.race.state != "running" or play.line.done:
            return NotPlayed(rejected(wish, "not-running"))
        if wish.n != play.game.n + 1:
            return NotPlayed(rejected(wish, "out-of-turn", detail=_expects(play.game.n + 1)), board=True)
        if wish.n > MOVES_MOST:
            return NotPlayed(rejected(wish, "too-many", detail=f"A board takes {MOVES_MOST} moves at most."))
        now = self._stores.now()
        try:
            result = play.next(wish.move, now)
        except UnreadableMove as error:
            return NotPlayed(rejected(wish, "malformed", detail=str(error)))
        except IllegalMove as error:
            return NotPlayed(rejected(wish, "illegal", rule=error.rule, detail=str(error)))
        return await self._commit(play, wish, result, now)

    async def _commit(self, play: Play, wish: Move, result: Played, now: int) -> NotPlayed | str | None:
        race_id, player, line = play.race.id, play.player, result.line
        t_ms = play.clock(now)
        entry = MoveEntry(result.change.move, t_ms, now)
        if line.done:
            await self._racing.look_again_at(race_id)
        answer = await self._stores.boards.commit(
            race_id,
            player,
            wish.n,
            entry,
            status=line.status,
            state=result.game.state.encode(),
            line=line if line != play.line else None,
            moved=result.moved,
        )
        match answer:
            case Committed(log):
                play.game, play.line, play.t_ms = result.game, line, t_ms
                acknowledged = with_legal(result.moved, play.legal, play.finish)
                play.tell(wish.n, acknowledged)
                self._hub.moved(race_id, player, wish.n, result.moved, acknowledged)
                self._hub.log(race_id, log)
                if not log:
                    self._hub.pulse(race_id, player)
                self._nothing_more.look(play)
                if line.done:
                    await self._racing.settle(race_id)
                return None
            case Again():
                # Committed before, by a call whose answer was lost: play on from what the database has, and
                # tell what nobody here has been told.
                self._boards.forget(race_id, player)
                self._hub.board_changed(race_id, player)
                self._hub.look_again(race_id)
                if line.done:
                    await self._racing.settle(race_id)
                return await self._again(play, wish.n)
            case OutOfTurn(expected):
                self._boards.forget(race_id, player)
                return NotPlayed(rejected(wish, "out-of-turn", detail=_expects(expected)), board=True)
            case NotRunning():
                self._boards.forget(race_id, player)
                return NotPlayed(rejected(wish, "not-running"), board=True)

    async def _again(self, play: Play, n: int) -> str:
        """The acknowledgement of a move that was made before, as it was then."""
        if n in play.told:
            return play.told[n]
        replay = Replay(play.race, play.player)
        # Read bit by bit: of the longest boards the reading alone would keep everybody waiting.
        for first in range(1, n, PAGE):
            last = min(first + PAGE, n) - 1
            page = await self._stores.boards.moves(play.race.id, play.player, first, last)
            await replay.forward(page)
        (entry,) = await self._stores.boards.moves(play.race.id, play.player, n, n)
        return replay.play(entry, own=True)


def rejected(wish: Move, reason: str, *, rule: str | None = None, detail: str | None = None) -> Rejected:
    return Rejected.model_construct(n=wish.n, move=wish.move[:32], reason=reason, rule=rule, detail=detail)


def _expects(n: int) -> str:
    return f"Move {n} is due on this board."


def _plain(move: str) -> str:
    return move.removesuffix(":1")
