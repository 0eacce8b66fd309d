"""What waits for one socket stays bounded, in order, and without holes."""

import json

from agnes.race import Line
from agnes.service.outbox import MERGE_AT, MOST, Close, LogMessage, Outbox
from agnes.store.codec import score_text


def score(seq: int, player: str = "ann", points: int = 1) -> LogMessage:
    return LogMessage.of(score_text(player, Line(score=points, status="playing"), seq, 1))


def race(seq: int) -> LogMessage:
    return LogMessage.of(f'{{"type":"race","seq":{seq},"change":"ready","race":{{}}}}')


class Boards:
    """The newest state of every board, as the outbox asks for it."""

    def __init__(self) -> None:
        self.n: dict[str, int] = {}

    async def fresh(self, player: str) -> tuple[int, str] | None:
        if player not in self.n:
            return None
        return self.n[player], json.dumps({"type": "board", "player": player, "n": self.n[player]})


def moved(player: str, n: int) -> str:
    return json.dumps({"type": "moved", "player": player, "n": n})


async def drained(outbox: Outbox) -> list[dict[str, object]]:
    """Everything that waits, as the socket would send it."""
    sent: list[dict[str, object]] = []
    outbox.close(Close(1000, "done"))
    while not isinstance(text := await outbox.get(), Close):
        sent.append(json.loads(text))
    return sent


def test_a_log_message_is_read_off_its_text() -> None:
    assert (score(7).seq, score(7).player) == (7, "ann")
    assert (race(8).seq, race(8).player) == (8, None)


async def test_messages_leave_in_order() -> None:
    outbox = Outbox(Boards().fresh)
    outbox.put_log(score(1))
    outbox.put('{"type":"watchers"}')
    outbox.put_log(race(2))
    assert [message.get("seq") for message in await drained(outbox)] == [1, None, 2]


async def test_what_was_sent_is_not_sent_again() -> None:
    outbox = Outbox(Boards().fresh)
    outbox.begin_at(5)
    for seq in (4, 5, 6, 6, 7):
        outbox.put_log(score(seq))
    assert [message["seq"] for message in await drained(outbox)] == [6, 7]


async def test_scores_are_merged_to_the_newest_and_the_jump_is_marked() -> None:
    outbox = Outbox(Boards().fresh)
    for seq in range(1, MERGE_AT + 2):
        outbox.put_log(score(seq, points=seq))
    sent = await drained(outbox)
    assert sent == [
        {
            "type": "score",
            "seq": MERGE_AT + 1,
            "player": "ann",
            "score": MERGE_AT + 1,
            "bonus": 0,
            "status": "playing",
            "t_ms": 0,
            "opened": 0,
            "rows": 0,
            "rank": 1,
            "merged": True,
        }
    ]


async def test_the_newest_score_of_each_player_is_kept() -> None:
    outbox = Outbox(Boards().fresh)
    for seq in range(1, MERGE_AT + 2):
        outbox.put_log(score(seq, player=f"p{seq % 3}"))
    assert {message["player"] for message in await drained(outbox)} == {"p0", "p1", "p2"}


async def test_race_messages_are_never_dropped() -> None:
    outbox = Outbox(Boards().fresh)
    for seq in range(1, 2 * MERGE_AT):
        outbox.put_log(race(seq) if seq % 4 == 0 else score(seq))
    kept = [message["seq"] for message in await drained(outbox) if message["type"] == "race"]
    assert kept == list(range(4, 2 * MERGE_AT, 4))


async def test_too_many_moves_become_one_fresh_board() -> None:
    boards = Boards()
    outbox = Outbox(boards.fresh)
    outbox.begin_board_at("ann", 0)
    for n in range(1, MERGE_AT + 2):
        outbox.put_moved("ann", n, moved("ann", n))
    boards.n["ann"] = MERGE_AT + 1
    assert await drained(outbox) == [{"type": "board", "player": "ann", "n": MERGE_AT + 1}]


async def test_a_hole_in_a_boards_log_becomes_a_fresh_board_and_goes_on_from_there() -> None:
    boards = Boards()
    outbox = Outbox(boards.fresh)
    outbox.begin_board_at("ann", 3)
    boards.n["ann"] = 6
    for n in (3, 4, 6, 6, 7):
        outbox.put_moved("ann", n, moved("ann", n))
    assert [(message["type"], message["n"]) for message in await drained(outbox)] == [
        ("moved", 4),
        ("board", 6),
        ("moved", 7),
    ]


async def test_a_board_that_may_not_be_seen_any_more_is_passed_over() -> None:
    outbox = Outbox(Boards().fresh)
    outbox.put_fresh("ann")
    outbox.put("{}")
    assert await drained(outbox) == [{}]


async def test_what_was_missed_takes_the_place_of_what_waits() -> None:
    outbox = Outbox(Boards().fresh)
    outbox.begin_at(6)
    outbox.put_log(score(7))
    outbox.put_log(score(9))
    outbox.begin_at(3, [score(seq) for seq in range(4, 9)])
    assert [message["seq"] for message in await drained(outbox)] == [4, 5, 6, 7, 8, 9]


async def test_who_reads_nothing_at_all_is_cut_off_and_holds_no_memory() -> None:
    outbox = Outbox(Boards().fresh)
    for number in range(MOST + 1):
        outbox.put(f'{{"number":{number}}}')
    assert len(outbox) <= 1
    last = await outbox.get()
    assert isinstance(last, Close)
    assert last.code == 1013
