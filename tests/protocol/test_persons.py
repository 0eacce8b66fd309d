"""One person on several devices, and a person who wants to be forgotten."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.protocol.arena import Arena, Started, running, seated
from tests.protocol.client import Answer, Connection, Crowd, Person
from tests.protocol.contract import Contract

Json = dict[str, Any]
NOBODY = "erased player"


@pytest.fixture
async def held(crowd: Crowd, contract: Contract) -> Crowd:
    """People whose calls are held against the server's documents."""
    crowd.contract = contract
    return crowd


async def code_of(person: Person) -> str:
    answer = await person.call("POST", "/api/me/transfer")
    assert answer.status == 200, answer.text
    return str(answer.body["code"])


async def claim(crowd: Crowd, code: str, person: Person | None = None, **more: Any) -> Answer:
    """As a device that is nobody yet, or `person`."""
    body = {"code": code} | more
    if person:
        return await person.call("POST", "/api/players/claim", body)
    return Answer(await crowd.http.post("/api/players/claim", json=body))


async def erase(person: Person) -> None:
    answer = await person.call("DELETE", "/api/me")
    assert (answer.status, answer.body) == (200, {"erased": True}), answer.text


class TestTransfer:
    async def test_a_code_makes_another_device_the_same_person(self, held: Crowd) -> None:
        ada = await held.guest("Ada")
        answer = await ada.call("POST", "/api/me/transfer")
        code, link = answer.body["code"], answer.body["link"]
        assert set(code) <= set("23456789bfgjkmnpqrtvwxyz")
        assert (len(code), urlsplit(link).fragment) == (8, f"claim-{code}")
        assert answer.body["qr"].startswith("data:image/svg+xml;base64,")
        typed = f" {code[:4].upper()}-{code[4:]}"
        claimed = await claim(held, typed)
        assert claimed.status == 201, claimed.text
        assert {"id": ada.id, "name": "Ada"}.items() <= claimed.body.items()
        assert "agnes_session=" in claimed.headers["set-cookie"]
        phone = Person(held, claimed.body)
        await phone.call("PATCH", "/api/me", {"name": "Ada L"})
        assert (await ada.call("GET", "/api/me")).body == {"id": ada.id, "name": "Ada L"}

    async def test_it_works_once(self, crowd: Crowd) -> None:
        code = await code_of(await crowd.guest("Ada"))
        answers = await asyncio.gather(*[claim(crowd, code) for _ in range(6)])
        assert sorted(answer.status for answer in answers) == [201, 410, 410, 410, 410, 410]
        (await claim(crowd, code)).problem(410, "code-used")

    async def test_a_new_code_ends_the_one_before(self, crowd: Crowd) -> None:
        ada = await crowd.guest("Ada")
        old, new = await code_of(ada), await code_of(ada)
        (await claim(crowd, old)).problem(410, "code-expired")
        assert (await claim(crowd, new)).status == 201

    @pytest.mark.parametrize("code", ["", "2222-2222", "o0il", "2" * 100])
    async def test_a_wrong_one_says_so(self, crowd: Crowd, code: str) -> None:
        problem = (await claim(crowd, code)).problem(404, "no-such-code")
        assert "other device" in problem["detail"]

    async def test_who_races_there_under_another_name_is_warned_first(self, held: Crowd) -> None:
        race_id, (bea, cleo) = await seated(held, "Bea", "Cleo", seats=3)
        ada = await held.guest("Ada")
        code = await code_of(ada)
        problem = (await claim(held, code, bea)).problem(409, "still-racing")
        assert "a seat in a race" in problem["detail"]
        assert (await claim(held, code, bea, leave=True)).body["id"] == ada.id
        assert [player["name"] for player in (await cleo.race(race_id))["players"]] == ["Cleo"]

    async def test_without_a_race_nobody_is_asked_twice(self, crowd: Crowd) -> None:
        ada, bea = await crowd.guest("Ada"), await crowd.guest("Bea")
        assert (await claim(crowd, await code_of(ada), bea)).body["id"] == ada.id
        assert (await claim(crowd, await code_of(ada), ada)).body["id"] == ada.id  # their own


