"""The whole flow on a real cluster of three, whose scripts are forgotten again and again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.faults.helpers import SECRET, HastyServer, complaints, started, watching
from tests.protocol.arena import ready_to_move
from tests.protocol.client import Crowd, Person
from tests.store.cluster import PRIMARIES, RunningCluster

from agnes.store.keys import RaceKeys
from agnes.store.slots import SLOTS, slot_of_key


@dataclass
class OnCluster:
    cluster: RunningCluster
    here: Crowd
    there: Crowd

    async def forgotten(self, step: Awaitable[Any]) -> Any:
        """The step, when no node knows any script or function any more."""
        for node in self.cluster.nodes:
            await node.ask("SCRIPT", "FLUSH")
            await node.ask("FUNCTION", "FLUSH")
        return await step


@pytest.fixture(scope="module")
async def on(cluster: RunningCluster, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[OnCluster]:
    folder = tmp_path_factory.mktemp("on-cluster")
    servers = [HastyServer(folder / name, redis_url=cluster.url, secret_key=SECRET) for name in "ab"]
    async with (
        started(servers[0]),
        started(servers[1]),
        Crowd(servers[0].url) as here,
        Crowd(servers[1].url) as there,
    ):
        yield OnCluster(cluster, here, there)
        for server in servers:
            assert complaints(server.log) == []


async def test_a_race_from_its_making_to_its_rematch(on: OnCluster) -> None:
    await asyncio.gather(*[whole_race(on, node) for node in range(PRIMARIES)])


async def made_on(on: OnCluster, node: int, person: Person) -> str:
    """A race of that person whose keys lie on the given node: as many are made as that takes."""
    while True:
        race = await on.forgotten(person.make(game="sorel", seats=2, study_s=0, visibility="public"))
        if slot_of_key(RaceKeys(race["id"]).race) * PRIMARIES // SLOTS == node:
            return str(race["id"])


async def whole_race(on: OnCluster, node: int) -> None:
    ann = await on.forgotten(on.here.guest("{Ann}{x}"))
    ben = await on.there.guest("B}e{n")
    race_id = await made_on(on, node, ann)
    await on.forgotten(ben.does(race_id, "join"))
    one, two = await on.forgotten(ann.connect(race_id)), await on.forgotten(ben.connect(race_id))
    await on.forgotten(ben.does(race_id, "ready"))
    await one.until("race", change="ready")
    await on.forgotten(ann.does(race_id, "start"))
    await asyncio.gather(ready_to_move(one), ready_to_move(two))
    watcher = await (await on.there.guest("W{im}")).connect(race_id)
    await two.until("watchers", count=1)
    for n, seat in enumerate((one, two, one, two), 1):
        moved = await on.forgotten(seat.move("D"))
        assert (moved["type"], moved["n"]) == ("moved", (n + 1) // 2)
    for seat in (one, two):
        await seat.caught_up()
        assert [player["rows"] for player in seat.race["players"]] == [2, 2]
    (await on.forgotten(ann.call("PATCH", "/api/me", {"name": "{A}"}))).ok(200, lambda *_: None)
    renamed = await two.until("race", change="renamed")
    assert [player["name"] for player in renamed["race"]["players"]] == ["{A}", "B}e{n"]
    await on.forgotten(two.send(type="give_up"))
    await one.until("score", player=ben.id, status="gave_up")
    await on.forgotten(one.send(type="give_up"))
    for connection in (one, two, watcher):
        await connection.until_state("finished")
    assert one.seq == two.seq == watcher.seq
    await watching(watcher, ann)
    assert watcher.boards[ann.id].table() == one.board.table()
    replay = await ben.replay(race_id, ann.id)
    assert [entry["move"] for entry in replay["moves"]] == ["D", "D"]
    again = await on.forgotten(ben.does(race_id, "rematch"))
    assert (await ann.does(race_id, "rematch"))["id"] == again["id"]
    listed = (await ann.call("GET", "/api/races?game=sorel&state=lobby")).body["races"]
    assert again["id"] in [one["id"] for one in listed]


async def test_keys_of_a_race_lie_together_whatever_names_say(on: OnCluster) -> None:
    ann = await on.here.guest("{all}{elsewhere}")
    race = await ann.make(game="bernauer", seats=1)
    seat = await ann.connect(race["id"])
    await seat.played(["D"])
    holders = []
    for node in on.cluster.nodes:
        said = await node.ask("KEYS", f"*{race['id']}*")
        if race["id"] in said:
            holders.append(said)
    assert len(holders) == 1
    assert "elsewhere" not in holders[0]
