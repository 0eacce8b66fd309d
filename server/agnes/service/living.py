"""Who is here and who is away: seats held by connections, and the grace time of the absent.

A seat's grace is a timer in the database. While its connection lives, the process that has it keeps
pushing the timer ahead; when the connection ends, or the whole process, the timer runs out.
"""

import asyncio
import json
from contextlib import suppress
from typing import Final

from agnes.protocol.server import Presence, Watchers
from agnes.service.hub import Hub
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.service.viewer import Viewer
from agnes.store.errors import StoreError
from agnes.store.presence import PROCESS_DEAD_MS, WATCHER_MS
from agnes.store.races import Stored

BEAT_S: Final = 2.0
END_S: Final = 1.0
TAKEN: Final = "Another tab or device took this seat."
ERASED: Final = "You have erased yourself here; choose a name to come back as somebody new."
EXPIRED: Final = "This race is no longer kept; make a new one."


class Living:
    """`grace_ms`: after being away for so long a seat counts as given up.

    `lobby_ms`: a lobby that nobody is connected to is kept for so long.
    """

    def __init__(self, stores: Stores, hub: Hub, tasks: Tasks, *, grace_ms: int, lobby_ms: int) -> None:
        self._stores = stores
        self._hub = hub
        self._tasks = tasks
        self._grace_ms = grace_ms
        self._renew_ms = min(grace_ms, lobby_ms, WATCHER_MS) // 4
        self._alive = frozenset({stores.process})
        self._connections = 0
        self._beaten_at = 0
        self._renewed_at = 0
        self._counted: dict[str, int] = {}
        self._to_depart: list[Viewer] = []

    # -- asking ----------------------------------------------------------------------------

    def here(self, stored: Stored) -> frozenset[str]:
        """The players whose seat is held by a connection of a living process."""
        return frozenset(player for player, connection in stored.here.items() if self._lives(connection))

    def new_connection(self) -> str:
        """A name for a connection that no other process gives."""
        self._connections += 1
        return f"{self._stores.process}.{self._connections}"

    def _lives(self, connection: str) -> bool:
        return connection.partition(".")[0] in self._alive

    # -- coming and going ------------------------------------------------------------------

    async def arrived(self, viewer: Viewer, stored: Stored) -> None:
        """The viewer takes their seat; a connection that held it before is told and closed."""
        if viewer.gone:
            return
        assert viewer.player is not None
        was_here = viewer.player in self.here(stored)
        try:
            was_free = await self._stores.presence.arrive(viewer.race_id, viewer.player, viewer.connection)
        finally:
            viewer.seated = True  # also where the answer was lost: it may hold the seat
        await self._close_replaced(viewer.race_id, viewer.player)
        await self._keep_alive([(viewer.race_id, viewer.player)])
        await self._publish(viewer.race_id, {"took": viewer.player})
        if was_free or not was_here:
            await self._tell_presence(viewer.race_id, viewer.player)

    async def departed(self, viewer: Viewer) -> None:
        """The connection is gone. The seat is away now, unless another connection has taken it.

        While the database is away that cannot be noted: StoreError, and it is made up for later.
        """
        if not viewer.seated or viewer.player is None:
            return
        race_id, player = viewer.race_id, viewer.player
        try:
            if await self._stores.presence.depart(race_id, player, viewer.connection):
                until = self._stores.now() + self._grace_ms
                await self._stores.timers.set_many({_away(race_id, player): until})
                await self._tell_presence(race_id, player)
        except StoreError:
            # Of a connection of a living process it is taken for granted that it is still there.
            self._to_depart.append(viewer)
            raise

    async def _close_replaced(self, race_id: str, player: str) -> None:
        """Close whatever of this process thinks that it holds the seat, and does not.

        The database says who does: of several that arrive at once the last one stays, and not nobody.
        """
        holder = await self._stores.presence.holder(race_id, player)
        for viewer in self._hub.viewers(race_id):
            if viewer.player == player and viewer.seated and viewer.connection != holder:
                viewer.close(4409, "seat-taken", TAKEN)

    def erased(self, player: str) -> None:
        """Close every connection that somebody still has here who is no more."""
        for viewer in self._hub.every_viewer():
            if viewer.player == player:
                viewer.close(4401, "unknown-player", ERASED)

    async def watch_over(self, stored: Stored) -> None:
        """In the countdown: the grace of the seats that nobody holds begins with the study."""
        until = max(self._stores.now(), stored.race.due or 0) + self._grace_ms
        here = self.here(stored)
        absent = [seat.player for seat in stored.race.seats if seat.player not in here and not seat.bot]
        await self._stores.timers.set_many({_away(stored.race.id, player): until for player in absent})

    def is_away(self, stored: Stored, player: str) -> bool:
        return player not in self.here(stored)

    async def look_again_for(self, race_id: str, player: str) -> None:
        """Ask once more whether the player is away, by when a dead process is known to be dead."""
        until = self._stores.now() + PROCESS_DEAD_MS
        await self._stores.timers.set_many({_away(race_id, player): until})

    # -- watchers --------------------------------------------------------------------------

    async def count_watchers(self, race_id: str, *, fewer: bool = False) -> None:
        """Tell everyone in the race how many people watch, if that has changed.

        `fewer`: somebody has left, so other processes are told whatever was counted here: the last one to
        leave this process may find that its count is forgotten already.
        """
        await self._stores.presence.watching(race_id, self._watchers_of(race_id), self._stores.now())
        count = await self._stores.presence.watchers(race_id, self._stores.now())
        changed = self._counted.get(race_id, 0) != count
        self._tell_watchers(race_id, count)
        if changed or fewer:
            await self._publish(race_id, {"watchers": count})

    async def stopped_watching(self, viewer: Viewer) -> None:
        left = viewer.name not in self._watchers_of(viewer.race_id)
        if left:
            await self._stores.presence.watches_no_longer(viewer.race_id, viewer.name)
        await self.count_watchers(viewer.race_id, fewer=left)
        if left:  # said last, so that a process where they still watch corrects the count just told
            await self._publish(viewer.race_id, {"watches_no_longer": viewer.name})
        if not self._hub.viewers(viewer.race_id):
            self._counted.pop(viewer.race_id, None)

    def watchers_now(self, race_id: str) -> int:
        return self._counted.get(race_id, 0)

    def _watchers_of(self, race_id: str) -> list[str]:
        return sorted({viewer.name for viewer in self._hub.viewers(race_id) if not viewer.seated})

    def _tell_watchers(self, race_id: str, count: int) -> None:
        if self._counted.get(race_id, 0) != count:
            self._counted[race_id] = count
            self._hub.tell(race_id, Watchers(count=count).text())

    # -- between processes -----------------------------------------------------------------

    def on_word(self, race_id: str, word: dict[str, object]) -> None:
        """What another process says of presence."""
        match word:
            case {"took": str(player)}:
                self._tasks.start(self._close_replaced(race_id, player))
            case {"presence": str(player), "by": str(process)}:
                self._alive |= {process}
                self._tasks.start(self._tell_presence_here(race_id, player))
            case {"watches_no_longer": str(name)}:
                if name in self._watchers_of(race_id):  # they do: here
                    self._tasks.start(self.count_watchers(race_id))
            case {"watchers": int(count)}:
                self._tell_watchers(race_id, count)
            case {"erased": str(player)}:
                self.erased(player)

    async def _tell_presence(self, race_id: str, player: str) -> None:
        await self._tell_presence_here(race_id, player)
        await self._publish(race_id, {"presence": player, "by": self._stores.process})

    async def _tell_presence_here(self, race_id: str, player: str) -> None:
        # Asked anew by each process: one connection ends while the next begins, and what is told last must be
        # what has become of both.
        holder = await self._stores.presence.holder(race_id, player)
        connected = holder is not None and self._lives(holder)
        self._hub.tell(race_id, Presence(player=player, connected=connected).text())

    async def _publish(self, race_id: str, word: dict[str, object]) -> None:
        news = json.dumps([self._stores.process, "", json.dumps(word), []])
        await self._stores.presence.publish(race_id, news)

    # -- signs of life ---------------------------------------------------------------------

    async def begin(self) -> None:
        """At the start of the process. If no other was alive, absences before it are nobody's fault."""
        now = self._beaten_at = self._stores.now()
        self._alive = await self._stores.presence.alive(self._stores.process, now)
        if self._alive == {self._stores.process}:
            await self._stores.timers.put_off("away", now + self._grace_ms)

    async def beat(self) -> None:
        """A sign of life of this process, and now and then of everyone connected to it."""
        now = self._stores.now()
        if now - self._beaten_at > PROCESS_DEAD_MS:
            # The database was away, for the other processes too: they need time for a sign of their own.
            await self._stores.timers.put_off("away", now + PROCESS_DEAD_MS)
        self._alive = await self._stores.presence.alive(self._stores.process, now)
        self._beaten_at = now
        late, self._to_depart = self._to_depart, []
        await asyncio.gather(*(self.departed(viewer) for viewer in late))
        if now - self._renewed_at >= self._renew_ms:
            self._renewed_at = now
            await self._keep_alive(
                [
                    (viewer.race_id, viewer.player)
                    for viewer in self._hub.every_viewer()
                    if viewer.seated and viewer.player
                ]
            )
            await asyncio.gather(*(self._renew(race_id) for race_id in self._hub.races()))

    async def end(self) -> None:
        """Say that this process ends, if that can be said now: else it is taken for dead after a while."""
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(END_S):
                await self._stores.presence.gone(self._stores.process)

    async def _keep_alive(self, seats: list[tuple[str, str]]) -> None:
        # A quarter more than the grace: the next renewal comes within that quarter.
        until = self._stores.now() + self._grace_ms * 5 // 4
        await self._stores.timers.set_many({_away(race_id, player): until for race_id, player in seats})

    async def _renew(self, race_id: str) -> None:
        await self.count_watchers(race_id)
        if not await self._stores.races.keep_alive(race_id, self._stores.now()):
            for viewer in self._hub.viewers(race_id):
                viewer.close(4404, "no-such-race", EXPIRED)


def _away(race_id: str, player: str) -> str:
    return f"away {race_id} {player}"
