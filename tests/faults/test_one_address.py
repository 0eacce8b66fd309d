"""Somebody who opens as many sockets as they can, and neighbours at the same and at another address."""

import asyncio
from pathlib import Path

import httpx
import pytest
from tests.faults.helpers import HastyServer, complaints, has_sockets, started
from tests.protocol.client import Connection, Crowd
from websockets.exceptions import InvalidStatus

MOST = 10


async def test_sockets_of_one_address_are_bounded_as_a_trusted_proxy_tells_it(tmp_path: Path) -> None:
    server = HastyServer(tmp_path, connections_per_address=MOST, trusted_proxies="127.0.0.1")
    async with started(server), Crowd(server.url) as crowd:
        ann = await crowd.guest("Ann")
        race_id = (await ann.make(seats=2))["id"]

        async def watch(address: str) -> Connection:
            return Connection(ann, race_id, await ann.dial(race_id, headers={"x-forwarded-for": address}))

        flood = [await watch("203.0.113.5") for _ in range(MOST)]
        for one in flood:
            await one.until("welcome")
        late = await watch("203.0.113.5")
        assert await late.closed() == 1013
        assert "Too many connections" in late.log[-1]["detail"]
        await (await watch("203.0.113.6")).until("welcome")
        await flood[0].close()
        await has_sockets(crowd, MOST)
        await (await watch("203.0.113.5")).until("welcome")
        assert complaints(server.log) == []


async def test_without_such_a_proxy_nobody_speaks_for_another_address(tmp_path: Path) -> None:
    server = HastyServer(tmp_path, connections_per_address=MOST)
    async with started(server), Crowd(server.url) as crowd:
        ann = await crowd.guest("Ann")
        race_id = (await ann.make(seats=2))["id"]
        for n in range(MOST - 1):  # the crowd's own connection is the tenth
            await ann.dial(race_id, headers={"x-forwarded-for": f"203.0.113.{n}"})
        with pytest.raises(InvalidStatus) as refused:
            await ann.dial(race_id, headers={"x-forwarded-for": "203.0.113.99"})
        assert refused.value.response.status_code == 503
        async with httpx.AsyncClient(trust_env=False) as other:
            assert (await other.get(f"{server.url}/healthz")).status_code == 503
        assert complaints(server.log) == []


async def test_who_breaks_off_in_the_middle_of_a_request_is_no_mistake_of_ours(tmp_path: Path) -> None:
    server = HastyServer(tmp_path)
    async with started(server), Crowd(server.url) as crowd:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            b"POST /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b'Content-Length: 99\r\n\r\n{"na'
        )
        await writer.drain()
        writer.close()
        await crowd.guest("Ann")  # by then the server has seen the end of the other one
    assert complaints(server.log) == []
