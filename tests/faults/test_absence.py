"""Players who are not there when their race begins."""

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest
from tests.faults.helpers import (
    HastyServer,
    Scenario,
    started,
)
from tests.protocol import shapes
from tests.protocol.arena import seated
from tests.protocol.client import Crowd, Person

GRACE_S = 1


class SoonStarting(HastyServer):
    times: ClassVar[dict[str, int]] = {"quick_wait_ms": 1000, "countdown_ms": 1500}


async def who_never_came(folder: Path) -> None:
    """Joined, but never connected, in a race whose countdown is longer than the grace time."""
    async with started(SoonStarting(folder, grace_s=GRACE_S)) as server, Crowd(server.url) as crowd:
        race_id, (ann, ben, _) = await seated(crowd, "Ann", "Ben", "Cyd")
        seat = await ann.connect(race_id)
        await ann.does(race_id, "start")
        await seat.until("score", player=ben.id, status="gave_up")


async def who_never_came_to_a_race_that_starts_by_itself(folder: Path) -> None:
    async with started(SoonStarting(folder, grace_s=GRACE_S)) as server, Crowd(server.url) as crowd:
        ann, ben = [await crowd.guest(name) for name in ("Ann", "Ben")]
        race_id = await quick(ann)
        assert await quick(ben) == race_id
        seat = await ann.connect(race_id)
        await seat.until("score", player=ben.id, status="gave_up")
        assert seat.player(ann.id)["status"] == "waiting"  # the study is not over yet


async def quick(person: Person) -> str:
    """The race in which they get a seat."""
    answer = await person.call("POST", "/api/races/quick", {"game": "bernauer"})
    return str(answer.ok(200, shapes.RACE)["id"])


SCENARIOS: tuple[Scenario, ...] = (
    who_never_came,
    who_never_came_to_a_race_that_starts_by_itself,
)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_absence_of(scenario: Scenario, under_way: dict[Scenario, asyncio.Task[None]]) -> None:
    await under_way[scenario]
