"""Whether what is stored agrees with itself: every board replayed from its moves, every line compared."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from agnes.game import GameError
from agnes.race import Race
from agnes.service.boards import Replay
from agnes.store.boards import BoardStore
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import StoreError
from agnes.store.races import RaceStore
from agnes.store.timers import Timers


def check(data_dir: Path, redis_url: str | None) -> int:
    """Print what disagrees and a summary; the exit status: 0 all agrees, 1 something does not."""
    try:
        return asyncio.run(_check(data_dir, redis_url))
    except StoreError as error:
        print(f"agnes: {error}", file=sys.stderr)
        return 1


async def faults_of(database: Database) -> AsyncIterator[str | None]:
    """For each race that is stored: None if it agrees with its boards, else a sentence for each fault."""
    races = RaceStore(database, Timers(database), "check", keep_s=1, lobby_s=1)
    boards = BoardStore(database, "check")
    async for race_id in races.all_ids():
        stored = await races.load(race_id)
        if stored is None:
            continue
        found = await _faults(stored.race, boards) if stored.race.cards_are_out else []
        for fault in found or (None,):
            yield fault


async def _check(data_dir: Path, redis_url: str | None) -> int:
    embedded = None if redis_url else await EmbeddedValkey.start(data_dir)
    try:
        database = await Database.open(redis_url or (embedded.url if embedded else ""))
        try:
            faults, sound = list[str](), 0
            async for fault in faults_of(database):
                sound += fault is None
                if fault is not None:
                    faults.append(fault)
                    print(fault)
            print(f"{sound} races agree with their boards, {len(faults)} faults")
            return 1 if faults else 0
        finally:
            await database.close()
    finally:
        if embedded:
            await embedded.stop()


async def _faults(race: Race, boards: BoardStore) -> list[str]:
    faults = []
    for seat in race.seats:
        where = f"race {race.id}, board of {seat.player}"
        row = await boards.row(race.id, seat.player)
        entries = await boards.moves(race.id, seat.player)
        if row is None:
            faults.append(f"{where}: no snapshot")
            continue
        try:
            replay = Replay(race, seat.player)
            for entry in entries:
                replay.play(entry, own=False)
        except GameError as error:
            faults.append(f"{where}: its moves do not replay: {error}")
            continue
        if row.n != len(entries):
            faults.append(f"{where}: the snapshot is of move {row.n}, the list has {len(entries)}")
        if row.state != replay.game.state.encode():
            faults.append(f"{where}: the snapshot is another table than the moves lead to")
        if (seat.line.score, seat.line.t_ms) != (replay.line.score, replay.line.t_ms):
            faults.append(f"{where}: the standings say {seat.line.score}, the moves {replay.line.score}")
    return faults
