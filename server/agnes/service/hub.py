"""The fan-out in one process: who is connected to which race, and what reaches them, in order.

The race log in the database decides; what this process commits itself, and the hints that other
processes publish, are only quick ways to the same messages. A hole means: read the log.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from agnes.protocol.server import Pulse
from agnes.service.outbox import LogMessage
from agnes.service.tasks import Tasks
from agnes.service.viewer import Viewer
from agnes.store.keys import RaceKeys
from agnes.store.listener import Listener
from agnes.store.races import RaceStore

_log = structlog.get_logger()

READ_AGAIN_S: Final = 1.0
PULSE_S: Final = 1.0
"""A player's pulses are that far apart at least."""
PULSED_MOST: Final = 64
"""Where more than these are connected to a race, each one's pulse would cost more than it gives."""


class Audience:
    """Everyone in one race who is connected to this process; `seq` is the last message passed on."""

    def __init__(self, race_id: str) -> None:
        self.race_id = race_id
        self.seq = 0
        self.viewers: dict[str, Viewer] = {}
        self.pulsed: dict[str, float] = {}  # when each player's pulse was last told
        self.ready = asyncio.Event()
        self.reading = False
        self.behind = False

    def pass_on(self, message: LogMessage) -> None:
        self.seq = message.seq
        for viewer in list(self.viewers.values()):
            viewer.tell_log(message)


