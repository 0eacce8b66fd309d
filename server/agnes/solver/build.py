"""Compiles the kernel beside its sources: `python -m agnes.solver.build`.

Needs a C compiler, the headers of this Python and Cython; where one of them is missing it says which, and the
solver goes on interpreted. With `--check` it only tells which form is in use. Exit status: 0 if the compiled
form is in use (or needs nothing), 1 if it is not.

The parts of the kernel are put together to one module, so that the C compiler sees them whole; the types come
from `kernel/native.pxd`. All functions that run in a search are `nogil` there, so a line of theirs that would
fall back on Python objects does not compile.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

from agnes.solver.engine import KERNEL, PARTS, best, fingerprint

TARGET = Path(__file__).parent / f"native{sysconfig.get_config_var('EXT_SUFFIX') or '.so'}"
DIRECTIVES = {
    "annotation_typing": False,  # in the sources `int` means any whole number
    "boundscheck": False,
    "cdivision": True,
    "infer_types": True,
    "initializedcheck": False,
    "wraparound": False,
}


class CannotBuildError(Exception):
    """Something that compiling needs is missing or fails; says what."""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m agnes.solver.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say which form is in use")
    parser.add_argument("--force", action="store_true", help="compile even if that was done already")
    given = parser.parse_args(argv)
    engine = best()
    if engine.compiled and not given.force:
        print("The solver is compiled.")
        return 0
    if given.check:
        print(f"The solver runs interpreted: {engine.why}.")
        return 1
    try:
        build()
    except CannotBuildError as error:
        print(f"The solver was not compiled and runs interpreted, about a hundred times slower: {error}")
        return 1
    print(f"The solver is compiled: {TARGET.name}")
    return 0


def build(target: Path = TARGET, optimise: str = "-O2") -> None:
    """Compiles the kernel to `target`, put there in one step. `CannotBuildError` says why it could not."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "agnes", "solver")
        work.mkdir(parents=True)
        for package in (work, work.parent):
            (package / "__init__.py").touch()
        (work / "native.py").write_text(amalgam(), "utf-8")
        shutil.copy(KERNEL / "native.pxd", work)
        options = [f"-X{name}={value}" for name, value in DIRECTIVES.items()]
        _run([sys.executable, "-m", "cython", "-3", *options, "native.py"], work, "Cython")
        _run([*_compiler(), optimise, "native.c", "-o", "native.so"], work, "the C compiler")
        beside = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            shutil.copy(work / "native.so", beside)
            beside.replace(target)
        except OSError as error:
            raise CannotBuildError(f"{target.parent} cannot be written ({error.strerror})") from None


def amalgam() -> str:
    """The parts of the kernel as one module, as Cython is to read it."""
    lines = ["import cython", f'SOURCE = "{fingerprint()}"']
    for part in PARTS:
        lines += [
            line.replace("with unlocked:", "with cython.nogil:")
            for line in (KERNEL / f"{part}.py").read_text("utf-8").splitlines()
            if not re.match(r"from (agnes\.solver\.kernel\.|__future__ )", line)
        ]
    return "\n".join(lines) + "\n"


def _compiler() -> list[str]:
    link = shlex.split(sysconfig.get_config_var("LDSHARED") or "")
    headers = sysconfig.get_path("include")
    if not link or not shutil.which(link[0]):
        link = ["cc", "-shared"]
    # On a Mac without a compiler `cc` is there all the same, and opens a window that offers one.
    if not shutil.which(link[0]) or (sys.platform == "darwin" and _fails("xcode-select", "--print-path")):
        raise CannotBuildError("there is no C compiler")
    if not Path(headers, "Python.h").exists():
        raise CannotBuildError(f"Python's headers are not installed (no Python.h in {headers})")
    return [*link, "-fPIC", "-fno-strict-aliasing", "-DNDEBUG", "-w", "-I", headers]


def _fails(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode != 0


def _run(command: list[str], folder: Path, what: str) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CannotBuildError(f"{what} does not start ({error.strerror})") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        if "No module named" in said:
            raise CannotBuildError(f"{what} is not installed")
        raise CannotBuildError(f"{what} fails:\n{said}")


if __name__ == "__main__":
    sys.exit(main())
