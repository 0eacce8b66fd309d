"""One subscribed connection to one server, and its coming back by itself after a cut."""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable

from agnes.store.address import Address
from agnes.store.connect import Connection, Target, hang_up, pack, send
from agnes.store.lane import PAUSE_SECONDS, cancelled

BEAT_SECONDS = 2.0  # between two questions whether the other side lives
DEAF_SECONDS = 5.0  # without any answer, after which it counts as gone
STEADY_SECONDS = 1.0  # a connection that held so long is not to blame for the cut: begin again without delay

log = logging.getLogger(__name__)


class Ear:
    """`rehome(self)` runs after each failure and may move channels to another ear."""

    def __init__(
        self,
        target: Target,
        address: Address | None,
        on_message: Callable[[str, str], None],
        on_gap: Callable[[], None],
        rehome: Callable[["Ear"], Awaitable[None]],
    ) -> None:
        self.channels: dict[str, asyncio.Event] = {}  # set once the server has confirmed
        self._target = target
        self._address = address
        self._on_message = on_message
        self._on_gap = on_gap
        self._rehome = rehome
        self._connection: Connection | None = None
        self._to_say: list[tuple[str, ...]] = []
        self._wake = asyncio.Event()
        self._said: deque[tuple[str, ...]] = deque()  # commands without an answer yet, in order
        self._unconfirmed = 0
        self._heard = False
        self._gap_due = False
        self._cut_off = False  # so that the log tells each cut once
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Opens the first connection; raises one of CONNECTION_TROUBLE."""
        self._connection = await self._dial()
        self._begin()

    def want(self, channel: str, confirmed: asyncio.Event | None = None) -> asyncio.Event:
        """Subscribes; the event is set when the server has confirmed, be it after the next cut.

        With the event of another ear it takes the channel over: something may have been missed in between.
        """
        if channel not in self.channels:
            self._gap_due = self._gap_due or confirmed is not None
            self.channels[channel] = confirmed or asyncio.Event()
            self._say("SSUBSCRIBE", channel)
        self._begin()
        return self.channels[channel]

    def drop(self, channel: str) -> None:
        confirmed = self.channels.pop(channel, None)
        if confirmed:
            confirmed.set()
            self._say("SUNSUBSCRIBE", channel)

    async def close(self) -> None:
        if self._task:
            await cancelled(self._task)
        for confirmed in self.channels.values():
            confirmed.set()
        self.channels.clear()
        if self._connection:
            await hang_up(self._connection)

    def _begin(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="database listener")

    async def _dial(self) -> Connection:
        # RESP2, in which everything that a subscribed connection says is a plain list.
        return await self._target.dial(self._address, protocol=2)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        pause = PAUSE_SECONDS[0]
        while True:
            began = loop.time()
            try:
                self._connection = self._connection or await self._dial()
                await self._converse(self._connection)
            except Exception as trouble:
                if not self._cut_off:
                    self._cut_off = True
                    log.warning("the database listener was cut off: %s", trouble)
            if self._connection:
                await hang_up(self._connection)
                self._connection = None
            self._gap_due = True
            await self._rehome(self)
            if not self.channels:
                self._task = None
                return
            pause = (
                PAUSE_SECONDS[0] if loop.time() - began > STEADY_SECONDS else min(pause * 2, PAUSE_SECONDS[1])
            )
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    async def _converse(self, connection: Connection) -> None:
        """Subscribes to all channels and passes on what comes, until the connection fails."""
        self._to_say = []
        self._said.clear()
        self._unconfirmed = 0
        for channel in self.channels:
            self._say("SSUBSCRIBE", channel)
        async with asyncio.timeout(DEAF_SECONDS) as patience:
            speaker = asyncio.create_task(self._speak(connection, patience))
            try:
                while True:
                    self._hear(await connection.read_response())
            finally:
                await cancelled(speaker)

    async def _speak(self, connection: Connection, patience: asyncio.Timeout) -> None:
        """Sends what there is to say, and a question each beat; each sign of life prolongs the patience."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                self._say("PING")
            self._wake.clear()
            if self._heard:
                self._heard = False
                patience.reschedule(loop.time() + DEAF_SECONDS)
            commands, self._to_say = self._to_say, []
            self._said.extend(commands)
            await send(connection, [b"".join([pack(*command) for command in commands])])

    def _say(self, *command: str) -> None:
        if self._task is None:
            return  # all channels are subscribed when it begins
        self._to_say.append(command)
        self._unconfirmed += command[0] == "SSUBSCRIBE"
        self._wake.set()

    def _hear(self, reply: object) -> None:
        self._heard = True
        if not isinstance(reply, list):
            self._said.popleft()  # +PONG, while there is no channel
            return
        kind, channel, content = str(reply[0]), str(reply[1]), reply[-1]
        if kind == "smessage":
            if channel in self.channels:
                self._tell(self._on_message, channel, str(content))
        elif kind == "sunsubscribe" and (not self._said or self._said[0] != ("SUNSUBSCRIBE", channel)):
            # Nobody asked for that: the node says that it has given the slot away.
            if channel in self.channels:
                raise MovedAwayError(channel)
        else:
            self._said.popleft()
            if kind == "ssubscribe":
                self._confirm(channel)

    def _confirm(self, channel: str) -> None:
        if channel in self.channels:
            self.channels[channel].set()
        self._unconfirmed -= 1
        if self._gap_due and not self._unconfirmed:
            # Only now, so that nothing can be published between the reading and the listening.
            self._gap_due = False
            self._cut_off = False
            self._tell(self._on_gap)

    def _tell(self, callback: Callable[..., None], *what: str) -> None:
        try:
            callback(*what)
        except Exception:
            # A fault of the listener's owner; it must not cost all other channels their connection.
            log.exception("what listens to the database failed")


class MovedAwayError(Exception):
    """Another node of the cluster serves this channel now."""
