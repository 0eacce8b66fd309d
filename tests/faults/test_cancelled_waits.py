"""Clients that ask and go before a slow database has answered: nobody ever gets an answer meant for another.

PYTHONPATH=server python -m tests.faults.test_cancelled_waits --times 2000 --delay-ms 100
"""

import argparse
import asyncio
import random
import tempfile
from contextlib import suppress
from pathlib import Path

import httpx
from tests.faults.helpers import Behind, behind_a_proxy, complaints, has_sockets
from tests.protocol.client import Crowd, Person

READERS = 20
HASTY = 20
KEEPERS = 2  # connections to the database: one calls, one listens


async def storm(behind: Behind, times: int, delay_s: float) -> int:
    """How many known values were read meanwhile, each of which was right."""
    async with Crowd(behind.server.url) as crowd:
        readers = await asyncio.gather(*[crowd.guest(f"Reader {n}") for n in range(READERS)])
        races = await asyncio.gather(
            *[reader.make(seats=1, deal=str(n + 1)) for n, reader in enumerate(readers)]
        )
        hasty = await asyncio.gather(*[crowd.guest(f"Hasty {n}") for n in range(HASTY)])
        boards = await asyncio.gather(*[person.make(seats=1) for person in hasty])
        behind.proxy.delay = delay_s
        over = asyncio.Event()

        async def read(reader: Person, race: dict[str, object]) -> int:
            count = 0
            while not over.is_set():
                assert (await reader.call("GET", "/api/me")).body["name"] == reader.name
                told = await reader.race(str(race["id"]))
                assert (told["deal"], told["players"][0]["id"]) == (race["deal"], reader.id)
                count += 2
            return count

        async def ask_and_go(n: int, person: Person, race_id: str) -> None:
            chance = random.Random(n)
            for _ in range(times // HASTY):
                patience = chance.uniform(0.001, 1.2 * delay_s + 0.02)
                if chance.random() < 0.3:
                    await cancelled_request(
                        person, chance.choice(["/api/me", f"/api/races/{race_id}"]), patience
                    )
                    continue
                socket = await person.dial(race_id)
                n = chance.randrange(1, 4)
                await socket.send(f'{{"type":"move","n":{n},"move":"D"}}')
                await socket.send(f'{{"type":"resume","seq":0,"boards":{{"{person.id}":0}}}}')
                await asyncio.sleep(patience)
                socket.transport.abort()

        reading = [asyncio.create_task(read(*each)) for each in zip(readers, races, strict=True)]
        asking = [ask_and_go(n, hasty[n], boards[n]["id"]) for n in range(HASTY)]
        await asyncio.gather(*asking)
        over.set()
        counts = await asyncio.gather(*reading)
        behind.proxy.delay = 0
        await has_sockets(crowd, 0)
        assert len(behind.proxy.links) == KEEPERS
        assert await behind.database.call("PING") == "PONG"
        for person, race in zip(hasty, boards, strict=True):  # each board is one that its moves lead to
            seat = await person.connect(race["id"])
            assert seat.board.n <= 3
            assert seat.board.stock == 16 - 7 * min(seat.board.n, 2) - 2 * (seat.board.n == 3)
            await seat.close()
        return sum(counts)


async def cancelled_request(person: Person, path: str, patience: float) -> None:
    headers = {"authorization": f"Bearer {person.token}"}
    with suppress(httpx.TimeoutException):
        await person.crowd.http.get(path, headers=headers, timeout=patience)


async def test_no_answer_goes_astray(tmp_path: Path) -> None:
    async with behind_a_proxy(tmp_path) as behind:
        assert await storm(behind, times=300, delay_s=0.02) > READERS
        assert complaints(behind.server.log) == []


async def at_length(times: int, delay_s: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with behind_a_proxy(Path(folder)) as behind:
            read = await storm(behind, times, delay_s)
            assert complaints(behind.server.log) == [], behind.server.log
    print(f"{times} who went too early, {read} values read meanwhile, all of them right")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--delay-ms", type=int, default=100)
    given = parser.parse_args()
    asyncio.run(at_length(given.times, given.delay_ms / 1000))
