"""The packed position goes with `agnes.game`, move by move, and comes back the same way."""

from __future__ import annotations

import random

import pytest
from tests.solver.engines import every_engine
from tests.solver.small import VARIANTS, name_of, positions

from agnes.game import Game, Options, Rules, State, rules_for
from agnes.game.moves import legal_moves, play
from agnes.game.notation import read_move
from agnes.solver.engine import INTERPRETED, Engine
from agnes.solver.kernel.moves import Moves
from agnes.solver.kernel.position import Position
from agnes.solver.packing import pack, texts
from agnes.solver.policy import Policy, policy_for

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=name_of)


def packed(rules: Rules, state: State, policy: Policy, *, apart: bool = True) -> Position:
    return pack(INTERPRETED, rules, state, policy, apart=apart)


def starts(variant: tuple[str, Options], count: int) -> list[tuple[Rules, State]]:
    rules = rules_for(*variant)
    small = positions(variant, 11)
    return [
        *((rules, State.opening(rules, n)) for n in range(1, count)),
        *(next(small) for _ in range(count)),
    ]


def tables(position: Position) -> tuple[object, ...]:
    piles = [position.cards[64 * p : 64 * p + position.size[p]] for p in range(14)]
    stock = position.stock[: position.left]
    places = [(position.home[c], position.at[c]) for pile in piles for c in pile]
    counts = position.up, position.score, position.spaces, position.links, position.redeals
    return repr((piles, stock, places, counts)), position.key, position.down, position.tags


@every_variant
def test_moves_lead_where_the_rules_lead_and_back(variant: tuple[str, Options]) -> None:
    chance = random.Random(5)
    for rules, state in starts(variant, 8):
        policy = policy_for(rules, twins=False)
        position = packed(rules, state, policy)
        lister = Moves(policy, safe=False, seed=0)
        past = []
        for _ in range(60):
            count = lister.list(position)
            moves = dict(zip(texts(lister.found[:count]), lister.found[:count], strict=True))
            assert sorted(moves) == sorted(legal_moves(rules, state))
            if not moves:
                break
            text = chance.choice([text for text in moves for _ in range(9 if text[0] in "DX" else 1)])
            past.append((moves[text], tables(position), position.links))
            position.make(moves[text])
            state, _ = play(rules, state, read_move(text))
            assert tables(position) == tables(packed(rules, state, policy))
        for move, before, links in reversed(past):
            key, down, tags = before[1:]
            assert isinstance(key, int)
            assert isinstance(down, int)
            assert isinstance(tags, int)
            position.undo(move, key, down, tags, links)
            assert tables(position) == before


def test_the_key_knows_columns_apart_only_as_long_as_rows_come_to_them() -> None:
    rules = rules_for("sorel")
    policy = policy_for(rules, twins=True)
    opening = State.opening(rules, 1)

    def keys(state: State, one: int, other: int) -> tuple[int, int]:
        columns = list(state.columns)
        columns[one], columns[other] = columns[other], columns[one]
        swapped = state._replace(columns=tuple(columns))
        return packed(rules, state, policy, apart=False).key, packed(rules, swapped, policy, apart=False).key

    def is_equal(state: State, one: int, other: int) -> bool:
        first, second = keys(state, one, other)
        return first == second

    last_row = opening._replace(stock=opening.stock[-2:])
    assert not is_equal(opening, 2, 3)
    assert is_equal(last_row, 2, 6)
    assert not is_equal(last_row, 0, 1)
    assert not is_equal(last_row, 1, 2)
    assert is_equal(opening._replace(stock=()), 0, 1)


def test_the_key_knows_columns_apart_where_they_turn_cards_up() -> None:
    plain, face_down = rules_for("bernauer"), rules_for("bernauer", Options(face_down=True))

    def key(rules: Rules, state: State, columns: tuple[int, ...]) -> int:
        swapped = state._replace(columns=tuple(state.columns[i] for i in columns))
        return packed(rules, swapped, policy_for(rules, twins=True), apart=False).key

    there, swapped = (0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 4, 3, 5, 6)
    for rules, same in ((plain, True), (face_down, False)):
        state = State.opening(rules, 1)
        assert (key(rules, state, there) == key(rules, state, swapped)) is same
        late = state._replace(stock=(), hidden=0)
        assert key(rules, late, there) == key(rules, late, swapped)


def test_twins_have_one_key_where_they_are_taken_for_one() -> None:
    game = Game.deal(rules_for("bernauer"), 1)
    opening = game.state
    # The 6 of hearts on the 7 of clubs or of spades.
    columns = ((6,), (19,), (31,), (), (), (), ())
    state = opening._replace(
        base_card=0, foundations=(1, 0, 0, 0), columns=columns, reserve=((),) * 7, stock=()
    )
    on_clubs = state._replace(columns=((6, 31), (19,), (), (), (), (), ()))
    on_spades = state._replace(columns=((6,), (19, 31), (), (), (), (), ()))
    for twins in (True, False):
        policy = policy_for(game.rules, twins=twins)
        keys = {packed(game.rules, s, policy, apart=False).key for s in (state, on_clubs, on_spades)}
        assert len(keys) == (2 if twins else 3)


@every_engine
def test_the_key_is_the_same_in_both_forms(engine: Engine) -> None:
    for variant in VARIANTS:
        for rules, state in starts(variant, 4):
            policy = policy_for(rules, twins=True)
            key = pack(engine, rules, state, policy, apart=False).key
            assert key == packed(rules, state, policy, apart=False).key
