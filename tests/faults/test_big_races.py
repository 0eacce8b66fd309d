"""Sixty-four seats, hundreds of useless moves, twenty who come back at once: sizes that people do reach."""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
from tests.faults.crash import children_of
from tests.faults.helpers import (
    SHUTTLE,
    SHUTTLING_DEAL,
    HastyServer,
    Scenario,
    complaints,
    make,
    started,
    watching,
)
from tests.protocol.arena import Started, ready_to_move, running, seated
from tests.protocol.client import Crowd, Json
from tests.protocol.lines import winning_lines

DEAL, LINE = next(iter(winning_lines().items()))
USELESS = 520


def standings(race: Json) -> list[tuple[str, int, int, int]]:
    return [(player["id"], player["score"], player["t_ms"], player["rank"]) for player in race["players"]]


async def sixty_four_seats(folder: Path) -> None:
    """All of them move at once; everyone comes to the same standings, without a hole and without a cut."""
    async with started(HastyServer(folder)) as server, Crowd(server.url) as crowd:
        race_id, people = await seated(crowd, *[f"P{n}" for n in range(64)], deal=DEAL)
        seats = await asyncio.gather(*[person.connect(race_id) for person in people])
        watcher = await (await crowd.guest("Wim")).connect(race_id)
        await people[0].does(race_id, "start")
        await asyncio.gather(*[ready_to_move(seat) for seat in seats])
        await asyncio.gather(*[make(seat, LINE[:8]) for seat in seats])
        last = await seats[0].person.race(race_id)
        ranks = [rank for *_, rank in standings(last)]
        assert sorted(ranks)[0] == 1
        for connection in (*seats, watcher):
            await connection.caught_up()
            assert standings(connection.race) == standings(last)
        for seat in seats:
            assert (seat.board.n, seat.board.table()) == (8, seats[0].board.table())
        await asyncio.gather(*[seat.send(type="give_up") for seat in seats])
        assert {p["status"] for p in (await watcher.until_state("finished"))["players"]} == {"gave_up"}
        assert complaints(server.log) == []


async def twenty_come_back(folder: Path) -> None:
    """Server and database are killed in mid-race; ten players and ten watchers return at the same moment."""
    chance = random.Random(20)
    async with started(HastyServer(folder)) as server, Crowd(server.url) as crowd:
        race = await running(crowd, *[f"P{n}" for n in range(10)], game="sorel", time_limit_s=600)
        watchers = [
            await watching(await race.watcher(f"W{n}"), person) for n, person in enumerate(race.people)
        ]
        connections = [*race.seats, *watchers]
        for _ in range(2):
            for seat in connections[:10]:
                if seat.board.legal:
                    await make(seat, [chance.choice(seat.board.legal)])
            victims = [server.pid, *children_of(server.pid)]
            for victim in victims:
                os.kill(victim, signal.SIGKILL)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.restart)
            connections = await asyncio.gather(*[connection.come_back() for connection in connections])
            for connection in connections:
                await connection.caught_up()
            for seat, watcher in zip(connections[:10], connections[10:], strict=True):
                assert watcher.boards[seat.person.id].table() == seat.board.table()
            shown = (await race.people[0].race(race.race_id))["players"]
            assert all(player["connected"] for player in shown)
            assert {connection.seq for connection in connections} == {connections[0].seq}
        await Started(race.race_id, race.people, connections[:10]).end()
        assert complaints(server.log) == []


async def moves_without_end(folder: Path) -> None:
    """The last one who plays moves a card to and fro: the race ends by its own rule, with all moves kept."""
    async with started(HastyServer(folder)) as server, Crowd(server.url) as crowd:
        race = await running(crowd, "Ann", "Ben", "Cyd", deal=SHUTTLING_DEAL, closing_s=1)
        ann = race.seats[0]
        watcher = await watching(await race.watcher(), ann.person)
        await make(ann, [SHUTTLE[n % 2] for n in range(USELESS)])
        assert (ann.board.status, ann.board.score) == ("playing", 1)
        for other in race.seats[1:]:
            await other.send(type="give_up")
        answer: Json = {"type": "moved"}
        while answer["type"] == "moved":
            answer = await ann.move(SHUTTLE[ann.board.n % 2])
        assert answer["reason"] == "not-running"
        over = await watcher.until_state("finished")
        assert [player["status"] for player in over["players"]] == ["timed_out", "gave_up", "gave_up"]
        assert watcher.boards[ann.person.id].table() == ann.board.table()
        replay = await ann.person.replay(race.race_id, ann.person.id)
        assert [entry["move"] for entry in replay["moves"]] == [SHUTTLE[n % 2] for n in range(ann.board.n)]
        assert (await ann.person.connect(race.race_id)).board.n == ann.board.n > USELESS
        assert complaints(server.log) == []


SCENARIOS: tuple[Scenario, ...] = (sixty_four_seats, twenty_come_back, moves_without_end)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.__name__ for scenario in SCENARIOS])
async def test_a_race_bears(scenario: Scenario, under_way: dict[Scenario, asyncio.Task[None]]) -> None:
    await under_way[scenario]
