"""The same calling code against a cluster: three real Valkeys."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.store.cluster import HOST, Node, RunningCluster, running_cluster
from tests.store.helpers import served

from agnes.store import lane
from agnes.store.database import Database
from agnes.store.errors import CommandRefused, DatabaseUnreachable
from agnes.store.scripts import Script
from agnes.store.slots import slot_of, slot_of_key

COUNT = Script.of("count", "return redis.call('INCR', KEYS[1])")


@pytest.fixture
async def database(cluster: RunningCluster) -> AsyncIterator[Database]:
    """The cluster as one database, empty."""
    opened = await Database.open(cluster.url)
    for node in cluster.nodes:
        await node.ask("FLUSHALL")
    yield opened
    await opened.close()


@pytest.fixture
async def spare_cluster(tmp_path: Path) -> AsyncIterator[RunningCluster]:
    """Another one that may be damaged, with a replica of the first node."""
    async with running_cluster(tmp_path, replicas=1) as running:
        yield running


def key_of(node: Node, cluster: RunningCluster, name: str = "") -> str:
    """A key that this node serves: the slots are given out in thirds."""
    place = cluster.nodes.index(node)
    return next(
        key
        for n in range(1000)
        if slot_of_key(key := f"{{{n}}}{name}") * len(cluster.nodes) // 16384 == place
    )


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("GET", "a"), "a"),
        (("set", b"{x}a", 1), "x"),
        (("EVALSHA", "sha", 2, "{x}a", "{x}b"), "x"),
        (("XREAD", "COUNT", 1, "STREAMS", "{x}log", "0"), "x"),
        (("XREADGROUP", "GROUP", "g", "c", "STREAMS", "log", ">"), "log"),
        (("XINFO", "STREAM", "log"), "log"),
        (("SPUBLISH", "{x}news", "1"), "x"),
        (("HSET", 5, "a", 1), "5"),
    ],
)
def test_a_command_belongs_to_the_slot_of_its_first_key(
    command: tuple[str | bytes | int, ...], key: str
) -> None:
    assert slot_of(command) == slot_of_key(key)


@pytest.mark.parametrize("command", [("PING",), ("EVAL", "return 1", 0), ("TIME",), ("INFO", "server")])
def test_a_command_without_a_key_belongs_to_no_slot(command: tuple[str | int, ...]) -> None:
    assert slot_of(command) == -1


def test_a_slot_is_that_of_the_specification() -> None:
    assert slot_of_key("123456789") == 12739


async def test_slots_agree_with_the_server(cluster: RunningCluster) -> None:
    for key in ("", "a", "{a", "a}", "{}a", "{{a}}b", "{a}{b}", "ä{ö}ü", "agnes:{K3F}:log"):
        assert int(await cluster.nodes[0].ask("CLUSTER", "KEYSLOT", key)) == slot_of_key(key)


async def test_calls_go_where_their_keys_are(database: Database, cluster: RunningCluster) -> None:
    await asyncio.gather(*(database.call("SET", f"key:{n}", n) for n in range(60)))
    answers = await asyncio.gather(*(database.call("GET", f"key:{n}") for n in range(60)))
    assert answers == [str(n) for n in range(60)]
    sizes = [int(await node.ask("DBSIZE")) for node in cluster.nodes]
    assert sum(sizes) == 60
    assert min(sizes) > 0


async def test_keys_of_two_slots_are_refused(database: Database, cluster: RunningCluster) -> None:
    one, other, _ = (key_of(node, cluster) for node in cluster.nodes)
    with pytest.raises(CommandRefused, match="CROSSSLOT"):
        await database.run(COUNT, [one, other])


async def test_every_node_is_asked_for_readiness(database: Database, cluster: RunningCluster) -> None:
    await database.ping()
    await cluster.nodes[2].ask("CONFIG", "SET", "min-replicas-to-write", "1")
    try:
        with pytest.raises(Exception, match="takes no writes"):
            await database.ping()
    finally:
        await cluster.nodes[2].ask("CONFIG", "SET", "min-replicas-to-write", "0")
    await database.ping()


async def test_scripts_unknown_to_a_node_run_once(database: Database, cluster: RunningCluster) -> None:
    keys = [key_of(node, cluster) for node in cluster.nodes]
    assert await asyncio.gather(*(database.run(COUNT, [key]) for key in keys)) == [1, 1, 1]
    for node in cluster.nodes:
        await node.ask("SCRIPT", "FLUSH")
    assert sorted(await asyncio.gather(*(database.run(COUNT, [key]) for key in keys * 2))) == [
        2,
        2,
        2,
        3,
        3,
        3,
    ]


async def test_a_slot_that_has_moved_is_followed(database: Database, cluster: RunningCluster) -> None:
    source, target, _ = cluster.nodes
    key = key_of(source, cluster)
    await target.ask("SCRIPT", "FLUSH")  # so that the script is new to where the slot goes, too
    await cluster.move_slot(slot_of_key(key), source, target)
    try:
        assert sorted(await asyncio.gather(*(database.run(COUNT, [key]) for _ in range(5)))) == [
            1,
            2,
            3,
            4,
            5,
        ]
        assert await database.call("GET", key) == "5"
        await database.call("DEL", key)
    finally:
        await cluster.move_slot(slot_of_key(key), target, source)


async def test_a_slot_that_is_on_its_way_is_asked_for_where_it_goes(
    database: Database, cluster: RunningCluster
) -> None:
    source, target, _ = cluster.nodes
    stays, goes = key_of(source, cluster, "stays"), key_of(source, cluster, "goes")
    slot = str(slot_of_key(stays))
    await database.call("SET", stays, "here")
    await target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", await source.name())
    await source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", await target.name())
    try:
        await target.ask("SCRIPT", "FLUSH")
        answers = await asyncio.gather(
            database.call("GET", stays), database.run(COUNT, [goes]), database.call("GET", stays)
        )
        assert list(answers) == ["here", 1, "here"]
        assert await target.ask("CLUSTER", "COUNTKEYSINSLOT", slot) == "1"
    finally:
        await source.ask("CLUSTER", "SETSLOT", slot, "STABLE")
        await target.ask("CLUSTER", "SETSLOT", slot, "STABLE")
        await target.ask("FLUSHALL")


async def test_one_server_is_no_cluster(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    async with served(tmp_path) as single:
        await single.call("CONFIG", "SET", "port", port)
        with pytest.raises(DatabaseUnreachable, match="is not a cluster"):
            await Database.open(f"redis+cluster://{HOST}:{port}")


async def test_a_promoted_replica_takes_over(
    spare_cluster: RunningCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "PATIENCE_SECONDS", 20.0)
    database = await Database.open(spare_cluster.url)
    key = key_of(spare_cluster.nodes[0], spare_cluster)
    (replica,) = spare_cluster.replicas
    assert await database.run(COUNT, [key]) == 1
    await replica.has_keys(1)
    spare_cluster.nodes[0].process.kill()
    waiting = [asyncio.create_task(database.run(COUNT, [key])) for _ in range(3)]
    await replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    assert sorted(await asyncio.gather(*waiting)) == [2, 3, 4]
    await database.close()
