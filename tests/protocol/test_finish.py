"""How a race ends: all done, its time over, the closing time after a win, the host; and what is said then."""

from tests.protocol import shapes
from tests.protocol.arena import Arena, running
from tests.protocol.client import Crowd, Json
from tests.protocol.lines import winning_lines

DEAL, LINE = next(iter(winning_lines().items()))


def statuses(race: Json) -> dict[str, str]:
    return {player["name"]: player["status"] for player in race["players"]}


def ranks(race: Json) -> dict[str, int]:
    return {player["name"]: player["rank"] for player in race["players"]}


async def test_it_ends_when_all_are_done(arena: Arena) -> None:
    race = await arena.race()
    ada, bea = race.seats
    await ada.send(type="give_up")
    await bea.until("score", player=ada.person.id, status="gave_up")
    assert bea.race["state"] == "running"
    assert (await bea.person.race(race.race_id))["nonce"] is None
    await bea.send(type="give_up")
    for seat in race.seats:
        told = await seat.until("race", change="finished")
        assert told["race"]["state"] == "finished"
        assert told["race"]["deal"]
        assert told["race"]["nonce"]
        assert statuses(told["race"]) == {"Ada": "gave_up", "Bea": "gave_up"}
        assert ranks(told["race"]) == {"Ada": 1, "Bea": 1}
        assert [m["change"] for m in seat.log if m["type"] == "race"].count("finished") == 1


async def test_it_ends_when_its_time_is_over(arena: Arena) -> None:
    race = await arena.race("one second")
    over = await race.seats[0].until_state("finished")
    assert set(statuses(over).values()) == {"timed_out"}
    assert over["ends_at"] - over["starts_at"] == 1000
    late = await race.seats[1].move("D", n=1)
    assert (late["type"], late["reason"]) == ("rejected", "not-running")


async def test_after_the_first_win_the_others_have_a_little_longer(arena: Arena) -> None:
    race = await arena.race("to win")
    ada, bea, cleo = race.seats
    await bea.played(["D"])
    before = ada.race["ends_at"]
    won = await ada.played(LINE)
    assert (won["status"], won["score"]) == ("won", 52)
    closing = await cleo.until("race", change="closing")
    assert closing["race"]["ends_at"] < before
    assert statuses(closing["race"])["Ada"] == "won"
    over = (await cleo.until("race", change="finished"))["race"]
    assert statuses(over) == {"Ada": "won", "Bea": "timed_out", "Cleo": "timed_out"}
    assert ranks(over) == {"Ada": 1, "Bea": 2, "Cleo": 2}
    assert [player["score"] for player in over["players"]] == [52, 1, 1]
    assert (over["deal"], over["ends_at"]) == (DEAL, closing["race"]["ends_at"])
    replay = await cleo.person.replay(race.race_id, ada.person.id)
    assert ([played["move"] for played in replay["moves"]], replay["status"]) == (LINE, "won")


async def test_a_win_with_the_bonus_scores_more(arena: Arena) -> None:
    race = await arena.race("bonus")
    await race.seats[0].played(LINE)
    told = await race.seats[1].until("score", player=race.people[0].id, status="won")
    assert told["t_ms"] < 130_000
    assert (told["score"], told["bonus"], told["rank"]) == (52, 52, 1)


async def test_when_one_is_left_the_closing_time_begins(arena: Arena) -> None:
    race = await arena.race("closing")
    ada, bea, cleo = race.seats
    await ada.send(type="give_up")
    await cleo.until("score", player=ada.person.id, status="gave_up")
    assert [m["change"] for m in cleo.log if m["type"] == "race"].count("closing") == 0
    await bea.send(type="give_up")
    await cleo.until("race", change="closing")
    over = await cleo.until("race", change="finished")
    assert statuses(over["race"]) == {"Ada": "gave_up", "Bea": "gave_up", "Cleo": "timed_out"}


async def test_without_a_limit_an_hour_ends_it(arena: Arena) -> None:
    race = (await arena.race("no limit")).seats[0].race
    assert race["ends_at"] - race["starts_at"] == 3_600_000


async def test_the_limits_that_a_race_has_by_default(crowd: Crowd, arena: Arena) -> None:
    race = (await arena.race()).seats[0].race
    assert race["ends_at"] - race["starts_at"] == 480_000
    alone = (await running(crowd, "Ada")).seats[0].race
    assert alone["ends_at"] - alone["starts_at"] == 3_600_000


async def test_the_host_ends_it_once_somebody_is_done(arena: Arena) -> None:
    race = await arena.race()
    ada, bea = race.people
    early = await ada.act(race.race_id, "finish")
    assert early.status in (403, 409)
    shapes.PROBLEM(early.body, "finish")
    (await bea.act(race.race_id, "finish")).problem(403, "not-host")
    await bea.does(race.race_id, "leave")
    over = await ada.does(race.race_id, "finish")
    assert over["state"] == "finished"
    assert statuses(over) == {"Ada": "timed_out", "Bea": "gave_up"}
    assert (await race.seats[1].until("race", change="finished"))["race"]["deal"] == over["deal"]


async def test_to_leave_a_running_race_is_to_give_up(arena: Arena) -> None:
    race = await arena.race()
    ada = race.people[0]
    answer = await ada.does(race.race_id, "leave")
    assert statuses(answer) == {"Ada": "gave_up", "Bea": "playing"}
    assert (await race.seats[1].until("score", player=ada.id))["status"] == "gave_up"
    assert (await race.seats[0].move("D", n=1))["reason"] == "not-running"


async def test_boards_are_told_only_after_the_finish(arena: Arena) -> None:
    race = await arena.race()
    ada, bea = race.people
    await race.seats[0].played(["D", "D"])
    await race.seats[1].send(type="give_up")
    await race.seats[1].until("score", player=bea.id, status="gave_up")
    for player in (ada.id, bea.id, "nobody"):
        answer = await bea.call("GET", f"/api/races/{race.race_id}/boards/{player}")
        assert answer.status in (404, 409)
        shapes.PROBLEM(answer.body, "board")
    await race.end()
    replay = await bea.replay(race.race_id, ada.id)
    assert [played["move"] for played in replay["moves"]] == ["D", "D"]
    (await bea.call("GET", f"/api/races/{race.race_id}/boards/nobody")).problem(404, "no-such-player")


async def test_the_moves_of_a_finished_race_count_no_more(arena: Arena) -> None:
    race = await arena.race()
    await race.seats[0].played(["D"])
    over = await race.end()
    assert (await race.seats[0].move("D", n=2))["reason"] == "not-running"
    assert (await race.seats[0].move("D", n=1))["type"] == "moved"
    assert await race.people[0].race(race.race_id) == over
