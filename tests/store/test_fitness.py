"""What is said of a database that we did not start."""

import pytest

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import DatabaseUnfit
from agnes.store.fitness import judge


@pytest.mark.parametrize("version", ["7.0.0", "7.2.4", "8.2.1", "255.255.255"])
def test_new_enough(version: str) -> None:
    assert judge(f"# Server\r\nredis_version:{version}\r\nserver_name:valkey\r\n") is None


@pytest.mark.parametrize("version", ["6.2.14", "5.0.3"])
def test_too_old(version: str) -> None:
    with pytest.raises(DatabaseUnfit, match=rf"is Redis {version}; it must be"):
        judge(f"redis_version:{version}\r\n")


@pytest.mark.parametrize(
    ("maxmemory", "policy", "complains"),
    [("0", "allkeys-lru", False), ("100", "noeviction", False), ("100", "volatile-ttl", True)],
)
def test_one_that_throws_data_away_is_complained_about(maxmemory: str, policy: str, complains: bool) -> None:
    complaint = judge(f"redis_version:7.2.4\r\nmaxmemory:{maxmemory}\r\nmaxmemory_policy:{policy}\r\n")
    assert (complaint is not None) == complains


async def test_a_real_one_is_complained_about_when_it_is_opened(
    valkey: EmbeddedValkey, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await database.call("CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-random")
    try:
        await (await Database.open(valkey.url)).close()
    finally:
        await database.call("CONFIG", "SET", "maxmemory", 0, "maxmemory-policy", "noeviction")
    assert "maxmemory-policy allkeys-random" in caplog.text
