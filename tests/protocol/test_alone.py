"""Playing alone: begins at once, shows its deal, takes everything back, and is not ended by being stuck."""

import random
from copy import deepcopy
from typing import Any

import pytest
from tests.protocol import shapes
from tests.protocol.arena import running
from tests.protocol.client import Crowd
from tests.protocol.lines import winning_lines

from agnes.game import Game, Options, rules_for

VARIANTS: dict[str, dict[str, Any]] = {
    "bernauer": {"game": "bernauer"},
    "redeal": {"game": "bernauer", "options": {"redeal": True}},
    "face-down": {"game": "bernauer", "options": {"face_down": True}},
    "both": {"game": "bernauer", "options": {"redeal": True, "face_down": True}},
    "base": {"game": "bernauer", "options": {"base": "Q"}},
    "sorel": {"game": "sorel"},
    "sorel-base": {"game": "sorel", "options": {"base": "2"}},
}
variants = pytest.mark.parametrize("fields", VARIANTS.values(), ids=VARIANTS)


@variants
async def test_it_begins_at_once_and_shows_its_deal(crowd: Crowd, fields: dict[str, Any]) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, **fields)
    assert race["state"] == "running"
    assert race["deal"]
    assert race["nonce"] is None
    seat = await ada.connect(race["id"])
    options = Options(**fields.get("options", {}))
    view = Game.deal(rules_for(fields["game"], options), int(race["deal"])).state.view()
    assert seat.board.table() == {name: getattr(view, name) for name in seat.board.table()}
    assert (seat.board.n, seat.board.t_ms, seat.board.status) == (0, 0, "playing")


@variants
async def test_everything_can_be_taken_back_to_the_opening(crowd: Crowd, fields: dict[str, Any]) -> None:
    seat = (await running(crowd, "Ada", **fields)).seats[0]
    chance = random.Random(str(fields))
    tables = [deepcopy(seat.board.table())]
    for _ in range(60):
        moves = [move for move in seat.board.legal or [] if move != "U"]
        if not moves or seat.board.status != "playing":
            break
        await seat.played([chance.choice(moves)])
        tables.append(deepcopy(seat.board.table()))
    for n, table in reversed(list(enumerate(tables))):
        assert seat.board.table() == table, f"back to move {n}"
        assert ("U" in (seat.board.legal or [])) == (n > 0)
        if n:
            await seat.played(["U"])
    assert (await seat.move("U"))["rule"] == "no-undo"


@variants
async def test_going_back_and_forth_is_what_the_game_says(crowd: Crowd, fields: dict[str, Any]) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, **fields)
    seat = await ada.connect(race["id"])
    rules = rules_for(fields["game"], Options(**fields.get("options", {})), undo="all")
    game = Game.deal(rules, int(race["deal"]))
    chance = random.Random(str(fields) + "forth")
    for _ in range(80):
        assert seat.board.legal is not None
        assert set(seat.board.legal) == set(game.legal)
        move = "U" if "U" in game.legal and chance.random() < 0.3 else chance.choice(game.legal)
        await seat.played([move])
        game, _ = game.play(move)
        view = game.state.view()
        assert seat.board.table() == {name: getattr(view, name) for name in seat.board.table()}


@pytest.mark.parametrize("deal", ["1", "32000", "123456789", "12345678901234567890", "999999999999999999999"])
async def test_a_named_deal_is_that_deal(crowd: Crowd, deal: str) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=1, deal=deal, game="sorel")
    assert race["deal"] == deal
    seat = await ada.connect(race["id"])
    assert seat.board.table()["tableau"] == Game.deal(rules_for("sorel"), int(deal)).state.view().tableau


async def test_stuck_is_not_the_end_when_alone(crowd: Crowd) -> None:
    started = await running(crowd, "Ada", deal="8", options={"face_down": True})
    seat = started.seats[0]
    await seat.played(["D", "D", "D"])
    game = Game.replay(rules_for("bernauer", Options(face_down=True), undo="all"), 8, ["D", "D", "D"])
    while game.outcome != "blocked":  # the few moves that are left
        move = next(move for move in game.legal if move != "U")
        await seat.played([move])
        game, _ = game.play(move)
    assert seat.board.legal == ["U"]
    assert seat.board.status == "playing"
    assert (await started.people[0].race(started.race_id))["state"] == "running"
    assert (await seat.played(["U"]))["move"] == "U"


async def test_a_win_ends_it(crowd: Crowd) -> None:
    deal, line = next(iter(winning_lines().items()))
    started = await running(crowd, "Ada", deal=deal)
    seat = started.seats[0]
    await seat.played(line)
    race = await seat.until_state("finished")
    player = race["players"][0]
    assert (player["status"], player["score"], player["bonus"], player["rank"]) == ("won", 52, 0, 1)
    assert (await seat.person.replay(started.race_id, seat.person.id))["status"] == "won"


async def test_a_fast_win_earns_the_bonus(crowd: Crowd) -> None:
    deal, line = next(iter(winning_lines().items()))
    seat = (await running(crowd, "Ada", deal=deal, options={"time_bonus": True})).seats[0]
    await seat.played(line)
    player = (await seat.until_state("finished"))["players"][0]
    assert player["t_ms"] < 130_000
    assert (player["score"], player["bonus"]) == (52, 52)


async def test_giving_up_ends_it(crowd: Crowd) -> None:
    started = await running(crowd, "Ada")
    race = await started.end()
    assert race["players"][0]["status"] == "gave_up"
    assert race["nonce"]


async def test_nobody_joins_who_plays_alone(crowd: Crowd) -> None:
    started = await running(crowd, "Ada")
    answer = await (await crowd.guest("Bea")).act(started.race_id, "join")
    assert answer.status == 409
    shapes.PROBLEM(answer.body, "join")


async def test_a_named_deal_for_two_is_not_shown_before_the_end(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    race = await ada.make(seats=2, deal="123456789")
    assert race["deal"] is None
    bea = await crowd.guest("Bea")
    assert (await bea.does(race["id"], "join"))["deal"] is None
