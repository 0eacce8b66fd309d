"""The documents that the server publishes of its interface say what it does: nothing else is sent.

The client holds every message and answer against them as it comes; here everything is said and asked at least
once. The races of `test_whole_races` are held against them too.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.protocol.arena import ready_to_move, running, seated
from tests.protocol.client import Connection, Crowd
from tests.protocol.contract import Contract
from tests.protocol.shapes import MESSAGES
from tests.server import ServerProcess
from websockets.typing import Subprotocol

FROM_CLIENT: list[dict[str, Any]] = [
    {"type": "move", "n": 17, "move": "T3>F"},
    {"type": "give_up"},
    {"type": "ready", "ready": True},
    {"type": "start"},
    {"type": "watch", "player": "somebody"},
    {"type": "unwatch", "player": "somebody"},
    {"type": "resume", "seq": 412, "boards": {"somebody": 17}},
]


@pytest.fixture
async def held(server: ServerProcess, contract: Contract) -> AsyncIterator[Crowd]:
    """Guests whose every message and answer is held against the documents."""
    async with Crowd(server.url, contract) as crowd:
        yield crowd


def test_all_messages_of_the_page_are_documented(contract: Contract) -> None:
    assert contract.message_types("send") == set(MESSAGES)
    assert contract.message_types("receive") == {message["type"] for message in FROM_CLIENT}


@pytest.mark.parametrize("message", FROM_CLIENT, ids=[message["type"] for message in FROM_CLIENT])
def test_what_the_page_lets_a_client_say_is_documented(contract: Contract, message: dict[str, Any]) -> None:
    contract.check_message(message, "receive")
    with pytest.raises(AssertionError):
        contract.check_message(message | {"colour": "red"}, "receive")


def test_all_calls_of_the_page_are_documented(contract: Contract) -> None:
    verbs = ["join", "leave", "ready", "start", "kick", "finish", "rematch"]
    assert contract.operations >= {
        ("POST", "/api/players"),
        ("GET", "/api/me"),
        ("PATCH", "/api/me"),
        ("POST", "/api/races"),
        ("GET", "/api/races"),
        ("GET", "/api/races/{id}"),
        ("GET", "/api/races/{id}/boards/{player}"),
        *[("POST", f"/api/races/{{id}}/{verb}") for verb in verbs],
    }


async def test_every_kind_of_message_is_as_documented(held: Crowd) -> None:
    race_id, (ada, bea) = await seated(held, "Ada", "Bea", seats=3)
    cleo = await held.guest("Cleo")
    looker = await cleo.connect(race_id)
    await cleo.does(race_id, "join")
    await ada.does(race_id, "kick", {"player": cleo.id})
    await bea.call("PATCH", "/api/me", {"name": "Béa"})
    first = await bea.connect(race_id)
    await first.send(type="ready", ready=True)
    await first.until("race", change="ready")
    await ada.does(race_id, "leave")
    await ada.does(race_id, "join")
    await bea.does(race_id, "start")
    seats = [await person.connect(race_id) for person in (ada, bea)]
    await first.closed()
    for seat in seats:
        await ready_to_move(seat)
    await looker.send(type="watch", player=ada.id)
    await looker.until("board")
    await seats[0].played(["D"])
    await seats[0].move("D", n=7)
    await seats[0].move("X")
    await seats[0].send(type="cheat")
    await seats[0].send(type="resume", seq=10**6, boards={})
    await seats[0].until("welcome")
    for seat in seats:
        await seat.send(type="give_up")
    await looker.until_state("finished")
    await bea.does(race_id, "rematch")
    await looker.until("race", change="rematch")
    seen = {message["type"] for seat in (looker, first, *seats) for message in seat.log}
    # The last three are held against the documents where they are tested.
    assert seen >= set(MESSAGES) - {"refused", "leaders", "nothing_more", "pulse"}
    await looker.send(type="start")
    await looker.until("refused")


async def test_every_answer_over_http_is_as_documented(held: Crowd) -> None:
    alone = await running(held, "Xena")
    xena = alone.people[0]
    race_id, (ada, bea) = await seated(held, "Ada", "Bea", visibility="public")
    cleo = await held.guest("Cleo")
    for asker in (ada, bea, cleo):
        for method, path, body in (
            ("GET", "/api/me", None),
            ("PATCH", "/api/me", {"name": ""}),
            ("POST", "/api/players", {"name": "\n"}),
            ("POST", "/api/races", {"game": "klondike"}),
            ("POST", "/api/races", {"game": "sorel", "bots": 64}),
            ("POST", "/api/races", {"game": "sorel", "winnable": True}),
            ("GET", "/api/races", None),
            ("GET", "/api/races?state=over", None),
            ("GET", f"/api/races/{race_id}", None),
            ("GET", f"/api/races/{race_id}/boards/{ada.id}", None),
            ("GET", "/api/races/nosuchrace00", None),
        ):
            await asker.call(method, path, body)
        for known in (race_id, alone.race_id, "nosuchrace00"):
            await asker.act(known, "kick", {"player": "nobody"})
            for verb in ("finish", "rematch", "ready", "join", "leave", "start"):
                await asker.act(known, verb)
        await asker.call("PATCH", "/api/me", {"name": "Mallory"}, headers={"origin": "https://evil.example"})
    await xena.does(alone.race_id, "leave")
    await alone.seats[0].until_state("finished")
    await xena.replay(alone.race_id, xena.id)


async def test_a_problem_before_the_close_is_as_documented(held: Crowd) -> None:
    ada = await held.guest("Ada")
    race_id = (await ada.make(seats=2))["id"]
    for code, more in (
        ("nosuchrace00", {}),
        (race_id, {"headers": {"authorization": "Bearer nobody"}}),
        (race_id, {"subprotocols": [Subprotocol("agnes.v0")]}),
    ):
        connection = Connection(ada, code, await ada.dial(code, **more))
        assert await connection.closed() > 4400
        assert connection.log[-1]["type"] == "problem"
