"""The hint channel against a real Valkey and a real cluster."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.store.cluster import RunningCluster, running_cluster
from tests.store.helpers import served, until
from tests.store.proxy import Proxy

from agnes.store import ear, listener
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import DatabaseUnreachable
from agnes.store.listener import Listener
from agnes.store.slots import SLOTS, slot_of_key

RACES = [f"race:{n}" for n in range(12)]


class Heard:
    """A listener, and what it was told."""

    def __init__(self, url: str) -> None:
        self.messages: list[tuple[str, str]] = []
        self.gaps = 0
        self.listener = Listener(url, lambda channel, text: self.messages.append((channel, text)), self._gap)

    def _gap(self) -> None:
        self.gaps += 1

    async def until_gaps(self, count: int) -> None:
        await until(lambda: self.gaps == count)

    async def hears(self, database: Database, channels: list[str], text: str) -> None:
        """Publishes on these channels; all of it comes, once."""
        self.messages.clear()
        for channel in channels:
            await database.call("SPUBLISH", channel, text)
        await until(lambda: len(self.messages) >= len(channels))
        assert sorted(self.messages) == sorted((channel, text) for channel in channels)

    async def settles(self, database: Database, channels: list[str]) -> None:
        """Publishes until all channels are heard; whenever one is not, a gap must be told."""
        for attempt in itertools.count():
            wanted = {(channel, f"attempt {attempt}") for channel in channels}
            gaps = self.gaps
            for channel, text in wanted:
                await database.call("SPUBLISH", channel, text)
            while self.gaps == gaps:
                if wanted <= set(self.messages):
                    return
                await asyncio.sleep(0.002)


@pytest.fixture
async def heard(valkey: EmbeddedValkey) -> AsyncIterator[Heard]:
    opened = Heard(valkey.url)
    await opened.listener.start()
    yield opened
    await opened.listener.close()


async def test_what_is_published_after_subscribing_is_heard(heard: Heard, database: Database) -> None:
    await heard.listener.subscribe("race:1")
    await heard.listener.subscribe("race:1")
    await heard.hears(database, ["race:1"], "7")
    assert heard.gaps == 0


async def test_after_unsubscribing_nothing_is_heard(heard: Heard, database: Database) -> None:
    for channel in ("race:1", "race:2"):
        await heard.listener.subscribe(channel)
    await heard.listener.unsubscribe("race:1")
    await heard.listener.unsubscribe("never subscribed")
    await database.call("SPUBLISH", "race:1", "not for us")
    await heard.hears(database, ["race:2"], "for us")


async def test_subscribing_again_right_after_unsubscribing_works(heard: Heard, database: Database) -> None:
    for _ in range(3):
        await heard.listener.subscribe("race:1")
        await heard.listener.unsubscribe("race:1")
    await asyncio.gather(*(heard.listener.subscribe("race:1") for _ in range(3)))
    await heard.hears(database, ["race:1"], "once")


async def test_a_cancelled_subscribing_disturbs_nobody(heard: Heard, database: Database) -> None:
    hasty = asyncio.create_task(heard.listener.subscribe("race:1"))
    patient = asyncio.create_task(heard.listener.subscribe("race:1"))
    await asyncio.sleep(0)
    hasty.cancel()
    await patient
    await heard.hears(database, ["race:1"], "x")


async def test_a_killed_connection_comes_back_with_all_channels_and_tells_the_gap(
    heard: Heard, database: Database
) -> None:
    for channel in RACES:
        await heard.listener.subscribe(channel)
    for cut in range(1, 4):
        assert await database.call("CLIENT", "KILL", "TYPE", "pubsub") == 1
        await heard.until_gaps(cut)
        await heard.hears(database, RACES, f"after cut {cut}")


async def test_a_restart_of_the_database_is_survived(tmp_path: Path) -> None:
    valkey = await EmbeddedValkey.start(tmp_path)
    heard = Heard(valkey.url)
    await heard.listener.start()
    await heard.listener.subscribe("race:1")
    await valkey.stop()
    late = asyncio.create_task(heard.listener.subscribe("race:2"))
    async with served(tmp_path) as database:
        await late
        await heard.until_gaps(1)
        await heard.hears(database, ["race:1", "race:2"], "back")
        await heard.listener.close()


async def test_a_silent_connection_is_noticed_and_replaced(
    valkey: EmbeddedValkey, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ear, "BEAT_SECONDS", 0.02)
    monkeypatch.setattr(ear, "DEAF_SECONDS", 0.1)
    async with Proxy.before(Path(urlsplit(valkey.url).path), tmp_path / "proxy") as proxy:
        heard = Heard(proxy.url)
        await heard.listener.start()
        await heard.listener.subscribe("race:1")
        await until(lambda: sum(b"PING" in packet for packet in proxy.packets) > 10)
        assert proxy.opened == 1  # answers to its questions keep it content
        proxy.passing.clear()
        await until(lambda: proxy.opened > 1)
        proxy.passing.set()
        await heard.until_gaps(1)
        await heard.hears(database, ["race:1"], "back")
        await heard.listener.close()


async def test_subscribing_while_the_database_is_away_is_told_and_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "CONFIRM_SECONDS", 0.1)
    valkey = await EmbeddedValkey.start(tmp_path)
    heard = Heard(valkey.url)
    await heard.listener.start()
    await valkey.stop()
    with pytest.raises(DatabaseUnreachable):
        await heard.listener.subscribe("race:1")
    async with served(tmp_path) as database:
        await heard.until_gaps(1)
        await heard.hears(database, ["race:1"], "back")
        await heard.listener.close()


async def test_a_listener_that_cannot_connect_says_so_at_once() -> None:
    for url in ("unix:///nowhere/valkey.sock", "redis+cluster://127.0.0.1:1"):
        with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
            await Heard(url).listener.start()


async def test_closing_tells_those_who_wait_for_a_confirmation(valkey: EmbeddedValkey) -> None:
    heard = Heard(valkey.url)
    await heard.listener.start()
    waiting = asyncio.create_task(heard.listener.subscribe("race:1"))
    await asyncio.sleep(0)
    await heard.listener.close()
    with pytest.raises(DatabaseUnreachable, match="closed"):
        await waiting


class TestCluster:
    @pytest.fixture
    async def database(self, cluster: RunningCluster) -> AsyncIterator[Database]:
        opened = await Database.open(cluster.url)
        yield opened
        await opened.close()

    @pytest.fixture
    async def heard(self, cluster: RunningCluster) -> AsyncIterator[Heard]:
        opened = Heard(cluster.url)
        await opened.listener.start()
        yield opened
        await opened.listener.close()

    async def test_channels_of_all_nodes_are_heard(self, heard: Heard, database: Database) -> None:
        assert {slot_of_key(channel) * 3 // SLOTS for channel in RACES} == {0, 1, 2}
        for channel in RACES:
            await heard.listener.subscribe(channel)
        await heard.hears(database, RACES, "x")
        for channel in RACES[6:]:
            await heard.listener.unsubscribe(channel)
        await heard.hears(database, RACES[:6], "y")
        assert heard.gaps == 0

    async def test_a_node_that_cuts_us_off_is_heard_again(
        self, heard: Heard, database: Database, cluster: RunningCluster
    ) -> None:
        for channel in RACES:
            await heard.listener.subscribe(channel)
        for cut, node in enumerate(cluster.nodes, 1):
            await node.ask("CLIENT", "KILL", "TYPE", "pubsub")
            await heard.until_gaps(cut)
            await heard.hears(database, RACES, f"after cut {cut}")

    async def test_a_channel_follows_its_slot(
        self, heard: Heard, database: Database, cluster: RunningCluster
    ) -> None:
        for channel in RACES:
            await heard.listener.subscribe(channel)
        channel = RACES[0]
        slot = slot_of_key(channel)
        source = cluster.nodes[slot * 3 // SLOTS]
        target = cluster.nodes[(slot * 3 // SLOTS + 1) % 3]
        await cluster.move_slot(slot, source, target)
        try:
            await heard.settles(database, RACES)
            await heard.hears(database, RACES, "moved")
        finally:
            await cluster.move_slot(slot, target, source)

    async def test_a_promoted_replica_is_heard(self, tmp_path: Path) -> None:
        async with running_cluster(tmp_path, replicas=1) as spare:
            heard = Heard(spare.url)
            await heard.listener.start()
            for channel in RACES:
                await heard.listener.subscribe(channel)
            spare.nodes[0].process.kill()
            await spare.replicas[0].ask("CLUSTER", "FAILOVER", "TAKEOVER")
            database = await Database.open(spare.url)
            await heard.settles(database, RACES)
            await heard.hears(database, RACES, "promoted")
            await database.close()
            await heard.listener.close()
