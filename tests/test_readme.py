"""README is true: its commands run as they stand, its table is that of the settings, its links lead on.

A block of commands says in the line above what becomes of it: `<!-- test: ends -->`, `starts` (a server,
until Ctrl-C) or `not here`; those of the last kind stand in NOT_HERE with the reason, so that none is lost.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from agnes.settings import describe_settings
from agnes.store.folder import Folder

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"(?:<!-- test: ([a-z ]+) -->\n)?```sh\n(.*?)```", README, re.S)

NOT_HERE = {
    "export AGNES_SECRET_KEY=$(openssl rand -hex 16)\ndocker compose up --build --detach\n": (
        "needs Docker; tests/test_container.py compares the files with the server"
    ),
    "./run check\n": "installs the checkers; CI runs it before the tests",
}
COPIED = ("run", "pyproject.toml", "requirements", "server", "client", "tests/test_layers.py")
LISTENING = re.compile(r"listening on (http://127\.0\.0\.1:[0-9]+)\n")


def blocks(kind: str) -> list[str]:
    return [commands for mark, commands in BLOCKS if mark == kind]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this tree in which `run` finds the packages of the Python that runs the tests installed."""
    tree = tmp_path / "a clone"
    (tree / "tests").mkdir(parents=True)
    for name in COPIED:
        copy: Callable[[Path, Path], object] = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    venv = tree / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (venv / "bin" / "python").chmod(0o755)
    shutil.copytree(ROOT / "requirements", venv / "installed")
    (venv / "installed" / "python").write_text(f"{sys.version}\n")
    return tree


def environment() -> dict[str, str]:
    """That of a person: nothing of ours set but a free port, since the usual one may be taken."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("AGNES_")}
    return inherited | {"AGNES_PORT": "0"}


def test_every_block_says_what_becomes_of_it() -> None:
    assert {mark for mark, _ in BLOCKS} == {"starts", "ends", "not here"}
    assert set(blocks("not here")) == set(NOT_HERE)


@pytest.mark.parametrize("commands", blocks("ends"))
def test_commands_end_well(tree: Path, commands: str) -> None:
    done = subprocess.run(
        ["sh", "-euc", commands], cwd=tree, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^=+ [0-9]+ passed in ", done.stdout, re.M), done.stdout


@pytest.mark.parametrize("commands", blocks("starts"))
def test_a_server_starts_and_ctrl_c_ends_all_of_it(tree: Path, commands: str) -> None:
    with subprocess.Popen(
        ["sh", "-euc", commands],
        cwd=tree,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        said = ""
        try:
            while not (found := LISTENING.search(said)):
                line = process.stdout.readline()
                assert line, f"it ended:\n{said}"
                said += line
            for path in ("/healthz", "/readyz", "/metrics", "/"):
                with urlopen(found[1] + path) as answer:
                    assert answer.status == 200
        finally:
            # As a terminal does it, to the whole group; the database has a session of its own.
            os.killpg(process.pid, signal.SIGINT)
        said += process.stdout.read()
    assert "Traceback" not in said
    folder = Folder.claim(tree / "var")
    assert not folder.server_alive()
    folder.release()


def test_the_table_shows_every_setting() -> None:
    rows = [f"| `{name}` | {default} | {meaning} |" for name, default, meaning in describe_settings()]
    table = "\n".join(["| setting | default | meaning |", "| --- | --- | --- |", *rows])
    assert README.split("<!-- settings -->\n")[1].split("\n<!-- /settings -->")[0] == table


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https://)([^)#]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("path", re.findall(r"^\| `((?:client|server)/[^`]*)`", README, re.M))
def test_places_exist(path: str) -> None:
    assert (ROOT / path).is_dir() or (ROOT / path).is_file()
