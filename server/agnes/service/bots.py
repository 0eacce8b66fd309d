"""The server's own players at the table: they think elsewhere, and move at a person's pace.

When a bot moves next is a durable timer, `bot RACE PLAYER`, so that a game goes on though the process that
began it is gone; what it had in mind is then thought anew.
"""

from collections import OrderedDict, deque
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Final

import structlog

from agnes.bots import Chance, Choice, Memory, Seen, brain_for, fresh, pause, seen_of, tempo_of
from agnes.game import Rules
from agnes.protocol.client import Move
from agnes.race import Level, Race
from agnes.service.boards import Boards, Play
from agnes.service.moves import Moves, NotPlayed
from agnes.service.pool import Pool, PoolBusy
from agnes.service.racing import Racing
from agnes.service.stores import Stores

_log = structlog.get_logger()

MINDS_AT_HAND: Final = 2_000
AGAIN_MS: Final = 1_000
"""After so long a bot thinks again where nobody had time for its thoughts."""
MOST_STRONG: Final = 4
"""So many strong bots think at a time, a second each at most; the others meanwhile think as keen ones."""


@dataclass(slots=True)
class _Mind:
    """What a bot has in mind: `plan` follows `decided`, which it is about to do; None there is to give up."""

    memory: Memory
    chance: Chance
    plan: deque[str] = field(default_factory=deque)
    decided: str | None = None
    has_decided: bool = False
    before: str | None = None


class Bots:
    """`speed`: how many times as quick as a person the bots move; `pool`: where they think.

    The pool is theirs alone and of the lowest priority: people's questions never wait for a bot's thoughts,
    nor does a bot stand still because somebody asked much.
    """

    def __init__(
        self, stores: Stores, boards: Boards, moves: Moves, racing: Racing, pool: Pool, speed: float
    ) -> None:
        self._stores = stores
        self._boards = boards
        self._moves = moves
        self._racing = racing
        self._pool = pool
        self._speed = speed
        self._minds: OrderedDict[tuple[str, str], _Mind] = OrderedDict()
        self._strong_thoughts = 0

    async def begin(self, race: Race) -> None:
        """Every bot of a running race has a timer; those that have one keep it."""
        now = self._stores.now()
        bots = [seat.player for seat in race.seats if seat.bot and not seat.line.done]
        await self._stores.timers.set_new({_timer(race.id, player): now for player in bots})

    async def act(self, race_id: str, player: str) -> None:
        """A bot's timer is due: it does what it had decided, then decides what it does next, and when."""
        play = await self._boards.play(race_id, player)
        seat = play.race.seat_of(player) if play else None
        if play is None or seat is None or seat.level is None or play.race.state != "running":
            return
        mind = self._mind_of(play)
        if mind.has_decided:
            if mind.decided is None or play.nothing_more:
                await self._racing.give_up(race_id, player)
                return
            if not await self._do(play, mind):
                return
        if play.line.done:
            self._minds.pop((race_id, player), None)
            return
        began = self._stores.now()
        wait_s = await self._decide(play, seat.level, mind)
        # The time for thinking is part of the pause.
        due = began + int(wait_s * 1000) if wait_s is not None else self._stores.now() + AGAIN_MS
        await self._stores.timers.set(_timer(race_id, player), due)

    async def _do(self, play: Play, mind: _Mind) -> bool:
        """Make the move decided upon. Whether the board goes on."""
        move, mind.has_decided = mind.decided, False
        assert move is not None
        if move not in play.legal:
            mind.plan.clear()
            return not play.line.done
        mind.before = move
        wish = Move(type="move", n=play.game.n + 1, move=move)
        answer = await self._moves.make(play.race.id, play.player, wish)
        if isinstance(answer, NotPlayed):
            mind.plan.clear()
            return answer.answer.reason != "not-running"
        return True

    async def _decide(self, play: Play, level: Level, mind: _Mind) -> float | None:
        """Settle on the next move; seconds until it is made, None if there was no time to think."""
        continues = bool(mind.plan) and mind.plan[0] in play.legal
        if not continues:
            try:
                choice = await self._think(play, level, mind.memory)
            except (PoolBusy, BrokenProcessPool) as error:
                _log.warning("a bot could not think", race=play.race.id, error=str(error))
                return None
            mind.plan, mind.memory = deque(choice.moves), choice.memory
        mind.decided = mind.plan.popleft() if mind.plan else None
        mind.has_decided = True
        studied = float(play.race.terms.study_s)
        wait_s = pause(
            level,
            mind.decided,
            mind.chance,
            before=mind.before,
            continues=continues,
            studied=studied,
            tempo=tempo_of(mind.memory.seed),
        )
        return wait_s / self._speed

    async def _think(self, play: Play, level: Level, memory: Memory) -> Choice:
        # The bot is given what its player would see, and nothing else leaves this process.
        seen, rules = seen_of(play.game.state), play.race.terms.rules
        legal = tuple(move for move in play.legal if move != "U")
        if level == "strong" and self._strong_thoughts >= MOST_STRONG:
            level = "keen"
        self._strong_thoughts += level == "strong"
        try:
            return await self._pool.run(_choose, level, rules, seen, legal, memory)
        finally:
            self._strong_thoughts -= level == "strong"

    def _mind_of(self, play: Play) -> _Mind:
        key = (play.race.id, play.player)
        mind = self._minds.get(key)
        if mind is None:
            seed = int.from_bytes(self._stores.random(7), "big")
            before = play.game.moves[-1] if play.game.n else None
            mind = self._minds[key] = _Mind(fresh(seed), Chance(seed + 1), before=before)
            while len(self._minds) > MINDS_AT_HAND:
                self._minds.popitem(last=False)
        self._minds.move_to_end(key)
        return mind


def _choose(level: Level, rules: Rules, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
    """In a process of the pool."""
    return brain_for(level, rules).choose(seen, legal, memory)


def _timer(race_id: str, player: str) -> str:
    return f"bot {race_id} {player}"
