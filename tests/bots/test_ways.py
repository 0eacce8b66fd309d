"""The model that bots think in plays by the rules of the game."""

from __future__ import annotations

from tests.bots.tables import every_variant, met_by_chance
from tests.game.tables import table

from agnes.bots.seen import UNKNOWN, seen_of
from agnes.bots.ways import Position, Ways, as_far_as_known, position_of
from agnes.game import Game, Options, Rules, rules_for
from agnes.game.cards import CODE


def ways_of(game: Game) -> Ways:
    return Ways(game.rules, game.state.base)


def places(game: Game) -> Position:
    return position_of(seen_of(game.state))


def is_left_out(move: str, game: Game) -> bool:
    """Whether a legal move is one that bots do not think of."""
    if move in ("D", "X", "U"):
        return True
    spaces = [i for i, column in enumerate(game.state.columns, 1) if not column]
    if game.rules.face_down or not spaces or move[4:5] not in map(str, spaces):
        return False
    column = game.state.columns[int(move[1]) - 1]
    return int(move[4]) != spaces[0] or (move[0] == "T" and int((move + ":1").split(":")[1]) == len(column))


@every_variant
def test_moves_and_where_they_lead_are_those_of_the_game(rules: Rules) -> None:
    compared = 0
    for number in range(5001, 5009):
        for game in met_by_chance(rules, number):
            found = dict(ways_of(game).from_here(places(game)))
            legal = {move for move in game.legal if not is_left_out(move, game)}
            moves = set(found) - {"D"}
            alone = len(moves) == 1 and next(iter(moves)).endswith("F")
            assert moves == legal or (alone and moves < legal)
            compared += len(moves)
            for move, after in found.items():
                played, change = game.play(move)
                if not change.turned:
                    assert after == places(played)._replace(stock=after.stock)
    assert compared > 300


def test_a_row_is_thought_of_only_while_its_cards_are_known() -> None:
    open_game = table("sorel", columns={1: "3H"}, stock="KD 4S", open_stock=True)
    closed_game = table("sorel", columns={1: "3H"}, stock="KD 4S")
    (after,) = (after for move, after in ways_of(open_game).from_here(places(open_game)) if move == "D")
    dealt, _ = open_game.play("D")
    assert after == places(dealt)
    assert "D" not in dict(ways_of(closed_game).from_here(places(closed_game)))


def test_a_gathered_stock_is_known_to_who_saw_it_being_gathered() -> None:
    rules = rules_for("bernauer", Options(redeal=True))
    game = table(rules, columns={1: "3H"}, reserve={1: "2C 9H", 2: "KD", 4: "5S 6S 7S 8S 9S"})
    gathered = tuple(card for pile in game.state.reserve for card in pile)
    game, _ = game.play("X")
    known = position_of(seen_of(game.state), gathered)
    assert known.stock == bytes(game.state.stock)
    (after,) = (after for move, after in ways_of(game).from_here(known) if move == "D")
    game, _ = game.play("D")
    assert after == position_of(seen_of(game.state), gathered)


def test_a_stock_remembered_wrongly_is_not_believed() -> None:
    game = table("bernauer", stock="KD 4S")
    for gathered in ((), (CODE["KD"],), (CODE["KD"], CODE["5S"])):
        assert position_of(seen_of(game.state), gathered).stock == b""


def test_columns_may_change_places_unless_a_row_is_to_come() -> None:
    one, two, ways = bytes([3]), bytes([9]), Ways(rules_for("sorel"), 4)
    up = (0, 0, 0, 0)
    first, second = Position((one, two), (), up, b""), Position((two, one), (), up, b"")
    assert ways.key(first) == ways.key(second)
    assert ways.key(first._replace(stock=one)) != ways.key(second._replace(stock=one))


def test_a_line_is_played_up_to_the_card_that_it_turns_up() -> None:
    up = (0, 0, 0, 0)
    closed = Position((b"\x01",), (bytes([5, UNKNOWN]),), up, b"")
    opened = closed._replace(columns=(b"",))
    assert as_far_as_known((("T2>T1", closed), ("T1>F", opened), ("T3>F", opened))) == ("T2>T1", "T1>F")
    assert as_far_as_known((("T2>T1", closed),)) == ("T2>T1",)
    assert as_far_as_known(()) == ()
