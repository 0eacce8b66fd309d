"""How long from a fresh clone to cards on the screen.

`PYTHONPATH=server:. python -m tests.bench.bench_first_start`

Clones what is committed, starts it with `./run` (packages come from the installer's cache, if it has them),
opens the page in a new browser and presses what a newcomer presses. Ends with status 1 above MOST_S.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import async_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.server import PROMISE, ROOT

MOST_S: Final = 60
CARDS: Final = 28


def started(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """`./run` of the clone, once it listens, and its address."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("AGNES_") and name not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    process = subprocess.Popen(
        ["./run"],
        cwd=folder,
        env=plain | {"AGNES_PORT": "0"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if PROMISE in line:
            return process, "http://" + line.split(PROMISE)[1].split()[0]
    raise SystemExit(f"./run ended with {process.wait()} before it listened")


async def cards_at(url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = await browser.new_page()
        await page.goto(url)
        await page.get_by_test_id("start-bot").click()
        await page.locator(".table.bound [data-card]").nth(CARDS - 1).wait_for()
        await browser.close()


def main() -> int:
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        git = shutil.which("git") or "git"
        began = time.monotonic()
        subprocess.run([git, "clone", "--quiet", str(ROOT), str(clone)], check=True)
        cloned = time.monotonic()
        process, url = started(clone)
        listening = time.monotonic()
        try:
            asyncio.run(cards_at(url))
            seen = time.monotonic()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
    print(f"clone {cloned - began:.1f} s, ./run until it listens {listening - cloned:.1f} s,", end=" ")
    print(f"page, one press, countdown and cards {seen - listening:.1f} s: {seen - began:.1f} s of {MOST_S}")
    return 0 if seen - began <= MOST_S else 1


if __name__ == "__main__":
    sys.exit(main())
