"""Races and boards in a real database: one atomic call a step, nothing committed twice or half."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from agnes.game import Game
from agnes.protocol.server import Score
from agnes.race import Line, Race, Terms, ranks
from agnes.store.boards import Again, BoardStore, Committed, NotRunning, OutOfTurn
from agnes.store.codec import MoveEntry, score_text
from agnes.store.database import Database
from agnes.store.keys import RaceKeys
from agnes.store.races import RaceStore, Stored, changed_lines
from agnes.store.timers import LEASE_MS, Timers

NOW = 4_000_000_000_000  # ahead of any clock, so that nothing has expired by the time it is looked at


def new_race(*players: str, race_id: str = "code") -> Race:
    race = Race(race_id, Terms("bernauer", time_limit_s=480), "12345678901234567", "nonce", NOW)
    for player in players:
        race = race.join(player, player.title()).race
    return race


@pytest.fixture
def races(database: Database) -> RaceStore:
    return RaceStore(database, Timers(database), "process", keep_s=1000, lobby_s=100)


@pytest.fixture
def boards(database: Database) -> BoardStore:
    return BoardStore(database, "process")


def no_messages(_: int) -> Sequence[str]:
    return ()


async def advance(races: RaceStore, before: Stored | None, race: Race) -> Stored:
    opening = Game.deal(race.terms.rules, int(race.deal)).state.encode()
    places = ranks({seat.player: seat.line for seat in race.seats})

    def messages(seq: int) -> Sequence[str]:
        lines = changed_lines(before.race if before else None, race)
        return [score_text(player, line, seq + i, places[player]) for i, (player, line) in enumerate(lines)]

    done = await races.advance(before, race, messages, now=NOW, opening=opening)
    assert done is not None
    stored = await races.load(race.id)
    assert stored is not None
    assert stored.seq == done[0]
    return stored


async def running(races: RaceStore, *players: str) -> Stored:
    lobby = await advance(races, None, new_race(*players))
    race = lobby.race.start(players[0], NOW).race
    assert race.starts_at is not None
    return await advance(races, lobby, race.tick(race.starts_at).race.tick(race.starts_at).race)


def entry(move: str, t_ms: int = 5) -> MoveEntry:
    return MoveEntry(move, t_ms, NOW + t_ms)


async def commit(boards: BoardStore, n: int, move: str = "D", **more: object) -> object:
    settings: dict[str, object] = {"status": "playing", "state": "snapshot", "line": None, "moved": "{}"}
    settings |= more
    player = str(settings.pop("player", "ann"))
    return await boards.commit("code", player, n, entry(move), **settings)  # type: ignore[arg-type]


class TestRaces:
    async def test_a_race_comes_back_as_it_was_saved(self, races: RaceStore) -> None:
        saved = await running(races, "ann", "ben")
        assert saved.race.state == "running"
        assert [seat.line for seat in saved.race.seats] == [Line(1, 0, 0, "playing", 1, 0)] * 2
        assert saved.race.terms == new_race().terms

    async def test_there_is_no_race_that_was_not_made(self, races: RaceStore) -> None:
        assert await races.load("nothing") is None

    async def test_of_two_next_selves_one_is_saved(self, races: RaceStore) -> None:
        lobby = await advance(races, None, new_race("ann"))

        def ready(seq: int) -> Sequence[str]:
            return [f'{{"type":"race","seq":{seq}}}']

        joined = [lobby.race.join(name, name).race for name in ("ben", "cem", "dan")]
        done = await asyncio.gather(*(races.advance(lobby, race, ready, now=NOW) for race in joined))
        assert [answer is not None for answer in done].count(True) == 1

    async def test_a_code_is_given_out_once(self, races: RaceStore) -> None:
        await advance(races, None, new_race("ann"))
        assert await races.advance(None, new_race("ben"), no_messages, now=NOW) is None

    async def test_the_log_says_what_was_missed_or_that_it_no_longer_can(
        self, races: RaceStore, database: Database
    ) -> None:
        saved = await running(races, "ann", "ben")
        assert await races.log_since("code", saved.seq) == []
        missed = await races.log_since("code", saved.seq - 1)
        assert missed is not None
        assert f'"seq":{saved.seq},' in missed[0]
        await database.call("XTRIM", RaceKeys("code").log, "MAXLEN", 1)
        assert await races.log_since("code", saved.seq - 2) is None

    async def test_everything_of_a_race_expires_together(self, races: RaceStore, database: Database) -> None:
        saved = await running(races, "ann", "ben")
        over = saved.race.give_up("ann", NOW).race.give_up("ben", NOW).race
        await advance(races, saved, over)
        keys = await database.call("KEYS", "agnes:{code}:*")
        assert {await database.call("PEXPIRETIME", key) for key in keys} == {NOW + 1000 * 1000}

    async def test_a_due_time_is_set_before_the_race_is(self, races: RaceStore, database: Database) -> None:
        lobby = await advance(races, None, new_race("ann", "ben"))
        await advance(races, lobby, lobby.race.start("ann", NOW).race)
        assert await database.call("ZSCORE", "agnes:timers", "race code") == NOW + 3_000

    async def test_names_with_braces_change_no_key(self, races: RaceStore, database: Database) -> None:
        await advance(races, None, new_race().join("ann", "{x}").race)
        assert all("{code}" in key for key in await database.call("KEYS", "*") if key != "agnes:timers")


class TestMoves:
    async def test_a_move_is_appended_and_the_snapshot_replaced(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        await running(races, "ann", "ben")
        assert await commit(boards, 1, state="after") == Committed([])
        row = await boards.row("code", "ann")
        assert row is not None
        assert (row.n, row.t_ms, row.status, row.state) == (1, 5, "playing", "after")
        assert await boards.moves("code", "ann") == [entry("D")]
        assert await boards.moves("code", "ben") == []

    async def test_the_same_move_twice_is_played_once(self, races: RaceStore, boards: BoardStore) -> None:
        await running(races, "ann", "ben")
        answers = await asyncio.gather(*(commit(boards, 1) for _ in range(8)))
        assert answers == [Committed([]), *[Again()] * 7]
        assert len(await boards.moves("code", "ann")) == 1

    async def test_another_move_under_a_used_number_is_out_of_turn(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        await running(races, "ann", "ben")
        await commit(boards, 1, "T1>T2")
        assert await commit(boards, 1, "T1>T2:2") == OutOfTurn(2), "one move's text may begin another's"
        assert await commit(boards, 3) == OutOfTurn(2)

    async def test_a_board_that_is_done_takes_nothing_but_knows_its_last_move(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        await running(races, "ann", "ben")
        await commit(boards, 1, status="won", line=Line(52, 0, 5, "won", 4, 3))
        assert await commit(boards, 2) == NotRunning()
        assert await commit(boards, 1) == Again()

    async def test_a_race_that_does_not_run_takes_nothing(self, races: RaceStore, boards: BoardStore) -> None:
        assert await commit(boards, 1) == NotRunning()
        saved = await running(races, "ann", "ben")
        await advance(races, saved, saved.race.give_up("ann", NOW).race.give_up("ben", NOW).race)
        assert await commit(boards, 1) == NotRunning()

    async def test_who_has_given_up_plays_no_more(self, races: RaceStore, boards: BoardStore) -> None:
        saved = await running(races, "ann", "ben", "cem")
        await advance(races, saved, saved.race.give_up("ann", NOW).race)
        assert await commit(boards, 1) == NotRunning()
        assert await commit(boards, 1, player="ben") == Committed([])

    async def test_a_score_is_told_with_its_rank_and_so_is_everyone_it_pushes_down(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        saved = await running(races, "ann", "ben", "cem")
        first = await commit(boards, 1, line=Line(2, 0, 900, "playing", 1, 0))
        assert isinstance(first, Committed)
        told = [Score.model_validate_json(text) for text in first.log]
        assert [(score.player, score.rank) for score in told] == [("ann", 1), ("ben", 2), ("cem", 2)]
        assert [score.seq for score in told] == [saved.seq + 1, saved.seq + 2, saved.seq + 3]
        second = await commit(boards, 1, player="cem", line=Line(2, 0, 900, "playing", 1, 0))
        assert isinstance(second, Committed)
        told = [Score.model_validate_json(text) for text in second.log]
        assert [(score.player, score.rank) for score in told] == [("cem", 1), ("ben", 3)]

    async def test_scores_bump_the_log_so_that_no_race_is_saved_over_them(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        saved = await running(races, "ann", "ben")
        await commit(boards, 1, line=Line(2, 0, 900, "playing", 1, 0))
        over = saved.race.give_up("ann", NOW).race
        assert await races.advance(saved, over, no_messages, now=NOW) is None

    async def test_the_script_and_the_codec_write_the_same_message(
        self, races: RaceStore, boards: BoardStore
    ) -> None:
        saved = await running(races, "ann", "ben")
        line = Line(52, 9, 123_456, "won", 4, 3)
        done = await commit(boards, 1, status="won", line=line)
        assert isinstance(done, Committed)
        assert done.log[0] == score_text("ann", line, saved.seq + 1, 1)
        stored = await races.load("code")
        assert stored is not None
        seat = stored.race.seat_of("ann")
        assert seat is not None
        assert seat.line == line


class TestTimers:
    async def test_what_is_due_is_claimed_by_one(self, database: Database) -> None:
        timers = Timers(database)
        await timers.set("race code", NOW)
        claims = await asyncio.gather(*(timers.claim(NOW) for _ in range(5)))
        assert sorted(map(len, claims)) == [0, 0, 0, 0, 1]

    async def test_what_is_set_anew_to_the_end_of_the_lease_stays(self, database: Database) -> None:
        """As a study of ten seconds does whose beginning was claimed on the very millisecond."""
        timers = Timers(database)
        await timers.set("race code", NOW)
        assert await timers.claim(NOW) == ["race code"]
        await timers.set("race code", NOW + LEASE_MS)
        await timers.settle("race code", NOW)
        assert await timers.claim(NOW + LEASE_MS) == ["race code"]

    async def test_what_was_claimed_and_not_settled_comes_again(self, database: Database) -> None:
        timers = Timers(database)
        await timers.set("race code", NOW)
        await timers.claim(NOW)
        assert await timers.claim(NOW + LEASE_MS - 1) == []
        assert await timers.claim(NOW + LEASE_MS) == ["race code"]

    async def test_a_process_that_is_alone_takes_back_what_a_dead_one_had_claimed(
        self, database: Database
    ) -> None:
        timers = Timers(database)
        await timers.set_many(
            {"race code": NOW, "bot code x": NOW, "away code y": NOW, "race later": NOW + 50}
        )
        assert len(await timers.claim(NOW)) == 3
        await timers.reclaim(NOW + 10)
        assert sorted(await timers.claim(NOW + 10)) == ["bot code x", "race code"]
        assert await timers.claim(NOW + 50) == ["race later"]
        assert await timers.claim(NOW + LEASE_MS) == ["away code y"]

    async def test_settling_leaves_what_was_set_anew(self, database: Database) -> None:
        timers = Timers(database)
        await timers.set("race code", NOW)
        await timers.claim(NOW)
        await timers.set("race code", NOW + 50)
        await timers.settle("race code", NOW)
        assert await timers.claim(NOW + 50) == ["race code"]
        await timers.settle("race code", NOW + 50)
        assert await timers.claim(NOW + 10 * LEASE_MS) == []

    async def test_a_kind_is_put_off_and_never_brought_forward(self, database: Database) -> None:
        timers = Timers(database)
        await timers.set_many({"away a x": NOW, "away b y": NOW + 500, "race a": NOW})
        await timers.put_off("away", NOW + 100)
        assert await timers.claim(NOW + 99) == ["race a"]
        assert await timers.claim(NOW + 100) == ["away a x"]


def test_lines_that_stay_are_not_written_again() -> None:
    race = new_race("ann", "ben")
    assert changed_lines(None, race) == []
    changed = replace(race, seats=(replace(race.seats[0], line=Line(score=2)), race.seats[1]))
    assert changed_lines(race, changed) == [("ann", Line(score=2))]
