"""Every game with every option, raced by two people to the end, then looked at from all sides.

The races are played once, all at the same time; each test looks at one thing. What a board is to look like
says the game itself: it replays the moves from the deal number that is published at the end.
"""

import asyncio
import hashlib
import json
import random
import re
from collections.abc import AsyncIterator, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.protocol.arena import running
from tests.protocol.client import Connection, Crowd, Person
from tests.protocol.contract import Contract
from tests.protocol.shapes import CARD
from tests.server import ServerProcess

from agnes.game import Game, Options, rules_for

MOVES = 90
SPECS: dict[str, tuple[str, dict[str, Any]]] = {
    "bernauer": ("bernauer", {}),
    "bernauer-redeal": ("bernauer", {"redeal": True}),
    "bernauer-face-down": ("bernauer", {"face_down": True}),
    "bernauer-both": ("bernauer", {"redeal": True, "face_down": True}),
    "bernauer-base-7": ("bernauer", {"base": "7"}),
    "bernauer-all": ("bernauer", {"redeal": True, "face_down": True, "base": "A", "time_bonus": True}),
    "sorel": ("sorel", {}),
    "sorel-base-k": ("sorel", {"base": "K"}),
    "sorel-bonus": ("sorel", {"time_bonus": True}),
}


@dataclass
class Moment:
    """A board as one client saw it after `n` moves."""

    n: int
    table: dict[str, Any]
    legal: list[str] | None


@dataclass
class Raced:
    """A race that is over; `moments` by who looked and whose board it was."""

    race: dict[str, Any]
    people: list[Person]
    seats: list[Connection]
    watcher: Connection
    moments: dict[tuple[str, str], list[Moment]] = field(default_factory=dict)
    replays: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def connections(self) -> list[Connection]:
        return [*self.seats, self.watcher]

    def games(self, player: str) -> Iterator[Game]:
        """The board of a player as the game has it, from the opening on."""
        options = {name: value for name, value in self.race["options"].items() if name != "time_bonus"}
        game = Game.deal(
            rules_for(self.race["game"], Options(**options), undo="quiet"), int(self.race["deal"])
        )
        yield game
        for played in self.replays[player]["moves"]:
            game, _ = game.play(played["move"])
            yield game


@pytest.fixture(scope="module")
async def all_raced(server: ServerProcess, contract: Contract) -> AsyncIterator[dict[str, Raced]]:
    async with Crowd(server.url, contract) as crowd, asyncio.TaskGroup() as group:
        races = [
            group.create_task(_race(crowd, random.Random(name), game=game, options=options))
            for name, (game, options) in SPECS.items()
        ]
        yield {name: await race for name, race in zip(SPECS, races, strict=True)}


@pytest.fixture(params=SPECS)
def raced(request: pytest.FixtureRequest, all_raced: dict[str, Raced]) -> Raced:
    return all_raced[request.param]


def test_the_board_drawn_from_steps_is_the_board_of_the_game(raced: Raced) -> None:
    for (_, player), moments in raced.moments.items():
        games = list(raced.games(player))
        for moment in moments:
            view = games[moment.n].state.view()
            expected = {name: getattr(view, name) for name in moment.table}
            assert moment.table == expected, f"move {moment.n}"


def test_every_move_was_seen_by_its_player_and_by_the_watcher(raced: Raced) -> None:
    for person in raced.people:
        count = len(raced.replays[person.id]["moves"])
        for looker in (person.id, raced.watcher.person.id):
            seen = [moment.n for moment in raced.moments[looker, person.id]]
            assert seen[-1] == count
            assert seen == list(range(seen[0], count + 1))
        assert raced.moments[person.id, person.id][0].n == 0


def test_legal_is_what_the_game_allows(raced: Raced) -> None:
    for person in raced.people:
        games = list(raced.games(person.id))
        for moment in raced.moments[person.id, person.id]:
            assert moment.legal is not None
            game = games[moment.n]
            expected = () if game.outcome else game.legal  # a board that is over takes no undo either
            assert set(moment.legal) == set(expected), f"move {moment.n}"
            assert len(moment.legal) == len(set(moment.legal))


