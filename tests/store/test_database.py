"""The database class against a real Valkey: answers, batches, and whom an error or a cancelling reaches."""

import asyncio
import random
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.store.helpers import served, socket_of, until
from tests.store.proxy import Proxy

from agnes.store import database as database_module
from agnes.store import lane
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import (
    CommandRefused,
    DatabaseBusy,
    DatabaseRefusesWrites,
    DatabaseUnreachable,
)
from agnes.store.scripts import Script, load_script

TLS = Path(__file__).parent / "tls"  # for tests alone: a certificate that vouches for itself, and its key
COUNT = Script.of("count", "return {KEYS[1], ARGV[1], redis.call('INCR', KEYS[1])}")


@pytest.fixture
async def proxy(valkey: EmbeddedValkey, database: Database, tmp_path: Path) -> AsyncIterator[Proxy]:
    """A proxy before an empty database."""
    async with Proxy.before(Path(urlsplit(valkey.url).path), tmp_path / "proxy") as opened:
        yield opened


@pytest.fixture
async def through(proxy: Proxy) -> AsyncIterator[Database]:
    """The database as it is reached through the proxy."""
    opened = await Database.open(proxy.url)
    proxy.packets.clear()
    yield opened
    proxy.passing.set()
    await opened.close()


async def test_answers_are_text_numbers_and_maps(database: Database) -> None:
    assert await database.call("HSET", "map", "name", "Agnès", "n", 7) == 2
    assert await database.call("HGETALL", "map") == {"name": "Agnès", "n": "7"}
    assert await database.call("GET", "nothing") is None
    await database.call("ZADD", "scores", 52, "Ada")
    assert await database.call("ZSCORE", "scores", "Ada") == 52.0


async def test_bytes_that_are_no_text_disturb_no_other_answer(database: Database) -> None:
    await database.call("SET", "bytes", b"a\xff")
    answers = await asyncio.gather(database.call("GET", "bytes"), database.call("ECHO", "next"))
    assert list(answers) == ["a\ufffd", "next"]


async def test_text_that_is_no_text_is_refused_before_it_is_sent(database: Database) -> None:
    with pytest.raises(UnicodeEncodeError):
        await database.call("SET", "key", "\ud800")
    await database.ping()


async def test_a_script_gets_its_keys_and_arguments(database: Database) -> None:
    answers = await asyncio.gather(*(database.run(COUNT, ["counter"], [n]) for n in range(3)))
    assert sorted(answer[2] for answer in answers) == [1, 2, 3]
    assert [answer[:2] for answer in answers] == [["counter", "0"], ["counter", "1"], ["counter", "2"]]


async def test_a_script_has_the_name_that_the_server_gives_it(database: Database) -> None:
    assert await database.call("SCRIPT", "LOAD", COUNT.source) == COUNT.sha
    with pytest.raises(FileNotFoundError):
        load_script("no such script")


async def test_an_error_reaches_only_its_own_caller(database: Database) -> None:
    await database.call("SET", "text", "x")
    calls = [("GET", "text"), ("INCR", "text"), ("GET", "text")]
    answers = await asyncio.gather(*(database.call(*call) for call in calls), return_exceptions=True)
    assert [answers[0], answers[2]] == ["x", "x"]
    assert isinstance(answers[1], CommandRefused)
    assert answers[1].prefix == "ERR"


async def test_calls_of_one_pass_of_the_loop_leave_as_one_packet(through: Database, proxy: Proxy) -> None:
    await asyncio.gather(*(through.run(COUNT, ["counter"], [n]) for n in range(100)))
    assert [packet.count(b"EVALSHA") for packet in proxy.packets if b"EVALSHA" in packet] == [100]


async def test_calls_that_arise_meanwhile_wait_and_leave_together(through: Database, proxy: Proxy) -> None:
    proxy.passing.clear()
    first = asyncio.create_task(through.call("ECHO", "first"))
    await until(lambda: bool(proxy.packets))
    others = []
    for n in range(50):
        others.append(asyncio.create_task(through.call("ECHO", n)))
        await asyncio.sleep(0)
    proxy.passing.set()
    assert await asyncio.gather(first, *others) == ["first", *map(str, range(50))]
    assert [packet.count(b"ECHO") for packet in proxy.packets] == [1, 50]


