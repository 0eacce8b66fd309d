"""Looking through a finished race: which positions could still be won, and which move lost that.

Worked out once, in the background, however many ask and in however many processes: one holds a lease and
keeps what it finds in the database, with which another goes on. When nobody waits any more it stops, and when
its process dies whoever asks next goes on as soon as the lease has run out.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from agnes.game import Game, GameError, State
from agnes.protocol.analysis import Analysis, BoardAnalysis
from agnes.race import Race, Refused, Seat
from agnes.service.boards import AT_A_STRETCH
from agnes.service.solving import Solving, affordable
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.solver import Answer
from agnes.solver.history import History
from agnes.store.analyses import RENEW_S, AnalysisStore

_log = structlog.get_logger()

BUDGETS: Final = (20_000, 500_000)
"""Positions visited for each question: all boards with the first, then what is still open with the second."""
NODES_MOST: Final = 30_000_000
TIME_MOST_S: Final = 60.0
"""A race that takes more than that is told as far as it was decided."""
ANSWER_S: Final = 4.0
"""Who asks is answered after so long, with what is known by then."""
LINGER_S: Final = 5.0
"""So long the work goes on for somebody who was answered and is going to ask again."""
KEEP_EVERY_S: Final = 1.0
LOOK_EVERY_S: Final = 0.25
"""How often the findings of another process are looked at."""
MOST: Final = 20
"""Races worked on at a time in one process; another one waits for one of them to be done."""


@dataclass(slots=True)
class _Work:
    task: asyncio.Task[None]
    askers: int = 0


class Analysing:
    def __init__(self, stores: Stores, analyses: AnalysisStore, solving: Solving, tasks: Tasks) -> None:
        self._stores = stores
        self._analyses = analyses
        self._solving = solving
        self._tasks = tasks
        self._works: dict[str, _Work] = {}

    async def analysis(self, race: Race) -> Analysis:
        """What is known, after a few seconds at the most. Refused before the finish."""
        if race.state != "finished":
            raise Refused("not-finished", "What could have been won is told when the race is finished.")
        known = await self._known(race)
        if not known.complete:
            await self._wait(race)
            known = await self._known(race)
        return self._as_told(race, known)

    async def _wait(self, race: Race) -> None:
        """Until it is worked out, for ANSWER_S at the most; also where there is no room to work on it."""
        clock = asyncio.get_running_loop().time
        until = clock() + ANSWER_S
        while race.id not in self._works and len(self._works) >= MOST:
            if clock() > until:
                return
            await asyncio.sleep(LOOK_EVERY_S)
        work = self._works.get(race.id)
        if work is None:
            work = self._works[race.id] = _Work(self._tasks.start(self._work(race)))
        work.askers += 1
        linger_s = 0.0
        try:
            await asyncio.wait({work.task}, timeout=until - clock())
            linger_s = LINGER_S
        finally:
            work.askers -= 1
            asyncio.get_running_loop().call_later(linger_s, self._stop_if_alone, work)

    @staticmethod
    def _stop_if_alone(work: _Work) -> None:
        if work.askers == 0:
            work.task.cancel()

    async def _known(self, race: Race) -> Analysis:
        doc = await self._analyses.load(race.id)
        if doc is not None:
            return Analysis.model_validate_json(doc)
        return Analysis(complete=False, boards=())

    def _as_told(self, race: Race, known: Analysis) -> Analysis:
        """Nothing of how an open day's deal is won."""
        daily = race.terms.daily
        if daily is None or self._stores.now() >= daily.closes_at:
            return known
        boards = tuple(board.model_copy(update={"line": None}) for board in known.boards)
        return known.model_copy(update={"boards": boards})

    async def _work(self, race: Race) -> None:
        try:
            while not await self._analyses.lease(race.id):
                if (await self._known(race)).complete:
                    return
                await asyncio.sleep(LOOK_EVERY_S)
            async with self._leased(race.id):
                known = await self._known(race)
                if not known.complete:
                    await self._decide(race, known)
        finally:
            self._works.pop(race.id, None)

    @asynccontextmanager
    async def _leased(self, race_id: str) -> AsyncIterator[None]:
        """The lease is renewed all the while, however long one question waits or takes, and given back."""
        renewing = self._tasks.start(self._renew(race_id))
        try:
            yield
        finally:
            renewing.cancel()
            await self._analyses.release(race_id)

    async def _renew(self, race_id: str) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            await self._analyses.lease(race_id)

    async def _decide(self, race: Race, known: Analysis) -> None:
        """Ask until all is decided or it has taken enough; keep what is found, also when cancelled."""
        before = {board.player: board.positions for board in known.boards}
        histories = dict[str, History]()
        complete = False
        try:
            for seat in race.seats:
                histories[seat.player] = await self._history(race, seat)
                histories[seat.player].recall(before.get(seat.player, ()))
            await self._ask_all(race, histories)
            complete = True
        except Refused as refused:
            _log.info("a race could not be looked through", race=race.id, reason=refused.reason)
        finally:
            if len(histories) == len(race.seats):
                await self._keep(race, histories, complete)

    async def _ask_all(self, race: Race, histories: dict[str, History]) -> None:
        clock = asyncio.get_running_loop().time
        kept = clock()
        until = kept + TIME_MOST_S
        nodes = 0
        for budget in map(affordable, BUDGETS):
            for history in histories.values():
                while (state := history.question(budget)) is not None:
                    answer = await self._asked(race, state, budget, until)
                    nodes += answer.nodes
                    for each in histories.values():
                        each.learn(state, answer.verdict, answer.line, budget)
                    if clock() - kept > KEEP_EVERY_S:
                        await self._keep(race, histories, False)
                        kept = clock()
                    if nodes > affordable(NODES_MOST) or clock() > until:
                        return
        for history in histories.values():
            await self._find_line(race, history, until)

    async def _find_line(self, race: Race, history: History, until: float) -> None:
        """A line that would have won, where it was known before that there is one."""
        lost_at, budget = history.lost_at(), affordable(BUDGETS[-1])
        if lost_at is not None and history.line(lost_at - 1) is None:
            state = history.state(lost_at - 1)
            answer = await self._asked(race, state, budget, until)
            history.learn(state, answer.verdict, answer.line, budget)

    async def _asked(self, race: Race, state: State, budget: int, until: float) -> Answer:
        """The solver's answer, `unknown` by `until` at the latest."""
        left = max(0.0, until - asyncio.get_running_loop().time())
        return await self._solving.decide((race.terms.rules, state), budget, within_s=left, background=True)

    async def _keep(self, race: Race, histories: dict[str, History], complete: bool) -> None:
        found = tuple(_told(player, history) for player, history in histories.items())
        decided = sum(verdict != "unknown" for board in found for verdict in board.positions)
        doc = Analysis(complete=complete, boards=found).text()
        await self._analyses.keep(race.id, doc, decided=decided, complete=complete)

    async def _history(self, race: Race, seat: Seat) -> History:
        game = Game.deal(race.terms.rules, int(race.deal))
        history = History(game.state)
        for entry in await self._stores.boards.moves(race.id, seat.player):
            try:
                game, _ = game.play(entry.move)
            except GameError as error:  # the database is damaged: told as far as it goes
                _log.warning("a board does not replay", race=race.id, player=seat.player, error=str(error))
                break
            history.add(entry.move, game.state)
            if game.n % AT_A_STRETCH == 0:
                await asyncio.sleep(0)
        return history


def _told(player: str, history: History) -> BoardAnalysis:
    positions, lost_at = history.positions(), history.lost_at()
    return BoardAnalysis(
        player=player,
        positions=positions,
        lost_at=lost_at,
        move=None if lost_at is None else history.move(lost_at),
        line=None if lost_at is None else history.line(lost_at - 1),
        best=positions[0] == "no" or history.state(len(positions) - 1).score == 52,
    )
