"""Two server processes on one database: any of them serves any socket, and one takes over from the other."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.faults.helpers import HastyServer
from tests.protocol.client import Connection, Crowd, Person
from tests.server import ServerProcess

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey

SECRET = "the same in both processes, so that either knows everyone"


@dataclass
class Pair:
    """Two servers; `there(person)` is the same person talking to the second one."""

    database: Database
    first: ServerProcess
    second: ServerProcess
    here: Crowd
    elsewhere: Crowd

    def there(self, person: Person) -> Person:
        return Person(self.elsewhere, {"id": person.id, "name": person.name, "token": person.token})


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    valkey = await EmbeddedValkey.start(tmp_path / "valkey")
    database = await Database.open(valkey.url)
    servers = [
        HastyServer(tmp_path / name, redis_url=valkey.url, secret_key=SECRET, grace_s=2)
        for name in ("first", "second")
    ]
    for server in servers:
        server.start()
    async with Crowd(servers[0].url) as here, Crowd(servers[1].url) as elsewhere:
        yield Pair(database, servers[0], servers[1], here, elsewhere)
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log, server.log
    await database.close()
    await valkey.stop()


async def running(pair: Pair, **fields: object) -> tuple[Connection, Connection]:
    """A race of two, Ann's socket at the first server, Ben's at the second."""
    ann, ben = await pair.here.guest("Ann"), await pair.here.guest("Ben")
    race = await ann.make(**({"game": "sorel", "study_s": 0, "seats": 2} | fields))
    await ben.does(race["id"], "join")
    one, two = await ann.connect(race["id"]), await pair.there(ben).connect(race["id"])
    await one.resume()
    await two.resume()
    await ann.does(race["id"], "start")
    for seat in (one, two):
        await seat.until_state("running")
        while not seat.boards or seat.board.status != "playing":
            await seat.next()
    return one, two


async def test_players_of_two_processes_have_one_race(pair: Pair) -> None:
    one, two = await running(pair, game="bernauer", deal="1")
    await one.played([next(move for move in one.board.legal or () if ">T" in move)])
    await two.until("pulse", player=one.person.id)
    await one.move("D")
    told = await two.until("score", player=one.person.id)
    assert told["rows"] == 1
    await two.send(type="give_up")
    await one.until("score", player=two.person.id, status="gave_up")
    await one.until("race", change="closing")
    await one.send(type="give_up")
    for seat in (one, two):
        await seat.until_state("finished")
    assert one.seq == two.seq


async def test_a_watcher_elsewhere_sees_every_move(pair: Pair) -> None:
    one, _ = await running(pair)
    eve = await pair.elsewhere.guest("Eve")
    watching = await eve.connect(one.race_id)
    await watching.resume()
    await watching.send(type="watch", player=one.person.id)
    await watching.until("board", player=one.person.id)
    for _ in range(4):
        answer = await one.move("D")
        assert answer["type"] == "moved"
        await watching.until("moved", player=one.person.id, n=answer["n"])
    assert watching.boards[one.person.id].piles == one.board.piles


async def test_a_seat_is_taken_over_across_processes(pair: Pair) -> None:
    one, _ = await running(pair)
    again = await pair.there(one.person).connect(one.race_id)
    assert await one.closed() == 4409
    await again.resume()
    assert (await again.move("D"))["type"] == "moved"
    race = await one.person.race(one.race_id)
    assert all(player["connected"] for player in race["players"])


async def test_nothing_is_missed_when_the_hints_are_cut_off(pair: Pair) -> None:
    one, two = await running(pair)
    eve = await pair.elsewhere.guest("Eve")
    watching = await eve.connect(one.race_id)
    await watching.resume()
    await watching.send(type="watch", player=one.person.id)
    await watching.until("board", player=one.person.id)
    for _ in range(4):
        await pair.database.call("CLIENT", "KILL", "TYPE", "pubsub")
        assert (await one.move("D"))["type"] == "moved"
    while watching.boards[one.person.id].n < one.board.n:
        await watching.next()
    assert watching.boards[one.person.id].piles == one.board.piles
    while two.seq < one.seq:
        await two.next()


async def test_one_process_dies_and_the_other_carries_on(pair: Pair) -> None:
    one, two = await running(pair, time_limit_s=600)
    await one.move("D")
    pair.first.kill()
    again = await pair.there(one.person).connect(one.race_id)
    await again.resume()
    assert again.board.n == 1
    assert (await again.move("D"))["type"] == "moved"
    await again.send(type="give_up")
    await two.send(type="give_up")
    await two.until_state("finished")
    pair.first.restart()


async def test_an_absent_player_gives_up_though_the_process_that_had_them_is_gone(pair: Pair) -> None:
    one, two = await running(pair)
    pair.first.kill()
    told = await two.until("score", player=one.person.id)
    assert told["status"] == "gave_up"
    await two.send(type="give_up")
    await two.until_state("finished")
    pair.first.restart()


async def test_a_time_limit_ends_a_race_whose_process_is_gone(pair: Pair) -> None:
    one, two = await running(pair, time_limit_s=2)
    pair.first.kill()
    race = await two.until_state("finished")
    assert {player["status"] for player in race["players"]} <= {"timed_out", "gave_up"}
    pair.first.restart()
    await one.socket.close()
