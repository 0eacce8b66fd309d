"""A real server and a real Chromium for the tests of the page."""

import os
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Playwright, async_playwright
from tests.browser.person import Person
from tests.server import ServerProcess

CANDIDATES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Chromium run by root has no sandbox; the rest keeps it from asking for things outside of the test.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# As in the browser of somebody who has played before.
_EXPLAINED = """if (location.protocol === "http:" && !localStorage.getItem("agnes-prefs"))
    localStorage.setItem("agnes-prefs", '{"explained":["bernauer","sorel"]}');"""


def find_chromium() -> str:
    """The browser's executable; fails, and does not skip, where there is none."""
    named = os.environ.get("CHROMIUM")
    found = next((path for path in map(shutil.which, [named] if named else CANDIDATES) if path), None)
    if found is None:
        pytest.fail(
            "These tests need a browser. On Debian: sudo apt install chromium. On macOS: "
            "brew install --cask chromium. Or name one: CHROMIUM=/path/to/it ./run test"
        )
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("browser-server"))
    running.start()
    yield running
    assert running.stop() in (0, -signal.SIGTERM), running.log
    assert "Traceback" not in running.log


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture
async def driver() -> AsyncIterator[Playwright]:
    """For people without a page."""
    async with async_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept to be looked at; not part of the repository."""
    folder = Path(__file__).parents[1] / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
async def people(chromium: Browser, server: ServerProcess) -> AsyncIterator["People"]:
    crowd = People(chromium, server)
    yield crowd
    await crowd.leave()


class People:
    """Makes people, each with a browser of their own, and checks at the end that no page has complained."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self._browser = browser
        self._server = server
        self._people: list[Person] = []

    async def person(
        self,
        name: str,
        width: int = 1280,
        height: int = 800,
        *,
        touch: bool = False,
        new: bool = False,
        zone: str | None = None,
    ) -> Person:
        """`new`: the games explain themselves, as to somebody who has never been here. `zone`: of time."""
        context = await self._browser.new_context(
            base_url=self._server.url,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
            timezone_id=zone,
        )
        if not new:
            await context.add_init_script(_EXPLAINED)
        person = Person(name, await context.new_page(), touch=touch)
        self._people.append(person)
        return person

    async def leave(self) -> None:
        complaints = [complaint for person in self._people for complaint in person.complaints]
        for person in self._people:
            await person.page.context.close()
        assert not complaints
