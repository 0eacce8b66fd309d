"""Names that look alike: `Anna` in Latin and in Cyrillic letters, `Bill` and `BiIl`, `rnia` and `mia`.

After Unicode's confusables (UTS #39), read from the table in `confusable_homoglyphs`, with Latin capitals and
small letters taken as one. Meant for telling two players apart, not for refusing names: one hint too many
does no harm.
"""

import json
import string
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

_MARK_OF_DIRECTION: Final = "\u200e"  # stands around right-to-left letters in the table


def skeleton(name: str) -> str:
    """The same text for all names that look alike. Good for comparing, never for showing or keeping."""
    return _alike(_alike(unicodedata.normalize("NFKC", name)).casefold())


def _alike(text: str) -> str:
    table = _table()
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(table))


@cache
def _table() -> dict[int, str]:
    """From a character to what stands for all that look like it; made at first use, in some 30 ms."""
    raw = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    pairs = [
        (char.replace(_MARK_OF_DIRECTION, ""), other["c"].replace(_MARK_OF_DIRECTION, ""))
        for char, others in raw.items()
        for other in others
    ]
    groups = _Groups()
    for char, other in [*pairs, *zip(string.ascii_uppercase, string.ascii_lowercase, strict=True)]:
        if len(char) == len(other) == 1:
            groups.join(char, other)
    table = groups.stand_ins()
    # What looks like several characters becomes those: `m` the letters `rn`. The table has it both ways.
    several = {char: other for char, other in pairs if len(char) == 1 < len(other)}
    spread = {char: "".join(table.get(part, part) for part in other) for char, other in several.items()}
    return {ord(char): other for char, other in {**table, **spread}.items()}


class _Groups:
    """Sets of characters that grow together, each under one of its members (union-find)."""

    def __init__(self) -> None:
        self._over: dict[str, str] = {}

    def join(self, a: str, b: str) -> None:
        self._over[self._top(a)] = self._top(b)

    def stand_ins(self) -> dict[str, str]:
        """Each member's stand-in: the small ASCII letter of its group, or the first by code."""
        best: dict[str, str] = {}
        for char in sorted(self._over, key=lambda char: (char not in string.ascii_lowercase, char)):
            best.setdefault(self._top(char), char)
        return {char: best[self._top(char)] for char in self._over}

    def _top(self, char: str) -> str:
        while (over := self._over.setdefault(char, char)) != char:
            char = over
        return char
