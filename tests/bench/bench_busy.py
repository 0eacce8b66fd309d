"""Is play slower while the solver works? `python -m tests.bench.bench_busy [--races 12] [--pause 0.2]`.

One server; blocks of twelve people who each make more than four moves a second, as some hundred would
together, by turns with nothing else to do and with more hard questions at `POST /api/solve` than it has
processes for. Prints the 99th percentile from sending a move to its acknowledgement of both, and their ratio.
A race of a block is the same with and without: the same deal. With `--races 4 --pause 0.01` the limit: then
this program, which shares the processors with the server, takes about as much of them, and waits for itself.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.server import ServerProcess
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

HARD = {"game": "bernauer", "deal": "15", "budget": 5_000_000}
MOVES_MOST = 60


async def compare(races: int, blocks: int, questions: int, pause: float) -> tuple[list[float], list[float]]:
    """Seconds of each move, in peace and while questions are worked on."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            peace, busy = list[float](), list[float]()
            await _block(server.url, races, pause, -1)  # warms up
            for block in range(blocks):
                peace += await _block(server.url, races, pause, block)
                asking = [asyncio.create_task(_keep_asking(server.url)) for _ in range(questions)]
                await asyncio.sleep(0.5)
                busy += await _block(server.url, races, pause, block)
                for task in asking:
                    task.cancel()
                await asyncio.gather(*asking, return_exceptions=True)
            return peace, busy
        finally:
            server.stop()


def percentile(waits: list[float], part: float) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))]


async def _keep_asking(url: str) -> None:
    """One question after another over one bare connection each; cancelled, it hangs up in mid-question."""
    host, _, port = url.removeprefix("http://").partition(":")
    body = json.dumps(HARD)
    head = f"POST /api/solve HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    while True:
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
            status = (await reader.readline()).decode()
            if " 429 " in status:
                await asyncio.sleep(0.5)
            await reader.read()
        finally:
            writer.close()


async def _block(url: str, races: int, pause: float, block: int) -> list[float]:
    waits = list[float]()
    await asyncio.gather(*(_alone(url, f"{block}.{number}", pause, waits) for number in range(races)))
    return waits


async def _alone(url: str, name: str, pause: float, waits: list[float]) -> None:
    """A whole deal played alone by chance, cards up first."""
    chance = random.Random(name)
    made = await asyncio.to_thread(_call, url, "/api/players", {"name": "P"}, "")
    wish = {"game": "bernauer", "seats": 1, "deal": str(chance.randrange(1, 10**6))}
    race = await asyncio.to_thread(_call, url, "/api/races", wish, made["token"])
    address = f"ws{url.removeprefix('http')}/ws/races/{race['id']}"
    headers = {"Authorization": f"Bearer {made['token']}"}
    protocols = [Subprotocol("agnes.v1")]
    async with connect(address, subprotocols=protocols, additional_headers=headers) as socket:
        await socket.send('{"type":"resume"}')
        legal: list[str] | None = None
        n = 0
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "welcome":
                legal = message["board"]["legal"]
                break
        while legal and n < MOVES_MOST:
            ups = [move for move in legal if move.endswith("F")]
            choices = ups or [move for move in legal if move != "U"]
            if not choices:
                return
            n += 1
            sent_at = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "n": n, "move": chance.choice(choices)}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "moved":
                    waits.append(time.perf_counter() - sent_at)
                    legal = message["legal"]
                    break
            await asyncio.sleep(pause)


def _call(url: str, path: str, body: dict[str, Any], token: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_busy", description=__doc__)
    parser.add_argument("--races", type=int, default=12, help="races at a time (12)")
    parser.add_argument("--blocks", type=int, default=6, help="pairs of blocks (6)")
    parser.add_argument("--questions", type=int, default=8, help="questions waiting at a time (8)")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds to a person's next move (0.2)")
    given = parser.parse_args()
    peace, busy = asyncio.run(compare(given.races, given.blocks, given.questions, given.pause))
    for name, waits in (("in peace", peace), ("busy", busy)):
        figures = "  ".join(
            f"{part:.0%} {percentile(waits, part) * 1e3:.2f} ms" for part in (0.5, 0.95, 0.99)
        )
        print(f"{name:9} {len(waits)} moves  {figures}")
    print(f"ratio of the 99th percentiles: {percentile(busy, 0.99) / percentile(peace, 0.99):.2f}")


if __name__ == "__main__":
    main()
