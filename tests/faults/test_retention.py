"""What is said to be kept how long, on the page on it and by the server, is what the database does."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.faults.helpers import SECRET, HastyServer, complaints, started
from tests.protocol.arena import Started, running, seated
from tests.protocol.client import Answer, Crowd, Person
from tests.server import ROOT

from agnes.protocol.race import NewRace
from agnes.race.terms import COUNTDOWN_MS, LONGEST_MS
from agnes.service.retention import retention
from agnes.settings import Settings
from agnes.store import keys
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.keys import RaceKeys

DAY_S = 86_400
UNITS = {"days": DAY_S, "hours": 3600, "hour": 3600, "minutes": 60}
SET = Settings(keep_days=3, lobby_s=7200)


@dataclass
class Kept:
    """A server with lifetimes of its own, what it says of them, and its database."""

    crowd: Crowd
    database: Database
    says: dict[str, Any]

    async def lives(self, key: str) -> float:
        """For how many seconds a key is still kept."""
        return float(await self.database.call("PTTL", key)) / 1000

    async def lives_of(self, race_id: str) -> set[int]:
        """The same for all keys of a race, in whole minutes; those that time presence are another matter."""
        found = await self.database.call("KEYS", f"agnes:{{{race_id}}}:*")
        lives = [await self.lives(key) for key in found if not key.endswith(":watchers")]
        return {round(life / 60) for life in lives}


@pytest.fixture(scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kept]:
    folder = tmp_path_factory.mktemp("retention")
    valkey = await EmbeddedValkey.start(folder / "valkey")
    database = await Database.open(valkey.url)
    server = HastyServer(
        folder / "server",
        redis_url=valkey.url,
        secret_key=SECRET,
        keep_days=SET.keep_days,
        lobby_s=SET.lobby_s,
    )
    async with started(server), Crowd(server.url) as crowd:
        says = Answer(await crowd.http.get("/api/retention")).body
        yield Kept(crowd, database, says)
    assert complaints(server.log) == []
    await database.close()
    await valkey.stop()


@pytest.fixture(scope="module")
async def race(kept: Kept) -> Started:
    return await running(kept.crowd, "Ann", "Ben")


def test_the_page_has_the_numbers_of_the_server() -> None:
    page = (ROOT / "docs" / "retention.md").read_text()
    table = page.partition("<!-- retention -->")[2].partition("<!-- /retention -->")[0]
    spans = [number_of(cell) for row in table.splitlines() if (cell := second_cell(row))]
    ours = retention(keep_days=Settings().keep_days, lobby_s=Settings().lobby_s)
    assert spans == [
        ours.player_days * DAY_S,
        ours.race_days * DAY_S + ours.lobby_s + ours.running_s,
        ours.lobby_s,
        ours.running_s,
        ours.race_days * DAY_S,
        ours.transfer_s,
        ours.transfer_told_s,
        None,
    ]


def second_cell(row: str) -> str | None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    return cells[1] if len(cells) == 4 and cells[1] not in ("kept for", "---") else None


def number_of(cell: str) -> int | None:
    """Seconds; None for what has no end."""
    found = re.fullmatch(r"(\d+) (\w+)", cell)
    return int(found[1]) * UNITS[found[2]] if found else None


def test_the_server_says_what_it_is_set_to(kept: Kept) -> None:
    assert kept.says == retention(keep_days=3, lobby_s=7200).model_dump()


async def test_a_player(kept: Kept) -> None:
    ann = await kept.crowd.guest("Ann")
    key = keys.player(ann.id)
    assert await kept.lives(key) == pytest.approx(kept.says["player_days"] * DAY_S, abs=60)
    await kept.database.call("EXPIRE", key, 100)
    await ann.call("GET", "/api/me")  # a visit
    assert await kept.lives(key) == pytest.approx(kept.says["player_days"] * DAY_S, abs=60)


async def test_a_code(kept: Kept) -> None:
    ann = await kept.crowd.guest("Ann")
    made = (await ann.call("POST", "/api/me/transfer")).body
    assert made["expires_at"] - made["now"] == kept.says["transfer_s"] * 1000
    assert await kept.lives(keys.transfer(made["code"])) == pytest.approx(
        kept.says["transfer_told_s"], abs=60
    )
    # Its time has come.
    await kept.database.call("HSET", keys.transfer(made["code"]), "until", made["now"] - 1)
    answer = await ann.call("POST", "/api/players/claim", {"code": made["code"]})
    answer.problem(410, "code-expired")


async def test_a_lobby_a_running_race_and_a_finished_one(kept: Kept, race: Started) -> None:
    lobby, (ann, _) = await seated(kept.crowd, "Ann", "Ben")
    assert await kept.lives_of(lobby) == {kept.says["lobby_s"] // 60}
    assert await kept.lives(keys.raced(ann.id)) == pytest.approx(
        kept.says["race_days"] * DAY_S + kept.says["lobby_s"] + kept.says["running_s"], abs=60
    )
    await race.seats[0].played(["D"])
    assert await kept.lives_of(race.race_id) == {kept.says["running_s"] // 60}
    await race.end()
    assert await kept.lives_of(race.race_id) == {kept.says["race_days"] * DAY_S // 60}


async def test_what_is_done_after_the_finish_prolongs_nothing(kept: Kept) -> None:
    over = await running(kept.crowd, "Ann", "Ben")
    await over.end()
    for key in await kept.database.call("KEYS", f"agnes:{{{over.race_id}}}:*"):
        await kept.database.call("EXPIRE", key, 600)
    in_ten_minutes = (await kept.database.call("TIME"))[0]
    await kept.database.call(
        "HSET", RaceKeys(over.race_id).race, "expires_at", (int(in_ten_minutes) + 600) * 1000
    )
    await over.people[0].call("PATCH", "/api/me", {"name": "Anna"})
    await over.people[0].does(over.race_id, "rematch")
    assert await kept.lives_of(over.race_id) == {10}


class TestNothingRunningExpiresUnderAPlayer:
    def test_the_longest_race_is_over_long_before(self) -> None:
        longest = sum(most_of(field) for field in ("study_s", "time_limit_s", "closing_s"))
        assert max(longest, LONGEST_MS // 1000 + most_of("study_s")) + COUNTDOWN_MS / 1000 < 3 * 3600
        assert keys.RUNNING_S > 10 * 3 * 3600

    def test_so_is_an_attempt_at_a_daily(self) -> None:
        assert keys.RUNNING_S > 25 * 3600 + 3600

    async def test_a_lobby_lives_on_from_its_last_second_when_somebody_comes(self, kept: Kept) -> None:
        waits, people = await seated(kept.crowd, "Ann", "Ben")
        for key in await kept.database.call("KEYS", f"agnes:{{{waits}}}:*"):
            await kept.database.call("PEXPIRE", key, 1000)
        seat = await people[0].connect(waits)
        assert min(await kept.lives_of(waits)) == kept.says["lobby_s"] // 60
        await people[0].does(waits, "start")
        await seat.until_state("running")
        assert await kept.lives_of(waits) == {kept.says["running_s"] // 60}

    async def test_of_a_race_that_expires_as_something_is_done_no_half_is_left(self, kept: Kept) -> None:
        waits, people = await seated(kept.crowd, "Ann", "Ben", seats=9)
        cut = asyncio.create_task(everything_at_once(people, await kept.crowd.guest("Cyd"), waits))
        await kept.database.call("DEL", *await kept.database.call("KEYS", f"agnes:{{{waits}}}:*"))
        for answer in await cut:
            assert answer.status == 200 or answer.body["type"] == "/problems/no-such-race"
        assert await kept.database.call("KEYS", f"agnes:{{{waits}}}:*") == []


async def everything_at_once(people: list[Person], late: Person, race_id: str) -> list[Answer]:
    host, guest = people
    return await asyncio.gather(
        late.act(race_id, "join"),
        *[guest.act(race_id, "ready", {"ready": n % 2 == 0}) for n in range(20)],
        guest.act(race_id, "leave"),
        host.act(race_id, "ready"),
    )


def most_of(field: str) -> int:
    schema = TypeAdapter(NewRace).json_schema()["properties"][field]
    return int(schema.get("maximum") or schema["anyOf"][0]["maximum"])
