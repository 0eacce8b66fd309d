"""Leaderboards on the wire: of a day, and of all time."""

import asyncio
from typing import Any

import pytest
from tests.faults.days import board, finished, give_up
from tests.protocol import shapes
from tests.protocol.client import Person
from tests.protocol.world import World


class TestLeaderboards:
    async def test_pages_around_me_and_people_i_raced(self, world: World) -> None:
        day = world.fresh_day()
        names = [f"P{n}" for n in range(7)]
        people = [await world.crowd.guest(name) for name in names]
        await asyncio.gather(*(finished(person, day) for person in people))
        ann, ben = people[:2]
        page = await board(ann, day, "offset=2&limit=3")
        assert (page["total"], page["offset"], len(page["entries"])) == (7, 2, 3)
        assert page["yours"]["player"] == ann.id
        assert ann.id in [
            entry["player"] for entry in (await board(ann, day, "around=me&limit=1"))["entries"]
        ]
        alone = await board(ann, day, "among=raced")
        assert [entry["player"] for entry in alone["entries"]] == [ann.id]
        await race_between(ann, ben)
        raced = await board(ann, day, "among=raced&around=me")
        assert {entry["player"] for entry in raced["entries"]} == {ann.id, ben.id}

    @pytest.mark.parametrize(
        "query",
        [
            "limit=0",
            "limit=51",
            "offset=-1",
            "offset=99999999",
            "limit=x",
            "around=you",
            "who=me",
            "limit=1&limit=2",
        ],
    )
    async def test_a_query_that_cannot_be_is_told(self, world: World, query: str) -> None:
        ann = await world.crowd.guest("Ann")
        (await ann.call("GET", f"/api/leaderboards/wins?{query}")).problem(422, "bad-request")

    async def test_strangers_may_look_but_have_no_own_place(self, world: World) -> None:
        answer = await world.crowd.http.get("/api/leaderboards/streak")
        assert answer.json()["yours"] is None
        asked = await world.crowd.http.get("/api/leaderboards/streak?around=me")
        assert (asked.status_code, asked.json()["type"]) == (401, "/problems/unknown-player")
        ann = await world.crowd.guest("Ann")
        (await ann.call("GET", "/api/leaderboards/rating")).problem(404, "no-such-board")

    async def test_wins_of_races_between_people_count_and_no_others(self, world: World) -> None:
        world.fresh_day()
        ann, ben = await world.crowd.guest("Ann"), await world.crowd.guest("Ben")
        await race_between(ann, ben)
        await race_between(ann, ben, deal="12345")
        alone = await ann.connect((await ann.make(game="sorel", seats=1))["id"])
        await give_up(alone)
        page = (await ann.call("GET", "/api/leaderboards/wins?around=me")).ok(200, shapes.LEADERBOARD)
        assert page["yours"]["score"] == 1
        assert ben.id not in [entry["player"] for entry in page["entries"]]


async def race_between(winner: Person, loser: Person, **fields: Any) -> None:
    """A race that the first wins, by a card that can be put up soon on most deals."""
    while True:
        race = await winner.make(game="bernauer", seats=2, study_s=0, **fields)
        await loser.does(race["id"], "join")
        seats = [await person.connect(race["id"]) for person in (winner, loser)]
        await winner.does(race["id"], "start")
        for seat in seats:
            await seat.until("race", change="running")
            await seat.caught_up()
        for _ in range(4):
            ups = [move for move in seats[0].board.legal or [] if move.endswith(">F")]
            if ups:
                await seats[0].played(ups[:1])
                break
            await seats[0].played(["D"] if "D" in (seats[0].board.legal or []) else [])
        scored = seats[0].board.score > 1
        for seat in seats:
            await seat.send(type="give_up")
        for seat in seats:
            await seat.until_state("finished")
            await seat.close()
        if scored:
            return
