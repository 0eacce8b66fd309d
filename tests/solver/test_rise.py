"""Whether the score can still rise, against plain exhaustive search in `agnes.game`.

`python -m tests.solver.test_rise 2000` looks at so many positions of each variant and kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from tests.solver.engines import every_engine, often
from tests.solver.small import VARIANTS, late_positions, name_of, positions

from agnes.game import Game, Options, Rules, State, rules_for
from agnes.game.moves import legal_moves, play
from agnes.game.notation import read_move
from agnes.game.selfplay import play_out
from agnes.solver.engine import ENGINE, Engine
from agnes.solver.rise import all_is_open, can_rise, may_rise, rises_at_once

Position = tuple[Rules, State]


def truth(position: Position, limit: int) -> str | None:
    """By looking at every position that can be reached; `None` if they are more than `limit`."""
    rules, state = position
    seen, todo = {state}, [state]
    while todo:
        here = todo.pop()
        for text in legal_moves(rules, here):
            if text.endswith("F"):
                return "yes"
            after, _ = play(rules, here, read_move(text))
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > limit:
            return None
    return "no"


def open_ones(drawn: Iterable[Position]) -> Iterator[Position]:
    """Those on which all lies open and nothing goes up at once."""
    return (
        each for each in drawn if all_is_open(*each) and not rises_at_once(each[1]) and each[1].score < 52
    )


def stuck(variant: tuple[str, Options], first: int) -> Iterator[Position]:
    """Endless positions from the last part of games played by chance, where little goes up."""
    rules = rules_for(*variant, undo="none")
    number = first
    while True:
        game = Game.deal(rules, number)
        for move in play_out(rules, number, limit=120).moves:
            game, _ = game.play(move)
            yield rules, game.state
        number += 1


def agree(drawn: Iterable[Position], limit: int, engine: Engine) -> Counter[str]:
    found: Counter[str] = Counter()
    for position in drawn:
        wanted = truth(position, limit)
        found[wanted or "too large"] += 1
        if wanted is None:
            continue
        encoded = position[1].encode()
        verdict = can_rise(*position, budget=20 * limit, engine=engine)
        if verdict == "unknown":  # what is found early in one order may be found late in another
            found["unknown"] += 1
            assert wanted == "yes", encoded
        else:
            assert verdict == wanted, encoded
        if not may_rise(*position):
            found["by relaxation"] += 1
            assert wanted == "no", encoded
    return found


OPEN = [variant for variant in VARIANTS if not variant[1].face_down]


@every_engine
@pytest.mark.parametrize("variant", OPEN, ids=name_of)
def test_it_agrees_on_small_positions(variant: tuple[str, Options], engine: Engine) -> None:
    drawn = islice(open_ones(positions(variant, 3)), often(engine, 250, 40))
    found = agree(drawn, 400, engine)
    assert found["no"] > 0 < found["yes"], found
    assert found["unknown"] <= found["yes"] // 10, found


@every_engine
@pytest.mark.parametrize("variant", OPEN, ids=name_of)
def test_it_agrees_where_games_got_stuck(variant: tuple[str, Options], engine: Engine) -> None:
    found = agree(islice(open_ones(stuck(variant, 1)), often(engine, 250, 40)), 400, engine)
    assert found["no"] > 0 < found["yes"], found


def test_not_all_is_proved_by_relaxation() -> None:
    """Some positions are proved by looking at all that can be reached."""
    found = agree(islice(open_ones(positions(("sorel", Options()), 3)), 250), 400, ENGINE)
    assert found["no"] > found["by relaxation"]


def test_face_down_it_is_asked_only_when_all_are_turned_up() -> None:
    rules = rules_for("bernauer", Options(face_down=True))
    drawn = list(islice((state for _, state in late_positions(("bernauer", rules.options), 1)), 40))
    assert not any(all_is_open(rules, state) for state in drawn if state.hidden)
    closed = next(state for state in drawn if state.hidden)
    with pytest.raises(ValueError, match="open"):
        can_rise(rules, closed, budget=1)


def test_where_a_redeal_is_to_come_nothing_is_said() -> None:
    rules = rules_for("bernauer", Options(redeal=True))
    game = Game.replay(rules, 1, ["D", "D", "D"])
    assert not all_is_open(rules, game.state)
    again = Game.replay(rules, 1, ["D", "D", "D", "X"])
    assert not all_is_open(rules, again.state)
    last = Game.replay(rules, 1, ["D", "D", "D", "X", "D", "D", "D", "D"])
    assert all_is_open(rules, last.state) == (not last.state.stock)


def test_it_gives_up_at_its_budget_or_when_told_to() -> None:
    hard = next(
        position
        for position in open_ones(stuck(OPEN[-2], 1))
        if may_rise(*position) and truth(position, 400) is None
    )
    assert can_rise(*hard, budget=20) == "unknown"
    assert can_rise(*hard, budget=10**9, cancelled=lambda: True) == "unknown"


if __name__ == "__main__":
    for each in OPEN:
        for kind in (positions, late_positions, stuck):
            result = agree(islice(open_ones(kind(each, 5)), int(sys.argv[1])), 5000, ENGINE)
            print(f"{name_of(each):26} {kind.__name__:15}", dict(result), flush=True)
