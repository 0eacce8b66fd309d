"""Moves over the websocket: what is accepted, what is not and why, and what happens when sent again."""

import json
from copy import deepcopy
from typing import Any

import pytest
from tests.protocol.arena import Arena, Started, running, seated
from tests.protocol.client import Connection, Crowd
from tests.protocol.lines import winning_lines

FOREIGN_DIGIT = "\N{ARABIC-INDIC DIGIT ONE}"


@pytest.fixture
async def race(arena: Arena) -> Started:
    return await arena.race("long")


async def alone(crowd: Crowd, **fields: Any) -> Connection:
    return (await running(crowd, "Ada", **{"deal": "1"} | fields)).seats[0]


def is_column_move(move: str) -> bool:
    return ">T" in move


async def test_an_accepted_move_is_acknowledged_with_its_number(race: Started) -> None:
    seat = race.seats[0]
    answer = await seat.move("D")
    assert (answer["type"], answer["n"], answer["move"]) == ("moved", 1, "D")
    assert [step["to"] for step in answer["steps"]] == [f"R{i}" for i in range(1, 8)]
    assert {step["from"] for step in answer["steps"]} == {"S"}


async def test_another_number_than_the_next_is_out_of_turn_and_brings_the_board(race: Started) -> None:
    seat = race.seats[0]
    await seat.move("D")
    for n in (3, 17, 1):
        answer = await seat.move("T1>T2", n=n)
        assert (answer["type"], answer["reason"], answer["rule"]) == ("rejected", "out-of-turn", None)
        assert (answer["n"], answer["move"]) == (n, "T1>T2")
        before = deepcopy(seat.board.table())
        board = await seat.next()
        assert (board["type"], board["player"], board["n"]) == ("board", seat.person.id, 1)
        assert seat.board.table() == before


async def test_a_move_sent_again_is_acknowledged_again_and_not_played_twice(race: Started) -> None:
    seat = race.seats[0]
    first = await seat.move("D")
    assert await seat.move("D", n=1) == first
    assert (seat.board.n, seat.board.stock) == (1, 9)
    assert (await seat.move("D"))["n"] == 2


async def test_an_earlier_move_sent_again_is_acknowledged_again(race: Started) -> None:
    seat = race.seats[0]
    first = await seat.move("D")
    await seat.played(["D", "D"])
    again = await seat.move("D", n=1)
    assert (again["type"], again["n"], again["move"], again["steps"]) == ("moved", 1, "D", first["steps"])
    assert (await seat.move("D", n=4))["rule"] == "stock-empty"


async def test_a_burst_of_the_same_move_plays_it_once(race: Started) -> None:
    seat = race.seats[0]
    for _ in range(8):
        await seat.send(type="move", n=1, move="D")
    answers = [await seat.until("moved") for _ in range(8)]
    assert {answer["n"] for answer in answers} == {1}
    assert (await seat.move("D"))["n"] == 2


async def test_of_a_long_board_each_move_is_acknowledged_again_as_it_was(crowd: Crowd) -> None:
    seat = await alone(crowd, deal=next(iter(winning_lines())))
    told = [await seat.move("U" if n % 2 else "D") for n in range(130)]
    for n in (1, 2, 60, 101, 120, 129, 130):
        assert await seat.move(told[n - 1]["move"], n=n) == told[n - 1]


async def test_a_move_sent_again_after_a_reconnect_is_not_played_twice(race: Started) -> None:
    seat = race.seats[0]
    first = await seat.move("D")
    await seat.close()
    back = await race.people[0].connect(race.race_id)
    assert (back.board.n, back.board.stock) == (1, 9)
    again = await back.move("D", n=1)
    assert (again["type"], again["steps"]) == ("moved", first["steps"])
    assert (await back.move("D"))["n"] == 2


async def test_the_move_that_won_sent_again_is_acknowledged_and_counted_once(crowd: Crowd) -> None:
    deal, line = next(iter(winning_lines().items()))
    seat = await alone(crowd, deal=deal)
    won = await seat.played(line)
    assert (seat.board.status, seat.board.score, seat.board.legal) == ("won", 52, [])
    assert await seat.move(line[-1], n=len(line)) == won
    await seat.until_state("finished")
    back = await seat.person.connect(seat.race_id)
    again = await back.move(line[-1], n=len(line))
    assert (again["type"], again["status"], again["score"]) == ("moved", "won", 52)
    for move in ("U", "D"):
        answer = await back.move(move, n=len(line) + 1)
        assert (answer["type"], answer["reason"]) == ("rejected", "not-running")
    assert len((await seat.person.replay(seat.race_id, seat.person.id))["moves"]) == len(line)


