"""The set of visited keys is a set, grows in slices, and knows when it is full."""

from __future__ import annotations

import random

from tests.solver.engines import every_engine

from agnes.solver.engine import Engine
from agnes.solver.kernel.seen import Seen


@every_engine
def test_it_is_a_set(engine: Engine) -> None:
    seen, model = engine.Seen(4, 20), set[int]()
    chance = random.Random(1)
    for _ in range(4000):
        while seen.is_full():
            grow(seen)
        # Few different keys, many of one slot; 0 and 1 mean something else inside.
        key = chance.choice((chance.randrange(4), chance.randrange(1000) << 32, chance.randrange(2**64)))
        if key in (1, 2):  # 0 to 2 are one key, which is as unlikely to matter as any two keys
            key = 0
        if key in model and chance.random() < 0.5:
            seen.forget(key)
            model.remove(key)
        else:
            assert seen.add(key) == (key not in model)
            model.add(key)
    assert all(not seen.add(key) for key in model)


@every_engine
def test_it_says_when_it_may_not_grow(engine: Engine) -> None:
    seen = engine.Seen(4, 6)
    for key in range(10, 22):
        assert not seen.is_full()
        seen.add(key)
    assert seen.is_full()
    grow(seen)
    assert not seen.is_full()
    for key in range(22, 58):
        seen.add(key)
    assert seen.is_full()
    assert not seen.grow()


def grow(seen: Seen) -> None:
    assert seen.grow()
    while seen.is_growing():
        seen.refill(5)
