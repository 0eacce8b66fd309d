"""Joining, leaving and starting all at once: everyone is clearly in the race or clearly not."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
from tests.faults.helpers import HastyServer, complaints, started
from tests.protocol import shapes
from tests.protocol.arena import running, seated
from tests.protocol.client import Answer, Connection, Crowd, Json, Person
from tests.server import ServerProcess

ROUNDS = 25
LATE = 3
WITHIN_S = 0.02


class CountingDown(HastyServer):
    """Long enough for what happens in a countdown."""

    times: ClassVar[dict[str, int]] = {"countdown_ms": 1000}


@dataclass
class Rush:
    """A race that was started while others joined; `answers` of those who came late."""

    race_id: str
    host: Connection
    late: list[Connection]
    answers: list[Answer]


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    async with started(CountingDown(tmp_path_factory.mktemp("starting"))) as server:
        yield server
        assert complaints(server.log) == []


@pytest.fixture(scope="module")
async def rushes(server: ServerProcess) -> AsyncIterator[list[Rush]]:
    """Many of them at once, so that there is one countdown to wait for."""
    chance = random.Random(38)
    async with Crowd(server.url) as crowd:
        people = await asyncio.gather(*[crowd.guest(f"P{n}") for n in range(10)])
        yield await asyncio.gather(*[rush(chance.sample(people, 2 + LATE), chance) for _ in range(ROUNDS)])


async def rush(people: list[Person], chance: random.Random) -> Rush:
    host, second, *late = people
    race_id = (await host.make(seats=8, study_s=0))["id"]
    await second.does(race_id, "join")
    seat = await host.connect(race_id)
    watching = [await person.connect(race_id) for person in late]

    async def join(person: Person) -> Answer:
        await asyncio.sleep(chance.uniform(0, WITHIN_S))
        return await person.act(race_id, "join")

    async def start() -> Json:
        await asyncio.sleep(WITHIN_S / 2)
        return await host.does(race_id, "start")

    starting = asyncio.create_task(start())
    answers = await asyncio.gather(*[join(person) for person in late])
    await starting
    for connection in (seat, *watching):
        await connection.until_state("running")
        await connection.caught_up()
    return Rush(race_id, seat, watching, answers)


def test_who_joins_at_the_start_is_in_or_is_told_that_it_is_too_late(rushes: list[Rush]) -> None:
    statuses = [answer.status for rush in rushes for answer in rush.answers]
    assert {200, 409} == set(statuses), "every join fell on the same side of the start: no test of anything"
    for rush in rushes:
        seated = {player["id"] for player in rush.host.race["players"]}
        assert len(seated) == 2 + sum(answer.status == 200 for answer in rush.answers)
        for connection, answer in zip(rush.late, rush.answers, strict=True):
            assert (connection.person.id in seated) == (answer.status == 200)
            if answer.status != 200:
                answer.problem(409, "race-started")


def test_everyone_in_it_has_the_same_deal_and_the_same_start(rushes: list[Rush]) -> None:
    for rush in rushes:
        for connection, answer in zip(rush.late, rush.answers, strict=True):
            assert connection.race["starts_at"] == rush.host.race["starts_at"]
            assert connection.seq == rush.host.seq
            if answer.status == 200:
                assert connection.board.table() == rush.host.board.table()
            else:
                assert connection.boards == {}


async def test_who_came_in_plays_and_who_came_late_watches(rushes: list[Rush]) -> None:
    for rush in rushes[:8]:
        for connection, answer in zip(rush.late, rush.answers, strict=True):
            if answer.status == 200:
                await connection.played(["D"])
            else:
                assert (await connection.move("D", n=1))["reason"] == "not-yours"
                await connection.send(type="watch", player=rush.host.person.id)
                await connection.until("board", player=rush.host.person.id)


async def test_the_host_leaves_in_the_countdown_and_in_the_race(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd:
        race_id, (ann, ben, cyd) = await seated(crowd, "Ann", "Ben", "Cyd")
        seat = await cyd.connect(race_id)
        await ann.does(race_id, "start")
        told = await ann.does(race_id, "leave")
        assert (told["state"], told["host"], len(told["players"])) == ("countdown", ben.id, 2)
        await seat.caught_up()
        assert (seat.race["starts_at"], seat.race["host"]) == (told["starts_at"], ben.id)
        await seat.until_state("running")
        await ben.does(race_id, "leave")
        await seat.until("race", change="host")
        assert seat.race["host"] == cyd.id
        assert seat.player(ben.id)["status"] == "gave_up"
        (await cyd.act(race_id, "finish")).ok(200, shapes.RACE)
        assert (await seat.until_state("finished"))["players"][1]["status"] == "timed_out"


async def test_a_rematch_that_all_ask_for_has_everyone_once(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd:
        race = await running(crowd, "Ann", "Ben", "Cyd", visibility="public", game="sorel")
        await race.end()
        answers = await asyncio.gather(*[person.does(race.race_id, "rematch") for person in race.people * 4])
        (again,) = {answer["id"] for answer in answers}
        assert [player["id"] for player in answers[0]["players"]] == [person.id for person in race.people]
        listed = (await race.people[0].call("GET", "/api/races?game=sorel&state=lobby")).body["races"]
        assert [one["id"] for one in listed if one["host"] == answers[0]["host"]] == [again]
