"""Nothing more to gain: once the whole deck lies open and no line raises the score, the player is told so.

A look after each move costs next to nothing; the proof is worked out in the background, and told unless the
board has moved on by then to where it does not hold.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from agnes.game import State
from agnes.protocol.server import NothingMore as Message
from agnes.race import Refused
from agnes.service.boards import Boards, Play
from agnes.service.hub import Hub
from agnes.service.solving import Solving, affordable
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.service.thinking import rise
from agnes.solver.rise import all_is_open, rises_at_once

BUDGET: Final = 100_000
"""Positions looked at: some 0.6 s; nearly always a few hundred do."""
WITHIN_S: Final = 20.0
MOST: Final = 200
"""Boards looked into at a time; another one is looked into after its next move."""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Check:
    """What is being asked: whether the score can rise from `root`, the table that undo leads back to."""

    root: State
    task: asyncio.Task[None]


class NothingMore:
    def __init__(self, stores: Stores, boards: Boards, hub: Hub, solving: Solving, tasks: Tasks) -> None:
        self._stores = stores
        self._boards = boards
        self._hub = hub
        self._solving = solving
        self._tasks = tasks
        self._checks: dict[Key, _Check] = {}

    def shown(self, play: Play) -> None:
        """A board is shown to its player, who may have been away: find out what is not known of it."""
        if not play.nothing_more:
            self.look(play)

    def look(self, play: Play) -> None:
        """After a move: see whether there is anything to find out or to tell."""
        key = (play.race.id, play.player)
        game = play.game
        if play.line.done or not all_is_open(game.rules, game.state) or rises_at_once(root := _root(play)):
            play.nothing_more = False
            self._stop(key)
        elif play.nothing_more:
            # Once nothing can be gained nothing ever can, but alone, where all can be taken back.
            if play.race.terms.alone and game.moves[-1:] == ("U",):
                play.nothing_more = False
                self._begin(key, play, root)
            else:
                self._tasks.start(self._tell(play))
        else:
            self._begin(key, play, root)

    def _begin(self, key: Key, play: Play, root: State) -> None:
        found = self._checks.get(key)
        if found is not None and found.root == root:
            return
        self._stop(key)
        if len(self._checks) < MOST:
            self._checks[key] = _Check(root, self._tasks.start(self._check(key, play, root)))

    def _stop(self, key: Key) -> None:
        found = self._checks.pop(key, None)
        if found is not None:
            found.task.cancel()

    async def _check(self, key: Key, play: Play, root: State) -> None:
        try:
            verdict = await self._solving.ask(
                rise, play.game.rules, root, affordable(BUDGET), within_s=WITHIN_S, background=True
            )
        except Refused:
            return  # too much waits: the next move asks again
        finally:
            found = self._checks.get(key)
            if found is not None and found.task is asyncio.current_task():
                del self._checks[key]
        if verdict != "no":
            return
        now = await self._boards.play(*key)
        if now is None or now.line.done or (now.race.terms.alone and now.game.state != root):
            return
        # In a race each table that can come after is one that was looked at.
        now.nothing_more = True
        await self._tell(now)

    async def _tell(self, play: Play) -> None:
        race_id, player, n = play.race.id, play.player, play.game.n
        text = Message(player=player, n=n).text()
        if await self._stores.boards.nothing_more(race_id, player, n, text):
            self._hub.tell_of(race_id, player, text)


def _root(play: Play) -> State:
    """The table from which nothing must be gained: alone this one, in a race the one that undo leads to.

    Alone everything can be taken back, and it is not of that that one wants to hear.
    """
    return play.game.state if play.race.terms.alone else play.game.furthest_back
