"""Who may connect, what closes a connection and with which code, taking over a seat, presence and absence."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.protocol.arena import Arena, Started, running
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol


@pytest.fixture
async def race(arena: Arena) -> Started:
    return await arena.race()


@pytest.fixture
async def ada(crowd: Crowd) -> Person:
    return await crowd.guest("Ada")


async def refused(person: Person, race_id: str, reason: str, **more: Any) -> int:
    """The close code of a connection that is told why and closed."""
    connection = Connection(person, race_id, await person.dial(race_id, **more))
    code = await connection.closed()
    assert [(message["type"], message["reason"]) for message in connection.log] == [("problem", reason)]
    return code


async def test_an_unknown_token_is_4401(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    for token in ("nobody", ada.token[:-1], ada.token + "x", ada.token.upper()):
        headers = {"authorization": f"Bearer {token}"}
        assert await refused(ada, race_id, "unknown-player", headers=headers) == 4401


@pytest.mark.parametrize("code", ["nosuchrace00", "x", "a%20b", "..", "4C" * 40])
async def test_no_such_race_is_4404(ada: Person, code: str) -> None:
    assert await refused(ada, code, "no-such-race") == 4404


async def test_an_older_or_newer_protocol_is_4426(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    for name in ("agnes.v0", "agnes.v2", "agnes"):
        assert await refused(ada, race_id, "protocol", subprotocols=[Subprotocol(name)]) == 4426
    spoken = await ada.dial(race_id, subprotocols=[Subprotocol("agnes.v2"), Subprotocol("agnes.v1")])
    assert spoken.subprotocol == "agnes.v1"


async def test_without_credentials_one_watches(race: Started) -> None:
    ada = race.people[0]
    stranger = Connection(ada, race.race_id, await ada.dial(race.race_id, headers={}))
    await stranger.until("welcome")
    assert stranger.you is None
    assert stranger.boards == {}
    answer = await stranger.move("D", n=1)
    assert answer["reason"] == "not-yours"


def strange_origins(url: str) -> list[str]:
    host, port = url.removeprefix("http://").split(":")
    return [
        "https://evil.example",
        "null",
        f"http://{host}.evil.example:{port}",
        f"{url}.evil.example",
        f"https://{host}:{port}",
        f"http://{host}:{int(port) + 1}",
        f"http://{host}",
    ]


def own_origins(url: str) -> list[str]:
    port = url.rpartition(":")[2]
    return [url, f"http://localhost:{port}", f"HTTP://LOCALHOST:{port}", f"http://[::1]:{port}"]


def with_cookie(person: Person) -> dict[str, str]:
    return {"cookie": f"agnes_session={person.token}"}


def with_token(person: Person) -> dict[str, str]:
    return {"authorization": f"Bearer {person.token}"}


async def test_a_foreign_origin_does_not_get_in(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    for origin in strange_origins(ada.crowd.url):
        for who in (with_cookie(ada), with_token(ada)):
            with pytest.raises(InvalidStatus) as refusal:
                await ada.dial(race_id, headers=who | {"origin": origin})
            assert refusal.value.response.status_code == 403, origin


async def test_the_own_origin_gets_in_with_a_cookie(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    for origin in own_origins(ada.crowd.url):
        connection = await ada.connect(race_id, headers=with_cookie(ada) | {"origin": origin})
        assert connection.you == ada.id


async def test_a_cookie_without_an_origin_does_not_get_in(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    with pytest.raises(InvalidStatus) as refusal:
        await ada.dial(race_id, headers=with_cookie(ada))
    assert refusal.value.response.status_code == 403


async def test_a_forwarded_host_of_a_stranger_changes_nothing(ada: Person) -> None:
    race_id = (await ada.make())["id"]
    forged = {
        "origin": "https://evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
    }
    with pytest.raises(InvalidStatus):
        await ada.dial(race_id, headers=with_cookie(ada) | forged)


async def test_actions_over_http_are_held_to_the_same_origins(ada: Person) -> None:
    for origin in strange_origins(ada.crowd.url):
        headers = with_cookie(ada) | {"origin": origin}
        for method, path, body in (
            ("POST", "/api/races", {"game": "sorel"}),
            ("PATCH", "/api/me", {"name": "Mallory"}),
            ("POST", "/api/players", {"name": "Mallory"}),
        ):
            answer = await ada.call(method, path, body, headers=headers)
            answer.problem(403, "wrong-origin")
    assert (await ada.call("GET", "/api/me")).body["name"] == "Ada"


async def test_a_second_connection_takes_the_seat_over(race: Started) -> None:
    ada, bea = race.seats
    await ada.played(["D"])
    second = await ada.person.connect(race.race_id)
    assert await ada.closed() == 4409
    assert ada.log[-1]["type"] == "problem"
    assert second.board.n == 1
    await second.played(["D"])
    await bea.until("score", player=ada.person.id, rows=2)
    away = [m for m in bea.log if m["type"] == "presence" and m["player"] == ada.person.id]
    assert [message["connected"] for message in away[-1:]] in ([], [True])
    assert bea.player(ada.person.id)["connected"] is True
    third = await second.person.connect(race.race_id)
    assert await second.closed() == 4409
    await third.played(["D"])


async def test_the_old_connection_breaking_later_takes_nobody_away(race: Started) -> None:
    ada, bea = race.seats
    second = await ada.person.connect(race.race_id)
    ada.socket.transport.abort()
    await second.played(["D"])
    await bea.until("score", player=ada.person.id, rows=1)
    assert bea.player(ada.person.id)["connected"] is True
    assert (await bea.person.race(race.race_id))["players"][0]["connected"] is True


async def test_the_others_hear_who_goes_and_comes_back(race: Started) -> None:
    ada, bea = race.seats
    await bea.close()
    await ada.until("presence", player=bea.person.id, connected=False)
    assert (await ada.person.race(race.race_id))["players"][1]["connected"] is False
    await bea.person.connect(race.race_id)
    await ada.until("presence", player=bea.person.id, connected=True)
    assert (await ada.person.race(race.race_id))["players"][1]["connected"] is True


@pytest.fixture(scope="module", autouse=True)  # so that its races have begun when they are asked for
async def impatient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Arena]:
    """Races on a server where an absent player is given two seconds."""
    server = ServerProcess(tmp_path_factory.mktemp("impatient"), grace_s=2)
    server.start()
    async with Crowd(server.url) as crowd:
        arena = Arena(crowd, ["plain"] * 3)
        yield arena
        await arena.close()
    server.stop()


async def test_who_stays_away_has_given_up(impatient: Arena) -> None:
    race = await impatient.race()
    ada, bea = race.seats
    await bea.close()
    told = await ada.until("score", player=bea.person.id)
    assert (told["status"], told["score"]) == ("gave_up", 1)
    back = await bea.person.connect(race.race_id)
    assert (await back.move("D", n=1))["reason"] == "not-running"


async def test_who_comes_back_in_time_plays_on(impatient: Arena) -> None:
    race = await impatient.race()
    ada, bea = race.seats
    await bea.close()
    await ada.until("presence", player=bea.person.id, connected=False)
    back = await bea.person.connect(race.race_id)
    await ada.close()
    await back.until("score", player=ada.person.id, status="gave_up")  # a whole grace time later
    assert back.player(bea.person.id)["status"] == "playing"
    await back.played(["D"])


async def test_alone_one_may_stay_away(impatient: Arena) -> None:
    race = await impatient.race()
    ada, bea = race.seats
    alone = await running(race.people[0].crowd, "Xena")
    await alone.seats[0].close()
    await bea.close()
    await ada.until("score", player=bea.person.id, status="gave_up")  # later than that would have been
    assert (await alone.people[0].race(alone.race_id))["players"][0]["status"] == "playing"
    await (await alone.people[0].connect(alone.race_id)).played(["D"])
