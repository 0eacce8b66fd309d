"""Somebody who tries codes that take people to other devices: slowed, and bounded for all together."""

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.faults.helpers import Behind, behind_a_proxy
from tests.protocol.client import Answer, Crowd

from agnes.service.identity import ALPHABET, TRANSFER_CODE_LENGTH
from agnes.store import keys
from agnes.store.keys import GUESSES_MOST, TRANSFER_S

AT_ONCE = 30


@pytest.fixture
async def behind(tmp_path: Path) -> AsyncIterator[Behind]:
    async with behind_a_proxy(tmp_path, trusted_proxies="127.0.0.1") as behind:
        yield behind


async def guess(crowd: Crowd, code: str, address: str) -> Answer:
    headers: dict[str, Any] = {"x-forwarded-for": address}
    return Answer(await crowd.http.post("/api/players/claim", json={"code": code}, headers=headers))


async def test_an_address_has_a_few_guesses_and_its_neighbours_theirs(behind: Behind) -> None:
    async with Crowd(behind.server.url) as crowd:
        code = (await (await crowd.guest("Ann")).call("POST", "/api/me/transfer")).body["code"]
        for _ in range(AT_ONCE):
            (await guess(crowd, "22222222", "203.0.113.5")).problem(404, "no-such-code")
        slowed = await guess(crowd, code, "203.0.113.5")
        slowed.problem(429, "too-fast")
        assert 1 <= int(slowed.headers["retry-after"]) <= 6
        assert (await guess(crowd, code, "203.0.113.6")).status == 201


async def test_all_together_have_a_bound_too(behind: Behind) -> None:
    async with Crowd(behind.server.url) as crowd:
        code = (await (await crowd.guest("Ann")).call("POST", "/api/me/transfer")).body["code"]
        minute = int(time.time()) // 60
        for near in (minute, minute + 1):  # it may end just now
            await behind.database.call("SET", keys.guesses(near), GUESSES_MOST)
        (await guess(crowd, code, "203.0.113.5")).problem(429, "too-fast")
        await behind.database.call("DEL", keys.guesses(minute), keys.guesses(minute + 1))
        assert (await guess(crowd, code, "203.0.113.5")).status == 201  # it was not used up


def test_nobody_guesses_a_code_in_its_time() -> None:
    tries = GUESSES_MOST * (TRANSFER_S // 60 + 1)
    assert tries / len(ALPHABET) ** TRANSFER_CODE_LENGTH < 1e-6 / 10


async def test_making_codes_is_slowed_as_well(behind: Behind) -> None:
    async with Crowd(behind.server.url) as crowd:
        ann = await crowd.guest("Ann")
        answers = [(await ann.call("POST", "/api/me/transfer")).status for _ in range(12)]
        assert answers[:10] == [200] * 10
        assert httpx.codes.TOO_MANY_REQUESTS in answers