class TestErasing:
    async def test_nothing_answers_to_their_token_any_more(self, held: Crowd) -> None:
        ada = await held.guest("Ada")
        code = await code_of(ada)
        await erase(ada)
        for method, path, body in (
            ("GET", "/api/me", None),
            ("PATCH", "/api/me", {"name": "Ada"}),
            ("POST", "/api/me/transfer", None),
            ("POST", "/api/races", {"game": "sorel"}),
        ):
            (await ada.call(method, path, body)).problem(401, "unknown-player")
        (await claim(held, code)).problem(404, "no-such-code")

    async def test_asked_twice_it_is_done_twice(self, crowd: Crowd) -> None:
        ada = await crowd.guest("Ada")
        await asyncio.gather(*[erase(ada) for _ in range(3)])
        await erase(ada)
        nobody = await Person(crowd, {"id": "", "name": "", "token": "made.up"}).call("DELETE", "/api/me")
        nobody.problem(401, "unknown-player")

    async def test_they_leave_a_lobby(self, crowd: Crowd) -> None:
        race_id, (ada, bea) = await seated(crowd, "Ada", "Bea", seats=3)
        seat = await bea.connect(race_id)
        await erase(ada)
        told = await seat.until("race", change="host")
        assert [player["name"] for player in told["race"]["players"]] == ["Bea"]
        assert told["race"]["host"] == bea.id
        late = await bea.connect(race_id)  # reads what is kept of the log, from the start
        await late.send(type="resume", seq=0, boards={})
        await late.until("welcome")
        assert not any("Ada" in text for text in bea.heard[-4:])

    async def test_they_give_up_a_running_race(self, arena: Arena) -> None:
        race = await arena.race()
        ada = race.people[0]
        await erase(ada)
        done = await race.seats[1].until("score", player=ada.id)
        assert done["status"] == "gave_up"
        told = await race.seats[1].until("race", change="renamed")
        assert [player["name"] for player in told["race"]["players"]] == [NOBODY, "Bea"]
        assert await race.seats[0].closed() == 4401

    async def test_a_finished_race_forgets_the_name_and_keeps_the_result(self, arena: Arena) -> None:
        race = await arena.race()
        ada, bea = race.people
        await race.seats[0].played(["D"])
        await race.seats[1].played(["D", "D"])
        before = await race.end()
        await erase(ada)
        after = await bea.race(race.race_id)
        places = [{**player, "name": "", "connected": False} for player in after["players"]]
        assert places == [{**player, "name": "", "connected": False} for player in before["players"]]
        assert [player["name"] for player in after["players"]] == [NOBODY, "Bea"]
        assert len((await bea.replay(race.race_id, ada.id))["moves"]) == 1
        reader = Connection(bea, race.race_id, await bea.dial(race.race_id))
        await reader.send(type="resume", seq=0, boards={})
        heard = [await reader.next() for _ in range(3)]
        assert "Ada" not in str(heard)
        # Nobody waits for them in the next race.
        rematch = await bea.does(race.race_id, "rematch")
        assert [player["name"] for player in rematch["players"]] == ["Bea"]

    async def test_alone_their_race_ends(self, crowd: Crowd) -> None:
        race: Started = await running(crowd, "Ada")
        await erase(race.people[0])
        told = Answer(await crowd.http.get(f"/api/races/{race.race_id}")).body
        assert (told["state"], told["players"][0]["name"]) == ("finished", NOBODY)


async def test_leaving_and_sending_away_are_answered_again(crowd: Crowd) -> None:
    race_id, (ada, bea, cleo) = await seated(crowd, "Ada", "Bea", "Cleo", seats=4)
    for _ in range(2):
        race = await bea.does(race_id, "leave")
        assert [player["name"] for player in race["players"]] == ["Ada", "Cleo"]
    for _ in range(2):
        race = await ada.does(race_id, "kick", {"player": cleo.id})
        assert [player["name"] for player in race["players"]] == ["Ada"]
    (await (await crowd.guest("Dot")).act(race_id, "leave")).problem(403, "not-seated")


async def test_the_server_says_what_it_keeps_how_long(held: Crowd) -> None:
    answer = await (await held.guest("Ada")).call("GET", "/api/retention")
    assert answer.body == {
        "player_days": 400,
        "race_days": 30,
        "lobby_s": 86_400,
        "running_s": 172_800,
        "transfer_s": 600,
        "transfer_told_s": 3_600,
    }
