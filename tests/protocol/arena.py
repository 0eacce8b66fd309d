"""Races brought to the point where a test begins, several at a time: each counts down three seconds."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tests.protocol.client import Connection, Crowd, Person
from tests.protocol.lines import winning_lines

KINDS: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    # One drawn at random is now and then blocked after three rows.
    "long": {"deal": next(iter(winning_lines()))},
    "delayed": {"watch": "delayed"},
    "finished": {"watch": "finished"},
    "public": {"visibility": "public"},
    "to win": {"seats": 3, "deal": next(iter(winning_lines())), "closing_s": 1},
    "bonus": {"deal": next(iter(winning_lines())), "options": {"time_bonus": True}},
    "one second": {"time_limit_s": 1},
    "no limit": {"time_limit_s": None},
    "closing": {"seats": 3, "closing_s": 1},
}
"""Races by what is special about them."""


@dataclass
class Started:
    """A race under way: its people in the order of their seats, each with a connection that has its board."""

    race_id: str
    people: list[Person]
    seats: list[Connection]

    async def watcher(self, name: str = "Wim") -> Connection:
        """Somebody without a seat, connected, who has not asked for anything yet."""
        return await (await self.people[0].crowd.guest(name)).connect(self.race_id)

    async def end(self) -> dict[str, Any]:
        """Everybody gives up; the race as it is at its end."""
        for seat in self.seats:
            await seat.send(type="give_up")
        return await self.seats[0].until_state("finished")


async def seated(crowd: Crowd, *names: str, **fields: Any) -> tuple[str, list[Person]]:
    """A lobby in which these people have seats, the first its host."""
    people = await asyncio.gather(*[crowd.guest(name) for name in names])
    race = await people[0].make(**{"seats": len(names), "study_s": 0} | fields)
    for person in people[1:]:
        await person.does(race["id"], "join")
    return race["id"], list(people)


async def running(crowd: Crowd, *names: str, **fields: Any) -> Started:
    """A race in which these people may move."""
    race_id, people = await seated(crowd, *names, **fields)
    seats = [await person.connect(race_id) for person in people]
    if len(people) > 1:
        await people[0].does(race_id, "start")
    await asyncio.gather(*[ready_to_move(seat) for seat in seats])
    return Started(race_id, people, seats)


async def ready_to_move(seat: Connection) -> None:
    """Read on until the race runs and what the server sends then has come."""
    if seat.race["state"] != "running":
        await seat.until("race", change="running")
    await seat.caught_up()
    assert seat.board.n == 0


class Arena:
    """Keeps races running, so that a test that needs one does not wait for it."""

    def __init__(self, crowd: Crowd, ahead: Iterable[str]) -> None:
        """Races of these kinds begin now; each that is taken begins another like it."""
        self._crowd = crowd
        self._coming: dict[str, list[asyncio.Task[Started]]] = {}
        for kind in ahead:
            self._begin(kind)

    async def race(self, kind: str = "plain") -> Started:
        """A race of one of the KINDS that has just begun, between Ada, Bea and, if for three, Cleo."""
        return await self._begin(kind).pop(0)

    async def close(self) -> None:
        left = [task for tasks in self._coming.values() for task in tasks]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _begin(self, kind: str) -> list[asyncio.Task[Started]]:
        fields = KINDS[kind]
        names = ["Ada", "Bea", "Cleo"][: fields.get("seats", 2)]
        coming = self._coming.setdefault(kind, [])
        coming.append(asyncio.create_task(running(self._crowd, *names, **fields)))
        return coming
