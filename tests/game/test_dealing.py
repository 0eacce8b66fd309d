"""Rows, the last two cards, redeal, face-down reserve, and when a table is blocked."""

from __future__ import annotations

import pytest
from tests.game.tables import play, refused, table

from agnes.game import Game, Options, rules_for
from agnes.game.cards import texts

REDEAL = rules_for("bernauer", Options(redeal=True))
FACE_DOWN = rules_for("bernauer", Options(face_down=True))
BOTH = rules_for("bernauer", Options(redeal=True, face_down=True))
QUIET_COLUMNS = dict(enumerate(["9C", "9S", "TC", "TS", "JC", "JS", "KS"], 1))  # no move among them


def stock_of(game: Game) -> str:
    return " ".join(texts(game.state.stock))


def test_a_row_covers_the_reserve_or_the_columns() -> None:
    game = Game.deal(rules_for("bernauer"), 1)
    rows = []
    while "D" in game.legal:
        game, change = game.play("D")
        rows.append([step.target for step in change.steps])
    names = [f"R{i}" for i in range(1, 8)]
    assert rows == [names, names, names[:2]]
    assert [len(pile) for pile in game.state.reserve] == [4, 4, 3, 3, 3, 3, 3]
    assert game.state.rows == 3
    assert refused(game, "D") == "stock-empty"

    game = Game.deal(rules_for("sorel"), 1)
    game = play(game, "D", "D", "D", "D")
    assert [len(pile) for pile in game.state.columns] == [5, 6, 6, 7, 8, 9, 10]
    assert refused(game, "D") == "stock-empty"


def test_sorels_last_two_lie_open() -> None:
    game = play(Game.deal(rules_for("sorel"), 1), "D", "D")
    assert game.state.view().open_stock == []
    game, change = game.play("D")
    assert change.turned == (("S", "2H"), ("S", "6H"))
    assert (game.state.view().stock, game.state.view().open_stock) == (2, ["2H", "6H"])
    assert game.state.hidden_from_player() == frozenset()
    game, change = game.play("D")
    assert change.steps == (("S", "T1", ("2H",)), ("S", "T2", ("6H",)))
    assert (change.turned, game.state.view().open_stock) == ((), [])


@pytest.mark.parametrize("variant", [rules_for("bernauer"), REDEAL])
def test_bernauers_stock_stays_closed(variant: object) -> None:
    assert isinstance(variant, type(REDEAL))
    game = play(Game.deal(variant, 1), "D", "D")
    assert (game.state.view().stock, game.state.view().open_stock) == (2, [])


def test_sorel_is_not_blocked_while_two_cards_can_be_dealt() -> None:
    columns = dict(enumerate(["9C", "9S", "7C", "7S", "4C", "4S", "2C"], 1))
    game = table("sorel", base="5", up={"C": 1}, columns=columns, stock="KH KD", open_stock=True)
    assert (game.legal, game.outcome) == (("D",), None)
    assert game.state.view().open_stock == ["KH", "KD"]
    game = play(game, "D")
    assert (game.legal, game.outcome, game.score) == (("U",), "blocked", 1)


def test_a_redeal_to_come_is_a_move() -> None:
    game = table(REDEAL, columns=QUIET_COLUMNS, reserve={2: "KH KD"})
    assert (game.legal, game.outcome) == (("X",), None)
    game = play(game, "X", "D")
    assert game.state.view().reserve[:3] == [["KH"], ["KD"], []]
    assert (game.legal, game.outcome) == (("U",), "blocked")


def test_a_redeal_of_nothing_is_none() -> None:
    game = table(REDEAL, columns=QUIET_COLUMNS)
    assert (game.legal, game.outcome) == ((), "blocked")
    assert refused(game, "X") == "no-redeal"


def test_the_redeal_gathers_the_piles_from_their_bottom() -> None:
    reserve = {1: "2C 9H", 2: "KD", 4: "5S 6S 7S", 6: "QC", 7: "JH"}
    game = table(REDEAL, columns=QUIET_COLUMNS, reserve=reserve)
    game, change = game.play("X")
    assert change.steps == (
        ("R1", "S", ("2C", "9H")),
        ("R2", "S", ("KD",)),
        ("R4", "S", ("5S", "6S", "7S")),
        ("R6", "S", ("QC",)),
        ("R7", "S", ("JH",)),
    )
    assert stock_of(game) == "2C 9H KD 5S 6S 7S QC JH"
    view = game.state.view()
    assert (view.stock, view.redeals, view.reserve) == (8, 1, [[]] * 7)
    assert (game.state.rows, view.open_stock) == (0, [])
    game = play(game, "D")
    assert game.state.view().reserve == [["2C"], ["9H"], ["KD"], ["5S"], ["6S"], ["7S"], ["QC"]]
    game = play(game, "D")
    assert game.state.view().reserve[0] == ["2C", "JH"]
    assert (game.state.stock, game.state.rows) == ((), 2)
    assert refused(game, "X") == "no-redeal"


