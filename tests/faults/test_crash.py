"""Nothing that was acknowledged is lost when server and database are killed."""

from pathlib import Path

from tests.faults.crash import crash


async def test_an_acknowledged_move_survives_the_death_of_server_and_database(tmp_path: Path) -> None:
    assert await crash(tmp_path, times=4) == 4
