"""`agnes bench solver`: it prints what it was asked for, and hands our deals to the other program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agnes import bench_solver
from agnes.cli import main
from agnes.game import Game, rules_for
from agnes.game.cards import RANKS
from agnes.solver import ENGINE

# Two of a colour are both even or both odd.
SUIT_NAMES = {0: "C", 2: "S", 1: "H", 3: "D"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_solver, "DEALS", {"sorel": range(1, 4), "bernauer": range(1, 4)})
    monkeypatch.setattr(bench_solver, "INTERPRETED_DEALS", range(2, 4))
    monkeypatch.setattr(bench_solver, "INTERPRETED_BUDGET", 200)
    monkeypatch.setattr(bench_solver, "DECIDED", range(1, 4))


def python(folder: Path, script: str) -> str:
    """A command that stands in for the other interpreter, which is no part of this project."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.usefixtures("few")
def test_it_prints_what_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = python(tmp_path, f"cat > {tmp_path}/decks; echo 2.5")
    assert main(["bench", "solver", "--quagnes", other, "--decide", "300", "--decide", "500"]) == 0
    said = capsys.readouterr().out
    starts = ["interpreted  sorel", "interpreted  bernauer"]
    if ENGINE.compiled:
        starts += ["compiled     sorel", "compiled     bernauer", "quagnes==1.1.0: Sorel deals 1 to 8 in "]
    starts += [f"{game} deals 1 to 3 within {most} " for game in ("bernauer", "sorel") for most in (300, 500)]
    lines = said.splitlines()
    assert {start: sum(line.startswith(start) for line in lines) for start in starts} == dict.fromkeys(
        starts, 1
    )
    if ENGINE.compiled:
        assert json.loads((tmp_path / "decks").read_text()) == [
            [list(card) for card in bench_solver.deck(number)] for number in range(1, 9)
        ]


def test_a_deck_is_our_deal_in_order() -> None:
    state = Game.deal(rules_for("sorel"), 5).state
    deck = [f"{RANKS[rank]}{SUIT_NAMES[suit]}" for rank, suit in bench_solver.deck(5)]
    layout = state.view()
    assert deck[0] == layout.base_card
    assert deck[1:8] == [column[0] for column in layout.tableau]
    assert deck[8:14] == [column[1] for column in layout.tableau[1:]]
    assert deck[28] == layout.tableau[6][6]
    assert len(set(deck)) == 52


@pytest.mark.parametrize(
    ("script", "said"),
    [("echo 'No module named quagnes' >&2; exit 1", "No module named quagnes"), ("exit 3", "status 3")],
)
def test_what_fails_there_is_told(tmp_path: Path, script: str, said: str) -> None:
    with pytest.raises(bench_solver.NoPeerError, match=f"does not run quagnes==1.1.0: {said}"):
        bench_solver.peer_seconds(python(tmp_path, script))


def test_a_python_that_there_is_not_is_told() -> None:
    with pytest.raises(bench_solver.NoPeerError, match="No such file"):
        bench_solver.peer_seconds("/nowhere/python")
