"""How long a page takes on a phone far away: `PYTHONPATH=server:. python -m tests.bench.bench_first_load`.

A real server, and a real Chromium whose network is slowed down to 150 ms a request and 1.6 Mbit/s (its
websockets are not). Times are medians of ROUNDS, from the navigation to the frame that shows anything and to
the frame that has what was wanted. The bare page is one word of the same server: what line and machine
need by themselves, so that a ratio to it holds elsewhere too. "again" is with what the browser has kept.
`--check` ends with an error where a page takes more requests, or more of the bare page's time, than LIMITS.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, CDPSession, StorageState, async_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.server import ServerProcess

ROUNDS: Final = 5
SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
DEAL: Final = "10"
CARDS: Final = 28
# Pages: their requests, and their time as a multiple of the bare page's, are at most these.
LIMITS: Final = {"start": (8, 7), "start again": (7, 4), "table": (10, 10), "table again": (9, 6)}
# Resolves with two times: of the frame that shows anything, and of the one in which what is wanted is there.
WATCH: Final = """window.arrived = new Promise((resolve) => {
    let shown = NaN;
    const frame = () => {
        const first = document.querySelector("main > *, body > pre");
        if (Number.isNaN(shown) && first && getComputedStyle(first).opacity > 0.5) shown = performance.now();
        const there = document.querySelectorAll(SELECTOR).length >= LEAST;
        requestAnimationFrame(there ? () => resolve([shown, performance.now()]) : frame);
    };
    requestAnimationFrame(frame);
});"""


@dataclass(frozen=True)
class Wanted:
    """An address, and what has to be there for it to have arrived: so many of these elements."""

    path: str
    selector: str
    least: int = 1


@dataclass(frozen=True)
class Load:
    """Milliseconds until anything is shown, and what is wanted; requests; bytes over the line."""

    shown: float
    wanted: float
    requests: int
    bytes: int


class Line:
    """The slow line of one page, and what goes over it."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self.requests = 0
        self.bytes = 0
        cdp.on("Network.responseReceived", self._on_answer)
        cdp.on("Network.loadingFinished", self._on_end)

    async def slow_down(self) -> None:
        await self._cdp.send("Network.enable")
        await self._cdp.send("Network.emulateNetworkConditions", SLOW)

    def _on_answer(self, event: dict[str, Any]) -> None:
        self.requests += not event["response"].get("fromDiskCache", False)

    def _on_end(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


async def load(context: BrowserContext, what: Wanted) -> Load:
    page = await context.new_page()
    watch = WATCH.replace("SELECTOR", repr(what.selector)).replace("LEAST", str(what.least))
    await page.add_init_script(watch)
    line = Line(await context.new_cdp_session(page))
    await line.slow_down()
    await page.goto(what.path)
    shown, wanted = await page.evaluate("() => window.arrived")
    await page.wait_for_load_state("networkidle")
    await page.close()
    return Load(shown, wanted, line.requests, line.bytes)


async def at_a_table(browser: Browser, url: str) -> tuple[StorageState, Wanted]:
    """Somebody who plays alone and has left the page, and where their cards are."""
    context = await browser.new_context(base_url=url)
    page = await context.new_page()
    for path, fields in (
        ("/api/players", {"name": "Ann"}),
        ("/api/races", {"game": "bernauer", "deal": DEAL, "seats": 1}),
    ):
        answer = await context.request.post(path, data=fields, headers={"Origin": url})
        made = await answer.json()
    table = Wanted(f"/r/{made['id']}", ".table.bound [data-card]", CARDS)
    await page.goto(table.path)
    await page.locator(table.selector).nth(CARDS - 1).wait_for()
    state = await context.storage_state()
    await context.close()
    return state, table


async def measure(rounds: int) -> AsyncIterator[tuple[str, Load]]:
    """Of each page the medians."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
                seated, table = await at_a_table(browser, server.url)
                start = Wanted("/", "[data-testid=start-bot]")
                loads: dict[str, list[Load]] = {}
                for _ in range(rounds):
                    for name, state, what in (
                        ("bare", None, Wanted("/healthz", "pre")),
                        ("start", None, start),
                        ("table", seated, table),
                    ):
                        context = await browser.new_context(base_url=server.url, storage_state=state)
                        loads.setdefault(name, []).append(await load(context, what))
                        if name != "bare":
                            loads.setdefault(f"{name} again", []).append(await load(context, what))
                        await context.close()
                await browser.close()
        finally:
            server.stop()
    for name, found in loads.items():
        yield name, middle(found)


def middle(found: list[Load]) -> Load:
    return Load(
        shown=statistics.median(one.shown for one in found),
        wanted=statistics.median(one.wanted for one in found),
        requests=max(one.requests for one in found),
        bytes=max(one.bytes for one in found),
    )


async def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="end with an error beyond the limits")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    told, bare = list[str](), 0.0
    async for name, one in measure(arguments.rounds):
        bare = bare or one.wanted
        times = one.wanted / bare
        print(
            f"{name:12} {one.wanted:6.0f} ms ({times:4.1f} of bare), anything {one.shown:5.0f} ms, "
            f"{one.requests:3} requests, {one.bytes / 1000:6.1f} kB",
            flush=True,
        )
        most = LIMITS.get(name)
        if most and (one.requests > most[0] or times > most[1]):
            told.append(f"{name}: more than {most[0]} requests or {most[1]} of the bare page's time")
    print(*told, sep="\n", end="\n" if told else "", file=sys.stderr)
    return 1 if arguments.check and told else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
