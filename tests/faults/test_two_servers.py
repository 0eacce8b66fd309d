"""One person on two servers, one race on two servers: nothing kept at hand in one goes out of date.

The first server reaches the database through a proxy. See also test_two_processes.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from tests.faults.helpers import (
    SECRET,
    Behind,
    HastyServer,
    behind_a_proxy,
    by_way_of,
    complaints,
    has_sockets,
    open_sockets,
    reaches,
    started,
    watching,
)
from tests.protocol.arena import ready_to_move, running, seated
from tests.protocol.client import Connection, Crowd, Json
from tests.protocol.lines import winning_lines
from tests.server import ServerProcess

DEAL, LINE = next(iter(winning_lines().items()))


@dataclass
class Two:
    behind: Behind
    second: ServerProcess
    here: Crowd
    there: Crowd


@pytest.fixture(scope="module")
async def two(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Two]:
    folder = tmp_path_factory.mktemp("two")
    async with behind_a_proxy(folder) as behind:
        second = HastyServer(folder / "second", redis_url=behind.valkey.url, secret_key=SECRET)
        async with started(second), Crowd(behind.server.url) as here, Crowd(second.url) as there:
            yield Two(behind, second, here, there)
            for server in (behind.server, second):
                assert complaints(server.log) == []


async def test_a_seat_that_goes_to_and_fro_between_servers(two: Two) -> None:
    chance = random.Random(3)
    ann = await two.here.guest("Ann")
    everywhere = [ann, by_way_of(two.there, ann)]
    race_id = (await ann.make(seats=1, deal=DEAL))["id"]
    played = 0
    for turn in range(len(LINE)):
        seat = await everywhere[turn % 2].connect(race_id)
        assert seat.board.n == played
        await seat.played(LINE[played : played + chance.randrange(1, 6)])
        played = seat.board.n
        if played == len(LINE):
            break
    assert (seat.board.status, seat.board.score) == ("won", 52)
    await seat.until_state("finished")
    assert [entry["move"] for entry in (await ann.replay(race_id, ann.id))["moves"]] == LINE


async def test_moves_made_elsewhere_meanwhile_do_not_put_a_board_out_of_turn(two: Two) -> None:
    """Without a new greeting: what the page knows is right, what its server has at hand is not."""
    ann = await two.here.guest("Ann")
    race_id = (await ann.make(seats=1, deal=DEAL))["id"]
    first = await ann.connect(race_id)
    await first.played(LINE[:3])
    elsewhere = await by_way_of(two.there, ann).connect(race_id)
    await elsewhere.played(LINE[3:6])
    back = Connection(ann, race_id, await ann.dial(race_id))
    assert (await back.until("welcome"))["board"]["n"] == 6
    await back.played(LINE[6:9])


async def test_a_race_that_ended_while_nobody_looked_has_ended(two: Two) -> None:
    race = await running(two.here, "Ann", "Ben", time_limit_s=1)
    ann = race.people[0]
    await race.seats[0].played(["D"])
    for seat in race.seats:
        await seat.close()
    watcher = await (await two.there.guest("Wim")).connect(race.race_id)
    await watcher.until_state("finished")
    for person in (ann, by_way_of(two.there, ann)):
        back = await person.connect(race.race_id)
        assert (back.race["state"], back.board.status, back.board.legal) == ("finished", "timed_out", [])


async def test_who_asks_and_goes_at_once_is_heard(two: Two) -> None:
    """Their socket is found broken while what they asked for is being done; the others are told of it."""
    race_id, (ann, ben) = await seated(two.here, "Ann", "Ben")
    seat, other = await ann.connect(race_id), await by_way_of(two.there, ben).connect(race_id)
    await ann.does(race_id, "start")
    await asyncio.gather(ready_to_move(seat), ready_to_move(other))
    watcher = await watching(await (await two.here.guest("Wim")).connect(race_id), ann)
    await seat.played(["D"])
    await watcher.caught_up()
    two.behind.lane.freeze()
    await seat.send(type="move", n=2, move="D")
    seat.socket.transport.abort()
    await other.played(["D"])
    await watcher.until("score", player=ben.id, rows=1)  # it was told to Ann too, in vain
    two.behind.lane.thaw()
    await watcher.until("score", player=ann.id, rows=2)
    await reaches(watcher, ann, 2)


async def test_equal_scores_rank_alike_on_both_servers_and_after_a_restart(two: Two) -> None:
    race = await running(two.here, "Ann", "Ben", "Cyd", "Dan", deal=DEAL)
    ups = [n for n, move in enumerate(LINE) if move.endswith(">F")]
    for seat in race.seats[:2]:  # both to the same score, Ann first
        await seat.played(LINE[: ups[1] + 1])
    for seat in race.seats:
        await seat.send(type="give_up")
    told = await race.seats[0].until_state("finished")
    there = await by_way_of(two.there, race.people[3]).race(race.race_id)
    await asyncio.to_thread(two.behind.server.stop)
    await asyncio.to_thread(two.behind.server.restart)
    again = await race.people[3].race(race.race_id)
    for answer in (told, there, again):
        assert [standing(player) for player in answer["players"]] == [
            ("Ann", 3, 1),
            ("Ben", 3, 2),
            ("Cyd", 1, 3),  # equal in score and time, so in rank
            ("Dan", 1, 3),
        ]
        assert [player["t_ms"] for player in answer["players"][2:]] == [0, 0]


def standing(player: Json) -> tuple[str, int, int]:
    return player["name"], player["score"], player["rank"]


async def test_a_rematch_asked_for_on_both_servers_at_once_is_one_race(two: Two) -> None:
    race = await running(two.here, "Ann", "Ben", "Cyd", visibility="public", game="sorel")
    await race.end()
    everywhere = [by_way_of(crowd, person) for person in race.people for crowd in (two.here, two.there)]
    answers = await asyncio.gather(*[person.does(race.race_id, "rematch") for person in everywhere * 3])
    (again,) = {answer["id"] for answer in answers}
    listed = await two.behind.database.call("ZRANGE", "agnes:public:sorel", 0, -1)
    assert listed == [again]


async def test_somebody_with_many_tabs_on_both_servers_is_one_watcher(two: Two) -> None:
    race_id, (host,) = await seated(two.here, "Ann", seats=2)
    seat = await host.connect(race_id)
    wim = await two.here.guest("Wim")
    tabs = [await wim.connect(race_id) for _ in range(15)]
    tabs += [await by_way_of(two.there, wim).connect(race_id) for _ in range(15)]
    await counted(seat, 1)
    eve = await (await two.there.guest("Eve")).connect(race_id)
    await counted(seat, 2)
    sockets = await open_sockets(two.here)
    for tab in tabs[:15]:
        await tab.close()
    await has_sockets(two.here, sockets - 15)
    await seat.caught_up()
    await counted(seat, 2)
    await eve.close()
    await counted(seat, 1)
    for tab in tabs[15:]:
        await tab.close()
    await counted(seat, 0)


async def counted(seat: Connection, watchers: int) -> None:
    while seat.watchers != watchers:
        await seat.next()
