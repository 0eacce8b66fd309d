"""The database class against a real Valkey."""

import asyncio

import pytest

from agnes.store.database import Database
from agnes.store.errors import CommandRefused
from agnes.store.scripts import Script

COUNT = Script.of("count", "return {KEYS[1], ARGV[1], redis.call('INCR', KEYS[1])}")


async def test_answers_are_text_numbers_and_maps(database: Database) -> None:
    assert await database.call("HSET", "map", "name", "Agnès", "n", 7) == 2
    assert await database.call("HGETALL", "map") == {"name": "Agnès", "n": "7"}
    assert await database.call("GET", "nothing") is None
    await database.call("ZADD", "scores", 52, "Ada")
    assert await database.call("ZSCORE", "scores", "Ada") == 52.0


async def test_a_script_gets_its_keys_and_arguments(database: Database) -> None:
    answers = await asyncio.gather(*(database.run(COUNT, ["counter"], [n]) for n in range(3)))
    assert sorted(answer[2] for answer in answers) == [1, 2, 3]
    assert [answer[:2] for answer in answers] == [["counter", "0"], ["counter", "1"], ["counter", "2"]]


async def test_an_error_reaches_only_its_own_caller(database: Database) -> None:
    await database.call("SET", "text", "x")
    calls = [("GET", "text"), ("INCR", "text"), ("GET", "text")]
    answers = await asyncio.gather(*(database.call(*call) for call in calls), return_exceptions=True)
    assert [answers[0], answers[2]] == ["x", "x"]
    assert isinstance(answers[1], CommandRefused)
    assert answers[1].prefix == "ERR"


async def test_text_that_is_no_text_is_refused_before_it_is_sent(database: Database) -> None:
    with pytest.raises(UnicodeEncodeError):
        await database.call("SET", "key", "\ud800")
    await database.ping()
