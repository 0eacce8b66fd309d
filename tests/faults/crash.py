"""Kill the server and its database right after an acknowledged move, start again, look for the move.

    python -m tests.faults.crash --times 100

Each round starts a server on the same data folder, plays on in the same race, and ends both processes with
SIGKILL the moment the acknowledgement arrives.

A round waits for the disk more than twenty times, for nothing is acknowledged before it is there: four take
three seconds, but 79 s, and pass, where each sync of the database is made to take 0.7 s.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from tests.protocol.client import Crowd, Person
from tests.server import ServerProcess

ENOUGH = 60  # moves in one race; then another is begun


async def crash(folder: Path, times: int) -> int:
    """How many acknowledged moves were still there after the crash, of `times`."""
    server = ServerProcess(folder)
    server.start()
    async with Crowd(server.url) as crowd:
        player = await crowd.guest("Ann")
        race_id, played, kept = "", 0, 0
        for _ in range(times):
            if not race_id:
                race_id, played = (await player.make(game="bernauer", seats=1))["id"], 0
            over = await _move_and_kill(server, player, race_id)
            played += 1
            server.restart()
            seat = await player.connect(race_id)
            assert played - 1 <= seat.board.n <= played
            kept += seat.board.n == played
            played = seat.board.n
            await seat.close()
            if over or played > ENOUGH:
                race_id = ""
    server.stop()
    return kept


async def _move_and_kill(server: ServerProcess, player: Person, race_id: str) -> bool:
    """Make one move; the moment it is acknowledged nothing lives any more. Whether the game is over."""
    seat = await player.connect(race_id)
    legal = seat.board.legal
    assert legal
    victims = [server.pid, *children_of(server.pid)]
    assert len(victims) >= 2
    answer = await seat.move(legal[0])
    for victim in victims:
        os.kill(victim, signal.SIGKILL)
    assert answer["type"] == "moved", answer
    server.kill()
    return answer["legal"] in ([], ["U"])


def children_of(pid: int) -> list[int]:
    """The processes that `pid` has started: its database, and soon those that search."""
    rows = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
    return [int(child) for child, parent in map(str.split, rows.splitlines()) if int(parent) == pid]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder:
        kept = asyncio.run(crash(Path(folder), times))
    print(f"{kept} of {times} acknowledged moves were there after the crash")
    raise SystemExit(kept != times)


if __name__ == "__main__":
    main()
