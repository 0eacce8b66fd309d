"""Whose board somebody may see, when, and the moves of it as they come to them."""

import asyncio
from typing import Final, Literal

from agnes.race import Race, Refused
from agnes.race.daily import board_race
from agnes.race.lines import all_done
from agnes.service.boards import Boards, Replay
from agnes.service.hub import READ_AGAIN_S, Hub
from agnes.service.keeping import Keeping
from agnes.service.peeking import Peek
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.service.viewer import FOLLOWED_MOST, Viewer
from agnes.store.codec import MoveEntry
from agnes.store.errors import StoreError

DELAY_MS: Final = 30_000

Sight = Literal["now", "delayed"]


def sight_of(race: Race, viewer: str | None, player: str) -> Sight:
    """How `viewer` may see the board of `player`; Refused if not, or not yet.

    One's own always. Another's, with a seat: once one is done oneself, or the race is finished.
    Without a seat: as the race's watch setting says.
    """
    if race.seat_of(player) is None:
        raise Refused("no-such-player", "Nobody with that id sits in this race.")
    if not race.cards_are_out:
        raise Refused("not-running", "The cards are not out yet.")
    own = race.seat_of(viewer)
    if race.state == "finished" or viewer == player:
        return "now"
    if own is not None:
        if not own.line.done:
            raise Refused("not-allowed", "You can watch the others once you are done yourself.")
        return "now"
    if race.terms.watch == "finished":
        raise Refused("not-allowed", "The boards of this race are shown after the finish.")
    return "delayed" if race.terms.watch == "delayed" else "now"


class Watching:
    def __init__(self, stores: Stores, boards: Boards, keeping: Keeping, hub: Hub, tasks: Tasks) -> None:
        self._stores = stores
        self._hub = hub
        self._boards = boards
        self._keeping = keeping
        self._tasks = tasks

    async def watch(self, viewer: Viewer, player: str) -> None:
        """Send the board of `player` and from then on its moves."""
        race, sight = await self._sight(viewer, player)
        if sight == "delayed":
            self._watch_delayed(viewer, race, player)
            return
        if len(viewer.follows) >= FOLLOWED_MOST:
            raise Refused("too-many", f"{FOLLOWED_MOST} boards at once are the most.")
        viewer.unfollow(player)
        await self._follow(viewer, race, player)
        viewer.outbox.put_fresh(player)

    def unwatch(self, viewer: Viewer, player: str) -> None:
        if player != viewer.player:
            viewer.unfollow(player)

    async def fresh(self, viewer: Viewer, player: str) -> tuple[int, str] | None:
        """The newest state of a board that the viewer follows: move number and `board` message."""
        if player not in viewer.follows:
            return None
        if player == viewer.player and viewer.seated:
            board = await self._boards.own_board(viewer.race_id, player)
        else:
            board = await self._boards.watched_board(board_race(viewer.race_id, player), player)
        return None if board is None else (board.n, board.text())

    async def catch_up(self, viewer: Viewer, player: str, n: int) -> None:
        """Send what is missing of a board since its move `n`, or the whole board if that cannot be."""
        race = (await self._keeping.get(viewer.race_id)).race
        if player == viewer.player and not race.cards_are_out:
            return
        race, sight = await self._sight(viewer, player)
        if sight == "delayed":
            self._watch_delayed(viewer, race, player)
            return
        await self._follow(viewer, race, player)
        own = player == viewer.player and viewer.seated
        missing = await self._boards.moves_since(race, player, n, own=own)
        if missing is None:
            viewer.outbox.put_fresh(player)
            return
        viewer.outbox.begin_board_at(player, n)
        for number, text in missing:
            viewer.outbox.put_moved(player, number, text)

    def race_finished(self, viewer: Viewer) -> None:
        """Nothing is held back any more: delayed boards are shown as they ended."""
        for player in list(viewer.delayed):
            viewer.unfollow(player)
            viewer.follows.add(player)
            viewer.outbox.put_fresh(player)

    async def _sight(self, viewer: Viewer, player: str) -> tuple[Race, Sight]:
        """The race that keeps the board of `player`, and how it may be seen; Refused if not, or not yet.

        The others of a daily have races of their own. Whoever has finished theirs may look at them.
        """
        race = (await self._keeping.get(viewer.race_id)).race
        if race.terms.daily is None or player == viewer.player:
            return race, sight_of(race, viewer.player, player)
        if not all_done(seat.line for seat in race.seats):
            raise Refused("not-allowed", "You can watch the others once you are done yourself.")
        stored = await self._stores.races.load(board_race(race.id, player))
        if stored is None or not stored.race.cards_are_out:
            raise Refused("no-such-player", "Nobody with that id has begun this day, or it was too long ago.")
        return stored.race, "now"

    async def _follow(self, viewer: Viewer, race: Race, player: str) -> None:
        viewer.follows.add(player)
        if race.id == viewer.race_id or player in viewer.elsewhere:
            return
        peek = Peek(viewer, race.id, player, self.fresh)
        viewer.elsewhere[player] = lambda: self._tasks.start(self._hub.leave(peek))
        await self._hub.enter(peek)
        if viewer.elsewhere.get(player) is None:  # it was ended meanwhile, maybe before the peek had come
            await self._hub.leave(peek)

    # -- late ------------------------------------------------------------------------------

    def _watch_delayed(self, viewer: Viewer, race: Race, player: str) -> None:
        viewer.unfollow(player)
        if len(viewer.delayed) >= FOLLOWED_MOST:
            raise Refused("too-many", f"{FOLLOWED_MOST} boards at once are the most.")
        task = self._tasks.start(self._tell_late(viewer, race, player))
        viewer.delayed[player] = task.cancel

    async def _tell_late(self, viewer: Viewer, race: Race, player: str) -> None:
        """The board as it was DELAY_MS ago, then every move that long after it was made."""
        entries = await self._moves_from(race.id, player, 1)
        shown = [entry for entry in entries if entry.at <= self._stores.now() - DELAY_MS]
        replay = Replay(race, player)
        await replay.forward(shown)
        viewer.outbox.put(replay.board().text())
        while True:
            later = await self._moves_from(race.id, player, replay.game.n + 1)
            for entry in later:
                await self._wait_until(entry.at + DELAY_MS)
                viewer.outbox.put(replay.play(entry, own=False))
            # A move made from now on is not due for DELAY_MS: a look every third of that misses nothing.
            await asyncio.sleep(DELAY_MS / 3000)

    async def _moves_from(self, race_id: str, player: str, n: int) -> list[MoveEntry]:
        """However long the database is away: whoever watches late is in no hurry."""
        while True:
            try:
                return await self._stores.boards.moves(race_id, player, n)
            except StoreError:
                await asyncio.sleep(READ_AGAIN_S)

    async def _wait_until(self, at: int) -> None:
        await asyncio.sleep(max(0, at - self._stores.now()) / 1000)
