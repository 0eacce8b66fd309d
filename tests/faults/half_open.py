"""Silent connections at the product's own pace, which no test has time for.

    PYTHONPATH=server python -m tests.faults.half_open --idle-minutes 10

A player's line is silent for 90 s without an end, and so is a player whose process is stopped; meanwhile and
after that twenty others are idle behind a proxy that cuts whatever is silent for 60 s.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.helpers import by_way_of, complaints, started
from tests.faults.proxy import Link, Proxy
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess

SILENT_S = 90
NOTICED_S = 30 + 5  # ping interval and timeout, and some slack
CUT_AFTER_S = 60
HEALTHY = 20

CLIENT = """
import asyncio, sys
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

async def main(url, token):
    headers = {"authorization": "Bearer " + token}
    async with connect(url, subprotocols=["agnes.v1"], additional_headers=headers, proxy=None) as socket:
        async for message in socket:
            print("connected", flush=True)

try:
    asyncio.run(main(*sys.argv[1:]))
except ConnectionClosed:
    pass
"""


async def at_length(idle_minutes: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), grace_s=600)
        async with started(server), Proxy.before(server.url) as proxy, Crowd(server.url) as crowd:
            await asyncio.gather(falls_silent(server), stays_idle(crowd, proxy, idle_minutes))
            assert complaints(server.log) == [], server.log


async def falls_silent(server: ServerProcess) -> None:
    """One player's line is dead for a while, another one's process stands still."""
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        race = await running(crowd, "Ada", "Bea", "Cleo", time_limit_s=3600)
        ada, _, cleo = race.people
        seat = await by_way_of(far, ada).connect(race.race_id)
        other = await another_process(cleo, race.race_id)
        await race.seats[1].caught_up()
        proxy.links[0].freeze()
        other.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        away = {ada.id, cleo.id}
        async with asyncio.timeout(NOTICED_S):
            while away:
                told = json.loads(await race.seats[1].socket.recv())
                if told["type"] == "presence" and not told["connected"]:
                    away.remove(told["player"])
                    print(f"noticed after {time.monotonic() - began:.1f} s")
        await asyncio.sleep(SILENT_S - (time.monotonic() - began))
        proxy.links[0].thaw()
        other.send_signal(signal.SIGCONT)
        back = await seat.come_back()
        await back.played(["D"])
        assert back.player(ada.id)["status"] == "playing"
        await other.wait()
        print("both connections had ended; one came back and played on")


async def another_process(person: Person, race_id: str) -> asyncio.subprocess.Process:
    """A client that is a process of its own and ends with its connection; returns once it is connected."""
    url = f"ws{person.crowd.url[4:]}/ws/races/{race_id}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLIENT, url, person.token, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    assert await process.stdout.readline()
    return process


async def stays_idle(crowd: Crowd, proxy: Proxy, minutes: float) -> None:
    """Nothing happens in their race, and whatever is silent too long is cut: pings keep them connected."""
    async with Crowd(proxy.url) as far:
        ada = await crowd.guest("Ada")
        race_id = (await ada.make(seats=2))["id"]
        idle = [await by_way_of(far, ada).dial(race_id, headers={}) for _ in range(HEALTHY)]
        until = time.monotonic() + minutes * 60
        heard: dict[Link, tuple[int, float]] = {}
        while time.monotonic() < until:
            await asyncio.sleep(1)
            for link in list(proxy.links):
                packets, since = heard.get(link, (-1, 0.0))
                if packets != link.packets:
                    heard[link] = (link.packets, time.monotonic())
                elif time.monotonic() - since > CUT_AFTER_S:
                    link.cut()
        await ada.does(race_id, "ready")
        for socket in idle:
            await Connection(ada, race_id, socket).until("race", change="ready")
        print(f"{HEALTHY} of {HEALTHY} are connected after {minutes} idle minutes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle-minutes", type=float, default=10)
    asyncio.run(at_length(parser.parse_args().idle_minutes))
