"""Corners of the protocol once missed: the first moment of a race, absence, presence, bodies, bytes."""

import asyncio

import pytest
from tests.protocol.arena import Arena, running, seated
from tests.protocol.client import Crowd
from tests.protocol.conftest import StartServer
from tests.protocol.contract import Contract
from tests.server import ServerProcess


async def test_a_move_made_the_moment_the_race_runs_is_acknowledged(crowd: Crowd) -> None:
    async def race_off() -> None:
        race_id, people = await seated(crowd, "Ada", "Bea")
        seats = [await person.connect(race_id) for person in people]
        await people[0].does(race_id, "start")
        for seat in seats:
            await seat.until("race", change="running")
            await seat.send(type="move", n=1, move="D")
        for seat in seats:
            await seat.until("moved", n=1)

    await asyncio.gather(*[race_off() for _ in range(24)])


async def test_who_is_not_there_when_the_race_begins_loses_the_seat_too(start_server: StartServer) -> None:
    async with Crowd(start_server(grace_s=1).url) as crowd:
        race_id, (ada, bea, cleo) = await seated(crowd, "Ada", "Bea", "Cleo")
        seat = await ada.connect(race_id)
        await (await cleo.connect(race_id)).close()
        await seat.send(type="start")
        gone = {(await seat.until("score", status="gave_up"))["player"] for _ in range(2)}
        assert gone == {bea.id, cleo.id}


async def test_presence_is_right_after_a_resume(arena: Arena) -> None:
    race = await arena.race()
    before = next(message["seq"] for message in race.seats[0].log if message["type"] == "race")
    bea = race.people[1]
    await race.seats[1].close()
    await race.seats[0].until("presence", player=bea.id, connected=False)
    late = await race.watcher()
    assert late.player(bea.id)["connected"] is False
    late.seq = before - 1
    await late.resume()
    await late.send(type="start")
    await late.until("refused")
    assert late.player(bea.id)["connected"] is False


async def test_the_message_of_the_study_shows_the_study(crowd: Crowd) -> None:
    race = await running(crowd, "Ada", "Bea")
    told = next(m for m in race.seats[0].log if m["type"] == "race" and m["change"] == "study")
    assert told["race"]["state"] == "study"


async def test_true_is_no_number_of_deals(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    (await ada.call("POST", "/api/races", {"game": "sorel", "deals": True})).problem(422, "bad-request")


@pytest.mark.parametrize("verb", ["join", "leave", "ready", "start", "kick", "finish", "rematch"])
async def test_a_wrong_body_is_answered_as_documented(
    server: ServerProcess, contract: Contract, verb: str
) -> None:
    async with Crowd(server.url, contract) as crowd:
        race_id, (ada,) = await seated(crowd, "Ada", seats=2)
        await ada.act(race_id, verb, {"colour": "red"})


@pytest.mark.parametrize("content", [b"{", b'{"game":"' + b"x" * 100_000 + b'"}'], ids=["no json", "huge"])
async def test_a_body_that_cannot_be_read_is_answered_as_documented(
    server: ServerProcess, contract: Contract, content: bytes
) -> None:
    async with Crowd(server.url, contract) as crowd:
        ada = await crowd.guest("Ada")
        headers = {"content-type": "application/json"}
        await ada.call("POST", "/api/races", content=content, headers=headers)


async def test_bytes_that_are_no_text_leave_no_traceback(start_server: StartServer) -> None:
    server = start_server()
    async with Crowd(server.url) as crowd:
        seat = (await running(crowd, "Ada")).seats[0]
        await seat.socket.send(b"\xff", text=True)
        await seat.closed()
    assert "Traceback" not in server.log
