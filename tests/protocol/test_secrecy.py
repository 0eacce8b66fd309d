"""What the server sends before the finish tells nobody a card that lies on no table shown to them.

Every text that came over websocket and HTTP is searched as it came, headers and the server's own log too.
"""

import re

import pytest
from tests.protocol.arena import Arena, Started, running
from tests.protocol.board import RANKS
from tests.protocol.client import Connection, Crowd, Json
from tests.protocol.shapes import CARD
from tests.server import ServerProcess

from agnes.game import Game, Options, Undo, rules_for

ALL_PILES = [f"{kind}{i}" for kind in "TR" for i in range(1, 8)]
TRIES = [*[f"{pile}>F" for pile in ALL_PILES], *[f"R{i}>T{i % 7 + 1}" for i in range(1, 8)], "X", "U"]


def cards_in(texts: list[str]) -> set[str]:
    return {card for text in texts for card in re.findall(CARD, text)}


def shown_by(race: Json, replay: Json, n: int) -> set[str]:
    """The cards that lay open on this board up to its n-th move, as the game has it, and those due next.

    Which card a foundation takes next is no secret, wherever it lies: a refusal may name it.
    """
    options = {name: value for name, value in race["options"].items() if name != "time_bonus"}
    undo: Undo = "quiet" if race["seats"] > 1 else "all"
    game = Game.deal(rules_for(race["game"], Options(**options), undo=undo), int(race["deal"]))
    seen: set[str] = set()
    for move in [None, *[played["move"] for played in replay["moves"]][:n]]:
        if move:
            game, _ = game.play(move)
        view = game.state.view()
        seen |= cards_in([str([view.base_card, view.tableau, view.reserve, view.open_stock])])
        seen |= {
            RANKS[(RANKS.index(view.base) + count) % 13] + suit for suit, count in view.foundations.items()
        }
    return seen


def telling(race: Json) -> list[str]:
    """Ways to write down what is secret."""
    number = int(race["deal"])
    return [str(number), f"{number:x}", f"{number:,}", str(number)[:10], str(number)[-10:], race["nonce"]]


async def look_everywhere(seat: Connection, race: Started) -> None:
    """Ask for all that might tell something, allowed or not."""
    for person in race.people:
        await seat.send(type="watch", player=person.id)
        await seat.send(type="resume", seq=0, boards={person.id: 0})
    for move in TRIES:
        await seat.move(move, n=seat.boards[seat.person.id].n + 1 if seat.person.id in seat.boards else 1)
    paths = ["", *[f"/boards/{person.id}" for person in race.people], "/analysis"]
    for path in paths:
        await seat.person.call("GET", f"/api/races/{race.race_id}{path}")
    for path in ("/api/races", "/api/me", "/metrics", "/healthz", "/readyz", f"/{race.race_id}", "/"):
        answer = await seat.person.call("GET", path)
        seat.person.heard.append(str(answer.headers))


@pytest.mark.parametrize("watch", ["live", "delayed", "finished"])
async def test_nobody_is_told_what_they_cannot_see(arena: Arena, watch: str) -> None:
    race = await arena.race("plain" if watch == "live" else watch)
    watcher = await race.watcher()
    everyone = [*race.seats, watcher]
    for seat in race.seats:
        await seat.played(["D"])
    for connection in everyone:
        await look_everywhere(connection, race)
    await race.seats[0].played(["D"])
    while watcher.player(race.people[0].id)["rows"] < 2:
        await watcher.next()
    heard = {connection.person.id: list(connection.person.heard) for connection in everyone}
    boards = {c.person.id: {player: board.n for player, board in c.boards.items()} for c in everyone}
    over = await race.end()
    replays = {person.id: await watcher.person.replay(race.race_id, person.id) for person in race.people}
    for who, texts in heard.items():
        assert len(texts) > len(TRIES)
        assert not [secret for secret in telling(over) if secret.lower() in "\n".join(texts).lower()]
        shown = set().union(*[shown_by(over, replays[player], n) for player, n in boards[who].items()])
        assert cards_in(texts) <= shown
    expected = {"live": 2, "delayed": 2, "finished": 0}[watch]
    assert len(boards[watcher.person.id]) == expected
    if watch == "delayed":
        assert set(boards[watcher.person.id].values()) == {0}


async def test_a_card_that_lies_face_down_is_told_to_nobody(crowd: Crowd) -> None:
    race = await running(crowd, "Ada", options={"face_down": True})
    seat = race.seats[0]
    watcher = await race.watcher()
    await watcher.send(type="watch", player=seat.person.id)
    await watcher.until("board")
    for _ in range(3):
        for move in TRIES:
            await seat.move(move)
        await seat.played(["D"])
    await watcher.until("moved", n=seat.board.n)
    n = seat.board.n
    texts = {who.person.id: list(who.person.heard) for who in (seat, watcher)}
    over = await race.end()
    shown = shown_by(over, await seat.person.replay(race.race_id, seat.person.id), n)
    assert len(shown) < 40
    for heard in texts.values():
        assert cards_in(heard) <= shown


async def test_the_last_two_of_sorel_are_told_when_two_are_left(crowd: Crowd) -> None:
    seat = (await running(crowd, "Ada", game="sorel")).seats[0]
    told = [(await seat.move("D"))["turned"] for _ in range(4)]
    assert [len(turned) for turned in told] == [0, 0, 2, 0]
    assert {turn["pile"] for turn in told[2]} == {"S"}
    assert [step["cards"][0] for step in seat.log[-1]["steps"]] == [turn["card"] for turn in told[2]]


async def test_the_log_of_the_server_keeps_secrets(arena: Arena, server: ServerProcess) -> None:
    race = await arena.race()
    await race.seats[0].played(["D"])
    await look_everywhere(race.seats[0], race)
    over = await race.end()
    written = server.log.lower()
    for secret in (over["deal"], over["nonce"], *[person.token for person in race.people]):
        assert secret.lower() not in written


async def test_no_card_occurs_in_ids_codes_and_tokens(arena: Arena) -> None:
    race = await arena.race()
    over = await race.end()
    given = [race.race_id, over["commitment"], over["nonce"]]
    given += [text for person in race.people for text in (person.id, person.token)]
    assert cards_in(given) == set()
