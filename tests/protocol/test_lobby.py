"""Before a race: who may take a seat, leave it, start, send away; what the others are told; rematches."""

import asyncio
from typing import Any

from tests.protocol import shapes
from tests.protocol.arena import Arena, ready_to_move, seated
from tests.protocol.client import Crowd


def names(race: dict[str, Any]) -> list[str]:
    return [player["name"] for player in race["players"]]


async def test_joining_is_announced_to_everyone(crowd: Crowd) -> None:
    race_id, (ada,) = await seated(crowd, "Ada", seats=3)
    bea = await crowd.guest("Bea")
    seat, looker = await ada.connect(race_id), await bea.connect(race_id)
    race = await bea.does(race_id, "join")
    assert names(race) == ["Ada", "Bea"]
    for connection in (seat, looker):
        told = await connection.until("race")
        assert told["change"] == "joined"
        assert names(told["race"]) == ["Ada", "Bea"]


async def test_seats_are_numbered_and_kept(crowd: Crowd) -> None:
    race_id, people = await seated(crowd, "Ada", "Bea", "Cleo", seats=4)
    await people[1].does(race_id, "leave")
    race = await people[0].race(race_id)
    assert [(player["name"], player["seat"]) for player in race["players"]] == [("Ada", 1), ("Cleo", 3)]
    assert (await people[1].does(race_id, "join"))["players"][1]["seat"] == 2


async def test_joining_twice_takes_one_seat(crowd: Crowd) -> None:
    race_id, (_, bea) = await seated(crowd, "Ada", "Bea", seats=3)
    assert names(await bea.does(race_id, "join")) == ["Ada", "Bea"]


async def test_many_who_join_at_once_share_the_seats_that_there_are(crowd: Crowd) -> None:
    race_id, (ada,) = await seated(crowd, "Ada", seats=4)
    others = await asyncio.gather(*[crowd.guest(f"Guest {i}") for i in range(8)])
    answers = await asyncio.gather(*[person.act(race_id, "join") for person in others])
    assert sorted(answer.status for answer in answers) == [200] * 3 + [409] * 5
    players = (await ada.race(race_id))["players"]
    assert sorted(player["seat"] for player in players) == [1, 2, 3, 4]


async def test_a_full_race_takes_nobody_more(crowd: Crowd) -> None:
    race_id, _ = await seated(crowd, "Ada", "Bea", seats=2)
    (await (await crowd.guest("Cleo")).act(race_id, "join")).problem(409, "race-full")


async def test_who_comes_late_gets_no_seat(arena: Arena, crowd: Crowd) -> None:
    race = await arena.race()
    (await (await crowd.guest("Late")).act(race.race_id, "join")).problem(409, "race-started")


