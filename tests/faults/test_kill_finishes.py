"""Leaderboards, streaks and wins come to what the boards say, though the server dies over counting them."""

from pathlib import Path

from tests.faults.kill_finishes import PEOPLE, kill_finishes


async def test_a_server_killed_while_many_finish(tmp_path: Path) -> None:
    tally = await kill_finishes(tmp_path, times=2, seed=5)
    assert tally.left == []
    # Whoever was cut off before the finish is ended by the close of their day: but for the last day's.
    assert PEOPLE <= tally.entries <= 2 * PEOPLE