class Hub:
    """`start_over(viewer)` sends a fresh welcome where the log no longer goes back far enough."""

    def __init__(self, races: RaceStore, process: str, tasks: Tasks) -> None:
        self._races = races
        self._process = process
        self._tasks = tasks
        self._audiences: dict[str, Audience] = {}
        self._listener: Listener | None = None
        self.start_over: Callable[[Viewer], Awaitable[None]]
        self.before_log: Callable[[str, LogMessage], None]
        self.after_log: Callable[[str, LogMessage], None]

    def listen_with(self, listener: Listener) -> None:
        self._listener = listener

    async def enter(self, viewer: Viewer) -> None:
        """From now on what is committed reaches the viewer; read the race after this, not before."""
        audience = self._audiences.get(viewer.race_id)
        if audience is None:
            audience = self._audiences[viewer.race_id] = Audience(viewer.race_id)
            audience.viewers[viewer.connection] = viewer
            assert self._listener is not None
            try:
                await self._listener.subscribe(RaceKeys(viewer.race_id).news)
            finally:
                audience.ready.set()  # whoever waits is let in: if this failed, a gap is told once it works
        else:
            audience.viewers[viewer.connection] = viewer
            await audience.ready.wait()

    async def leave(self, viewer: Viewer) -> None:
        audience = self._audiences.get(viewer.race_id)
        if audience is None or audience.viewers.pop(viewer.connection, None) is None or audience.viewers:
            return
        del self._audiences[viewer.race_id]
        assert self._listener is not None
        await self._listener.unsubscribe(RaceKeys(viewer.race_id).news)

    def viewers(self, race_id: str) -> list[Viewer]:
        audience = self._audiences.get(race_id)
        return list(audience.viewers.values()) if audience else []

    def races(self) -> list[str]:
        return list(self._audiences)

    def every_viewer(self) -> list[Viewer]:
        return [viewer for audience in self._audiences.values() for viewer in audience.viewers.values()]

    def caught_up_to(self, race_id: str, seq: int) -> None:
        """The race was read as of `seq`: what comes up to there need not be looked up again."""
        audience = self._audiences.get(race_id)
        if audience is not None and audience.seq == 0:
            audience.seq = seq

    def log(self, race_id: str, texts: Sequence[str]) -> None:
        """New messages of a race log, in order."""
        audience = self._audiences.get(race_id)
        if audience is None:
            return
        for text in texts:
            message = LogMessage.of(text)
            if message.seq <= audience.seq:
                continue
            if message.seq != audience.seq + 1:
                self._catch_up(audience)
                return
            self._pass_on(audience, message)

    def look_again(self, race_id: str) -> None:
        """Something was committed whose messages are not at hand: read them from the log."""
        audience = self._audiences.get(race_id)
        if audience is not None:
            self._catch_up(audience)

    def moved(self, race_id: str, player: str, n: int, text: str, own_text: str | None) -> None:
        """A move of a board; its own player gets `own_text`, or a fresh board where that is not at hand."""
        for viewer in self.viewers(race_id):
            if viewer.player != player or not viewer.seated:
                viewer.tell_moved(player, n, text)
            elif own_text is not None:
                viewer.tell_moved(player, n, own_text)
            else:
                viewer.tell_fresh(player)

    def pulse(self, race_id: str, player: str) -> None:
        """A move changed no score: whoever does not see that board at least feels that there was one."""
        audience = self._audiences.get(race_id)
        now = asyncio.get_running_loop().time()
        if audience is None or len(audience.viewers) > PULSED_MOST:
            return
        if now - audience.pulsed.get(player, -PULSE_S) < PULSE_S:
            return
        audience.pulsed[player] = now
        text = Pulse(player=player).text()
        for viewer in audience.viewers.values():
            viewer.tell_pulse(player, text)

    def board_changed(self, race_id: str, player: str) -> None:
        """Moves were made on a board that are not at hand: whoever follows it gets it anew."""
        for viewer in self.viewers(race_id):
            viewer.tell_fresh(player)

    def tell_of(self, race_id: str, player: str, text: str) -> None:
        """Something that is not numbered, to whoever follows that board."""
        for viewer in self.viewers(race_id):
            viewer.tell_of(player, text)

    def tell(self, race_id: str, text: str) -> None:
        for viewer in self.viewers(race_id):
            viewer.tell(text)

    def on_news(self, channel: str, payload: str) -> None:
        """Another process has published what it committed; our own is known already."""
        race_id = channel.partition("{")[2].partition("}")[0]
        try:
            by, player, body, texts = json.loads(payload)
        except ValueError:
            _log.warning("unreadable news", race=race_id)
            return
        if by == self._process:
            return
        logged = [text for text in texts if text != "ok"] if isinstance(texts, list) else []
        self.log(race_id, logged)
        if player and body:
            self.moved(race_id, player, int(json.loads(body)["n"]), body, None)
            if not logged:
                self.pulse(race_id, player)
        elif body:
            self.on_word(race_id, json.loads(body))

    on_word: Callable[[str, dict[str, object]], None]

    def on_gap(self) -> None:
        """Hints may have been lost: everybody reads the logs again."""
        for audience in list(self._audiences.values()):
            self._catch_up(audience)
            for viewer in audience.viewers.values():
                for player in viewer.follows:
                    viewer.tell_fresh(player)

    def _pass_on(self, audience: Audience, message: LogMessage) -> None:
        self.before_log(audience.race_id, message)
        audience.pass_on(message)
        self.after_log(audience.race_id, message)

    def _catch_up(self, audience: Audience) -> None:
        audience.behind = True
        if not audience.reading:
            audience.reading = True
            self._tasks.start(self._read_log(audience))

    async def _read_log(self, audience: Audience) -> None:
        try:
            while audience.behind and audience.viewers:
                audience.behind = False
                try:
                    texts = await self._races.log_since(audience.race_id, audience.seq)
                except Exception:
                    _log.exception("race log unreadable, trying again", race=audience.race_id)
                    audience.behind = True
                    await asyncio.sleep(READ_AGAIN_S)
                    continue
                if texts is None:
                    await self._start_over(audience)
                for text in texts or ():
                    message = LogMessage.of(text)
                    if message.seq > audience.seq:
                        self._pass_on(audience, message)
        finally:
            audience.reading = False

    async def _start_over(self, audience: Audience) -> None:
        stored = await self._races.load(audience.race_id)
        if stored is not None:
            audience.seq = stored.seq
            for viewer in list(audience.viewers.values()):
                await self.start_over(viewer)
