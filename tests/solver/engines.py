"""The forms of the kernel that tests run: the interpreted one, and the compiled one where there is one."""

from __future__ import annotations

import pytest

from agnes.solver import ENGINE
from agnes.solver.engine import INTERPRETED, Engine

ENGINES: list[Engine] = [INTERPRETED, *([ENGINE] if ENGINE.compiled else [])]

every_engine = pytest.mark.parametrize(
    "engine", ENGINES, ids=lambda engine: "compiled" if engine.compiled else "interpreted"
)


def often(engine: Engine, compiled: int, interpreted: int) -> int:
    """How much of a test to run: the interpreted form is some hundred times slower."""
    return compiled if engine.compiled else interpreted
