"""Leaderboards in a real database: exact whatever the numbers, ranks shared by equals, counted once."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from tests.store.cluster import RunningCluster

from agnes.race import Line, order_value, ranks
from agnes.race.daily import GAMES, Day
from agnes.store import keys
from agnes.store.daily import DailyStore, DayRecord, Run
from agnes.store.database import Database
from agnes.store.leaderboards import Names, Ranking, WinStore
from agnes.store.rivals import RivalStore
from agnes.store.streaks import StreakStore

DAY = Day(2_500, "sorel")
MIDNIGHT_2026 = 1_767_225_600_000
MIDNIGHT_2040 = 2_208_988_800_000


@pytest.fixture
def dailies(database: Database) -> DailyStore:
    return DailyStore(database)


@pytest.fixture
def wins(database: Database) -> WinStore:
    return WinStore(database)


@pytest.fixture
def streaks(database: Database) -> StreakStore:
    return StreakStore(database)


def run(score: int, t_ms: int, *, marked: bool = False) -> Run:
    return Run(score, t_ms, "won" if score == 52 else "gave_up", marked)


async def fill(board: str, database: Database, values: dict[str, int]) -> Ranking:
    for player, value in values.items():
        await database.call("ZADD", board, value, player)
    return Ranking(database, board, f"{board}:notes")


class TestOrder:
    @pytest.mark.parametrize("points", [1, 52, 104])
    @pytest.mark.parametrize(
        "first_ms", [0, 10**8, 10**11 - 1_001, MIDNIGHT_2026 % 10**11, MIDNIGHT_2040 % 10**11]
    )
    async def test_a_thousand_a_millisecond_apart_stand_exactly_by_time(
        self, database: Database, points: int, first_ms: int
    ) -> None:
        # Names in the opposite order, entered in any.
        lines = {
            f"{9999 - n}": Line(min(points, 52), max(0, points - 52), first_ms + n) for n in range(1_000)
        }
        entered = [*lines]
        random.Random(points).shuffle(entered)
        await asyncio.gather(
            *(database.call("ZADD", "{b}", order_value(lines[player]), player) for player in entered)
        )
        ranking = Ranking(database, "{b}", "{b}:notes")
        read = [row for offset in range(0, 1_000, 50) for row in (await ranking.page(offset, 50)).rows]
        assert [(row.rank, row.player) for row in read] == list(enumerate(lines, 1))
        assert [row.value for row in read] == [order_value(line) for line in lines.values()]
        places = await ranking.places([order_value(line) for line in lines.values()])
        assert places == list(range(1, 1_001))
        around = await ranking.page(0, 11, "9499")  # the 501st
        assert [row.rank for row in around.rows] == list(range(496, 507))

    async def test_a_run_comes_back_as_it_was_entered(self, dailies: DailyStore) -> None:
        best = run(52, 10**11 - 1)
        await dailies.enter(DAY, "ann", best)
        assert await dailies.run(DAY, "ann") == best
        assert (await dailies.ranking(DAY).page(0, 1)).rows[0].value == best.value

    async def test_equals_share_a_rank_on_every_page(self, database: Database) -> None:
        values = {f"p{n}": 100 - n // 3 for n in range(120)}  # three each
        ranking = await fill("{b}", database, values)
        for offset in range(0, 119, 7):
            page = await ranking.page(offset, 7)
            assert [row.rank for row in page.rows] == [
                (offset + n) // 3 * 3 + 1 for n in range(len(page.rows))
            ]
            assert (page.total, page.offset) == (120, offset)

    async def test_pages_places_and_lines_of_a_race_agree(self, database: Database) -> None:
        chance = random.Random(5)
        lines = {f"p{n}": Line(chance.randrange(1, 6), 0, chance.randrange(4)) for n in range(80)}
        ranking = await fill("{b}", database, {player: order_value(line) for player, line in lines.items()})
        rows = [*(await ranking.page(0, 50)).rows, *(await ranking.page(50, 50)).rows]
        assert {row.player: row.rank for row in rows} == ranks(lines)
        some = [f"p{n}" for n in range(0, 80, 5)]
        assert {row.player: row.rank for row in await ranking.among([*some, "nobody"])} == ranks(
            {player: lines[player] for player in some}
        )

    async def test_beyond_the_end_and_around_nobody(self, database: Database) -> None:
        ranking = await fill("{b}", database, {"ann": 2, "ben": 1})
        assert (await ranking.page(50, 10)).rows == []
        assert [row.player for row in (await ranking.page(0, 10, "cem")).rows] == ["ann", "ben"]
        assert await ranking.among([]) == []
        assert (await Ranking(database, "{none}", "{none}:n").page(0, 10)).total == 0


class TestDays:
    async def test_the_first_deal_put_by_is_the_days(self, dailies: DailyStore) -> None:
        records = [DayRecord(str(n), f"nonce{n}") for n in range(8)]
        answers = await asyncio.gather(*(dailies.put(DAY, record) for record in records))
        assert len(set(answers)) == 1
        assert await dailies.record(DAY) == answers[0]
        assert await dailies.record(DAY.next) is None

    async def test_a_run_entered_again_counts_once(self, dailies: DailyStore) -> None:
        await dailies.begin(DAY, "ann")
        for _ in range(3):
            await dailies.enter(DAY, "ann", run(20, 7))
        assert (await dailies.ranking(DAY).size(), await dailies.players(DAY)) == (1, 1)

    async def test_a_marked_run_is_kept_and_not_ranked(self, dailies: DailyStore) -> None:
        await dailies.enter(DAY, "ann", run(52, 300, marked=True))
        await dailies.enter(DAY, "ben", run(2, 300))
        assert [row.player for row in (await dailies.ranking(DAY).page(0, 50)).rows] == ["ben"]
        kept = await dailies.run(DAY, "ann")
        assert kept
        assert kept.marked
        assert await dailies.won(DAY) == 0

    async def test_wins_are_told_from_near_wins(self, dailies: DailyStore) -> None:
        for player, score, t_ms in (("ann", 52, 10**11 - 1), ("ben", 51, 0), ("cem", 52, 0)):
            await dailies.enter(DAY, player, run(score, t_ms))
        assert await dailies.won(DAY) == 2

    async def test_results_never_expire(self, dailies: DailyStore, database: Database) -> None:
        await dailies.put(DAY, DayRecord("1", "n"))
        await dailies.enter(DAY, "ann", run(20, 7))
        names = await database.call("KEYS", f"agnes:{{{DAY.code}}}:*")
        assert len(names) == 4
        assert {await database.call("PTTL", name) for name in names} == {-1}

    async def test_an_erased_player_leaves_nothing(self, dailies: DailyStore, database: Database) -> None:
        await dailies.enter(DAY, "ann", run(20, 7))
        await dailies.erase(DAY, "ann")
        assert await database.call("KEYS", "*") == []


class TestStreaks:
    async def test_days_told_twice_and_out_of_turn(self, streaks: StreakStore) -> None:
        for day in (5, 7, 5, 6):
            await streaks.finish("ann", day, closed=6)
        row = (await streaks.ranking.page(0, 1)).rows[0]
        assert (row.value, row.note) == (3, "3 3")

    async def test_whoever_knows_of_more_days_writes_last(self, streaks: StreakStore) -> None:
        before = await streaks.of("ann")
        await streaks.finish("ann", 5, closed=5)
        early = await streaks.of("ann")
        await streaks.finish("ann", 6, closed=5)
        for late in (early, before):  # calls that were on their way
            await streaks.write("ann", late, 5)
        assert await streaks.ranking.value_of("ann") == 2

    async def test_all_days_at_once_by_many_make_one_streak(self, streaks: StreakStore) -> None:
        await asyncio.gather(*(streaks.finish("ann", day, closed=0) for day in range(30) for _ in range(2)))
        assert await streaks.ranking.value_of("ann") == 30

    async def test_a_broken_streak_leaves_the_board_and_its_longest_stays(self, streaks: StreakStore) -> None:
        for day in (5, 6):
            await streaks.finish("ann", day, closed=5)
        await streaks.finish("ben", 7, closed=5)
        await streaks.lapse(7)
        assert [row.player for row in (await streaks.ranking.page(0, 9)).rows] == ["ben"]
        await streaks.finish("ann", 9, closed=8)
        assert await streaks.ranking.value_of("ann") == 1
        assert await streaks.ranking.note_of("ann") == "3 2"

    async def test_one_counted_long_after_is_not_put_on_the_board(self, streaks: StreakStore) -> None:
        await streaks.finish("ann", 5, closed=9)
        assert await streaks.ranking.size() == 0
        assert (await streaks.of("ann")).longest == 1

    async def test_more_than_one_call_takes_lapse(self, streaks: StreakStore) -> None:
        await asyncio.gather(*(streaks.finish(f"p{n}", 5, closed=4) for n in range(1_200)))
        await streaks.lapse(6)
        assert await streaks.ranking.size() == 0


class TestWins:
    async def test_a_race_counts_once(self, wins: WinStore) -> None:
        told = await asyncio.gather(*(wins.count("race", ["ann", "ben"], 5) for _ in range(6)))
        assert sorted(told) == [False] * 5 + [True]
        assert [(row.rank, row.value) for row in (await wins.ranking.page(0, 9)).rows] == [(1, 1), (1, 1)]

    async def test_forgetting_that_a_race_was_counted_takes_nothing_away(
        self, wins: WinStore, database: Database
    ) -> None:
        await wins.count("old", ["ann"], 5)
        await wins.count("new", ["ann"], 50)
        await wins.settle(50)
        assert await wins.ranking.value_of("ann") == 2
        assert await database.call("HGETALL", f"{keys.WINS}counted") == {"new": "ann"}
        assert await database.call("HGETALL", f"{keys.WINS}settled") == {"ann": "1"}


class TestRivals:
    @pytest.fixture
    def rivals(self, database: Database) -> RivalStore:
        return RivalStore(database)

    async def test_all_of_a_race_have_met_and_nobody_themselves(self, rivals: RivalStore) -> None:
        for _ in range(2):
            await rivals.raced(["ann", "ben", "cem"], 5)
        assert sorted(await rivals.of("ann")) == ["ben", "cem"]
        assert sorted(await rivals.of("cem")) == ["ann", "ben"]

    async def test_the_last_ones_are_kept(self, rivals: RivalStore) -> None:
        for n in range(keys.RIVALS_MOST + 20):
            await rivals.raced(["ann", f"p{n}"], n)
        found = await rivals.of("ann")
        assert (len(found), found[0]) == (keys.RIVALS_MOST, f"p{keys.RIVALS_MOST + 19}")

    async def test_an_older_race_counted_later_changes_no_order(self, rivals: RivalStore) -> None:
        await rivals.raced(["ann", "ben"], 9)
        await rivals.raced(["ann", "cem"], 7)
        await rivals.raced(["ann", "ben"], 5)
        assert await rivals.of("ann") == ["ben", "cem"]

    async def test_the_erased_are_nobodys(self, rivals: RivalStore, database: Database) -> None:
        await rivals.raced(["ann", "ben"], 5)
        await rivals.erase("ann")
        assert await database.call("KEYS", "*") == []


async def test_names_are_those_of_now_and_looking_prolongs_no_life(database: Database) -> None:
    key = keys.player("ann")
    await database.call("HSET", key, "name", "Ann {x}")
    await database.call("PEXPIRE", key, 50_000)
    assert await Names(database).of(["ann", "ben"]) == ["Ann {x}", "?"]
    assert await database.call("PTTL", key) <= 50_000


class TestOnACluster:
    """No script touches a key of another slot, or one that it was not given."""

    @pytest.fixture
    async def database(self, cluster: RunningCluster) -> AsyncIterator[Database]:
        opened = await Database.open(cluster.url)
        yield opened
        await opened.close()

    async def test_every_step_works_whichever_node_has_the_day(self, database: Database) -> None:
        days = [Day(number, game) for number in range(40, 46) for game in GAMES]
        dailies, streaks = DailyStore(database), StreakStore(database)
        for day in days:
            await dailies.put(day, DayRecord("1", "n"))
            await dailies.begin(day, "{ann}")
            await dailies.enter(day, "{ann}", run(20, 7))
            assert (await dailies.ranking(day).page(0, 50, "{ann}")).rows[0].rank == 1
            assert await dailies.ranking(day).places([run(21, 7).value, run(19, 7).value]) == [1, 2]
            assert len(await dailies.ranking(day).among(["{ann}", "ben"])) == 1
            await streaks.finish("{ann}", day.number, closed=40)
        assert (await streaks.ranking.page(0, 50)).rows[0].value == 6
        wins, rivals = WinStore(database), RivalStore(database)
        await wins.count("race", ["{ann}"], 5)
        await wins.settle(6)
        await rivals.raced(["{ann}", "ben"], 5)
        found = {key async for key in database.scan("agnes:{*}:day")}
        assert found >= {f"agnes:{{{day.code}}}:day" for day in days}
        for day in days:
            await dailies.erase(day, "{ann}")
        await streaks.lapse(60)
        await streaks.erase("{ann}")
        await wins.erase("{ann}")
        await rivals.erase("{ann}")
