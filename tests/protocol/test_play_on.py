"""Playing on, alone, from moves made before; and one's own board while one plays alone."""

from typing import Any

import pytest
from tests.protocol.arena import running
from tests.protocol.client import Crowd
from tests.protocol.lines import winning_lines

DEAL, LINE = next(iter(winning_lines().items()))


async def test_the_board_begins_with_the_moves_given(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, deal=DEAL, moves=LINE[:40])
    assert race["players"][0]["score"] > 1
    seat = await ada.connect(race["id"])
    assert (seat.board.n, seat.board.score) == (40, race["players"][0]["score"])
    won = await seat.played(LINE[40:])
    assert (won["status"], won["score"]) == ("won", 52)
    assert (await seat.until_state("finished"))["players"][0]["score"] == 52
    assert seat.surprises == []
    replay = await ada.replay(race["id"], ada.id)
    assert [entry["move"] for entry in replay["moves"]] == LINE


async def test_what_was_played_before_can_be_taken_back(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, deal=DEAL, moves=LINE[:3])
    seat = await ada.connect(race["id"])
    await seat.played(["U", "U", "U"])
    assert (await seat.move("U"))["rule"] == "no-undo"


async def test_whoever_missed_everything_is_told_the_score(crowd: Crowd) -> None:
    """Resuming from the race's beginning, too."""
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, deal=DEAL, moves=LINE[:40])
    seat = await ada.connect(race["id"])
    await seat.send(type="resume", seq=0, boards={})
    await seat.caught_up()
    told = [message for message in seat.log if message["type"] == "score"]
    assert [message["score"] for message in told] == [1, race["players"][0]["score"]]


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"seats": 2, "deal": DEAL, "moves": ["D"]}, "one seat"),
        ({"seats": 1, "moves": ["D"]}, "named deal"),
        ({"seats": 1, "deal": DEAL, "moves": ["D", "T1>T1"]}, "2"),
        ({"seats": 1, "deal": DEAL, "moves": LINE}, "win already"),
        ({"seats": 1, "deal": DEAL, "moves": "D"}, "moves"),
        ({"seats": 1, "deal": DEAL, "moves": ["D", "U"] * 2501}, "moves"),
    ],
)
async def test_what_cannot_be_played_on_is_refused(crowd: Crowd, fields: dict[str, Any], word: str) -> None:
    ada = await crowd.guest("Ada")
    answer = await ada.call("POST", "/api/races", {"game": "bernauer"} | fields)
    assert word in answer.problem(422, "bad-request")["detail"]


async def test_ones_own_board_can_be_had_while_one_plays_alone(crowd: Crowd) -> None:
    alone = await running(crowd, "Ada", deal=DEAL)
    ada, seat = alone.people[0], alone.seats[0]
    await seat.played(LINE[:5])
    assert [entry["move"] for entry in (await ada.replay(alone.race_id, ada.id))["moves"]] == LINE[:5]
    path = f"/api/races/{alone.race_id}/boards/{ada.id}"
    (await (await crowd.guest("Bea")).call("GET", path)).problem(409, "not-finished")
    nobody = await crowd.http.get(path)
    assert nobody.json()["type"] == "/problems/not-finished"