async def test_cancelled_callers_never_mix_the_answers_of_others(through: Database, proxy: Proxy) -> None:
    chance = random.Random(26)
    for n in range(50):
        await through.call("SET", f"known:{n}", n)
    proxy.delay = 0.02

    async def hasty() -> None:
        asks = asyncio.gather(through.call("ECHO", "hasty"), through.run(COUNT, ["counter"], [1]))
        with suppress(TimeoutError):
            await asyncio.wait_for(asks, chance.uniform(0.001, 0.04))

    async def steady() -> None:
        for _ in range(10):
            n = chance.randrange(50)
            assert await through.call("GET", f"known:{n}") == str(n)

    await asyncio.gather(*(hasty() for _ in range(2000)), *(steady() for _ in range(20)))
    assert proxy.connections == 1
    assert [await through.call("GET", f"known:{n}") for n in range(50)] == [str(n) for n in range(50)]
    await through.ping()


async def test_an_unknown_script_is_run_once_for_each_call_also_amid_others(database: Database) -> None:
    for flush in (("SCRIPT", "FLUSH"), ("FUNCTION", "FLUSH")):
        await database.call("SET", "counter", 0)
        await database.call(*flush)
        answers = await asyncio.gather(
            database.call("SET", "other", "x"),
            *(database.run(COUNT, ["counter"], [n]) for n in range(10)),
            database.call("GET", "other"),
        )
        assert [answer[1] for answer in answers[1:-1]] == [str(n) for n in range(10)]
        assert (answers[0], answers[-1]) == ("OK", "x")
        assert await database.call("GET", "counter") == "10"


async def test_a_script_flushed_in_the_same_batch_is_run_once(database: Database) -> None:
    await database.run(COUNT, ["counter"], [0])
    before, _, after = await asyncio.gather(
        database.run(COUNT, ["counter"], ["before"]),
        database.call("SCRIPT", "FLUSH"),
        database.run(COUNT, ["counter"], ["after"]),
    )
    assert [before[2], after[2]] == [2, 3]


async def test_a_cut_connection_is_opened_again_and_its_calls_sent_again(
    through: Database, proxy: Proxy
) -> None:
    proxy.delay = 0.05
    calls = asyncio.gather(*(through.call("SET", f"key:{n}", n) for n in range(20)))
    await until(lambda: bool(proxy.packets))
    proxy.cut()
    assert await calls == ["OK"] * 20
    assert proxy.connections == 1


async def test_a_caller_waits_no_longer_than_told_while_an_attempt_hangs(
    through: Database, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "PATIENCE_SECONDS", 0.6)
    monkeypatch.setattr(lane, "OVERDUE_SECONDS", 0.1)
    loop = asyncio.get_running_loop()
    proxy.passing.clear()  # the connection stays open and says nothing; an attempt takes 5 s to find out

    async def refused_after() -> float:
        began = loop.time()
        with pytest.raises(DatabaseUnreachable, match="no answer in time"):
            await through.call("GET", "x")
        return loop.time() - began

    first = asyncio.create_task(refused_after())
    await until(lambda: bool(proxy.packets))  # the first one is on its way, the next waits for its turn
    waited = await asyncio.gather(first, refused_after())
    assert max(waited) < lane.BATCH_SECONDS / 2
    proxy.passing.set()
    assert await through.call("ECHO", "again") == "again"


async def test_a_silent_connection_is_given_up_and_its_calls_sent_again(
    through: Database, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "BATCH_SECONDS", 0.1)
    proxy.passing.clear()
    waiting = asyncio.create_task(through.call("ECHO", "patience"))
    await until(lambda: proxy.opened > 1)
    proxy.passing.set()
    assert await waiting == "patience"
    await through.ping()


async def test_a_restart_is_survived_by_those_who_wait(tmp_path: Path) -> None:
    valkey = await EmbeddedValkey.start(tmp_path)
    database = await Database.open(valkey.url)
    await database.run(COUNT, ["counter"], [0])
    await valkey.stop()
    waiting = [asyncio.create_task(database.run(COUNT, ["counter"], [n])) for n in range(10)]
    async with served(tmp_path):
        answers = await asyncio.gather(*waiting)
    assert sorted(answer[2] for answer in answers) == list(range(2, 12))
    await database.close()


