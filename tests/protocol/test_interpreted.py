"""Where there is no C compiler: the same server, its solver interpreted, does all that it does elsewhere."""

import shutil
import sys
from collections.abc import AsyncIterator

import pytest
from tests.faults.helpers import started
from tests.protocol.arena import running
from tests.protocol.client import Crowd
from tests.protocol.test_analysis import LOST_BY_THE_LAST_ROW, ask
from tests.server import ROOT, ServerProcess

from agnes.game import Game, rules_for
from agnes.solver import solve


class Interpreted(ServerProcess):
    """A server of sources among which nothing compiled lies."""

    def command(self) -> list[str]:
        bare = self.folder / "checkout" / "server"
        if not bare.exists():
            shutil.copytree(ROOT / "server", bare, ignore=shutil.ignore_patterns("native*.so", "__pycache__"))
            (bare.parent / "client").symlink_to(ROOT / "client")
        return ["/usr/bin/env", f"PYTHONPATH={bare}", sys.executable, "-m", "agnes", "serve"]


@pytest.fixture(scope="module")
async def interpreted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowd]:
    server = Interpreted(tmp_path_factory.mktemp("interpreted"))
    async with started(server), Crowd(server.url) as crowd:
        assert "the solver runs interpreted" in server.log
        yield crowd


async def test_the_deals_of_the_day_are_made(interpreted: Crowd) -> None:
    answer = await interpreted.http.get("/api/daily")
    assert [daily["game"] for daily in answer.json()["dailies"]] == ["bernauer", "sorel"]


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
async def test_a_race_begins_on_a_deal_that_can_be_won(interpreted: Crowd, game: str) -> None:
    race = await (await interpreted.guest("Ada")).make(game=game, seats=1, winnable=True)
    assert solve(Game.deal(rules_for(game), int(race["deal"])), budget=200_000).verdict == "yes"


async def test_nothing_more_is_told_and_the_losing_move_found(interpreted: Crowd) -> None:
    alone = await running(interpreted, "Bea", deal=LOST_BY_THE_LAST_ROW)
    await alone.seats[0].played(["D", "D", "D"])
    await alone.seats[0].until("nothing_more", n=3)
    await alone.end()
    (board,) = (await ask(alone.people[0], alone.race_id))["boards"]
    assert (board["positions"], board["lost_at"]) == (["yes", "yes", "yes", "no"], 3)
    won = [*["D"] * 2, *board["line"]]
    assert Game.replay(rules_for("bernauer"), int(LOST_BY_THE_LAST_ROW), won).outcome == "won"
