"""What is built from the tree holds all of it: the program, its scripts for the database and the client."""

import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

import agnes
from agnes.web.client_files import client_dir

ROOT = Path(__file__).parents[1]
FIND = "from agnes.web.client_files import client_dir; print(client_dir())"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tree since the build leaves files beside its sources."""
    tree = tmp_path_factory.mktemp("tree")
    for folder in ("server", "client"):
        copytree(ROOT / folder, tree / folder, ignore=ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        copy(ROOT / file, tree)
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, "dist"], cwd=tree, check=True, capture_output=True)
    (built,) = (tree / "dist").iterdir()
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what an installation would."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_holds_the_whole_program(unpacked: Path) -> None:
    sources = ROOT / "server" / "agnes"
    wanted = {
        path.relative_to(sources)
        for path in sources.rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".so"}
    }
    packed = {path.relative_to(unpacked / "agnes") for path in (unpacked / "agnes").rglob("*")}
    assert wanted - packed == set()


def test_the_wheel_holds_the_client_without_its_tests(unpacked: Path) -> None:
    wanted = {
        path.relative_to(ROOT / "client").as_posix()
        for path in (ROOT / "client").rglob("*")
        if path.is_file() and path.relative_to(ROOT / "client").parts[0] not in {"tests", "tsconfig.json"}
    }
    inside = unpacked / "agnes" / "client"
    assert {path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file()} == wanted


def test_a_checkout_serves_its_working_tree() -> None:
    assert client_dir() == ROOT / "client"


def test_an_installation_serves_the_client_of_its_wheel(unpacked: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-c", FIND],
        env={"PYTHONPATH": str(unpacked)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(run.stdout.strip()) == unpacked / "agnes" / "client"


def test_the_wheel_has_the_version_of_the_code(wheel: Path) -> None:
    assert wheel.name == f"agnes-{agnes.__version__}-py3-none-any.whl"