async def test_a_longer_outage_is_told_and_then_told_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(lane, "IMPATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(lane, "PAUSE_SECONDS", (0.01, 0.02))
    valkey = await EmbeddedValkey.start(tmp_path)
    database = await Database.open(valkey.url)
    await valkey.stop()
    loop = asyncio.get_running_loop()
    waits: list[float] = []
    for _ in range(2):
        began = loop.time()
        with pytest.raises(DatabaseUnreachable, match=r"cannot be reached \(.*No such file"):
            await database.call("ECHO", "anybody")
        waits.append(loop.time() - began)
    assert waits[0] >= 1.0 > waits[1]
    async with served(tmp_path):
        while True:
            try:
                assert await database.call("ECHO", "anybody") == "anybody"
                break
            except DatabaseUnreachable:
                continue
    await database.close()


async def test_more_calls_than_may_wait_are_refused_at_once(
    through: Database, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "MAX_WAITING", 100)
    proxy.passing.clear()
    waiting = [asyncio.create_task(through.call("ECHO", n)) for n in range(100)]
    await asyncio.sleep(0)
    with pytest.raises(DatabaseBusy):
        await through.call("ECHO", "one too many")
    proxy.passing.set()
    assert await asyncio.gather(*waiting) == [str(n) for n in range(100)]


async def test_closing_tells_those_who_wait(through: Database, proxy: Proxy) -> None:
    proxy.passing.clear()
    waiting = asyncio.create_task(through.call("ECHO", "x"))
    await asyncio.sleep(0)
    await through.close()
    with pytest.raises(DatabaseUnreachable, match="closed"):
        await waiting


async def test_a_call_after_closing_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        pass
    with pytest.raises(DatabaseUnreachable, match="closed"):
        await database.call("ECHO", "x")


@pytest.mark.parametrize(
    "url",
    [
        "redis://user:s3cret@127.0.0.1:1/0",
        "rediss://user:s3cret@127.0.0.1:1",
        "redis+cluster://user:s3cret@127.0.0.1:1,127.0.0.1:2",
        "unix://user:s3cret@/nowhere/valkey.sock",
    ],
)
async def test_an_unreachable_database_is_named_without_its_password(url: str) -> None:
    with pytest.raises(DatabaseUnreachable, match="cannot be reached") as raised:
        await Database.open(url)
    assert "s3cret" not in str(raised.value)
    assert urlsplit(url).scheme in str(raised.value)


async def test_a_wrong_password_is_said_to_be_one(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        await database.call("CONFIG", "SET", "requirepass", "right")
        place = socket_of(tmp_path)
        right = await Database.open(f"unix://:right@{place}")
        await right.ping()
        await right.close()
        with pytest.raises(DatabaseUnreachable, match="refuses the user or password") as raised:
            await Database.open(f"unix://:wr0ng@{place}")
        assert "wr0ng" not in str(raised.value)


async def test_tls_is_spoken_and_the_other_side_must_prove_who_it_is(valkey: EmbeddedValkey) -> None:
    certificate = TLS / "certificate.pem"
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, TLS / "key.pem")
    async with Proxy.over_tls(Path(urlsplit(valkey.url).path), context) as proxy:
        trusting = await Database.open(f"{proxy.url}?ssl_ca_certs={certificate}")
        assert await trusting.call("ECHO", "in private") == "in private"
        await trusting.close()
        with pytest.raises(DatabaseUnreachable, match="CERTIFICATE_VERIFY_FAILED"):
            await Database.open(proxy.url)


async def test_full_memory_is_told_as_such_and_readiness_with_it(tmp_path: Path) -> None:
    async with served(tmp_path) as database:
        await database.call("CONFIG", "SET", "maxmemory", 1)
        with pytest.raises(DatabaseRefusesWrites, match="memory is full"):
            await database.run(COUNT, ["counter"], [1])
        with pytest.raises(DatabaseRefusesWrites):
            await database.ping()
        await database.call("CONFIG", "SET", "maxmemory", 0)
        await database.ping()
        assert await database.call("DBSIZE") == 0
