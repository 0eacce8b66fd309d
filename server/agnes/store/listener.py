"""The hint channel: what other processes publish, as it comes.

A message only says that there is something to read; the log decides what. So nothing that is missed here is
lost: after every cut `on_gap` tells all followers to read on from where they are.

Publishing is sharded everywhere (SPUBLISH, SSUBSCRIBE): a cluster then carries a message to one node only,
and a standalone server takes the same commands.
"""

import asyncio
from collections.abc import Callable

from agnes.store.address import Address
from agnes.store.cluster import Topology
from agnes.store.connect import CONNECTION_TROUBLE, Target
from agnes.store.ear import Ear
from agnes.store.errors import DatabaseUnreachable
from agnes.store.slots import slot_of_key
from agnes.store.translate import unreachable

CONFIRM_SECONDS = 5.0


class Listener:
    """One connection for all channels; in a cluster one for each node that has a channel of ours.

    `on_message(channel, text)` and `on_gap()` are called in the event loop; they must not raise or take long.
    """

    def __init__(self, url: str, on_message: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        self._target = Target(url)
        self._topology = Topology(self._target) if self._target.seeds else None
        self._on_message = on_message
        self._on_gap = on_gap
        self._ears: dict[Address | None, Ear] = {}
        self._home: dict[str, Ear] = {}
        self._closed = False

    async def start(self) -> None:
        """Connects, to fail early: DatabaseUnreachable."""
        try:
            if self._topology:
                await self._topology.refresh()
            else:
                await self._ear(None).connect()
        except CONNECTION_TROUBLE as error:
            raise unreachable(self._target.shown, error) from error

    async def subscribe(self, channel: str) -> None:
        """Returns once the server has confirmed: what is published from now on comes, or a gap is told.

        DatabaseUnreachable if it does not confirm in time; the channel stays wanted and comes with a gap.
        """
        ear = self._home.get(channel) or self._ear_for(channel)
        self._home[channel] = ear
        try:
            async with asyncio.timeout(CONFIRM_SECONDS):
                await ear.want(channel).wait()
        except TimeoutError as error:
            raise unreachable(self._target.shown, error) from None
        if self._closed:
            raise DatabaseUnreachable("the listener was closed")

    async def unsubscribe(self, channel: str) -> None:
        """Nothing of this channel is passed on after this. Unknown channels are no error."""
        ear = self._home.pop(channel, None)
        if ear:
            ear.drop(channel)

    async def close(self) -> None:
        self._closed = True
        if self._topology:
            await self._topology.close()
        await asyncio.gather(*(ear.close() for ear in self._ears.values()))
        self._ears.clear()
        self._home.clear()

    def _ear_for(self, channel: str) -> Ear:
        return self._ear(self._topology.owner[slot_of_key(channel)] if self._topology else None)

    def _ear(self, address: Address | None) -> Ear:
        ear = self._ears.get(address)
        if ear is None:
            ear = Ear(self._target, address, self._on_message, self._on_gap, self._rehome)
            self._ears[address] = ear
        return ear

    async def _rehome(self, ear: Ear) -> None:
        """A node failed or gave slots away: learn who has them now and move the channels there."""
        if self._topology is None:
            return
        try:
            await self._topology.refresh()
        except (*CONNECTION_TROUBLE, DatabaseUnreachable):
            return
        for channel in list(ear.channels):
            home = self._ear_for(channel)
            if home is not ear:
                self._home[channel] = home
                home.want(channel, ear.channels.pop(channel))
