"""What tests of all layers share: one real database for the run, empty for each test that asks for it."""

from collections.abc import AsyncIterator

import pytest
from tests.store.cluster import RunningCluster, running_cluster

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.readiness import tell


@pytest.fixture(scope="session")
async def valkey(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedValkey]:
    server = await EmbeddedValkey.start(tmp_path_factory.mktemp("valkey"))
    # What these tests hold is not whether data outlive a power cut; tests/faults does that.
    await tell(server.url, "CONFIG", "SET", "appendfsync", "no")
    yield server
    await server.stop()


@pytest.fixture(scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningCluster]:
    async with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
async def database(valkey: EmbeddedValkey) -> AsyncIterator[Database]:
    opened = await Database.open(valkey.url)
    await opened.call("FLUSHALL")
    yield opened
    await opened.close()
