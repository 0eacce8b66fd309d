"""Which card goes where: foundations, columns, empty columns, groups."""

from __future__ import annotations

from itertools import permutations

import pytest
from tests.game.tables import both_games, play, refused, table

from agnes.game import Game, Options, rules_for
from agnes.game.cards import RANKS, SUITS, TEXT, is_red, one_below, suit_of

COLUMNS = range(1, 8)


def lower(rank: str, steps: int = 1) -> str:
    return RANKS[(RANKS.index(rank) - steps) % 13]


@both_games
@pytest.mark.parametrize("base", "5A2K")
def test_a_foundation_goes_round_the_circle_to_thirteen(name: str, base: str) -> None:
    ranks = [lower(base, -steps) for steps in range(13)]
    game = table(name, base=base, up={"S": 1}, columns={1: " ".join(f"{rank}S" for rank in ranks[:0:-1])})
    for count, rank in enumerate(ranks[1:], 2):
        assert game.legal[0] == "T1>F"
        game, change = game.play("T1>F")
        assert change.steps == (("T1", "F", (f"{rank}S",)),)
        assert (game.state.foundations, game.score) == ((0, count, 0, 0), count)
    assert not any(move.endswith("F") for move in game.legal)


@both_games
def test_a_foundation_takes_the_ace_on_the_king(name: str) -> None:
    game = table(name, base="5", up={"S": 9}, columns={1: "4S 3S 2S AS", 2: "AH", 3: "9C"})
    assert refused(game, "T2>F") == "foundation-wants-next"  # hearts start at 5H
    game = play(game, "T1>F", "T1>F", "T1>F", "T1>F")
    assert game.score == 13
    assert refused(game, "T1>F") == "no-such-card"
    assert refused(game, "T2>F") == "foundation-wants-next"


@both_games
def test_nothing_follows_the_king_when_the_base_is_an_ace(name: str) -> None:
    game = table(name, base="A", up={"S": 13}, columns={1: "AH", 2: "2H", 3: "KC"})
    assert "T1>F" in game.legal
    assert refused(game, "T2>F") == "foundation-wants-next"
    assert refused(game, "T3>F") == "foundation-wants-next"


@both_games
def test_every_pair_of_cards(name: str) -> None:
    fits = 0
    for card, target in permutations(range(52), 2):
        game = table(name, base="7", columns={1: TEXT[card], 2: TEXT[target]})
        alike = is_red(card) == is_red(target)
        expected = one_below(card, target) and alike == (name == "sorel")
        assert ("T1>T2" in game.legal) == expected
        if expected:
            fits += 1
            assert play(game, "T1>T2").state.view().tableau[1] == [TEXT[target], TEXT[card]]
        elif not one_below(card, target):
            assert refused(game, "T1>T2") == "not-below"
        else:
            assert refused(game, "T1>T2") == ("same-colour" if alike else "other-colour")
    assert fits == 104


@pytest.mark.parametrize(
    ("name", "target", "card", "word"),
    [
        ("bernauer", "AS", "KH", None),
        ("bernauer", "AS", "KS", "same-colour"),
        ("bernauer", "AD", "KH", "same-colour"),
        ("bernauer", "KH", "AS", "not-below"),
        ("sorel", "AS", "KS", None),
        ("sorel", "AS", "KC", None),
        ("sorel", "AS", "KH", "other-colour"),
        ("sorel", "AD", "KH", None),
        ("sorel", "KH", "AD", "not-below"),
    ],
)
def test_round_the_circle(name: str, target: str, card: str, word: str | None) -> None:
    game = table(name, columns={1: card, 2: target})
    if word is None:
        assert "T1>T2" in game.legal
    else:
        assert refused(game, "T1>T2") == word


def run_from(card: int, length: int, *, alternating: bool) -> str:
    """A run headed by the card: in one suit, or changing between it and a suit of the other colour."""
    suits = (suit_of(card), (suit_of(card) + 2) % 4 if alternating else suit_of(card))
    return " ".join(lower(RANKS[card % 13], step) + SUITS[suits[step % 2]] for step in range(length))


def spaces(name: str, base: str, cards: str, target: int) -> Game:
    """The cards in one column, column `target` empty, in each other column a card that has nothing to say."""
    source = target % 7 + 1
    fillers = iter([TEXT[card] for card in range(52) if TEXT[card] not in cards])
    others = {i: next(fillers) for i in COLUMNS if i not in (source, target)}
    return table(name, base=base, columns={**others, source: cards})


def into(target: int, count: int) -> str:
    return f"T{target % 7 + 1}>T{target}" + (f":{count}" if count > 1 else "")


