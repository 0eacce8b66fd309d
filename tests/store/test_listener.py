"""The hint channel against a real Valkey."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.listener import Listener


class Heard:
    """What a listener was told, with a way to wait for it."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, str]] = []
        self.gaps = 0
        self._changed = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()

    def message(self, channel: str, text: str) -> None:
        self.messages.append((channel, text))
        self._tell()

    def gap(self) -> None:
        self.gaps += 1
        self._tell()

    async def until_messages(self, count: int) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.messages) >= count)

    async def until_gaps(self, count: int) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self.gaps >= count)

    def _tell(self) -> None:
        async def notify() -> None:
            async with self._changed:
                self._changed.notify_all()

        task = asyncio.get_running_loop().create_task(notify())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
async def listener(valkey: EmbeddedValkey, heard: Heard) -> AsyncIterator[Listener]:
    opened = Listener(valkey.url, heard.message, heard.gap)
    await opened.start()
    yield opened
    await opened.close()


async def test_what_is_published_after_subscribing_is_heard(
    listener: Listener, heard: Heard, database: Database
) -> None:
    await listener.subscribe("race:1")
    await database.call("SPUBLISH", "race:1", "7")
    await heard.until_messages(1)
    assert heard.messages == [("race:1", "7")]
    assert heard.gaps == 0


async def test_after_unsubscribing_nothing_is_heard(
    listener: Listener, heard: Heard, database: Database
) -> None:
    await listener.subscribe("race:1")
    await listener.subscribe("race:2")
    await listener.unsubscribe("race:1")
    await listener.unsubscribe("never subscribed")
    await database.call("SPUBLISH", "race:1", "not for us")
    await database.call("SPUBLISH", "race:2", "for us")
    await heard.until_messages(1)
    assert heard.messages == [("race:2", "for us")]


async def test_a_killed_connection_comes_back_with_all_channels_and_tells_the_gap(
    listener: Listener, heard: Heard, database: Database
) -> None:
    for n in range(3):
        await listener.subscribe(f"race:{n}")
    for cut in range(1, 4):
        assert await database.call("CLIENT", "KILL", "TYPE", "pubsub") == 1
        await heard.until_gaps(cut)
        heard.messages.clear()
        for n in range(3):
            await database.call("SPUBLISH", f"race:{n}", str(cut))
        await heard.until_messages(3)
        assert sorted(heard.messages) == [(f"race:{n}", str(cut)) for n in range(3)]
    assert heard.gaps == 3