async def test_only_the_host_starts_sends_away_and_ends(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea")
    for verb, body in (("start", None), ("kick", {"player": ada.id}), ("finish", None)):
        (await bea.act(race_id, verb, body)).problem(403, "not-host")
    assert (await ada.race(race_id))["state"] == "lobby"


async def test_without_a_seat_nothing_can_be_done(crowd: Crowd) -> None:
    race_id, (ada, _) = await seated(crowd, "Ada", "Bea", seats=3)
    cleo = await crowd.guest("Cleo")
    for verb in ("leave", "ready", "start", "finish"):
        problem = await cleo.act(race_id, verb)
        assert problem.status == 403
        shapes.PROBLEM(problem.body, verb)
    assert (await ada.race(race_id))["state"] == "lobby"


async def test_start_by_somebody_else_over_the_websocket_is_refused(crowd: Crowd) -> None:
    race_id, (_, bea) = await seated(crowd, "Ada", "Bea")
    seat = await bea.connect(race_id)
    await seat.send(type="start")
    assert (await seat.until("refused", of="start"))["reason"] == "not-host"


async def test_who_was_sent_away_watches_and_cannot_come_back(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea", seats=3)
    seat = await bea.connect(race_id)
    assert names(await ada.does(race_id, "kick", {"player": bea.id})) == ["Ada"]
    assert names((await seat.until("race"))["race"]) == ["Ada"]
    (await bea.act(race_id, "join")).problem(403, "not-allowed")
    assert names(await ada.race(race_id)) == ["Ada"]
    await seat.send(type="ready", ready=True)
    assert (await seat.until("refused", of="ready"))["reason"] == "not-seated"


async def test_the_host_passes_on_when_the_host_leaves(crowd: Crowd) -> None:
    race_id, (ada, bea, cleo) = await seated(crowd, "Ada", "Bea", "Cleo")
    seat = await cleo.connect(race_id)
    assert (await ada.does(race_id, "leave"))["host"] == bea.id
    await seat.until("race", change="left")
    told = await seat.until("race", change="host")
    assert told["race"]["host"] == bea.id
    (await ada.act(race_id, "start")).problem(403, "not-seated")
    assert (await bea.does(race_id, "start"))["state"] == "countdown"


async def test_an_empty_lobby_can_be_joined_again(crowd: Crowd) -> None:
    race_id, (ada,) = await seated(crowd, "Ada", seats=2)
    assert (await ada.does(race_id, "leave"))["players"] == []
    bea = await crowd.guest("Bea")
    race = await bea.does(race_id, "join")
    assert (names(race), race["host"]) == (["Bea"], bea.id)


async def test_a_new_name_shows_in_the_lobby_at_once(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea")
    seat = await ada.connect(race_id)
    (await bea.call("PATCH", "/api/me", {"name": "Béatrice"})).ok(200, shapes.ME)
    told = await seat.until("race", change="renamed")
    assert names(told["race"]) == ["Ada", "Béatrice"]
    assert names(await ada.race(race_id)) == ["Ada", "Béatrice"]


async def test_ready_can_be_said_and_taken_back_both_ways(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea")
    host, seat = await ada.connect(race_id), await bea.connect(race_id)
    await seat.send(type="ready", ready=True)
    assert (await host.until("race", change="ready"))["race"]["players"][1]["ready"] is True
    await seat.send(type="ready", ready=False)
    assert (await host.until("race", change="ready"))["race"]["players"][1]["ready"] is False
    assert (await bea.does(race_id, "ready"))["players"][1]["ready"] is True
    assert (await host.until("race", change="ready"))["race"]["players"][1]["ready"] is True
    assert (await bea.does(race_id, "ready", {"ready": False}))["players"][1]["ready"] is False


async def test_the_host_starts_over_the_websocket(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea")
    host, seat = await ada.connect(race_id), await bea.connect(race_id)
    await host.send(type="start")
    for connection in (host, seat):
        assert (await connection.until("race"))["change"] == "countdown"


async def test_the_last_of_two_to_stay_is_back_in_the_lobby(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea")
    await ada.does(race_id, "start")
    race = await bea.does(race_id, "leave")
    assert (race["state"], race["starts_at"], names(race)) == ("lobby", None, ["Ada"])


async def test_no_such_race(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    for verb, body in (("join", None), ("kick", {"player": ada.id}), ("rematch", None)):
        (await ada.act("nosuchrace00", verb, body)).problem(404, "no-such-race")
    (await ada.call("GET", "/api/races/nosuchrace00")).problem(404, "no-such-race")
    (await ada.call("GET", f"/api/races/nosuchrace00/boards/{ada.id}")).problem(404, "no-such-race")


async def test_sending_away_somebody_who_has_no_seat(crowd: Crowd) -> None:
    race_id, (ada, _) = await seated(crowd, "Ada", "Bea")
    (await ada.act(race_id, "kick", {"player": "nobody"})).problem(404, "no-such-player")


async def test_a_rematch_has_the_same_people_and_another_deal(arena: Arena) -> None:
    first = await arena.race()
    ada, bea = first.people
    (await bea.act(first.race_id, "rematch")).problem(409, "not-finished")
    race = await first.end()
    looker = await first.watcher()
    again = await bea.does(first.race_id, "rematch")
    assert again["id"] != race["id"]
    assert (again["state"], again["deal"], again["rematch"]) == ("lobby", None, None)
    assert again["commitment"] != race["commitment"]
    for same in ("game", "options", "seats", "watch", "visibility", "host"):
        assert again[same] == race[same]
    assert [player["id"] for player in again["players"]] == [ada.id, bea.id]
    for connection in (*first.seats, looker):
        assert (await connection.until("race", change="rematch"))["race"]["rematch"] == again["id"]


async def test_asked_for_at_once_or_twice_there_is_one_rematch(arena: Arena) -> None:
    first = await arena.race()
    await first.end()
    answers = await asyncio.gather(*[person.does(first.race_id, "rematch") for person in first.people * 3])
    assert len({answer["id"] for answer in answers}) == 1
    assert (await first.people[0].race(first.race_id))["rematch"] == answers[0]["id"]


async def test_a_rematch_can_be_started_at_once(arena: Arena) -> None:
    first = await arena.race()
    await first.end()
    again = await first.people[1].does(first.race_id, "rematch")
    seats = [await person.connect(again["id"]) for person in first.people]
    await first.people[0].does(again["id"], "start")
    await asyncio.gather(*[ready_to_move(seat) for seat in seats])
    assert seats[0].board.table() == seats[1].board.table()
    assert seats[0].board.table() != first.seats[0].board.table()
