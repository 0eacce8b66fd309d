"""What a connection to a race may say, and what is done about it. Knows no websocket, only messages."""

import asyncio
from contextlib import suppress
from typing import Final

from agnes import __version__
from agnes.protocol.client import ClientMessage, GiveUp, Move, Ready, Resume, Start, Unwatch, Watch
from agnes.protocol.server import Presence, Rejected, Watchers, Welcome
from agnes.protocol.server import Refused as RefusedMessage
from agnes.race import Race, Refused
from agnes.service.boards import Boards
from agnes.service.hub import READ_AGAIN_S, Hub
from agnes.service.keeping import Keeping
from agnes.service.living import Living
from agnes.service.moves import Moves, NotPlayed
from agnes.service.nothing_more import NothingMore
from agnes.service.outbox import LogMessage
from agnes.service.racing import Racing
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.service.viewer import Viewer
from agnes.service.watching import Watching
from agnes.store.errors import StoreError
from agnes.store.races import Stored

LIVE_AFTER_S: Final = 1.0
"""After so long live messages begin although the client has said nothing."""


class Attending:
    def __init__(
        self,
        stores: Stores,
        hub: Hub,
        living: Living,
        keeping: Keeping,
        racing: Racing,
        boards: Boards,
        moves: Moves,
        watching: Watching,
        nothing_more: NothingMore,
        tasks: Tasks,
    ) -> None:
        self._stores = stores
        self._hub = hub
        self._living = living
        self._keeping = keeping
        self._racing = racing
        self._boards = boards
        self._moves = moves
        self._watching = watching
        self._nothing_more = nothing_more
        self._tasks = tasks
        self._to_reseat: dict[str, bool] = {}  # while it is being done: whether it has to be done once more
        hub.start_over = self._welcome
        hub.before_log = self._before_log
        hub.after_log = self._after_log
        hub.on_word = self._on_word

    async def enter(self, race_id: str, player: str | None) -> Viewer:
        """A new connection: seated if its player has a seat, else watching. Refused if there is no race."""
        await self._keeping.get(race_id)
        viewer = Viewer(self._living.new_connection(), race_id, player, self._watching.fresh)
        try:
            await self._hub.enter(viewer)
            # A lobby at the very end of its life does not expire under whoever comes in.
            await self._stores.races.keep_alive(race_id, self._stores.now())
            await self._welcome(viewer)
        except BaseException:
            with suppress(StoreError):
                await self.leave(viewer)
            raise
        return viewer

    async def leave(self, viewer: Viewer) -> None:
        viewer.gone = True
        viewer.unfollow_all()
        await self._hub.leave(viewer)
        if viewer.seated:
            await self._living.departed(viewer)
        else:
            await self._living.stopped_watching(viewer)

    async def say(self, viewer: Viewer, message: ClientMessage) -> None:
        """Carry out what the client says. A refusal always answers; nothing raises but faults of ours."""
        if not isinstance(message, Resume):
            viewer.go_live()
        try:
            if isinstance(message, Move):
                await self._move(viewer, message)
            else:
                await self._other(viewer, message)
        except Refused as refused:
            self._refuse(viewer, message, refused.reason, refused.detail)
        except StoreError as error:
            self._refuse(viewer, message, "try-later", str(error))

    # -- helpers ---------------------------------------------------------------------------

    async def _look_into(self, race: Race, player: str) -> None:
        """Its player may have been away when it was proved that nothing more is to be gained."""
        play = await self._boards.play(race.id, player) if race.state == "running" else None
        if play is not None:
            self._nothing_more.shown(play)

    async def _welcome(self, viewer: Viewer) -> None:
        stored = await self._keeping.get(viewer.race_id)
        self._hub.caught_up_to(viewer.race_id, stored.seq)
        seat = stored.race.seat_of(viewer.player)
        if seat is not None and not viewer.seated:
            await self._living.arrived(viewer, stored)
            stored = await self._keeping.get(viewer.race_id)
        board = None
        if seat is not None:
            viewer.follows.add(seat.player)
            board = await self._boards.own_board(viewer.race_id, seat.player)
            if board is not None:
                viewer.outbox.begin_board_at(seat.player, board.n)
                await self._look_into(stored.race, seat.player)
        welcome = Welcome(
            seq=stored.seq,
            now=self._stores.now(),
            you=viewer.player,
            race=self._keeping.out(stored),
            board=board,
            version=__version__,
        )
        viewer.outbox.put(welcome.text())
        viewer.outbox.begin_at(stored.seq)
        if not viewer.seated:
            await self._living.count_watchers(viewer.race_id)
        viewer.tell(Watchers(count=self._living.watchers_now(viewer.race_id)).text())

    async def _move(self, viewer: Viewer, wish: Move) -> None:
        if not viewer.seated or viewer.player is None:
            detail = "You have no seat in this race."
            answer = Rejected(n=wish.n, move=wish.move[:32], reason="not-yours", detail=detail)
            viewer.outbox.put(answer.text())
            return
        result = await self._moves.make(viewer.race_id, viewer.player, wish)
        if isinstance(result, NotPlayed):
            viewer.outbox.put(result.answer.text())
            if result.board:
                viewer.outbox.put_fresh(viewer.player)
        elif result is not None:
            viewer.outbox.put(result)

    async def _other(self, viewer: Viewer, message: ClientMessage) -> None:
        race_id = viewer.race_id
        match message:
            case Resume():
                await self._resume(viewer, message)
            case Watch(player=player):
                await self._watching.watch(viewer, player)
            case Unwatch(player=player):
                self._watching.unwatch(viewer, player)
            case GiveUp():
                await self._racing.give_up(race_id, self._seated(viewer))
            case Ready(ready=ready):
                await self._racing.ready(race_id, self._seated(viewer), ready)
            case Start():
                await self._racing.start(race_id, self._seated(viewer))

    async def _resume(self, viewer: Viewer, seen: Resume) -> None:
        """Send what is missing of the logs, in order, or a fresh start where it is no longer kept."""
        viewer.hold()
        try:
            stored = await self._keeping.get(viewer.race_id)
            texts = None if seen.seq > stored.seq else await self._log_since(viewer, seen.seq, stored)
            if texts is None:
                await self._welcome(viewer)
            else:
                viewer.outbox.begin_at(seen.seq, [LogMessage.of(text) for text in texts])
                self._tell_who_is_here(viewer, stored)
            for player, n in seen.boards.items():
                await self._watching.catch_up(viewer, player, n)
        finally:
            viewer.go_live()

    def _tell_who_is_here(self, viewer: Viewer, stored: Stored) -> None:
        """Messages of a while ago say who was connected then: put that right."""
        here = self._living.here(stored)
        for seat in stored.race.seats:
            if not seat.bot:
                presence = Presence(player=seat.player, connected=seat.player in here)
                viewer.outbox.put(presence.text())

    async def _log_since(self, viewer: Viewer, seq: int, stored: Stored) -> list[str] | None:
        if seq == stored.seq:
            return []
        return await self._stores.races.log_since(viewer.race_id, seq)

    def _on_word(self, race_id: str, word: dict[str, object]) -> None:
        """What another process says beside the logs."""
        match word:
            case {"nothing_more": str(player), "text": str(text)}:
                self._hub.tell_of(race_id, player, text)
            case _:
                self._living.on_word(race_id, word)

    def _before_log(self, race_id: str, message: LogMessage) -> None:
        """At the study each player gets their board, before they hear that there is something to play."""
        if message.player is None and _change_of(message) == "study":
            for viewer in self._hub.viewers(race_id):
                if viewer.seated and viewer.player:
                    viewer.follows.add(viewer.player)
                    viewer.tell_fresh(viewer.player)

    def _after_log(self, race_id: str, message: LogMessage) -> None:
        """What else a message of the race log means for those connected here."""
        if message.player is not None:
            if '"status":"playing"' not in message.text:
                self._boards.forget(race_id, message.player)
            return
        match _change_of(message):
            case "joined" | "left":
                self._reseat_soon(race_id)
            case "finished":
                self._boards.forget(race_id)
                for viewer in self._hub.viewers(race_id):
                    self._watching.race_finished(viewer)

    def _reseat_soon(self, race_id: str) -> None:
        under_way = race_id in self._to_reseat
        self._to_reseat[race_id] = True
        if not under_way:
            self._tasks.start(self._reseat(race_id))

    async def _reseat(self, race_id: str) -> None:
        """One at a time for a race, each with the race as it is by then; or an older one would come last."""
        try:
            while self._to_reseat[race_id]:
                self._to_reseat[race_id] = False
                try:
                    await self._reseat_as_stored(race_id)
                except StoreError:
                    self._to_reseat[race_id] = True
                    await asyncio.sleep(READ_AGAIN_S)
        finally:
            del self._to_reseat[race_id]

    async def _reseat_as_stored(self, race_id: str) -> None:
        """Whoever watched and has joined holds the seat now; whoever left or was sent away watches."""
        stored = await self._stores.races.load(race_id)
        if stored is None:
            return
        for viewer in reversed(self._hub.viewers(race_id)):
            has_seat = stored.race.seat_of(viewer.player) is not None
            if viewer.seated and not has_seat:
                await self._living.departed(viewer)
                viewer.seated = False
                await self._living.count_watchers(race_id)
            elif has_seat and not viewer.seated and viewer.player not in self._seated_here(race_id):
                await self._living.arrived(viewer, stored)
                viewer.follows.add(viewer.name)
                await self._living.count_watchers(race_id)

    def _seated_here(self, race_id: str) -> set[str | None]:
        return {viewer.player for viewer in self._hub.viewers(race_id) if viewer.seated}

    def _seated(self, viewer: Viewer) -> str:
        if viewer.player is None or not viewer.seated:
            raise Refused("not-seated", "You have no seat in this race.")
        return viewer.player

    def _refuse(self, viewer: Viewer, message: ClientMessage, reason: str, detail: str) -> None:
        if isinstance(message, Move):
            reply = Rejected(n=message.n, move=message.move[:32], reason="try-later", detail=detail)
            viewer.outbox.put(reply.text())
        else:
            viewer.outbox.put(RefusedMessage(of=message.type, reason=reason, detail=detail).text())


def _change_of(message: LogMessage) -> str:
    """What changed, as a `race` message says it."""
    return message.text.partition('"change":"')[2].partition('"')[0]
