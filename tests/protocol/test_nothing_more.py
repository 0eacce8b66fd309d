"""Nothing more to gain: told once it is proved that the score of a board cannot rise."""

from typing import Any

import pytest
from tests.protocol.arena import ready_to_move, running
from tests.protocol.client import Connection, Crowd
from tests.protocol.contract import Contract

# Once all rows are dealt nothing can go up any more, though cards can be moved; in 32 and 5 one of the moves
# closes the last way to a card up. Found by `agnes.solver.rise` over deals from 1 up, and seen to be so.
BERNAUER: dict[str, Any] = {"game": "bernauer", "deal": "157"}
SOREL: dict[str, Any] = {"game": "sorel", "deal": "1"}
CLOSED_BY: dict[str, Any] = {"game": "bernauer", "deal": "32"}


async def told(seat: Connection, n: int) -> None:
    await seat.until("nothing_more", player=seat.person.id, n=n)


@pytest.mark.parametrize(("fields", "rows"), [(BERNAUER, 3), (SOREL, 4)], ids=["bernauer", "sorel"])
async def test_its_player_is_told_and_can_end_it(crowd: Crowd, fields: dict[str, Any], rows: int) -> None:
    alone = await running(crowd, "Ada", **fields)
    seat = alone.seats[0]
    await seat.played(["D"] * (rows - 1))
    assert not [message for message in seat.log if message["type"] == "nothing_more"]
    await seat.played(["D"])
    await told(seat, rows)
    await seat.send(type="give_up")
    assert (await seat.until_state("finished"))["players"][0]["status"] == "gave_up"


async def test_whoever_comes_back_is_told_by_the_board(crowd: Crowd, contract: Contract) -> None:
    async with Crowd(crowd.url, contract) as held:
        alone = await running(held, "Ada", **BERNAUER)
        await alone.seats[0].played(["D"] * 3)
        await told(alone.seats[0], 3)
        again = await alone.people[0].connect(alone.race_id)
        assert again.log[0]["board"]["nothing_more"]


async def test_a_board_that_begins_so_is_told_of(crowd: Crowd) -> None:
    """Also the way by which a server that has just started finds out."""
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, **BERNAUER, moves=["D"] * 3)
    await told(await ada.connect(race["id"]), 3)


async def test_it_is_said_of_every_move_from_then_on(crowd: Crowd) -> None:
    race = await running(crowd, "Ada", "Bea", **BERNAUER)
    ada = race.seats[0]
    await ada.played(["D"] * 3)
    await told(ada, 3)
    await ada.played(["R5>T2"])
    await told(ada, 4)
    await ada.played(["U"])
    await told(ada, 5)
    await race.end()


async def test_in_a_race_what_can_be_taken_back_counts(crowd: Crowd) -> None:
    """A move closes the last way up: alone that is told, in a race the player can still take it back."""
    alone = await running(crowd, "Cleo", **CLOSED_BY)
    await alone.seats[0].played(["D", "D", "D", "R4>T7"])
    await told(alone.seats[0], 4)
    race = await running(crowd, "Ada", "Bea", **CLOSED_BY)
    ada = race.seats[0]
    await ada.played(["D", "D", "D", "R4>T7"])
    finished = await race.end()
    assert finished["players"][0]["status"] == "gave_up"
    assert not [message for message in ada.log if message["type"] == "nothing_more"]


async def test_alone_taking_the_move_back_takes_that_back(crowd: Crowd) -> None:
    alone = await running(crowd, "Ada", **CLOSED_BY)
    seat = alone.seats[0]
    await seat.played(["D", "D", "D", "R4>T7"])
    await told(seat, 4)
    await seat.played(["U"])
    again = await alone.people[0].connect(alone.race_id)
    assert not again.log[0]["board"]["nothing_more"]


async def test_who_watches_is_told_and_nobody_else(crowd: Crowd) -> None:
    race = await running(crowd, "Ada", "Bea", **BERNAUER)
    ada, bea = race.seats
    watcher = await race.watcher()
    await watcher.send(type="watch", player=ada.person.id)
    await watcher.until("board")
    await ada.played(["D"] * 3)
    await watcher.until("nothing_more", player=ada.person.id, n=3)
    late = await race.watcher("Zoe")
    await late.send(type="watch", player=ada.person.id)
    assert (await late.until("board"))["nothing_more"]
    await race.end()
    assert not [message for message in bea.log if message["type"] == "nothing_more"]


async def test_a_bot_gives_up_when_nothing_is_left(start_server: Any) -> None:
    """On this deal most would else move cards about, seven times or more, before they do.

    Bots differ, and some end by themselves without having been told: then another one is asked.
    """
    async with Crowd(start_server(bot_speed=20).url) as crowd:
        for _ in range(10):
            proved, last = await moves_of_a_bot(crowd)
            if proved is not None:
                # The move on its way when that was proved is still made.
                assert last <= proved + 1
                return
    raise AssertionError("no bot was told")


async def moves_of_a_bot(crowd: Crowd) -> tuple[int | None, int]:
    """After how many moves of its own a bot was told, if it was, and how many it made in all."""
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=2, bots=1, bot_level="calm", study_s=0, deal="21")
    bot = race["players"][1]["id"]
    seat = await ada.connect(race["id"])
    await ada.does(race["id"], "start")
    await ready_to_move(seat)
    await seat.send(type="give_up")
    await seat.send(type="watch", player=bot)
    await seat.until("score", player=bot, status="gave_up")
    told_at = [m["n"] for m in seat.log if m["type"] == "nothing_more" and m["player"] == bot]
    return (told_at[0] if told_at else None), seat.boards[bot].n
