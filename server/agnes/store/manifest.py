"""The manifest of the append-only file: which files it is made of, in the order in which they are read."""

import re
from dataclasses import dataclass
from pathlib import Path

NAME = "appendonly.aof.manifest"

_LINE = re.compile(r"file (appendonly\.aof\.\d+\.(?:base|incr)\.(?:rdb|aof)) seq (\d+) type ([bih])")
_FILE = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")


@dataclass(frozen=True)
class Part:
    name: str
    number: int
    kind: str  # b: base, what all was when it was written; i: increment, what changed since; h: obsolete


def read_manifest(folder: Path) -> list[Part] | None:
    """The parts, obsolete ones left out; None if there is no manifest or it makes no sense."""
    try:
        lines = (folder / NAME).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    found = [_LINE.fullmatch(line) for line in lines]
    if not lines or None in found:
        return None
    parts = [Part(line[1], int(line[2]), line[3]) for line in found if line]
    return [part for part in parts if part.kind != "h"]


def guess_manifest(folder: Path) -> list[Part]:
    """The parts by the names of the files: the newest base, and the increments in order."""
    bases: list[Part] = []
    increments: list[Part] = []
    for path in folder.iterdir():
        found = _FILE.fullmatch(path.name)
        if found and found[2] == "base":
            bases.append(Part(path.name, int(found[1]), "b"))
        elif found:
            increments.append(Part(path.name, int(found[1]), "i"))
    return sorted(bases, key=lambda part: part.number)[-1:] + sorted(increments, key=lambda part: part.number)


def write_manifest(folder: Path, parts: list[Part]) -> None:
    lines = [f"file {part.name} seq {part.number} type {part.kind}\n" for part in parts]
    fresh = folder / f"{NAME}.new"
    fresh.write_text("".join(lines), encoding="utf-8")
    fresh.replace(folder / NAME)
