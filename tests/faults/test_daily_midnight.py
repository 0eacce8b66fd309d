"""Over midnight in every way, on two processes with one clock: a run counts for the day it was begun on."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
from tests.faults.clock import Clock, MovedServer, a_day
from tests.faults.days import begin, begun, board, disagreements, finished, give_up, standing, streak
from tests.faults.helpers import by_way_of, complaints, started
from tests.protocol import shapes
from tests.protocol.client import Crowd

from agnes.race.daily import Day
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey


@dataclass
class World:
    """Two servers on one database and one clock; each draws nonces of its own."""

    clock: Clock
    here: Crowd
    there: Crowd
    database: Database


@pytest.fixture(scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder = tmp_path_factory.mktemp("midnight")
    clock = Clock(folder, "2031-01-01T12:00:00")
    async with AsyncExitStack() as stack:
        valkey = await EmbeddedValkey.start(folder / "valkey")
        stack.push_async_callback(valkey.stop)
        database = await Database.open(valkey.url)
        stack.push_async_callback(database.close)
        secret = "one key for both of these servers"
        servers = [
            MovedServer(folder / name, clock, redis_url=valkey.url, secret_key=secret, lobby_s=10)
            for name in "ab"
        ]
        await asyncio.gather(*[stack.enter_async_context(started(server)) for server in servers])
        crowds = [await stack.enter_async_context(Crowd(server.url)) for server in servers]
        yield World(clock, crowds[0], crowds[1], database)
        assert await disagreements(database, clock.now) == []
        for server in servers:
            assert complaints(server.log) == []


async def test_begun_before_and_finished_after_midnight(world: World) -> None:
    world.clock.set("2031-03-01T23:59:50")
    old = a_day("2031-03-01")
    ann = await world.here.guest("Ann")
    seat = await begun(ann, old)
    world.clock.set("2031-03-02T00:00:10")
    moved = await seat.move(next(move for move in seat.board.legal or [] if move != "U"))
    assert moved["type"] == "moved"
    assert (await standing(ann, old.next))["yours"] is None
    await finished(ann, old.next)  # the new day is there at once
    await give_up(seat)
    assert (await board(ann, old))["total"] == (await board(ann, old.next))["total"] == 1
    assert await streak(ann) == (2, 2, True)


async def test_the_net_lost_over_midnight(world: World) -> None:
    world.clock.set("2031-03-05T23:59:50")
    old = a_day("2031-03-05")
    ann = await world.here.guest("Ann")
    seat = await begun(ann, old)
    await seat.move("D")
    await seat.close()
    world.clock.set("2031-03-06T00:30:00")
    back = await by_way_of(world.there, ann).connect(old.code)
    assert (back.board.n, back.race["state"]) == (1, "running")
    assert back.board.t_ms >= 0
    await give_up(back)
    assert await streak(ann) == (1, 1, False)


async def test_begun_and_not_yet_seen_at_midnight(world: World) -> None:
    world.clock.set("2031-03-08T23:59:59")
    old = a_day("2031-03-08")
    ann = await world.here.guest("Ann")
    (await begin(ann, old)).ok(200, shapes.DAILY)
    world.clock.set("2031-03-09T00:10:00")
    (await begin(ann, old)).ok(200, shapes.DAILY)  # the same, not a new one
    seat = await ann.connect(old.code)
    assert seat.race["starts_at"] >= old.ends_at  # the clock of the board starts when it is shown
    await give_up(seat)
    assert (await standing(ann, old))["yours"]["rank"] == 1


async def test_nobody_begins_a_day_that_is_over_or_has_not_come(world: World) -> None:
    world.clock.set("2031-03-12T00:00:01")
    today = a_day("2031-03-12")
    ann = await world.here.guest("Ann")
    (await begin(ann, Day(today.number - 1, "sorel"))).problem(409, "day-over")
    for day in (today.next, Day(today.number + 400, "sorel")):
        (await begin(ann, day)).problem(404, "no-such-day")
        (await ann.call("GET", f"/api/daily/{day.date}/{day.game}")).problem(404, "no-such-day")
        socket = await ann.dial(day.code)
        told = json.loads(await socket.recv())
        assert (told["type"], told["reason"]) == ("problem", "not-started")


async def test_a_day_made_and_over_is_refused(world: World) -> None:
    world.clock.set("2031-03-15T12:00:00")
    day = a_day("2031-03-15")
    ann = await world.here.guest("Ann")
    await standing(ann, day)
    world.clock.set("2031-03-16T00:00:00")
    (await begin(ann, day)).problem(409, "day-over")


async def test_the_close_of_the_day_ends_every_run_and_tells_the_number(world: World) -> None:
    world.clock.set("2031-03-18T23:00:00")
    day = a_day("2031-03-18")
    ann, ben = await world.here.guest("Ann"), await world.there.guest("Ben")
    seat, idle = await begun(ann, day), await begun(ben, day)
    moves = [next(move for move in seat.board.legal or [] if move != "U")]
    await seat.played(moves)
    await idle.close()
    world.clock.set("2031-03-19T00:59:58")
    assert (await standing(ann, day))["deal"] is None
    (await ann.call("GET", f"/api/races/{day.code}/boards/{ann.id}")).problem(409, "not-finished")
    await seat.until_state("finished")
    told = await standing(ann, day)
    assert (told["yours"]["status"], told["yours"]["rank"]) == ("timed_out", 1)
    assert told["deal"]
    replay = await ben.replay(day.code, ann.id)
    assert (replay["deal"], [entry["move"] for entry in replay["moves"]]) == (told["deal"], moves)
    again = await ben.make(game="sorel", seats=1, deal=told["deal"])  # uncounted
    assert again["state"] == "running"
    while (await board(ann, day))["total"] < 2:  # noqa: ASYNC110 (ended by a due time, told to nobody here)
        await asyncio.sleep(0.02)
    assert await streak(ann) == (1, 1, False)
    # Equal runs share a rank, and both processes tell the same order.
    page = await board(ann, day)
    assert page == await board(by_way_of(world.there, ann), day)


async def test_a_streak_lasts_until_a_day_has_closed_without_one(world: World) -> None:
    ann = await world.here.guest("Ann")
    for date in ("2031-04-01", "2031-04-02"):
        world.clock.set(f"{date}T20:00:00")
        await finished(ann, a_day(date))
    assert await streak(ann) == (2, 2, True)
    world.clock.set("2031-04-04T00:59:00")
    assert await streak(ann) == (2, 2, False)
    world.clock.set("2031-04-04T01:00:01")
    assert await streak(ann) == (0, 2, False)
    await finished(ann, a_day("2031-04-04"))
    assert await streak(ann) == (1, 2, True)


async def test_one_day_of_both_games_counts_once(world: World) -> None:
    world.clock.set("2031-04-10T20:00:00")
    ann = await world.here.guest("Ann")
    for game in ("sorel", "bernauer"):
        await finished(ann, a_day("2031-04-10", game))
    assert await streak(ann) == (1, 1, True)


@pytest.mark.parametrize("date", ["2032-02-29", "2031-03-30", "2031-10-26", "2031-12-31"])
async def test_leap_days_and_days_of_clock_changes_are_24_hours_of_utc(world: World, date: str) -> None:
    world.clock.set(f"{date}T23:59:59")
    day = a_day(date)
    ann = await world.here.guest("Ann")
    told = (await ann.call("GET", "/api/daily")).ok(200, shapes.DAILIES)
    assert (told["today"], told["next_at"]) == (date, day.ends_at)
    assert day.ends_at - day.starts_at == 86_400_000
    world.clock.set(f"{day.next.date}T00:00:00")
    assert (await ann.call("GET", "/api/daily")).body["today"] == day.next.date


async def test_two_processes_agree_on_every_deal_though_asked_at_once(world: World) -> None:
    world.clock.set("2031-05-01T00:00:00")
    for date in ("2031-05-01", "2031-06-01", "2031-07-01"):
        world.clock.set(f"{date}T00:00:00")
        answers = await asyncio.gather(
            *(crowd.http.get("/api/daily") for _ in range(5) for crowd in (world.here, world.there))
        )
        told = {tuple(daily["commitment"] for daily in answer.json()["dailies"]) for answer in answers}
        assert len(told) == 1


async def test_it_outlasts_the_lifetime_of_lobbies(world: World) -> None:
    """Those are kept for ten seconds here; an attempt is, seen or not, until long after its day."""
    world.clock.set("2031-08-01T01:00:00")
    day = a_day("2031-08-01")
    ann, ben = await world.here.guest("Ann"), await world.here.guest("Ben")
    (await begin(ann, day)).ok(200, shapes.DAILY)
    seat = await begun(ben, day)
    for race_id in (day.attempt(ann.id), day.attempt(ben.id)):
        found = [key async for key in world.database.scan(f"agnes:{{{race_id}}}:*")]
        lasting = {await world.database.call("PEXPIRETIME", key) for key in found if "watchers" not in key}
        assert len(found) > 1
        assert min(lasting) > day.closes_at
    await give_up(seat)
