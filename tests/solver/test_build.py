"""Compiling: what is made is used, what is of other sources is not, and what is missing is said."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import agnes.solver
from agnes.solver.build import TARGET, CannotBuildError, amalgam, build
from agnes.solver.engine import PARTS, best, fingerprint

SERVER = str(Path(agnes.__file__).parents[1])


def run(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": SERVER}
    if path is not None:
        environment["PATH"] = path
    command = [sys.executable, "-P", "-m", "agnes.solver.build", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_it_compiles_or_says_what_is_missing(tmp_path: Path) -> None:
    target = tmp_path / TARGET.name
    if importlib.util.find_spec("Cython") is None:
        with pytest.raises(CannotBuildError, match="Cython is not installed"):
            build(target)
        assert not target.exists()
    else:
        build(target, optimise="-O0")
        spec = importlib.util.spec_from_file_location("agnes.solver.native", target)
        assert spec is not None
        assert spec.loader is not None
        spec.loader.exec_module(native := importlib.util.module_from_spec(spec))
        assert fingerprint() == native.SOURCE


def test_where_everything_is_tested_the_compiled_form_is() -> None:
    assert best().compiled or "CI" not in os.environ, best().why


def test_without_a_compiler_it_says_so(tmp_path: Path) -> None:
    done = run("--force", path=str(tmp_path))
    assert done.returncode == 1
    assert "runs interpreted" in done.stdout
    assert "compiler" in done.stdout or "Cython" in done.stdout
    assert not done.stderr


def test_it_tells_which_form_is_in_use() -> None:
    done = run("--check")
    assert (done.returncode == 0) is best().compiled
    assert done.stdout.startswith(
        "The solver is compiled" if best().compiled else "The solver runs interpreted"
    )


def test_a_module_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agnes.solver, "native", SimpleNamespace(SOURCE="others"), raising=False)
    engine = best()
    assert not engine.compiled
    assert "of other sources" in engine.why


def test_every_part_is_in_what_is_compiled() -> None:
    text = amalgam()
    assert "agnes.solver.kernel" not in "".join(line for line in text.splitlines() if line.startswith("from"))
    for part in PARTS:
        assert f"class {part.capitalize()}:" in text
    assert "with cython.nogil:" in text