BROKEN_RULES: list[tuple[str, dict[str, Any], str, str]] = [
    # rule, race, moves before, move
    ("not-below", {}, "", "T1>T2"),
    ("same-colour", {}, "", "T4>T3"),
    ("other-colour", {"game": "sorel", "deal": "2"}, "", "T5>T2"),
    ("not-a-run", {}, "", "T2>T1:2"),
    ("not-one-suit", {"game": "sorel", "deal": "2"}, "", "T6>T1:2"),
    ("space-wants-base-minus-one", {"deal": "4"}, "T1>T4", "T2>T1"),
    ("foundation-wants-next", {}, "", "T1>F"),
    ("covered", {"deal": "7"}, "", "T2>F"),
    ("face-down", {"options": {"face_down": True}}, "", "R1>F"),
    ("stock-empty", {"deal": "4"}, "T1>T4 R4>F D D D", "D"),
    ("no-redeal", {}, "", "X"),
    ("no-redeal", {"game": "sorel"}, "", "X"),
    ("no-redeal", {"options": {"redeal": True}}, "", "X"),
    ("no-undo", {}, "", "U"),
    ("no-such-card", {}, "", "T1>T2:2"),
    ("no-such-card", {"game": "sorel"}, "", "R1>F"),
]


@pytest.mark.parametrize(("rule", "fields", "before", "move"), BROKEN_RULES)
async def test_an_illegal_move_is_refused_with_the_rule_that_it_breaks(
    crowd: Crowd, rule: str, fields: dict[str, Any], before: str, move: str
) -> None:
    seat = await alone(crowd, **fields)
    await seat.played(before.split())
    table, n = deepcopy(seat.board.table()), seat.board.n
    answer = await seat.move(move)
    assert (answer["type"], answer["reason"], answer["rule"]) == ("rejected", "illegal", rule)
    assert (answer["n"], answer["move"]) == (n + 1, move)
    fresh = await seat.person.connect(seat.race_id)
    assert (fresh.board.table(), fresh.board.n) == (table, n)


UNREADABLE = {
    "no column 0": "T0>F",
    "no column 8": "T8>F",
    "onto itself": "T1>T1",
    "spaces": "T1 > F",
    "lower case": "t1>f",
    "foreign digits": f"T{FOREIGN_DIGIT}>F",
    "foreign count": f"T1>T2:{FOREIGN_DIGIT}",
    "no cards": "T1>T2:0",
    "fewer than no cards": "T1>T2:-1",
    "leading zero": "T1>T2:01",
    "to the reserve": "R1>R2",
    "back from the foundations": "F>T1",
    "empty": "",
    "half": "T1>",
    "line end": "T1>F\n",
    "two moves": "D D",
    "long": "T1>T2:" + "9" * 10_000,
}


@pytest.mark.parametrize("move", UNREADABLE.values(), ids=UNREADABLE)
async def test_an_unreadable_move_is_malformed_and_changes_nothing(crowd: Crowd, move: str) -> None:
    seat = await alone(crowd)
    before = deepcopy(seat.board.table())
    answer = await seat.move(move)
    assert (answer["type"], answer["reason"], answer["rule"]) == ("rejected", "malformed", None)
    assert (await seat.move("D"))["n"] == 1
    assert seat.board.table() != before


async def test_more_cards_than_there_are_is_illegal(crowd: Crowd) -> None:
    seat = await alone(crowd)
    assert (await seat.move("T1>T2:99"))["rule"] == "no-such-card"


async def test_one_card_may_be_counted_or_not(crowd: Crowd) -> None:
    seat = await alone(crowd, deal="4")
    answer = await seat.move("T1>T4:1")
    assert (answer["type"], answer["move"]) == ("moved", "T1>T4")


BAD_FRAMES = {
    "no JSON": "move D",
    "half a message": '{"type":"move","n":1,"move":"D"',
    "nothing": "",
    "no object": "[]",
    "deep": "[" * 10_000,
    "no type": "{}",
    "another type": '{"type":"cheat"}',
    "type that is no text": '{"type":["move"]}',
    "no number": '{"type":"move","move":"D"}',
    "number as text": '{"type":"move","n":"1","move":"D"}',
    "endless number": '{"type":"move","n":1e400,"move":"D"}',
    "broken number": '{"type":"move","n":1.5,"move":"D"}',
    "truth as number": '{"type":"move","n":true,"move":"D"}',
    "number 0": '{"type":"move","n":0,"move":"D"}',
    "huge number": '{"type":"move","n":%s,"move":"D"}' % ("9" * 4000),
    "move as list": '{"type":"move","n":1,"move":["D"]}',
    "no move": '{"type":"move","n":1}',
    "unknown field": '{"type":"move","n":1,"move":"D","fast":true}',
    "not a number": '{"type":"move","n":NaN,"move":"D"}',
    "half a character": r'{"type":"move","n":1,"move":"\ud800"}',
}  # fmt: skip


@pytest.mark.parametrize("frame", BAD_FRAMES.values(), ids=BAD_FRAMES)
async def test_a_malformed_frame_gets_a_short_answer_and_changes_nothing(crowd: Crowd, frame: str) -> None:
    seat = await alone(crowd)
    await seat.socket.send(frame)
    answer = await seat.until("rejected")
    assert (answer["reason"], answer["rule"]) == ("malformed", None)
    assert len(json.dumps(answer)) < 500
    assert (await seat.move("D"))["n"] == 1


