"""The lists of packages: what pyproject.toml asks for, exactly, with hashes and without addresses."""

import json
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LISTS = ("run", "test", "check")


def locked(name: str) -> dict[str, str]:
    """Package to version, of one list; each line must have a hash."""
    versions = {}
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        found = re.fullmatch(
            r"([a-z0-9-]+)==(\S+)( ; [^#]*?)?(\s+--hash=sha256:[0-9a-f]{64})+", line.rstrip()
        )
        assert found, f"not a locked package: {line[:60]}"
        versions[found[1]] = found[2]
    return versions


def asked(name: str) -> list[str]:
    """The requirements that pyproject.toml has for one list."""
    entries: list[Any] = [*PROJECT["project"]["dependencies"]]
    groups = ["build"] if name == "run" else ["build", name]
    for group in groups:
        for entry in PROJECT["dependency-groups"][group]:
            if isinstance(entry, str):
                entries.append(entry)
            else:
                groups.append(entry["include-group"])
    return entries


@pytest.mark.parametrize("name", LISTS)
def test_a_list_fits_what_is_asked_for(name: str) -> None:
    versions = locked(name)
    for requirement in map(Requirement, asked(name)):
        version = versions.get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name} is not locked: ./run lock"
        assert requirement.specifier.contains(version), f"{requirement} but {version} is locked: ./run lock"


@pytest.mark.parametrize(("shorter", "longer"), [("run", "test"), ("test", "check")])
def test_a_longer_list_holds_the_shorter(shorter: str, longer: str) -> None:
    assert locked(shorter).items() <= locked(longer).items()


def test_the_types_checker_is_locked_without_addresses() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert lock.pop("")["devDependencies"] == package["devDependencies"]
    assert [name for name, entry in lock.items() if "resolved" in entry or "integrity" not in entry] == []


def test_every_package_that_is_installed_for_running_is_used() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py"))
    modules: dict[str, set[str]] = {}
    for module, packages in packages_distributions().items():
        for package in packages:
            modules.setdefault(canonicalize_name(package), set()).add(module)
    unused = {
        name
        for name in (canonicalize_name(Requirement(line).name) for line in asked("run"))
        if not re.search(rf"(?:import |from |\(\")(?:{'|'.join(modules[name])})\b", code)
    }
    # uvicorn takes these when they are there: the fast loop and parser.
    assert unused == {"uvloop", "httptools"}