def test_everyone_has_the_same_deal(raced: Raced) -> None:
    first, second = [raced.moments[person.id, person.id][0] for person in raced.people]
    assert first == second


def test_the_commitment_is_kept(raced: Raced) -> None:
    opened = f"{raced.race['deal']}:{raced.race['nonce']}".encode()
    assert hashlib.sha256(opened).hexdigest() == raced.race["commitment"]


def test_the_commitment_was_made_with_the_race(raced: Raced) -> None:
    for connection in raced.connections:
        for message in connection.log:
            if "race" in message:
                assert message["race"]["commitment"] == raced.race["commitment"]


def test_a_secret_deal_and_its_nonce_cannot_be_guessed(raced: Raced) -> None:
    assert 10**16 <= int(raced.race["deal"]) <= 10**20
    assert len(raced.race["nonce"]) >= 22  # 128 bits, even in base 64


def test_the_replay_is_all_that_was_played(raced: Raced) -> None:
    for seat in raced.seats:
        replay = raced.replays[seat.person.id]
        moved = [m for m in seat.log if m["type"] == "moved" and m["player"] == seat.person.id]
        assert replay["moves"] == [{"move": m["move"], "t_ms": m["t_ms"]} for m in moved]
        assert (replay["deal"], replay["game"]) == (raced.race["deal"], raced.race["game"])
        assert replay["options"] == raced.race["options"]
        *_, last = raced.games(seat.person.id)
        assert replay["score"] == last.score


def test_the_standing_follows_from_the_boards(raced: Raced) -> None:
    players = raced.race["players"]
    results = {}
    for player in players:
        scores = [game.score for game in raced.games(player["id"])]
        times = [0, *[played["t_ms"] for played in raced.replays[player["id"]]["moves"]]]
        assert player["score"] == scores[-1]
        assert player["t_ms"] == times[scores.index(scores[-1])]
        results[player["id"]] = (-player["score"] - player["bonus"], player["t_ms"])
    for player in players:
        better = sum(result < results[player["id"]] for result in results.values())
        assert player["rank"] == 1 + better


def test_the_status_says_how_a_board_ended(raced: Raced) -> None:
    for player in raced.race["players"]:
        *_, last = raced.games(player["id"])
        assert player["status"] == (last.outcome or "gave_up")
        assert raced.replays[player["id"]]["status"] == player["status"]


def test_opened_and_rows_count_what_was_started_and_dealt(raced: Raced) -> None:
    for player in raced.race["players"]:
        *_, last = raced.games(player["id"])
        assert player["opened"] == sum(count > 0 for count in last.state.view().foundations.values())
        dealt = [played["move"] for played in raced.replays[player["id"]]["moves"]]
        assert player["rows"] == dealt.count("D")  # a deal is never undone in a race


def test_scores_were_told_before_a_race_message_showed_them(raced: Raced) -> None:
    assert [seat.surprises for seat in raced.connections] == [[], [], []]


def test_the_race_log_is_the_same_for_everyone(raced: Raced) -> None:
    logs = [
        {m["seq"]: _lasting(m) for m in connection.log if m["type"] in ("race", "score")}
        for connection in raced.connections
    ]
    shared = set.intersection(*[set(log) for log in logs])
    for seq in sorted(shared):
        assert logs[0][seq] == logs[1][seq] == logs[2][seq]


def test_no_message_names_a_card_that_lies_on_no_table_shown(raced: Raced) -> None:
    for connection in raced.connections:
        shown: set[str] = set()
        for board in raced.moments:
            if board[0] == connection.person.id:
                shown |= _cards(json.dumps([moment.table["tableau"] for moment in raced.moments[board]]))
                shown |= _cards(json.dumps([moment.table["reserve"] for moment in raced.moments[board]]))
                shown |= _cards(json.dumps([moment.table["open_stock"] for moment in raced.moments[board]]))
                first = next(raced.games(board[1]))
                shown.add(first.state.view().base_card)
        named = set().union(*[_cards(raw) for raw in _before_the_end(connection.person)])
        assert named <= shown


