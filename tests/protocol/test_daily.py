"""The daily challenge on the wire: one counted attempt however it is begun, nothing told before its time."""

import asyncio
import json
from itertools import pairwise
from typing import Any

import pytest
from tests.faults.days import begin, begun, board, finished, give_up, standing, winning_line
from tests.faults.helpers import until
from tests.protocol import shapes
from tests.protocol.client import Person
from tests.protocol.world import World

from agnes.game import Game, rules_for
from agnes.race.daily import Day
from agnes.service.identity import commitment
from agnes.store import keys
from agnes.store.daily import DailyStore
from agnes.store.database import Database
from agnes.store.keys import RaceKeys

GAMES = ("bernauer", "sorel")


class TestOneAttempt:
    async def test_begun_eight_times_at_once(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        answers = await asyncio.gather(*(begin(ann, day) for _ in range(8)))
        assert [answer.ok(200, shapes.DAILY)["players"] for answer in answers] == [1] * 8
        await give_up(await ann.connect(day.code))
        assert (await board(ann, day))["total"] == 1

    async def test_two_tabs_or_devices_take_turns_at_one_board(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        first = await begun(ann, day)
        await first.played(["D"])
        second = await ann.connect(day.code)
        assert (second.board.n, second.race["starts_at"]) == (1, first.race["starts_at"])
        assert await first.closed() == 4409
        await second.played(["D"])
        await give_up(second)
        assert (await board(ann, day))["total"] == 1

    async def test_two_sockets_at_the_same_moment_start_one_clock(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        (await begin(ann, day)).ok(200, shapes.DAILY)
        sockets = await asyncio.gather(*(ann.dial(day.code) for _ in range(4)))
        told = [json.loads(await socket.recv()) for socket in sockets]
        welcomed = [message for message in told if message["type"] == "welcome"]
        assert len({message["race"]["starts_at"] for message in welcomed}) == 1
        assert welcomed  # of those who came at once one stays; the others are told that it has the seat
        assert {message["reason"] for message in told if message["type"] == "problem"} <= {"seat-taken"}

    async def test_the_answer_or_the_first_board_lost_on_the_way(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        asking = asyncio.create_task(begin(ann, day))
        await asyncio.sleep(0)
        asking.cancel()
        (await begin(ann, day)).ok(200, shapes.DAILY)
        socket = await ann.dial(day.code)
        socket.transport.abort()
        seat = await ann.connect(day.code)
        assert (seat.board.n, seat.race["state"]) == (0, "running")
        await give_up(seat)
        told = await standing(ann, day)
        assert (told["players"], told["yours"]["rank"]) == (1, 1)

    async def test_a_finished_one_is_not_begun_again(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        await finished(ann, day)
        told = (await begin(ann, day)).ok(200, shapes.DAILY)
        assert told["yours"]["status"] == "gave_up"
        back = await ann.connect(day.code)
        assert back.race["state"] == "finished"
        assert (await back.move("D"))["reason"] == "not-running"
        assert (await board(ann, day))["total"] == 1

    async def test_a_socket_without_an_attempt_is_told_why(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        for headers, code, reason in (({}, 4401, "unknown-player"), (None, 4404, "not-started")):
            more: dict[str, Any] = {} if headers is None else {"headers": headers}
            socket = await ann.dial(day.code, **more)
            told = json.loads(await socket.recv())
            assert (told["type"], told["reason"]) == ("problem", reason)
            await socket.wait_closed()
            assert socket.close_code == code


class TestTheRun:
    @pytest.mark.parametrize("game", GAMES)
    async def test_a_whole_one_wins_and_is_told(self, world: World, game: str) -> None:
        """At the speed of a program, so it is kept, and not ranked."""
        day = world.fresh_day(game)
        ann, ben = await world.crowd.guest("Ann"), await world.crowd.guest("Ben")
        seat = await begun(ann, day)
        assert seat.race["daily"] == {"date": day.date, "game": game, "closes_at": day.closes_at}
        assert [player["id"] for player in seat.race["players"]] == [ann.id]
        await seat.played(await winning_line(world.database, day))
        race = await seat.until_state("finished")
        assert (race["players"][0]["status"], race["players"][0]["score"]) == ("won", 52)
        await finished(ben, day)
        told = (await standing(ann, day))["yours"]
        assert (told["status"], told["score"], told["marked"], told["rank"]) == ("won", 52, True, None)
        assert (told["percentile"], told["streak"]) == (None, 0)
        assert [entry["player"] for entry in (await board(ann, day))["entries"]] == [ben.id]

    async def test_undo_is_that_of_a_race(self, world: World) -> None:
        day = world.fresh_day()
        seat = await begun(await world.crowd.guest("Ann"), day)
        await seat.played(["D"])
        assert (await seat.move("U"))["rule"] == "no-undo"

    async def test_being_away_does_not_end_it(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        seat = await begun(ann, day)
        here, due = RaceKeys(day.attempt(ann.id)).here, f"away {day.attempt(ann.id)} {ann.id}"
        await seat.close()

        async def gone() -> bool:
            return await world.database.call("HGET", here, ann.id) is None

        async def carried_out() -> bool:
            return await world.database.call("ZSCORE", keys.TIMERS, due) is None

        await until(gone)
        assert not await carried_out()
        world.clock.set(f"{day.date}T23:00:00")
        await until(carried_out)
        assert (await ann.connect(day.code)).race["state"] == "running"

    async def test_leaders_are_told_as_they_change(self, world: World) -> None:
        day = world.fresh_day()
        ann, ben = await world.crowd.guest("Ann"), await world.crowd.guest("Ben")
        seat = await begun(ann, day)
        first = await seat.until("leaders")
        assert (first["top"], first["total"], first["yours"]["rank"]) == ([], 0, 1)
        await finished(ben, day)
        then = await seat.until("leaders")
        assert [entry["name"] for entry in then["top"]] == ["Ben"]
        await give_up(seat)
        last = await seat.until("leaders", total=2)
        assert [entry["rank"] for entry in last["top"]] == [1, 1]
        assert (last["yours"]["status"], last["yours"]["percentile"]) == ("gave_up", 100)

    async def test_leaders_come_at_most_once_a_second_and_are_worked_out_once(self, world: World) -> None:
        """However many are connected, and however many finish."""
        await asyncio.gather(*(socket.close() for socket in world.crowd.sockets))  # those of other days
        day = world.fresh_day()
        people = await asyncio.gather(*(world.crowd.guest(f"P{n}") for n in range(10)))
        seats = await asyncio.gather(*(begun(person, day) for person in people))
        looking, finishing = seats[:8], seats[8:10]
        for seat in looking:
            await seat.until("leaders")
        pages, times = await calls_of(world.database, "zrevrange"), list[float]()
        for seat in finishing:
            await give_up(seat)
            await looking[0].until("leaders")
            times.append(asyncio.get_running_loop().time())
        for seat in looking[1:]:
            await seat.until("leaders", total=len(finishing))
        assert await calls_of(world.database, "zrevrange") - pages <= times[-1] - times[0] + 4
        assert all(later - earlier > 0.8 for earlier, later in pairwise(times))

    async def test_others_are_watched_by_who_has_finished_and_nobody_else(self, world: World) -> None:
        day = world.fresh_day()
        ann, ben = await world.crowd.guest("Ann"), await world.crowd.guest("Ben")
        seat, other = await begun(ann, day), await begun(ben, day)
        await other.send(type="watch", player=ann.id)
        assert (await other.until("refused", of="watch"))["reason"] == "not-allowed"
        await other.send(type="resume", seq=other.seq, boards={ann.id: 0})
        assert (await other.until("refused", of="resume"))["reason"] == "not-allowed"
        await give_up(other)
        await seat.played(["D"])
        await other.send(type="watch", player=ann.id)
        assert (await other.until("board", player=ann.id))["n"] == 1
        await seat.played(["D"])
        await other.until("moved", player=ann.id, n=2)
        assert other.boards[ann.id].table() == seat.board.table()
        back = await other.come_back()
        await seat.played(["D"])
        await back.until("moved", player=ann.id, n=3)
        await give_up(seat)
        await back.until("board", player=ann.id, status="gave_up")
        await back.send(type="unwatch", player=ann.id)
        await back.send(type="watch", player="nobody")
        assert (await back.until("refused", of="watch"))["reason"] == "no-such-player"


class TestForgeries:
    """A result comes from moves that the server has accepted, and from nothing else."""

    async def test_saying_that_one_has_finished(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        seat = await begun(ann, day)
        for message in (
            {"type": "score", "player": ann.id, "score": 52, "status": "won"},
            {"type": "finished", "score": 52},
        ):
            await seat.send(**message)
            await seat.until("rejected", reason="malformed")
        for verb in ("finish", "rematch", "join", "leave", "start", "kick"):
            body = {"player": ann.id} if verb == "kick" else None
            answer = await ann.call("POST", f"/api/races/{day.code}/{verb}", body)
            told = answer.problem(403, "not-allowed")["detail"]  # and what to do in its place
            assert f"/api/daily/{day.date}/{day.game}/start" in told
            assert "give_up" in told
        forged = {"score": 52, "t_ms": 1, "status": "won"}
        answer = await ann.call("POST", f"/api/daily/{day.date}/{day.game}/start", forged)
        answer.problem(422, "bad-request")
        answer = await ann.call("POST", f"/api/daily/{day.date}/{day.game}/leaderboard", forged)
        answer.problem(405, "method-not-allowed")
        assert (await board(ann, day))["total"] == 0

    async def test_moves_of_another_deal_end_at_the_first_that_is_illegal(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        await standing(ann, day)
        line = await winning_line(world.database, day)
        other = world.fresh_day()
        seat = await begun(ann, other)
        played = 0
        for move in line:
            answer = await seat.move(move)
            if answer["type"] != "moved":
                assert (answer["reason"], answer["n"]) == ("illegal", played + 1)
                break
            played += 1
        assert played < len(line)
        assert seat.board.n == played

    async def test_the_last_move_eight_times_gives_one_entry(self, world: World) -> None:
        day = world.fresh_day()
        ann = await world.crowd.guest("Ann")
        seat = await begun(ann, day)
        line = await winning_line(world.database, day)
        await seat.played(line[:-1])
        for _ in range(8):
            await seat.send(type="move", n=len(line), move=line[-1])
        await seat.until_state("finished")
        await seat.caught_up()
        told = (await standing(ann, day))["yours"]
        assert (told["score"], told["marked"]) == (52, True)
        assert await world.database.call("HLEN", f"agnes:{{{day.code}}}:runs") == 1


class TestSecrets:
    async def test_nothing_that_is_sent_leads_to_the_hidden_cards(self, world: World) -> None:
        """Every frame and answer of a whole day, before it is closed: for who plays, is done, looks on."""
        day = world.fresh_day("bernauer")
        people = [await world.crowd.guest(name) for name in ("Ann", "Ben", "Cem")]
        seat, done, stranger = await begun(people[0], day), await begun(people[1], day), people[2]
        await give_up(done)
        await seat.played(["D"])
        await seat.until("leaders")
        for person in people:
            await look_everywhere(person, day, [one.id for one in people])
        record = await DailyStore(world.database).record(day)
        assert record
        tomorrow = await until_made(world, day.next)
        heard = "\n".join(text for person in people for text in person.heard)
        for secret in (record.deal, record.nonce, f"{int(record.deal):x}", tomorrow.deal, tomorrow.nonce):
            assert secret not in heard
        assert commitment(record.deal, record.nonce) in heard  # which tells nothing without the nonce
        hidden = undealt(Game.replay(rules_for("bernauer"), int(record.deal), ["D"]))
        assert len(hidden) == 9
        assert [card for card in hidden if f'"{card}"' in heard] == []
        world.clock.set(f"{day.next.date}T01:00:00")
        told = await standing(stranger, day)
        assert commitment(told["deal"], told["nonce"]) == told["commitment"]

    async def test_an_attempt_is_reached_by_way_of_its_day_alone(self, world: World) -> None:
        day = world.fresh_day()
        ann, ben = await world.crowd.guest("Ann"), await world.crowd.guest("Ben")
        await finished(ann, day)
        attempt = day.attempt(ann.id)
        for person in (ann, ben):
            for path in ("", "/story", "/analysis", "/qr.svg", f"/boards/{ann.id}"):
                answer = await person.call("GET", f"/api/races/{attempt}{path}")
                assert answer.status == 404, path
            socket = await person.dial(attempt)
            assert json.loads(await socket.recv())["reason"] == "no-such-race"
        (await ben.call("GET", f"/api/races/{day.code}")).problem(409, "not-started")
        (await ann.call("GET", f"/api/races/{day.code}")).ok(200, shapes.RACE)


async def calls_of(database: Database, command: str) -> int:
    """How often a command has been carried out, in scripts too."""
    lines = str(await database.call("INFO", "commandstats")).splitlines()
    line = next((line for line in lines if line.startswith(f"cmdstat_{command}:calls=")), "calls=0,")
    return int(line.partition("calls=")[2].partition(",")[0])


async def look_everywhere(person: Person, day: Day, players: list[str]) -> None:
    for path in (
        "/api/daily",
        f"/api/daily/{day.date}/{day.game}",
        f"/api/daily/{day.next.date}/{day.game}",
        f"/api/daily/{day.date}/{day.game}/leaderboard",
        f"/api/races/{day.code}",
        f"/api/races/{day.code}/story",
        f"/api/races/{day.code}/analysis",
        *(f"/api/races/{day.code}/boards/{player}" for player in players),
    ):
        answer = await person.call("GET", path)
        assert "etag" not in answer.headers


async def until_made(world: World, day: Day) -> Any:
    """Tomorrow's deal is made in the background, a day ahead."""
    while True:
        record = await DailyStore(world.database).record(day)
        if record:
            return record
        await asyncio.sleep(0.02)


def undealt(game: Game) -> set[str]:
    """The cards that are still in the stock."""
    cards = set[str]()
    while "D" in game.legal:
        game, change = game.play("D")
        cards |= {card for step in change.steps for card in step.cards}
    return cards
