"""A real server for the whole run, and others of their own for tests that break one.

Their countdown is short (tests/faults/hasty.py), or each race would wait three seconds; tests/race has the
true one, and so have the servers in tests/browser.
"""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from tests.faults.helpers import HastyServer
from tests.protocol.arena import KINDS, Arena
from tests.protocol.client import Crowd
from tests.protocol.contract import Contract
from tests.protocol.world import World, a_world
from tests.server import ServerProcess

StartServer = Callable[..., ServerProcess]
Server = ServerProcess if "SERVE_FOR_TESTS" in os.environ else HastyServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    started = Server(tmp_path_factory.mktemp("server"))
    started.start()
    yield started
    written = started.log
    started.stop()
    # A frame that is no UTF-8 is logged so below the application; nothing else may be.
    assert written.count("Traceback") == written.count("Invalid UTF-8 sequence"), written


@pytest.fixture
async def crowd(server: ServerProcess) -> AsyncIterator[Crowd]:
    """Guests of the test's own; what they opened is closed after it."""
    async with Crowd(server.url) as crowd:
        yield crowd


@pytest.fixture(scope="session")
async def contract(server: ServerProcess) -> Contract:
    """The documents that the server publishes of its interface."""
    return await Contract.of(server.url)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Starts a server of the test's own with the given settings."""
    started: list[ServerProcess] = []

    def start(**settings: object) -> ServerProcess:
        server = Server(tmp_path / f"server{len(started)}", **settings)
        server.start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
async def arena(server: ServerProcess) -> AsyncIterator[Arena]:
    """Races that have just begun, one to a test."""
    async with Crowd(server.url) as crowd:
        opened = Arena(crowd, [*["plain"] * 5, *KINDS])
        yield opened
        await opened.close()


@pytest.fixture(scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """Days that nobody has played yet."""
    async with a_world(tmp_path_factory.mktemp("daily")) as world:
        yield world
