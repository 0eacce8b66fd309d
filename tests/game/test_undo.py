"""Taking back: what the policies let through, and that everything is as it was."""

from __future__ import annotations

import pytest
from tests.game.tables import full_foundations, play, refused, table

from agnes.game import Change, Game, Options, Rules, Undo, rules_for

SECOND_EMPTY = dict(zip((1, 3, 4, 5, 6, 7), ["9C", "9S", "TC", "TS", "JC", "JS"], strict=True))


@pytest.mark.parametrize(
    "game",
    [
        table("bernauer", columns=SECOND_EMPTY, reserve={1: "2C", 7: "3C"}, stock="AH KH"),
        table("sorel", columns=SECOND_EMPTY, stock="AH KH", open_stock=True),
    ],
    ids=["bernauer", "sorel"],
)
def test_a_short_row_falls_the_same_way_each_time(game: Game) -> None:
    before, after = game.state, play(game, "D").state
    piles = after.reserve or after.columns
    assert [len(pile) for pile in piles[2:]] == [len(pile) for pile in (before.reserve or before.columns)[2:]]
    view = after.view()
    assert (view.reserve or view.tableau)[0][-1] == "AH"
    assert (view.reserve or view.tableau)[1] == ["KH"]
    for _ in range(3):
        game, _ = game.play("D")
        assert game.state == after
        game, _ = game.play("U")
        assert game.state == before
    assert (game.n, game.moves) == (6, ("D", "U") * 3)


def test_undo_is_a_move_of_the_list_and_goes_further_back() -> None:
    opening = Game.deal(rules_for("bernauer"), 1)
    assert refused(opening, "U") == "no-undo"
    game = play(opening, "D", "D", "U", "U")
    assert (game.n, game.state, game.legal) == (4, opening.state, opening.legal)
    assert refused(game, "U") == "no-undo"
    assert Game.replay(game.rules, 1, game.moves).state == opening.state


def backwards(rules: Rules, *moves: str) -> Change:
    return play(Game.deal(rules, 1), *moves).play("U")[1]


def test_the_undo_of_a_row_names_the_cards_that_were_seen() -> None:
    change = backwards(rules_for("bernauer"), "D", "D", "D")
    assert change == ("U", (("R2", "S", ("6H",)), ("R1", "S", ("2H",))), ())
    change = backwards(rules_for("bernauer", Options(face_down=True)), "D", "D", "D")
    assert change == ("U", (("R2", "S", ("??",)), ("R1", "S", ("??",))), ())


def test_sorels_last_two_close_and_open_again() -> None:
    change = backwards(rules_for("sorel"), "D", "D", "D")
    assert change.steps[0] == ("T7", "S", ("9C",))
    assert change.turned == (("S", "??"), ("S", "??"))
    change = backwards(rules_for("sorel"), "D", "D", "D", "D")
    assert change.steps == (("T2", "S", ("6H",)), ("T1", "S", ("2H",)))
    assert change.turned == (("S", "2H"), ("S", "6H"))


def test_the_undo_of_a_redeal_puts_the_piles_back() -> None:
    rules = rules_for("bernauer", Options(redeal=True, face_down=True))
    game = table(rules, columns=SECOND_EMPTY, reserve={1: "2C 3C", 3: "4C"}, face_down="2C")
    after, change = play(game, "X").play("U")
    assert change.steps == (("S", "R3", ("4C",)), ("S", "R1", ("??", "3C")))
    assert (after.state, after.state.redeals) == (game.state, 0)


def test_what_a_move_turned_closes_again() -> None:
    rules = rules_for("bernauer", Options(face_down=True))
    game = table(rules, columns={1: "8H", 2: "9C"}, reserve={1: "KD"}, face_down="KD")
    after, change = play(game, "T1>T2").play("U")
    assert change == ("U", (("T2", "T1", ("8H",)),), (("R1", "??"),))
    assert after.state == game.state


def quiet_table(*, face_down: bool = False) -> Game:
    return table(
        rules_for("bernauer", Options(face_down=face_down), "quiet"),
        base="5",
        up={"C": 1},
        columns={1: "8H", 2: "9C", 3: "9S", 4: "6C", 5: "TC", 6: "JC", 7: "JS"},
        reserve={1: "KD", 2: "8D"},
        stock="2H",
        face_down="KD" if face_down else "",
    )


@pytest.mark.parametrize("move", ["T1>T2", "R2>T2"])
def test_quiet_undo_takes_back_what_told_and_scored_nothing(move: str) -> None:
    game = quiet_table()
    assert play(game, move, "U").state == game.state
    assert play(game, move, "U", move, "U").state == game.state


@pytest.mark.parametrize("move", ["T4>F", "D"])
def test_quiet_undo_takes_back_nothing_else(move: str) -> None:
    assert refused(play(quiet_table(), move), "U") == "no-undo"
    # and such a move stands in the way of those before it
    game = play(quiet_table(), "R2>T2", move)
    assert "U" not in game.legal
    assert refused(game, "U") == "no-undo"
    game = play(game, "T1>T3", "U")
    assert refused(game, "U") == "no-undo"


def test_quiet_undo_leaves_a_turned_card_open() -> None:
    assert refused(play(quiet_table(face_down=True), "T1>T2"), "U") == "no-undo"


def test_no_undo_is_none() -> None:
    game = Game.deal(rules_for("sorel", undo="none"), 1)
    assert refused(play(game, "D"), "U") == "no-undo"


@pytest.mark.parametrize("undo", ["all", "quiet", "none"])
@pytest.mark.parametrize("source", ["T3", "R5"])
def test_a_won_board_takes_no_move_at_all(source: str, undo: Undo) -> None:
    last = {int(source[1]): "4D"}
    game = table(
        rules_for("bernauer", undo=undo),
        up=full_foundations("5", without="4D"),
        columns=last if source[0] == "T" else {},
        reserve=last if source[0] == "R" else {},
    )
    assert (game.score, game.outcome) == (51, None)
    game = play(game, f"{source}>F")
    assert (game.score, game.outcome, game.legal) == (52, "won", ())
    words = [refused(game, move) for move in ("U", "D", "X", "T3>F", "T3>T4", "R5>F")]
    assert words == ["no-undo", "stock-empty", "no-redeal"] + ["no-such-card"] * 3
