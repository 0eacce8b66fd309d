"""Which pages may act here behind a proxy: settled by the settings, whatever the proxy rewrites."""

from collections.abc import AsyncIterator

import pytest
from tests.faults.helpers import complaints, started
from tests.protocol.client import PROTOCOL, Crowd, Person
from tests.server import ServerProcess
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

OWN = [
    "https://agnes.example:8443",
    "HTTPS://AGNES.EXAMPLE:8443",
    "https://Agnes.Example:8443",
    "http://[2001:db8::7]:8000",
    "http://[2001:DB8:0:0:0:0:0:7]:8000",
]
FOREIGN = [
    "https://agnes.example",
    "https://agnes.example:443",
    "http://agnes.example:8443",
    "https://agnes.example:8444",
    "https://agnes.example.evil.example:8443",
    "https://evil.example:8443",
    "https://agnes.example:8443.evil.example",
    "http://[2001:db8::8]:8000",
    "http://127.0.0.1:8000",
    "null",
]
# As a proxy may pass it on: as it was, without its port, in capitals, or its own idea of it.
HOSTS = ["agnes.example:8443", "agnes.example", "AGNES.EXAMPLE:8443", "backend.internal:8000", "127.0.0.1"]


@pytest.fixture(scope="module")
async def ada(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Person]:
    server = ServerProcess(
        tmp_path_factory.mktemp("public"),
        public_url="https://agnes.example:8443",
        origins="http://[2001:db8::7]:8000",
    )
    async with started(server), Crowd(server.url) as crowd:
        yield await crowd.guest("Ada")
        assert complaints(server.log) == []


async def shakes_hands(person: Person, race_id: str, host: str, origin: str, **headers: str) -> int:
    """The status of a handshake that names this host and comes from this page, with that person's cookie."""
    port = int(person.crowd.url.rpartition(":")[2])
    try:
        async with connect(
            f"ws://{host}/ws/races/{race_id}",
            host="127.0.0.1",
            port=port,
            origin=Origin(origin),
            subprotocols=[PROTOCOL],
            additional_headers={"cookie": f"agnes_session={person.token}"} | headers,
            proxy=None,
        ) as socket:
            assert f'"you":"{person.id}"' in str(await socket.recv())
            return 101
    except InvalidStatus as refusal:
        return refusal.response.status_code


async def renames(person: Person, host: str, origin: str, **headers: str) -> int:
    """The status of an action over HTTP, likewise."""
    sent = {"cookie": f"agnes_session={person.token}", "host": host, "origin": origin} | headers
    return (await person.crowd.http.patch("/api/me", json={"name": "Ada"}, headers=sent)).status_code


async def test_the_public_origin_acts_whatever_host_arrives(ada: Person) -> None:
    race_id = (await ada.make(seats=2))["id"]
    for origin in OWN:
        for host in HOSTS:
            assert await shakes_hands(ada, race_id, host, origin) == 101, (origin, host)
            assert await renames(ada, host, origin) == 200, (origin, host)


async def test_no_other_origin_acts_whatever_host_arrives(ada: Person) -> None:
    race_id = (await ada.make(seats=2))["id"]
    for origin in FOREIGN:
        for host in HOSTS:
            assert await shakes_hands(ada, race_id, host, origin) == 403, (origin, host)
            assert await renames(ada, host, origin) == 403, (origin, host)


async def test_forwarding_headers_of_anybody_change_nothing(ada: Person) -> None:
    race_id = (await ada.make(seats=2))["id"]
    forged = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "127.0.0.1",
        "forwarded": "host=evil.example;proto=https",
    }
    assert await shakes_hands(ada, race_id, "evil.example", "https://evil.example", **forged) == 403
    assert await renames(ada, "evil.example", "https://evil.example", **forged) == 403
    assert await shakes_hands(ada, race_id, HOSTS[0], OWN[0], **forged) == 101
    assert await renames(ada, HOSTS[0], OWN[0], **forged) == 200
