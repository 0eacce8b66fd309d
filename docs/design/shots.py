"""Takes the pictures of the looks: `.venv/bin/python docs/design/shots.py [a b c]`. Needs a Chromium.

Each picture is reduced to a palette of 256 colours in the page itself, and written as a small indexed PNG.
"""

import asyncio
import base64
import os
import shutil
import struct
import sys
import zlib
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

LOOKS = Path(__file__).parent / "looks"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
# name of the picture, what it shows, width of the window, colour scheme
PICTURES = [
    ("phone", "#phone", 1680, "light"),
    ("desktop", "#d1", 1340, "light"),
    ("parts", "#parts", 1340, "light"),
    ("dark", "#d1", 1340, "dark"),
    ("small", "#small-frames", 1340, "light"),
    ("finish", "#d2", 1340, "light"),
]
# Look C is dark in both schemes; only the chosen look is drawn at its smallest and at the finish on a desk.
SKIPPED = {"b-small", "c-small", "c-dark", "b-finish", "c-finish"}
# Counts colours (5 bits a channel), keeps the 256 that matter, answers with palette and indices.
REDUCE = """async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const bins = new Map();
    for (let i = 0; i < pixels.length; i += 4) {
        const key = (pixels[i] >> 3) << 10 | (pixels[i + 1] >> 3) << 5 | pixels[i + 2] >> 3;
        const bin = bins.get(key) ?? [0, 0, 0, 0];
        bin[0]++; bin[1] += pixels[i]; bin[2] += pixels[i + 1]; bin[3] += pixels[i + 2];
        bins.set(key, bin);
    }
    const kept = [...bins.values()].sort((a, b) => b[0] - a[0]).slice(0, 256)
        .map(([n, ...sums]) => sums.map((sum) => Math.round(sum / n)));
    const nearest = new Map();
    for (const [key, [n, r, g, b]] of bins) {
        let best = 0, least = Infinity;
        kept.forEach(([x, y, z], i) => {
            const far = 2 * (x - r / n) ** 2 + 4 * (y - g / n) ** 2 + 3 * (z - b / n) ** 2;
            if (far < least) [best, least] = [i, far];
        });
        nearest.set(key, best);
    }
    let text = "";
    for (let i = 0; i < pixels.length; i += 4) {
        const key = (pixels[i] >> 3) << 10 | (pixels[i + 1] >> 3) << 5 | pixels[i + 2] >> 3;
        text += String.fromCharCode(nearest.get(key));
    }
    return [image.width, image.height, kept, btoa(text)];
}"""


def png(width: int, height: int, palette: list[list[int]], indices: bytes) -> bytes:
    """An indexed PNG, each row unfiltered."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + indices[at : at + width] for at in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = bytes(part for colour in palette for part in colour)
    parts = [(b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


async def take(browser: Browser, page: Page, what: str, into: Path) -> None:
    raw = await page.locator(what).screenshot(animations="disabled")
    blank = await browser.new_page()
    url = "data:image/png;base64," + base64.b64encode(raw).decode()
    width, height, palette, text = await blank.evaluate(REDUCE, url)
    await blank.close()
    picture = png(width, height, palette, base64.b64decode(text))
    into.write_bytes(picture)  # noqa: ASYNC240 - nothing else is waiting
    print(f"{into.name}  {width} by {height}  {len(picture) // 1024} KiB")


async def shoot(browser: Browser, look: str) -> None:
    for name, what, width, scheme in PICTURES:
        if f"{look}-{name}" in SKIPPED:
            continue
        page = await browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        page.on("pageerror", lambda error: print("error:", error))
        page.on("console", lambda message: print("console:", message.text))
        await page.goto((LOOKS / f"{look}.html").as_uri())
        await take(browser, page, what, LOOKS / f"{look}-{name}.png")
        await page.close()


async def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium,
            args=ARGUMENTS,
        )
        for look in sys.argv[1:] or ["a", "b", "c"]:
            await shoot(browser, look)
        await browser.close()


asyncio.run(main())