BAD_MESSAGES = {
    "ready with a number": {"type": "ready", "ready": 1},
    "watch nobody": {"type": "watch"},
    "watch a number": {"type": "watch", "player": 5},
    "resume from below": {"type": "resume", "seq": -1, "boards": {}},
    "resume a list": {"type": "resume", "seq": 1, "boards": []},
    "start with more": {"type": "start", "now": True},
    "give up with more": {"type": "give_up", "reason": "tired"},
}


@pytest.mark.parametrize("message", BAD_MESSAGES.values(), ids=BAD_MESSAGES)
async def test_any_other_malformed_message_is_refused_by_its_name(
    crowd: Crowd, message: dict[str, Any]
) -> None:
    seat = await alone(crowd)
    await seat.send(**message)
    assert (await seat.until("refused", of=message["type"]))["reason"] == "malformed"
    assert (await seat.move("D"))["type"] == "moved"


async def test_a_binary_frame_gets_a_short_answer(crowd: Crowd) -> None:
    seat = await alone(crowd)
    await seat.socket.send(b'{"type":"move","n":1,"move":"D"}')
    assert (await seat.until("rejected"))["reason"] == "malformed"
    assert seat.board.n == 0


@pytest.mark.parametrize(
    ("payload", "code"),
    [(b"x" * 2**20, 1009), (b'{"type":"move","n":1,"move":"\xff\xfe"}', 1007)],
    ids=["too big", "no UTF-8"],
)
async def test_what_is_no_message_at_all_closes_and_one_can_come_back(
    crowd: Crowd, payload: bytes, code: int
) -> None:
    seat = await alone(crowd)
    await seat.move("D")
    await seat.socket.send(payload, text=True)
    assert await seat.closed() == code
    back = await seat.person.connect(seat.race_id)
    assert (await back.move("D"))["n"] == 2


async def test_a_watcher_moves_nothing(race: Started) -> None:
    watcher = await race.watcher()
    answer = await watcher.move("D", n=1)
    assert (answer["type"], answer["reason"], answer["rule"]) == ("rejected", "not-yours", None)
    assert [(await race.seats[0].move("D"))["n"], (await race.seats[1].move("D"))["n"]] == [1, 1]


async def test_who_gave_up_moves_nothing_any_more(race: Started) -> None:
    seat, other = race.seats
    await seat.move("D")
    await seat.send(type="give_up")
    told = await other.until("score", player=seat.person.id, status="gave_up")
    assert (told["score"], told["t_ms"]) == (1, 0)
    answer = await seat.move("D", n=2)
    assert (answer["type"], answer["reason"]) == ("rejected", "not-running")
    assert seat.player(seat.person.id)["status"] == "gave_up"
    assert (await seat.move("D", n=1))["type"] == "moved"  # still acknowledged again
    assert len((await other.move("D"))["steps"]) == 7


async def test_no_move_before_the_race_runs(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea", study_s=1)
    seat, other = await ada.connect(race_id), await bea.connect(race_id)
    for state in ("lobby", "countdown", "study"):
        if state == "countdown":
            await ada.does(race_id, "start")
        await seat.until_state(state)
        answer = await seat.move("D", n=1)
        assert (answer["type"], answer["reason"], seat.race["state"]) == ("rejected", "not-running", state)
    board = seat.boards.get(ada.id) or await seat.until("board")
    assert board
    for connection in (seat, other):
        await connection.until_state("running")
    assert seat.race["starts_at"] == other.race["starts_at"]
    answer = await seat.move("D", n=1)
    assert (answer["type"], answer["n"]) == ("moved", 1)


async def test_the_clock_of_a_board_counts_from_the_start(race: Started) -> None:
    watcher = await race.watcher()
    answer = await race.seats[0].move("D")
    later = await race.watcher("Xena")
    before, after = [looker.log[0]["now"] for looker in (watcher, later)]
    assert before <= race.seats[0].race["starts_at"] + answer["t_ms"] <= after


async def test_a_quiet_move_can_be_taken_back_in_a_race_and_nothing_else(race: Started) -> None:
    seat = race.seats[0]
    opening = deepcopy(seat.board.table())
    assert seat.board.legal is not None
    assert "U" not in seat.board.legal
    quiet = [move for move in seat.board.legal if is_column_move(move)]
    if quiet:
        answer = await seat.move(quiet[0])
        assert "U" in answer["legal"]
        undone = await seat.move("U")
        assert (undone["move"], undone["n"]) == ("U", 2)
        assert undone["steps"][0]["from"] == answer["steps"][0]["to"]
        assert seat.board.table() == opening
    assert (await seat.move("U"))["rule"] == "no-undo"
    await seat.move("D")
    assert (await seat.move("U"))["rule"] == "no-undo"


async def test_a_flood_is_slowed_while_others_play_on(race: Started) -> None:
    seat, other = race.seats
    for _ in range(400):
        await seat.send(type="move", n=1, move="U")
    for _ in range(3):
        assert (await other.move("D"))["type"] == "moved"
    first = await seat.until("rejected")
    assert first["reason"] in ("illegal", "too-fast")
    back = await race.people[0].connect(race.race_id)
    assert back.board.n == 0
    assert (await back.move("D"))["type"] == "moved"
