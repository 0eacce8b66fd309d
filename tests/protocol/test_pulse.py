"""That a rival who moves is felt to be there, also while no score changes."""

import asyncio

from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd
from tests.protocol.contract import Contract
from tests.server import ServerProcess


def pulses(seat: Connection, player: str) -> int:
    return sum(1 for m in seat.log if m["type"] == "pulse" and m["player"] == player)


async def test_a_move_that_changes_no_score_is_felt_once_a_second_at_most(
    server: ServerProcess, contract: Contract
) -> None:
    async with Crowd(server.url, contract) as crowd:
        await play_and_feel(crowd)


async def play_and_feel(crowd: Crowd) -> None:
    race = await running(crowd, "Ada", "Bea", game="bernauer", deal="1")
    (ada, bea), player = race.seats, race.people[0].id
    watcher = await race.watcher()
    await watcher.send(type="watch", player=player)
    await watcher.until("board")
    between = next(move for move in ada.board.legal or () if ">T" in move)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await ada.played([between, "U"] * 5)
    took = loop.time() - began
    await bea.caught_up()
    felt = pulses(bea, player)
    assert 1 <= felt <= 1 + took
    await ada.played(["D"])  # this one is told as a score
    await asyncio.gather(bea.until("score", player=player), ada.caught_up(), watcher.until("score"))
    await bea.caught_up()
    assert pulses(bea, player) == felt
    assert pulses(ada, player) == 0, "told to whoever made the moves"
    assert pulses(watcher, player) == 0, "told to who sees the moves"
