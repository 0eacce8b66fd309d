"""The client's modules as one script, and its style sheets as one.

Each module becomes a block, in the order in which a browser would run the modules: a block keeps names to
itself as a module does. What it exports is handed on in an object, which is the same as long as nothing that
is exported is given another value later and no module needs one that needs it. So the client's own style is
understood and all else refused: named imports by a relative path, `export` before a function, a class or a
const, no circle. An import or export that escaped the notice of this would be a syntax error in its block.
"""

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from agnes.web.light import lightened

_IMPORT: Final = re.compile(r'import \{([\w$ ,]+)\} from "(\.\.?/[\w./-]+)";')
_WRAPPED_IMPORT: Final = re.compile(r"^(\s*import \{)([^{}]*\n[^{}]*)\}", re.MULTILINE)
_EXPORT: Final = re.compile(r"export ((?:async )?function\*?|class|const) ([\w$]+)\b")
_REFUSED: Final = (
    (re.compile(r"import\b(?!\s*[(.])"), 'import only as in: import { a, b as c } from "./file.js";'),
    (re.compile(r"export\b"), "export only before a function, a class or a const, where it is made"),
    (re.compile(r"var\b"), "use const or let: var is not kept within its file"),
    (re.compile(r".*\bimport\s*[(.]"), "neither import() nor import.meta is known here"),
    (re.compile(r".*\bmodule\d"), "names like module1 are taken by the bundle"),
    (
        re.compile(r"[^`]*(`[^`]*`[^`]*)*`[^`]*$"),
        "a text may not go over the end of a line",
    ),
)
_REFUSED_STYLE: Final = (
    (re.compile(r".*@(import|charset|namespace)\b"), "this works in a sheet of its own only"),
    (
        re.compile(r".*\burl\((?![\"']?(data:|/|#))"),
        "an address must begin with /: the sheet is sent elsewhere",
    ),
)
_BASE64: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


# The text of a file of the client by its name, `views/play.js`; FileNotFoundError where there is none.
Read = Callable[[str], str]


class BundleError(ValueError):
    """What is not understood, as `FILE:LINE: what to write instead`."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The script, and the source map that leads from its lines back to the files."""

    text: str
    source_map: str


@dataclass(frozen=True, slots=True)
class _Module:
    number: int
    source: str
    exports: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]  # the number of a line of the source, from 0, and what became of it


def bundle(read: Read, entry: str, map_name: str) -> Bundle:
    """`entry` and all that it imports; `map_name` is the map's address, seen from the script's.

    BundleError for what is not understood.
    """
    modules: dict[str, _Module] = {}
    _add(read, entry, modules, ())
    text, origins = list[str](), list[tuple[int, int, int] | None]()
    for source, (name, module) in enumerate(modules.items()):
        text.append(f"let module{module.number}; {{ // {name}")
        text += [line for _, line in module.lines]
        text.append(f"module{module.number} = {{ {', '.join(module.exports)} }}; }}")
        original = module.source.split("\n")
        starts = [(source, n, len(original[n]) - len(original[n].lstrip())) for n, _ in module.lines]
        origins += [None, *starts, None]
    text.append(f"//# sourceMappingURL={map_name}\n")
    source_map = {
        "version": 3,
        "sources": [f"../{name}" for name in modules],
        "sourcesContent": [module.source for module in modules.values()],
        "mappings": mappings(origins),
    }
    return Bundle("\n".join(text), json.dumps(source_map, ensure_ascii=False))


def one_sheet(read: Read, names: list[str]) -> str:
    """These style sheets, one after the other; BundleError for what would mean something else there."""
    lines = list[str]()
    for name in names:
        for n, line in enumerate(lightened(read(name)).split("\n")):
            _refuse(name, n, line, _REFUSED_STYLE)
            lines += [line] if line else []
    return "\n".join(lines) + "\n"


def mappings(origins: list[tuple[int, int, int] | None]) -> str:
    """The `mappings` of a source map (ECMA-426): where each line comes from, as (source, line, column)."""
    groups, before = list[str](), (0, 0, 0)
    for origin in origins:
        group = ""
        if origin is not None:
            group = "A" + "".join(_vlq(now - then) for now, then in zip(origin, before, strict=True))
            before = origin
        groups.append(group)
    return ";".join(groups)


def _vlq(value: int) -> str:
    rest, digits = abs(value) << 1 | (value < 0), ""
    while True:
        rest, low = rest >> 5, rest & 31
        digits += _BASE64[low | 32 if rest else low]
        if not rest:
            return digits


def _add(read: Read, name: str, modules: dict[str, _Module], way: tuple[str, ...]) -> None:
    """Add the module and, before it, all it imports; `way` leads to it from the entry."""
    source = read(name)
    exports, lines = list[str](), list[tuple[int, str]]()
    for n, line in enumerate(_WRAPPED_IMPORT.sub(_on_its_last_line, lightened(source)).split("\n")):
        if imported := _IMPORT.fullmatch(line):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported[2]))
            lines.append((n, _imported(read, other, imported[1], modules, (*way, name), f"{name}:{n + 1}")))
            continue
        if exported := _EXPORT.match(line):
            exports.append(exported[2])
            line = line.removeprefix("export ")
        _refuse(name, n, line, _REFUSED)
        if line:
            lines.append((n, line))
    modules[name] = _Module(len(modules) + 1, source, tuple(exports), tuple(lines))


def _imported(
    read: Read, other: str, names: str, modules: dict[str, _Module], way: tuple[str, ...], where: str
) -> str:
    """What takes the place of an import: the same names, out of the other module's object."""
    if other in way:
        raise BundleError(f"{where}: imports in a circle: {' > '.join((*way[way.index(other) :], other))}")
    if other not in modules:
        try:
            _add(read, other, modules, way)
        except FileNotFoundError:
            raise BundleError(f"{where}: there is no file {other}") from None
    pairs = [name.strip().split(" as ") for name in names.split(",") if name.strip()]
    if missing := [pair[0] for pair in pairs if pair[0] not in modules[other].exports]:
        raise BundleError(f"{where}: {other} does not export {', '.join(missing)}")
    return f"const {{ {', '.join(': '.join(pair) for pair in pairs)} }} = module{modules[other].number};"


def _on_its_last_line(found: re.Match[str]) -> str:
    """An import wrapped over several lines, on one; as many lines as before."""
    return "\n" * found[2].count("\n") + f"{found[1].strip()} {' '.join(found[2].split())} }}"


def _refuse(name: str, n: int, line: str, refused: tuple[tuple[re.Pattern[str], str], ...]) -> None:
    for pattern, instead in refused:
        if pattern.match(line):
            raise BundleError(f"{name}:{n + 1}: {instead}")
