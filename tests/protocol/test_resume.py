"""Coming back after a break: what was missed, in order and once; a fresh start where that cannot be."""

import asyncio
from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any

import pytest
from tests.protocol.arena import Arena, Started, running
from tests.protocol.client import Connection, Crowd
from tests.protocol.conftest import StartServer
from tests.server import ServerProcess


@pytest.fixture
async def race(arena: Arena) -> Started:
    return await arena.race("long")


@pytest.fixture
def own_server(start_server: StartServer) -> ServerProcess:
    return start_server()


@pytest.fixture
async def own_crowd(own_server: ServerProcess) -> AsyncIterator[Crowd]:
    async with Crowd(own_server.url) as crowd:
        yield crowd


async def make_noise(race: Started) -> None:
    """Some scores, by both players: a deal each, and a foundation move where there is one."""
    for seat in race.seats:
        await seat.played(["D"])
        up = [move for move in seat.board.legal or [] if move.endswith(">F")]
        await seat.played(up[:1])


async def test_a_watcher_gets_what_was_missed_of_both_logs(race: Started) -> None:
    watcher = await race.watcher()
    for person in race.people:
        await watcher.send(type="watch", player=person.id)
        await watcher.until("board", player=person.id)
    await watcher.close()
    await make_noise(race)
    back = await watcher.come_back()
    await back.caught_up()
    await race.seats[0].caught_up()
    assert back.seq == race.seats[0].seq
    for seat, person in zip(race.seats, race.people, strict=True):
        assert back.boards[person.id].n == seat.board.n > 0
        assert back.boards[person.id].table() == seat.board.table()
    assert "welcome" not in [message["type"] for message in back.log]
    await race.seats[0].played(["D"])  # and from then on live
    await back.until("moved", player=race.people[0].id, n=race.seats[0].board.n)


async def test_a_player_gets_the_moves_whose_acknowledgement_was_lost(race: Started) -> None:
    seat = race.seats[0]
    other = await race.watcher()
    await other.send(type="watch", player=seat.person.id)
    await other.until("board")
    for n in (1, 2):
        await seat.send(type="move", n=n, move="D")
    await other.until("moved", n=2)
    seat.socket.transport.abort()  # with both acknowledgements unread
    back = await seat.come_back()
    await back.until("moved", n=2)
    assert back.board.table() == other.boards[seat.person.id].table()
    assert back.board.legal


async def test_nothing_missed_brings_nothing(race: Started) -> None:
    seat = race.seats[0]
    await seat.played(["D"])
    await seat.caught_up()
    await seat.close()
    back = await seat.come_back()
    await back.caught_up()
    kinds = {message["type"] for message in back.log} - {"presence", "watchers"}
    assert kinds == {"refused"}


async def test_the_race_log_from_the_start_is_what_was_sent_live(race: Started) -> None:
    await make_noise(race)
    await race.end()
    live = {message["seq"]: message for message in race.seats[1].log if "seq" in message}
    late = await race.watcher()
    late.seq = 0
    await late.resume()
    await late.until("race", change="finished")
    again = {message["seq"]: message for message in late.log if message["type"] in ("race", "score")}
    assert sorted(again) == list(range(1, late.seq + 1))
    for seq in live.keys() & again.keys():
        if live[seq]["type"] in ("race", "score"):
            assert lasting(again[seq]) == lasting(live[seq])


def lasting(message: dict[str, Any]) -> dict[str, Any]:
    """Without presence, which has no number."""
    kept = deepcopy(message)
    for player in kept.get("race", {}).get("players", []):
        del player["connected"]
    return kept


async def test_a_number_that_never_was_brings_a_fresh_welcome(race: Started) -> None:
    seat = race.seats[0]
    await seat.played(["D"])
    await seat.send(type="resume", seq=10**6, boards={seat.person.id: 0})
    welcome = await seat.until("welcome")
    assert welcome["board"]["n"] == 1
    await seat.played(["D"])


async def test_a_board_ahead_of_the_servers_is_sent_anew(race: Started) -> None:
    watcher = await race.watcher()
    ada = race.people[0]
    await race.seats[0].played(["D"])
    await watcher.send(type="resume", seq=watcher.seq, boards={ada.id: 999})
    assert (await watcher.until("board", player=ada.id))["n"] == 1


async def test_to_resume_a_board_is_to_follow_it(race: Started) -> None:
    watcher = await race.watcher()
    ada = race.people[0]
    await watcher.send(type="watch", player=ada.id)
    await watcher.until("board")
    await watcher.close()
    back = await watcher.come_back()
    await back.caught_up()
    await race.seats[0].played(["D"])
    assert (await back.until("moved"))["n"] == 1


async def test_live_messages_wait_for_the_first_message(race: Started) -> None:
    ada = race.seats[0]
    socket = await (await race.people[0].crowd.guest("Wim")).dial(race.race_id)
    watcher = Connection(ada.person, race.race_id, socket)
    started = asyncio.get_running_loop().time()
    await watcher.until("welcome")
    await ada.played(["D"])
    first = await watcher.next()
    waited = asyncio.get_running_loop().time() - started
    assert first["type"] != "welcome"
    assert waited > 0.9


async def test_the_first_message_brings_what_happened_meanwhile(race: Started) -> None:
    watcher = await race.watcher()
    person = watcher.person
    silent = Connection(person, race.race_id, await person.dial(race.race_id))
    await silent.until("welcome")
    await make_noise(race)
    await race.seats[0].caught_up()
    await silent.resume()
    while silent.seq < race.seats[0].seq:
        await silent.next()  # without a hole: looked at as each comes


async def test_a_crash_loses_no_acknowledged_move(own_server: ServerProcess, own_crowd: Crowd) -> None:
    seat = (await running(own_crowd, "Ada", deal="1")).seats[0]
    await seat.played(["T2>F", "D", "D"])
    table, clock = deepcopy(seat.board.table()), seat.board.t_ms
    await seat.send(type="move", n=4, move="D")  # perhaps played, perhaps not
    own_server.kill()
    own_server.restart()
    fresh = await seat.person.connect(seat.race_id)
    if fresh.board.n == 3:
        assert fresh.board.table() == table
    back = await seat.come_back()
    again = await back.move("D", n=4)
    assert (again["type"], again["n"]) == ("moved", 4)
    assert again["t_ms"] >= clock
    await back.played(["U", "U"])
    assert back.board.stock == 9


async def test_a_restart_says_so_and_the_race_goes_on(own_server: ServerProcess, own_crowd: Crowd) -> None:
    race = await running(own_crowd, "Ada", "Bea")
    ada, bea = race.seats
    await ada.played(["D"])
    own_server.stop()
    assert [await seat.closed() for seat in race.seats] == [1012, 1012]
    own_server.restart()
    ada, bea = [await seat.come_back() for seat in race.seats]
    await ada.played(["D"])
    assert ada.board.n == 2
    await bea.until("score", player=ada.person.id, rows=2)
    await bea.send(type="give_up")
    await ada.send(type="give_up")
    assert (await ada.until_state("finished"))["deal"]
