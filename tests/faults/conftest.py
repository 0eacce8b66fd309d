"""A real server for all tests that leave it whole."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.faults.helpers import HastyServer, Scenario, at_once, complaints
from tests.protocol.client import Crowd
from tests.server import ServerProcess


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = HastyServer(tmp_path_factory.mktemp("shared"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: ServerProcess) -> Iterator[ServerProcess]:
    """Whatever is done to it, its log holds no mistake of its own afterwards."""
    before = len(shared_server.log)
    yield shared_server
    assert complaints(shared_server.log[before:]) == []


@pytest.fixture
async def crowd(server: ServerProcess) -> AsyncIterator[Crowd]:
    async with Crowd(server.url) as crowd:
        yield crowd


@pytest.fixture(scope="module")
async def under_way(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[dict[Scenario, asyncio.Task[None]]]:
    """What the module lists as its SCENARIOS, all of it begun."""
    async with at_once(request.module.SCENARIOS, tmp_path_factory) as tasks:
        yield tasks
