"""Why a move is refused: every word, which of two wins, and the sentence that goes with it."""

from __future__ import annotations

import pytest
from tests.game.tables import play, refused, table

from agnes.game import RULE_WORDS, Game, IllegalMove, Options, rules_for

BERNAUER = table(
    rules_for("bernauer", Options(face_down=True)),
    base="5",
    up={"C": 2},
    columns={1: "9H 8S", 2: "TC", 3: "9S", 4: "7C 2S KC", 5: "TH 8H 7D", 6: "8D 7S"},
    reserve={1: "3H", 2: "4D"},
    face_down="3H",
)
SOREL = table("sorel", base="5", columns={1: "9H 8D 7D", 2: "TD", 3: "TS", 4: "9D", 5: "QD JC"})
REDEALT = table(rules_for("bernauer", Options(redeal=True)), reserve={1: "3H"}, redeals=1)
TO_DEAL = table(rules_for("bernauer", Options(redeal=True)), reserve={1: "3H"}, stock="4H")
EMPTY = table(rules_for("bernauer", Options(redeal=True)), columns={1: "3H"})

REFUSALS: list[tuple[Game, str, str, str]] = [
    (BERNAUER, "T2>T1", "not-below", "on 8S goes a 7, one rank lower, not TC"),
    (BERNAUER, "T3>T2", "same-colour", "on TC goes a card of the other colour, not 9S"),
    (SOREL, "T4>T3", "other-colour", "on TS goes a card of the same colour, not 9D"),
    (BERNAUER, "T5>T3:2", "not-a-run", "8H and 7D do not move together: a group goes down by one rank in"),
    (BERNAUER, "T5>T3:3", "not-a-run", "TH and 8H do not move together"),
    (SOREL, "T1>T2:3", "not-one-suit", "9H and 8D do not move together: a group is of one suit"),
    (SOREL, "T5>T7:2", "not-one-suit", "QD and JC do not move together: a group is of one suit"),
    (BERNAUER, "T3>T7", "space-wants-base-minus-one", "takes only a 4, one rank below the base, not 9S"),
    (BERNAUER, "T6>T7:2", "space-wants-base-minus-one", "takes only a 4, one rank below the base, not 8D"),
    (BERNAUER, "T1>F", "foundation-wants-next", "the spade foundation takes 5S next, not 8S"),
    (BERNAUER, "R2>F", "foundation-wants-next", "the diamond foundation takes 5D next, not 4D"),
    (BERNAUER, "T4>F", "covered", "the club foundation takes 7C, which lies covered in T4"),
    (BERNAUER, "R1>F", "face-down", "the top card of R1 lies face down until the column under it is empty"),
    (BERNAUER, "R1>T1", "face-down", "the top card of R1 lies face down"),
    (BERNAUER, "D", "stock-empty", "the stock has no cards left to deal"),
    (BERNAUER, "X", "no-redeal", "this game has no redeal"),
    (SOREL, "X", "no-redeal", "this game has no redeal"),
    (REDEALT, "X", "no-redeal", "the redeal has been used"),
    (TO_DEAL, "X", "no-redeal", "a redeal comes only when the stock is empty"),
    (EMPTY, "X", "no-redeal", "the reserve has no cards to gather"),
    (BERNAUER, "U", "no-undo", "no move is left to take back"),
    (table("sorel", columns={1: "2C 3C"}), "T1>T2:3", "no-such-card", "T1 has 2 cards, not 3"),
    (table("sorel", columns={1: "2C"}), "T1>T2:3", "no-such-card", "T1 has 1 card, not 3"),
    (BERNAUER, "T7>F", "no-such-card", "T7 has no card"),
    (BERNAUER, "R3>T1", "no-such-card", "R3 has no card"),
    (SOREL, "R3>T1", "no-such-card", "this game has no reserve"),
]


@pytest.mark.parametrize(("game", "move", "rule", "why"), REFUSALS, ids=lambda value: str(value)[:24])
def test_a_refusal_says_why(game: Game, move: str, rule: str, why: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    error = caught.value
    assert (error.value, error.rule, error.n) == (move, rule, None)
    assert why in error.why
    assert str(error) == f"move '{move}': {error.why}"


def test_every_word_has_an_example() -> None:
    assert {rule for _, _, rule, _ in REFUSALS} == set(RULE_WORDS)


def test_what_holds_everywhere_speaks_before_what_the_target_asks() -> None:
    # a broken group onto a card it does not fit, into a space it may not enter, from a pile too short
    assert refused(BERNAUER, "T5>T1:2") == "not-a-run"
    assert refused(BERNAUER, "T5>T7:2") == "not-a-run"
    assert refused(BERNAUER, "T5>T7:4") == "no-such-card"
    assert refused(BERNAUER, "R1>T7") == "face-down"
    # wrong rank and wrong colour
    assert refused(BERNAUER, "T2>T3") == "not-below"
    assert refused(SOREL, "T4>T5") == "not-below"


def test_a_covered_card_is_not_told_of_while_it_lies_face_down() -> None:
    rules = rules_for("bernauer", Options(face_down=True))
    columns = {1: "9C"}
    closed = table(rules, up={"C": 1}, columns=columns, reserve={1: "6C KC"}, face_down="6C")
    open_ = table(rules, up={"C": 1}, columns=columns, reserve={1: "6C KC"})
    assert refused(closed, "R1>F") == "foundation-wants-next"
    assert refused(open_, "R1>F") == "covered"


@pytest.mark.parametrize(
    ("undo", "why"),
    [
        ("none", "this game has no undo"),
        ("quiet", "only a move to a column that turned no card up can be taken back, and none stands last"),
        ("all", "no move is left to take back"),
    ],
)
def test_why_nothing_can_be_taken_back(undo: str, why: str) -> None:
    game = Game.deal(rules_for("sorel", undo=undo), 1)  # type: ignore[arg-type]
    if undo != "all":
        game = play(game, "D")
    with pytest.raises(IllegalMove) as caught:
        game.play("U")
    assert caught.value.why == why
