"""A whole day on a real cluster of three, by two processes, while its nodes forget their scripts."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from tests.faults.clock import Clock, MovedServer, a_day
from tests.faults.days import begin, begun, board, disagreements, give_up, standing, streak
from tests.faults.helpers import SECRET, by_way_of, complaints, started
from tests.protocol import shapes
from tests.protocol.client import Crowd
from tests.store.cluster import RunningCluster

from agnes.race.daily import GAMES
from agnes.store.database import Database


async def test_days_of_both_games_are_played_watched_and_counted(
    cluster: RunningCluster, tmp_path: Path
) -> None:
    clock = Clock(tmp_path, "2031-02-03T20:00:00")
    servers = [MovedServer(tmp_path / name, clock, redis_url=cluster.url, secret_key=SECRET) for name in "ab"]
    database = await Database.open(cluster.url)
    async with AsyncExitStack() as stack:
        for server in servers:
            await stack.enter_async_context(started(server))
        here, there = [await stack.enter_async_context(Crowd(server.url)) for server in servers]
        ann, ben = await here.guest("{Ann}"), await there.guest("B}e{n")
        for date in ("2031-02-03", "2031-02-04"):
            clock.set(f"{date}T20:00:00")
            for game in GAMES:
                day = a_day(date, game)
                for node in cluster.nodes:
                    await node.ask("SCRIPT", "FLUSH")
                both = await asyncio.gather(begin(ann, day), begin(by_way_of(there, ann), day))
                assert [answer.ok(200, shapes.DAILY)["players"] for answer in both] == [1, 1]
                seat, other = await begun(ann, day), await begun(ben, day)
                await give_up(other)
                await other.send(type="watch", player=ann.id)
                await other.until("board", player=ann.id)
                await seat.played(["D"])
                await other.until("moved", player=ann.id, n=1)
                await give_up(seat)
                assert (await standing(ann, day))["yours"]["rank"] == 1
                assert (await board(ben, day, "around=me"))["total"] == 2
                for connection in (seat, other):
                    await connection.close()
        assert await streak(ann) == await streak(ben) == (2, 2, True)
        page = (await ben.call("GET", "/api/leaderboards/streak?around=me")).ok(200, shapes.LEADERBOARD)
        assert page["yours"]["score"] == 2
        assert {"{Ann}", "B}e{n"} <= {entry["name"] for entry in page["entries"]}
        assert await disagreements(database, clock.now) == []
    await database.close()
    for server in servers:
        assert complaints(server.log) == []