@pytest.mark.parametrize(
    "game",
    [
        table(REDEAL, reserve={1: "2C"}, stock="9H"),
        table("sorel", columns={1: "2C"}),
        table("bernauer", reserve={1: "2C"}),
        table(REDEAL, reserve={1: "2C"}, redeals=1),
    ],
    ids=["stock not empty", "Sorel", "not the option", "used"],
)
def test_where_there_is_no_redeal(game: Game) -> None:
    assert refused(game, "X") == "no-redeal"


def test_a_face_down_reserve_is_hidden_and_not_in_play() -> None:
    game = Game.deal(FACE_DOWN, 1)
    assert game.state.view().reserve == [["??"]] * 7
    assert not any(move.startswith("R") for move in game.legal)
    assert refused(game, "R6>F") == "face-down"
    assert len(game.state.hidden_from_player()) == 16 + 7


def test_an_emptied_column_turns_the_card_over_it() -> None:
    game = table(FACE_DOWN, columns={1: "8H", 2: "9C"}, reserve={1: "2C KD"}, face_down="2C KD")
    game, change = game.play("T1>T2")
    assert change.turned == (("R1", "KD"),)
    assert game.state.view().reserve[0] == ["??", "KD"]


def test_a_card_once_turned_stays_open() -> None:
    game = table(FACE_DOWN, base="5", columns={2: "4C", 3: "AH"}, reserve={1: "2C KH"}, face_down="2C")
    game = play(game, "T2>T1")
    assert game.state.view().reserve[0] == ["??", "KH"]
    assert "R1>T3" not in game.legal
    assert refused(game, "R1>T3") == "same-colour"  # refused for its colour, not for lying face down


def test_the_next_card_is_looked_at_after_the_whole_move() -> None:
    game = table(FACE_DOWN, base="K", up={"C": 1}, columns={1: "2C"}, reserve={4: "8D QD"}, face_down="8D")
    game, change = game.play("R4>T4")
    assert (change.steps, change.turned) == ((("R4", "T4", ("QD",)),), ())
    assert game.state.view().reserve[3] == ["??"]


def test_a_card_played_from_over_an_empty_column_uncovers_the_next() -> None:
    game = table(FACE_DOWN, base="K", columns={1: "KC"}, reserve={4: "8D QD"}, face_down="8D")
    game, change = game.play("R4>T1")
    assert change.turned == (("R4", "8D"),)
    assert game.state.view().reserve[3] == ["8D"]


def test_a_card_dealt_over_an_empty_column_arrives_open() -> None:
    columns = {**QUIET_COLUMNS, 2: ""}
    game = table(FACE_DOWN, columns=columns, reserve={2: "8D"}, stock="2H 3H 4H")
    game, change = game.play("D")
    assert change.steps == (("S", "R1", ("??",)), ("S", "R2", ("3H",)), ("S", "R3", ("??",)))
    assert change.turned == ()
    assert game.state.view().reserve[:3] == [["??"], ["8D", "3H"], ["??"]]


def test_an_open_card_stays_open_under_a_dealt_one() -> None:
    game = table(FACE_DOWN, columns=QUIET_COLUMNS, reserve={1: "8D"}, stock="2H")
    assert play(game, "D").state.view().reserve[0] == ["8D", "??"]


def test_a_redeal_is_dealt_face_down_again() -> None:
    game = table(BOTH, columns=QUIET_COLUMNS, reserve={1: "2C 3C", 3: "4C"}, face_down="2C 4C")
    game, change = game.play("X")
    assert change.steps == (("R1", "S", ("??", "3C")), ("R3", "S", ("??",)))
    assert game.state.hidden_from_player() == {"2C", "3C", "4C"}
    game, change = game.play("D")
    assert [step.cards for step in change.steps] == [("??",)] * 3
    assert game.state.view().reserve[:4] == [["??"], ["??"], ["??"], []]
