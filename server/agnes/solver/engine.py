"""Which form of the kernel is used: the compiled one if it is of these very sources, else the interpreted."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

from agnes.solver.kernel import line, moves, position, search, seen

PARTS: Final = ("position", "reach", "moves", "seen", "search", "line")
KERNEL: Final = Path(__file__).parent / "kernel"


class Engine(NamedTuple):
    """The classes of the kernel in one of its two forms; they do the same, node by node."""

    compiled: bool
    why: str
    """a clause that says why this form is used"""
    slice: int
    """positions between two looks at whether to go on: a few milliseconds"""
    Position: type[position.Position]
    Seen: type[seen.Seen]
    Search: type[search.Search]
    Line: type[line.Line]
    Moves: type[moves.Moves]


def fingerprint() -> str:
    """What the sources of the kernel are, in a word."""
    files = [*(f"{part}.py" for part in PARTS), "native.pxd"]
    return hashlib.sha256(b"".join((KERNEL / name).read_bytes() for name in files)).hexdigest()[:16]


INTERPRETED: Final = Engine(
    False,
    "nothing is compiled",
    100,
    position.Position,
    seen.Seen,
    search.Search,
    line.Line,
    moves.Moves,
)


def best() -> Engine:
    """The engine to use; `why` tells a person how to get the fast one."""
    advice = "`python -m agnes.solver.build` compiles it"
    try:
        from agnes.solver import native
    except ImportError as error:
        why = (
            "nothing is compiled"
            if "native" in str(error)
            else f"the compiled kernel does not load ({error})"
        )
        return INTERPRETED._replace(why=f"{why}; {advice}")
    if getattr(native, "SOURCE", "") != fingerprint():
        return INTERPRETED._replace(why=f"the compiled kernel is of other sources; {advice} anew")
    return Engine(
        True,
        "it is compiled",
        4000,
        native.Position,
        native.Seen,
        native.Search,
        native.Line,
        native.Moves,
    )


ENGINE: Final = best()