@pytest.mark.parametrize("base", RANKS)
@pytest.mark.parametrize("target", COLUMNS)
def test_bernauers_space_takes_the_rank_below_the_base(base: str, target: int) -> None:
    for card in range(52):
        takes = TEXT[card][0] == lower(base)
        for count in (1, 2, 3):
            game = spaces("bernauer", base, run_from(card, count, alternating=True), target)
            move = into(target, count)
            assert (move in game.legal) == takes
            if not takes:
                assert refused(game, move) == "space-wants-base-minus-one"
        game = table("bernauer", base=base, reserve={3: TEXT[card]})
        assert (f"R3>T{target}" in game.legal) == takes


@pytest.mark.parametrize("base", RANKS)
@pytest.mark.parametrize("target", COLUMNS)
def test_sorels_space_takes_any_card_and_groups_of_a_suit(base: str, target: int) -> None:
    for card in range(52):
        for count in (1, 2, 3):
            game = spaces("sorel", base, run_from(card, count, alternating=False), target)
            assert into(target, count) in game.legal
        same_colour = f"{TEXT[card]} {lower(TEXT[card][0])}{'SCDH'[suit_of(card)]}"
        game = spaces("sorel", base, same_colour, target)
        assert into(target, 1) in game.legal
        assert refused(game, into(target, 2)) == "not-one-suit"


def test_groups_of_sorel_are_of_one_suit() -> None:
    game = table(
        "sorel", columns={1: "9H 8D 7D", 2: "TD", 3: "9D", 4: "8H", 5: "2C AC KC", 6: "3S", 7: "9S 7C"}
    )
    assert refused(game, "T1>T2:3") == "not-one-suit"
    assert refused(game, "T1>T2:2") == "not-below"
    assert refused(game, "T7>T2:2") == "not-a-run"
    assert play(game, "T1>T3:2").state.view().tableau[2] == ["9D", "8D", "7D"]
    assert play(game, "T1>T4:1").state.view().tableau[3] == ["8H", "7D"]
    assert play(game, "T5>T6:3").state.view().tableau[5] == ["3S", "2C", "AC", "KC"]


def test_groups_of_bernauer_are_any_tail_of_a_run() -> None:
    game = table("bernauer", columns={1: "4C 9S 8H 7S 6D", 2: "9C", 3: "TD", 4: "JH"})
    assert play(game, "T1>T2:3").state.view().tableau[:2] == [["4C", "9S"], ["9C", "8H", "7S", "6D"]]
    assert play(game, "T1>T3:4").state.view().tableau[2] == ["TD", "9S", "8H", "7S", "6D"]
    assert refused(game, "T1>T3:5") == "not-a-run"
    assert refused(game, "T1>T4:4") == "not-below"
    assert refused(game, "T1>T3:6") == "no-such-card"
    assert refused(game, "T1>T3:99") == "no-such-card"
    assert [refused(game, move) for move in ("T1>T2:0", "T1>T2:-1", "T1>T1:1")] == ["unreadable"] * 3


def test_a_run_longer_than_the_circle_moves_whole() -> None:
    run = run_from(TEXT.index("9S"), 26, alternating=True)
    game = table("bernauer", base="T", columns={1: run, 2: "TH", 3: "TC"})
    assert "T1>T2:26" in game.legal
    assert "T1>T3:13" in game.legal
    assert len(play(game, "T1>T2:26").state.columns[1]) == 27


def test_a_whole_column_may_change_its_place() -> None:
    assert "T1>T4" in table("sorel", columns={1: "9H"}).legal
    assert "T1>T4:2" in table("bernauer", base="9", columns={1: "8H 7C"}).legal


def test_the_reserve_is_in_play_from_its_top() -> None:
    game = table("bernauer", base="5", up={"H": 1}, columns={1: "TC", 2: "9C"}, reserve={4: "6H 9D"})
    assert refused(game, "R4>F") == "foundation-wants-next"
    game = play(game, "R4>T1")
    assert game.state.view().reserve[3] == ["6H"]
    game, change = game.play("R4>F")
    assert change.steps == (("R4", "F", ("6H",)),)
    assert refused(game, "R4>F") == "no-such-card"


@pytest.mark.parametrize("move", ["R1>F", "R1>T2"])
def test_sorel_has_no_reserve_to_play_from(move: str) -> None:
    assert refused(table("sorel", columns={1: "9H"}), move) == "no-such-card"


def test_the_chosen_base_rules_the_spaces() -> None:
    rules = rules_for("bernauer", Options(base="2"))
    assert "T1>T2" in table(rules, base="2", columns={1: "AC", 3: "KC"}).legal
