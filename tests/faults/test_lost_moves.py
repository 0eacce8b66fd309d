"""Moves on their way when the connection breaks: each is played once, in order, whatever is sent again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.faults.helpers import HastyServer, by_way_of, complaints, started
from tests.faults.proxy import Proxy
from tests.protocol.client import Connection, Crowd, Person
from tests.protocol.lines import winning_lines
from tests.server import ServerProcess
from websockets.exceptions import ConnectionClosed

AHEAD = 3  # moves that a client has on their way at once
DEAL, LINE = next(iter(winning_lines().items()))


async def play(
    seat: Connection, line: list[str], before: Callable[[], object], after: Callable[[], Awaitable[object]]
) -> Connection:
    """Play on to the end of the line as a client does that waits for no answer before its next move.

    `before` and `after` it sends, something may break. It then comes back, takes in what it missed, and sends
    again whatever has not been acknowledged.
    """
    sent = seat.board.n
    while seat.board.n < len(line):
        try:
            before()
            while sent < min(seat.board.n + AHEAD, len(line)):
                sent += 1
                await seat.send(type="move", n=sent, move=line[sent - 1])
            await after()
            await seat.next()
        except ConnectionClosed:
            seat = await seat.come_back()
            sent = seat.board.n
    return seat


async def won_once(player: Person, race_id: str) -> None:
    """One win in the race's log, and the list of moves is the line that was played."""
    late = await player.connect(race_id)
    await late.until_state("finished")
    late.log.clear()
    late.seq = 0
    await late.resume()
    await late.caught_up()
    scores = [message for message in late.log if message["type"] == "score"]
    assert [score["score"] for score in scores if score["status"] == "won"] == [52]
    replay = await player.replay(race_id, player.id)
    assert [entry["move"] for entry in replay["moves"]] == LINE


async def test_a_game_over_a_line_that_breaks_again_and_again(server: ServerProcess) -> None:
    chance = random.Random(12)
    async with Crowd(server.url) as crowd, Proxy.before(server.url) as proxy, Crowd(proxy.url) as far:
        ada = await crowd.guest("Ada")
        race = await ada.make(seats=1, deal=DEAL)

        def mute() -> None:
            for link in proxy.links:
                if chance.random() < 0.1:
                    link.mute()  # what is sent arrives, its answers do not

        async def cut() -> None:
            await asyncio.sleep(chance.choice((0, 0, 0.005)))
            for link in list(proxy.links):
                if link.is_mute or chance.random() < 0.1:
                    link.cut()

        seat = await play(await by_way_of(far, ada).connect(race["id"]), LINE, mute, cut)
        assert (seat.board.status, seat.board.score) == ("won", 52)
        await won_once(by_way_of(crowd, ada), race["id"])


async def test_a_game_on_a_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(12)
    async with started(HastyServer(tmp_path)) as server, Crowd(server.url) as crowd:
        ada = await crowd.guest("Ada")
        race = await ada.make(seats=1, deal=DEAL)
        kills = sorted(chance.sample(range(2 * len(LINE)), 3))
        count = iter(range(10**6))

        async def kill() -> None:
            if next(count) in kills:
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.restart)

        seat = await play(await ada.connect(race["id"]), LINE, lambda: None, kill)
        assert (seat.board.status, seat.board.score) == ("won", 52)
        await won_once(ada, race["id"])
        assert complaints(server.log) == []


async def test_a_number_used_for_another_move_is_refused_after_a_break(server: ServerProcess) -> None:
    async with Crowd(server.url) as crowd:
        ada = await crowd.guest("Ada")
        seat = await ada.connect((await ada.make(seats=1, deal=DEAL))["id"])
        await seat.played(LINE[:3])
        seat.socket.transport.abort()
        back = await seat.come_back()
        assert (await back.move(LINE[3], n=3))["reason"] == "out-of-turn"
        assert (await back.until("board"))["n"] == 3
        assert (await back.move(LINE[2], n=3))["type"] == "moved"
        assert back.board.table() == seat.board.table()
