"""Whatever of leaderboards, streaks and wins does not follow from the boards is found, said and put right."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from tests.server import ROOT

from agnes.game import Game
from agnes.race import Line, Race, Seat, Terms
from agnes.race.daily import Day
from agnes.race.terms import DailyTerms
from agnes.service.counting import Counting
from agnes.service.recount import differences
from agnes.service.stores import Stores
from agnes.store import keys
from agnes.store.boards import BoardStore
from agnes.store.daily import DailyStore, DayRecord, Run
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.keys import DayKeys
from agnes.store.leaderboards import WinStore
from agnes.store.listing import Listing
from agnes.store.players import PlayerStore
from agnes.store.presence import PresenceStore
from agnes.store.races import RaceStore
from agnes.store.rivals import RivalStore
from agnes.store.streaks import StreakStore
from agnes.store.timers import Timers

DAY = Day(9_000, "sorel")
NOW = DAY.starts_at + 5_000
PEOPLE = ("ann", "ben", "cem")
KEEP_MS = 86_400_000

Damage = Callable[[Database], Awaitable[object]]


def stores_on(database: Database) -> Stores:
    timers = Timers(database)
    return Stores(
        process="process",
        races=RaceStore(database, timers, "process", keep_s=86_400, lobby_s=100),
        boards=BoardStore(database, "process"),
        players=PlayerStore(database, raced_s=86_400),
        presence=PresenceStore(database),
        timers=timers,
        listing=Listing(database),
        now=lambda: NOW,
        random=lambda count: bytes(count),
    )


def counting_on(database: Database) -> Counting:
    stores = stores_on(database)
    return Counting(
        stores,
        DailyStore(database),
        StreakStore(database),
        WinStore(database),
        RivalStore(database),
        keep_ms=KEEP_MS,
    )


async def store(stores: Stores, race: Race) -> None:
    opening = Game.deal(race.terms.rules, int(race.deal)).state.encode()
    assert await stores.races.advance(None, race, lambda _: (), now=NOW, opening=opening)


def attempt(player: str, day: Day, line: Line) -> Race:
    terms = Terms(day.game, seats=1, study_s=0, daily=DailyTerms(day.date, day.code, day.closes_at))
    race = Race(day.attempt(player), terms, "12345678901234567", "nonce", NOW).join(player, player).race
    over = race.begin_daily(NOW).race.give_up(player, NOW).race
    return replace(over, seats=(replace(over.seats[0], line=line),))


@pytest.fixture
async def counted(database: Database) -> Database:
    """Two days of three people and a race of theirs, all counted; nothing differs."""
    stores, counting = stores_on(database), counting_on(database)
    for n, player in enumerate(PEOPLE):
        await stores.players.make(player, player, NOW)
        for day in (Day(DAY.number - 1, "bernauer"), DAY):
            await DailyStore(database).put(day, DayRecord("12345678901234567", "nonce"))
            await store(stores, attempt(player, day, Line(20 + n, 0, 5_000, "gave_up", 1, 1)))
    lines = [Line(10 + n, 0, 5_000, "gave_up", 1, 1) for n in range(3)]
    seats = tuple(Seat(player, player, n + 1, line=lines[n]) for n, player in enumerate(PEOPLE))
    race = Race(
        "bbfgjkmnpqrt", Terms("sorel"), "12345678901234567", "nonce", NOW, state="finished", seats=seats
    )
    await store(stores, race)
    async for race_id in stores.races.all_ids():
        await counting.go_on(race_id)
    assert await differences(database, NOW, KEEP_MS) == []
    return database


K = DayKeys(DAY.code)
DAMAGES: dict[str, Damage] = {
    "a run lost": lambda db: db.call("HDEL", K.runs, "ann"),
    "a run made better": lambda db: db.call("HSET", K.runs, "ann", Run(52, 5, "won", marked=False).text()),
    "an entry lost": lambda db: db.call("ZREM", K.entries, "ben"),
    "an entry made better": lambda db: db.call("ZINCRBY", K.entries, 1, "ben"),
    "an entry from nowhere": lambda db: db.call("ZADD", K.entries, 9, "dan"),
    "a day lost": lambda db: db.call("SREM", keys.days("ann"), DAY.number),
    "a day too many": lambda db: db.call("SADD", keys.days("ann"), DAY.number - 2),
    "a streak lost": lambda db: db.call("ZREM", f"{keys.STREAKS}board", "ann"),
    "a streak made longer": lambda db: db.call("ZINCRBY", f"{keys.STREAKS}board", 1, "ann"),
    "a longest one forged": lambda db: db.call("HSET", f"{keys.STREAKS}notes", "ann", "2 99"),
    "a win too many": lambda db: db.call("ZINCRBY", f"{keys.WINS}board", 1, "cem"),
    "a win from nowhere": lambda db: db.call("ZADD", f"{keys.WINS}board", 1, "ann"),
    "a race not counted": lambda db: db.call("HDEL", f"{keys.WINS}counted", "bbfgjkmnpqrt"),
    "everything lost": lambda db: db.call(
        "UNLINK", *[f"{keys.WINS}{name}" for name in ("board", "counted", "times")], K.entries, K.runs
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_it_is_found_and_put_right(counted: Database, damage: Damage) -> None:
    before = await everything(counted)
    await damage(counted)
    found = await differences(counted, NOW, KEEP_MS)
    assert found
    for difference in found:
        assert len(difference.says) > 20
        await difference.mend()
    assert await differences(counted, NOW, KEEP_MS) == []
    after = await everything(counted)
    assert after == before


async def test_the_command_compares_and_rebuilds(counted: Database, valkey: EmbeddedValkey) -> None:
    async def agnes(*words: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "agnes", "db", "rebuild", *words),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"AGNES_REDIS_URL": valkey.url, "PYTHONPATH": str(ROOT / "server")},
        )
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()

    await counted.call("ZREM", K.entries, "ben")
    status, said = await agnes("--compare")
    assert status == 1
    assert f"{DAY.date} sorel, ben" in said
    assert (await agnes())[0] == 0
    assert await agnes("--compare") == (0, "0 differences between boards and leaderboards\n")


async def test_races_older_than_are_remembered_are_not_counted_again(counted: Database) -> None:
    """They may still be there where they used to be kept for longer."""
    later = NOW + 3 * KEEP_MS
    await WinStore(counted).settle(later)
    assert await differences(counted, later, KEEP_MS) == []


async def test_results_whose_boards_are_gone_stay(counted: Database) -> None:
    async for key in counted.scan("agnes:{*}:race"):
        await counted.call("DEL", key)
    assert await differences(counted, NOW, KEEP_MS) == []


async def test_nothing_is_counted_for_who_is_erased(counted: Database) -> None:
    counting = counting_on(counted)
    await PlayerStore(counted, raced_s=1).erase("ann")
    await counting.erase("ann")
    await counting.go_on(DAY.attempt("ann"))
    assert await DailyStore(counted).run(DAY, "ann") is None
    assert await differences(counted, NOW, KEEP_MS) == []


async def test_counting_again_changes_nothing(counted: Database) -> None:
    before = await everything(counted)
    for _ in range(3):
        async for race_id in stores_on(counted).races.all_ids():
            await counting_on(counted).go_on(race_id)
    assert await everything(counted) == before


async def everything(database: Database) -> dict[str, object]:
    """All that leaderboards, streaks and wins keep."""
    kept = dict[str, object]()
    for pattern in (f"agnes:{{{DAY.code}}}:[re]*", "agnes:days:*", "agnes:{streaks}:*", "agnes:{wins}:[bc]*"):
        async for key in database.scan(pattern):
            kind = await database.call("TYPE", key)
            if kind == "hash":
                kept[key] = await database.call("HGETALL", key)
            elif kind == "set":
                kept[key] = sorted(await database.call("SMEMBERS", key))
            else:
                kept[key] = await database.call("ZRANGE", key, 0, -1, "WITHSCORES")
    return kept