def test_cards_are_not_named_before_they_are_shown(raced: Raced) -> None:
    """Message by message: what one names lies on the table after it, or lay there before it."""
    for connection in raced.connections:
        known: set[str] = set()
        for message in connection.log:
            if message["type"] == "board":
                known |= _cards(json.dumps([message["tableau"], message["reserve"], message["open_stock"]]))
                known |= {message["base"] + suit for suit, count in message["foundations"].items() if count}
            elif message["type"] == "moved":
                step_cards = [step["cards"] for step in message["steps"]]
                known |= _cards(json.dumps([step_cards, message["turned"]]))  # checked against the game above
            else:
                assert _cards(json.dumps(message)) <= known, message


def test_the_deal_and_its_nonce_are_told_only_at_the_end(raced: Raced) -> None:
    number = int(raced.race["deal"])
    secrets = [str(number), f"{number:x}", raced.race["nonce"], str(number)[:12], str(number)[-12:]]
    for connection in raced.connections:
        texts = _before_the_end(connection.person)
        assert len(texts) > 10
        for raw in texts:
            assert not [secret for secret in secrets if secret.lower() in raw.lower()], raw


def _before_the_end(person: Person) -> list[str]:
    """What the server sent to a person until it said that the race is finished."""
    texts: list[str] = []
    for raw in person.heard:
        if '"state":"finished"' in raw:
            return texts
        texts.append(raw)
    raise AssertionError("the end was never told")


def _cards(raw: str) -> set[str]:
    return set(re.findall(CARD, raw))


def _lasting(message: dict[str, Any]) -> dict[str, Any]:
    """A message of the race log without what is not numbered: who is connected just then."""
    kept = deepcopy(message)
    for player in kept.get("race", {}).get("players", []):
        del player["connected"]
    return kept


async def _race(crowd: Crowd, chance: random.Random, **fields: Any) -> Raced:
    started = await running(crowd, "Ada", "Bea", **fields)
    watcher = await started.watcher()
    raced = Raced({}, started.people, started.seats, watcher)
    for person in started.people:
        await watcher.send(type="watch", player=person.id)
        await watcher.until("board", player=person.id)
        raced.moments[watcher.person.id, person.id] = [_moment(watcher, person.id)]
        assert (await person.call("GET", f"/api/races/{started.race_id}")).status == 200
        assert (await person.call("GET", f"/api/races/{started.race_id}/boards/{person.id}")).status == 409
    watching = asyncio.create_task(_watch(raced, watcher))
    await asyncio.gather(*[_play(raced, seat, random.Random(chance.random())) for seat in raced.seats])
    for seat in raced.seats:
        raced.race = await seat.until_state("finished")
    await watching
    for person in raced.people:
        raced.replays[person.id] = await watcher.person.replay(started.race_id, person.id)
    return raced


async def _play(raced: Raced, seat: Connection, chance: random.Random) -> None:
    """Foundation moves first, now and then a deal or an undo, else anything; at last give up."""
    moments = raced.moments.setdefault((seat.person.id, seat.person.id), [_moment(seat, seat.person.id)])
    while seat.board.status == "playing" and seat.board.n < MOVES:
        legal = seat.board.legal
        assert legal
        scoring = [move for move in legal if move.endswith(">F")]
        dealing = [move for move in legal if move in ("D", "X")]
        choice = scoring or (dealing if dealing and chance.random() < 0.2 else legal)
        await seat.played([chance.choice(choice)])
        moments.append(_moment(seat, seat.person.id))
    if seat.board.status == "playing":
        await seat.send(type="give_up")


async def _watch(raced: Raced, watcher: Connection) -> None:
    while watcher.race["state"] != "finished":
        message = await watcher.next()
        if message["type"] == "moved":
            moments = raced.moments[watcher.person.id, message["player"]]
            moments.append(_moment(watcher, message["player"]))


def _moment(seat: Connection, player: str) -> Moment:
    board = seat.boards[player]
    return Moment(board.n, deepcopy(board.table()), deepcopy(board.legal))
