"""Watching: who may see which boards and when, and how the watchers are counted."""

from copy import deepcopy

import pytest
from tests.protocol.arena import Arena, Started, seated
from tests.protocol.client import Connection, Crowd


@pytest.fixture
async def race(arena: Arena) -> Started:
    return await arena.race()


async def heard_of(watcher: Connection, race: Started, n: int) -> None:
    """Read until everyone's score of the n-th row dealt has come."""
    for person in race.people:
        while watcher.player(person.id)["rows"] < n:
            await watcher.next()


async def counted(seat: Connection, watchers: int) -> None:
    while seat.watchers != watchers:
        await seat.next()


async def test_a_watcher_sees_the_board_and_then_each_move_at_once(race: Started) -> None:
    watcher = await race.watcher()
    seat = race.seats[0]
    await seat.played(["D"])
    await watcher.send(type="watch", player=seat.person.id)
    board = await watcher.until("board")
    assert (board["player"], board["n"]) == (seat.person.id, 1)
    await seat.played(["D"])
    moved = await watcher.until("moved")
    assert (moved["player"], moved["n"], moved["move"]) == (seat.person.id, 2, "D")
    assert watcher.boards[seat.person.id].table() == seat.board.table()


async def test_several_are_watched_at_a_time_until_unwatched(race: Started) -> None:
    watcher = await race.watcher()
    ada, bea = race.people
    for person in race.people:
        await watcher.send(type="watch", player=person.id)
        await watcher.until("board", player=person.id)
    for seat in race.seats:
        await seat.played(["D"])
        await watcher.until("moved", player=seat.person.id, n=1)
    await watcher.send(type="unwatch", player=ada.id)
    await watcher.send(type="watch", player=bea.id)  # answered: by then the other is unwatched
    await watcher.until("board", player=bea.id)
    for seat in race.seats:
        await seat.played(["D"])
    await watcher.until("moved", player=bea.id, n=2)
    await heard_of(watcher, race, 2)
    assert watcher.boards[ada.id].n == 1


async def test_nothing_is_watched_without_being_asked_for(race: Started) -> None:
    watcher = await race.watcher()
    for seat in race.seats:
        await seat.played(["D"])
    await heard_of(watcher, race, 1)
    assert watcher.boards == {}


async def test_nobody_without_a_seat_is_watched(race: Started) -> None:
    watcher = await race.watcher()
    await watcher.send(type="watch", player=watcher.person.id)
    assert (await watcher.until("refused", of="watch"))["reason"] == "no-such-player"


async def test_who_still_plays_does_not_see_the_others(race: Started) -> None:
    ada, bea = race.seats
    for message in (
        {"type": "watch", "player": bea.person.id},
        {"type": "resume", "seq": ada.seq, "boards": {bea.person.id: 0}},
    ):
        await ada.send(**message)
        refused = await ada.until("refused")
        assert (refused["of"], refused["reason"]) == (message["type"], "not-allowed")
    await bea.played(["D"])
    await ada.until("score", player=bea.person.id, rows=1)
    assert list(ada.boards) == [ada.person.id]


async def test_who_is_done_watches_the_others(race: Started) -> None:
    ada, bea = race.seats
    await ada.send(type="give_up")
    await ada.until("score", player=ada.person.id, status="gave_up")
    await ada.send(type="watch", player=bea.person.id)
    assert (await ada.until("board", player=bea.person.id))["n"] == 0
    await bea.played(["D"])
    assert (await ada.until("moved", player=bea.person.id))["n"] == 1


async def test_watchers_are_counted_once_each_and_players_not(race: Started) -> None:
    seat = race.seats[0]
    wim = await race.watcher("Wim")
    await counted(seat, 1)
    tabs = [await wim.person.connect(race.race_id) for _ in range(30)]
    xena = await race.watcher("Xena")
    await counted(seat, 2)
    for tab in tabs:
        await tab.close()
    await xena.close()
    await counted(seat, 1)
    await wim.close()
    await counted(seat, 0)
    assert max(message["count"] for message in seat.log if message["type"] == "watchers") == 2


async def test_a_watchers_tabs_live_side_by_side(race: Started) -> None:
    wim = await race.watcher()
    second = await wim.person.connect(race.race_id)
    seat = race.seats[0]
    await seat.played(["D"])
    for tab in (wim, second):
        await tab.until("score", player=seat.person.id, rows=1)


async def test_boards_shown_after_the_finish_only(arena: Arena) -> None:
    race = await arena.race("finished")
    watcher = await race.watcher()
    ada = race.seats[0]
    for message in (
        {"type": "watch", "player": ada.person.id},
        {"type": "resume", "seq": watcher.seq, "boards": {ada.person.id: 0}},
    ):
        await watcher.send(**message)
        assert (await watcher.until("refused", of=message["type"]))["reason"] == "not-allowed"
    for seat in race.seats:
        await seat.played(["D"])
    await heard_of(watcher, race, 1)  # scores are live all the same
    assert watcher.boards == {}
    await race.end()
    await watcher.until_state("finished")
    await watcher.send(type="watch", player=ada.person.id)
    await watcher.until("board")
    assert watcher.boards[ada.person.id].table() == ada.board.table()


async def test_a_public_race_is_watched_late_unless_it_says_otherwise(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    assert (await ada.make(visibility="public"))["watch"] == "delayed"
    assert (await ada.make(visibility="public", watch="live"))["watch"] == "live"
    assert (await ada.make(visibility="public", watch="finished"))["watch"] == "finished"
    assert (await ada.make())["watch"] == "live"


async def test_a_late_board_is_not_shown_early(arena: Arena) -> None:
    """The half minute is not waited for here: only that nothing comes before it, and all at the end."""
    race = await arena.race("delayed")
    ada, bea = race.seats
    opening = deepcopy(ada.board.table())
    watcher = await race.watcher()
    await ada.played(["D"])
    await watcher.send(type="watch", player=ada.person.id)
    await watcher.until("board")
    assert watcher.boards[ada.person.id].table() == opening
    for seat in race.seats:
        await seat.played(["D", "D"])
    await watcher.until("score", player=bea.person.id, rows=2)
    await watcher.send(type="resume", seq=watcher.seq, boards={ada.person.id: 0})
    await watcher.send(type="watch", player=bea.person.id)
    await watcher.until("board", player=bea.person.id)
    assert {board.n for board in watcher.boards.values()} == {0}
    await race.end()
    await watcher.until_state("finished")
    await watcher.send(type="watch", player=ada.person.id)
    await watcher.until("board", player=ada.person.id, n=ada.board.n)
    assert watcher.boards[ada.person.id].table() == ada.board.table()


async def test_in_the_lobby_there_is_no_board_to_watch(crowd: Crowd) -> None:
    race_id, (ada, _) = await seated(crowd, "Ada", "Bea")
    watcher = await (await crowd.guest("Wim")).connect(race_id)
    await watcher.send(type="watch", player=ada.id)
    assert (await watcher.until("refused", of="watch"))["reason"] == "not-running"
