"""How fast a card follows the finger: `PYTHONPATH=server:. python -m tests.bench.bench_touch`.

A real Chromium, a real server, a race of nine: a finger drags cards about while the eight others each make a
move a second. For each movement of the finger two times, both from the moment the browser had it: to the
frame that shows it, and until that frame was worked out. At full speed, then with the processor slowed down
four times. Beside them the time between frames with nothing to do, which is what the machine itself allows,
the page's own work in processor time a movement, whatever else the machine does, and its longest task.
`--check` ends with an error beyond the limits: of 100 movements 95 in the next frame at full speed, 95 worked
out in 50 ms slowed down, no task longer than 100 ms.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import CDPSession, Page, async_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.server import ServerProcess
from websockets import Subprotocol
from websockets.asyncio.client import connect

PROTOCOL = Subprotocol("agnes.v1")
RIVALS = 8
DEAL = "10"
LINE = (Path(__file__).parents[1] / "browser" / "winning_line.txt").read_text().split()
MOVES_A_S = 8  # of all rivals together: each a move a second
FRAME_MS = 1000 / 60
SLOWED_MS = 50
LONGEST_TASK_MS = 100
DRAGS = 10
STEPS = 40
STEP_S = 0.008
REST = """() => new Promise((resolve) => {
    const gaps = []; let last = performance.now();
    const frame = (now) => {
        gaps.push(now - last); last = now;
        if (gaps.length < 90) requestAnimationFrame(frame); else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
})"""
WATCH = """() => {
    const seen = window.seen = { lifts: [], frames: [], done: [], tasks: [] };
    let lifted = false, waiting = [];
    addEventListener("pointermove", (event) => waiting.push(event.timeStamp), { capture: true });
    const frame = (now) => {
        const held = document.querySelector(".card.held") !== null;
        const [first, times] = [held && !lifted, waiting];
        [lifted, waiting] = [held, []];
        const after = new MessageChannel();
        after.port1.onmessage = () => {
            const at = performance.now();
            for (const time of times) {
                seen.frames.push(now - time);
                (first ? seen.lifts : seen.done).push(at - time);
            }
        };
        after.port2.postMessage(0);
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: "longtask" });
}"""


@dataclass(frozen=True)
class Touch:
    """Milliseconds: between frames at rest; a movement to its frame, and until that is worked out; the same
    of the movement that lifts a card; tasks over 50.
    """

    rest: list[float]
    work: float
    frames: list[float]
    done: list[float]
    lifts: list[float]
    tasks: list[float]

    @property
    def longest(self) -> float:
        return max(self.tasks, default=0)

    def __str__(self) -> str:
        return (
            f"at rest a frame in {p95(self.rest):.1f} ms; to the frame {p95(self.frames):.1f}, "
            f"worked out {p95(self.done):.1f} (p50 {p50(self.done):.1f}), lifting {p95(self.lifts):.1f}, "
            f"longest task {self.longest:.0f}, work {self.work:.2f} a movement ("
            f"{len(self.frames)} movements, p95)"
        )


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def p50(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


class Rival:
    """Plays the line that wins, at its own pace."""

    def __init__(self, url: str, token: str, code: str) -> None:
        self._url = f"ws{url.removeprefix('http')}/ws/races/{code}"
        self._headers = {"Authorization": f"Bearer {token}"}

    async def play(self, pause: float) -> None:
        async with connect(self._url, subprotocols=[PROTOCOL], additional_headers=self._headers) as socket:
            await socket.send(json.dumps({"type": "resume", "seq": 0, "boards": {}}))
            for n, move in enumerate(LINE[:-1], 1):
                await socket.send(json.dumps({"type": "move", "n": n, "move": move}))
                await asyncio.sleep(pause)


async def race_of_nine(page: Page, url: str) -> list[Rival]:
    """A running race with this page in it."""
    async with httpx.AsyncClient(base_url=url) as http:

        async def player(name: str) -> dict[str, str]:
            token = (await http.post("/api/players", json={"name": name})).json()["token"]
            http.cookies.clear()
            return {"Authorization": f"Bearer {token}"}

        async def post(path: str, who: dict[str, str], body: Any = None) -> Any:
            answer = await http.post(path, headers=who, json=body)
            answer.raise_for_status()
            return answer.json()

        mine = await page.context.request.post("/api/players", data={"name": "Ann"}, headers={"Origin": url})
        ann = {"Authorization": f"Bearer {(await mine.json())['token']}"}
        race = {"game": "bernauer", "deal": DEAL, "seats": RIVALS + 1, "study_s": 0}
        code = (await post("/api/races", ann, race))["id"]
        rivals = []
        for number in range(RIVALS):
            rival = await player(f"Rival {number}")
            await post(f"/api/races/{code}/join", rival)
            rivals.append(Rival(url, rival["Authorization"].removeprefix("Bearer "), code))
        await page.goto(f"/r/{code}")
        await post(f"/api/races/{code}/start", ann)
        await page.locator('html[data-phase="running"]').wait_for()
        return rivals


async def drag_about(page: Page, cdp: CDPSession) -> None:
    """Take up bottom cards one after the other, carry them round, and let go where they came from."""
    for number in range(DRAGS):
        box = await page.locator(f'.card[data-in="T{number % 7 + 1}"]').last.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await touch(cdp, "touchStart", x, y)
        for step in range(1, STEPS + 1):
            there = 1 - abs(2 * step / STEPS - 1)
            await touch(cdp, "touchMove", x + 120 * there * (1 if number % 7 < 4 else -1), y + 160 * there)
            await asyncio.sleep(STEP_S)
        await cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def touch(cdp: CDPSession, kind: str, x: float, y: float) -> None:
    await cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


async def worked(cdp: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has used."""
    metrics = (await cdp.send("Performance.getMetrics"))["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


async def measure(new_page: Callable[[], Awaitable[Page]], url: str, slower: int) -> Touch:
    page = await new_page()
    rivals = await race_of_nine(page, url)
    cdp = await page.context.new_cdp_session(page)
    await cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    pause = RIVALS / MOVES_A_S
    playing = [asyncio.create_task(rival.play(pause)) for rival in rivals]
    await page.locator('[data-testid="rival"]').first.wait_for()
    rest = await page.evaluate(REST)
    await page.evaluate(WATCH)
    before = await worked(cdp)
    await drag_about(page, cdp)
    work = (await worked(cdp) - before) * 1000 / (DRAGS * STEPS)
    seen = await page.evaluate("() => seen")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await page.context.close()
    return Touch(rest=rest, work=work, **seen)


async def run() -> dict[int, Touch]:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)

                async def new_page() -> Page:
                    context = await browser.new_context(
                        base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True
                    )
                    return await context.new_page()

                found = {slower: await measure(new_page, server.url, slower) for slower in (1, 4)}
                await browser.close()
                return found
        finally:
            server.stop()


def complaints(found: dict[int, Touch]) -> list[str]:
    told = []
    if p95(found[1].frames) > FRAME_MS:
        told.append(f"at full speed a movement took {p95(found[1].frames):.1f} ms to its frame")
    for name, values in (("following", found[4].done), ("lifting", found[4].lifts)):
        if p95(values) > SLOWED_MS:
            told.append(f"slowed down, {name} took {p95(values):.1f} ms")
    told += [f"a task took {t.longest:.0f} ms" for t in found.values() if t.longest > LONGEST_TASK_MS]
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="end with an error beyond the limits")
    check = parser.parse_args().check
    found = asyncio.run(run())
    for slower, touched in found.items():
        print(f"{slower}x slower: {touched}")
    told = complaints(found)
    print(*(f"too slow: {line}" for line in told), sep="\n", end="")
    return 1 if check and told else 0


if __name__ == "__main__":
    sys.exit(main())
