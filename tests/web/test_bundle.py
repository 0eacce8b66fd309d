"""The client in one script is the same program as its modules."""

import json
import re

import pytest

from agnes.web.bundle import BundleError, bundle, mappings, one_sheet
from agnes.web.client_files import client_dir

CAST = re.compile(r"/\*\* @(type|param) [^*]*\*/ ?")
IMPORT = re.compile(r"import (\{.*\}) from .*;")
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def whole(files: dict[str, str], entry: str = "main.js") -> str:
    def read(name: str) -> str:
        if name not in files:
            raise FileNotFoundError
        return files[name]

    return bundle(read, entry, "map").text


def the_client() -> tuple[list[str], dict[str, str], str]:
    """Its script's lines, its files by their place in the map, the mappings."""
    made = bundle(lambda name: (client_dir() / name).read_text("utf-8"), "main.js", "map")
    known = json.loads(made.source_map)
    files = dict(zip(known["sources"], known["sourcesContent"], strict=True))
    return made.text.split("\n"), files, known["mappings"]


def decoded(text: str) -> list[tuple[int, int, int] | None]:
    """Where each line comes from, read by the book: the reverse of what is tested."""
    origins, at = list[tuple[int, int, int] | None](), (0, 0, 0)
    for group in text.split(";"):
        numbers, value, shift = list[int](), 0, 0
        for digit in map(BASE64.index, group):
            value |= (digit & 31) << shift
            shift += 5
            if not digit & 32:
                numbers.append(-(value >> 1) if value & 1 else value >> 1)
                value = shift = 0
        if numbers:
            column, *moved = numbers
            assert column == 0
            at = (at[0] + moved[0], at[1] + moved[1], at[2] + moved[2])
        origins.append(at if numbers else None)
    return origins


def test_every_line_of_code_is_there_once_and_in_order() -> None:
    lines, files, map_text = the_client()
    names = list(files)
    sent: dict[str, dict[int, str]] = {name: {} for name in names}
    added = list[str]()
    for line, origin in zip(lines, decoded(map_text) + [None] * 2, strict=True):
        if origin is None:
            added.append(line)
            continue
        source, n, column = origin
        original = files[names[source]].split("\n")[n]
        assert len(original) - len(original.lstrip()) == column
        assert n > max(sent[names[source]], default=-1)
        sent[names[source]][n] = line
    other, left_out = list[tuple[str, str]](), list[str]()
    for name, text in files.items():
        for n, line in enumerate(text.split("\n")):
            plain = CAST.sub("", line).strip().removeprefix("export ")
            if n not in sent[name]:
                left_out += [plain] if plain else []
            elif imported := IMPORT.fullmatch(plain):
                wanted = f"const {imported[1].replace(' as ', ': ')} = "
                other += [] if sent[name][n].startswith(wanted) else [(plain, sent[name][n])]
            elif sent[name][n] != plain:
                other.append((plain, sent[name][n]))
    assert other == []
    assert [
        line for line in left_out if not line.startswith(("//", "/*", "*")) and not line.endswith("*/")
    ] == []
    assert [
        line
        for line in added
        if not re.fullmatch(r"let module\d+; \{ // .*|module\d+ = \{.*\}; \}|//#.*|", line)
    ] == []


def test_modules_come_in_the_order_in_which_a_browser_runs_them() -> None:
    files = {
        "main.js": 'import { b } from "./x/b.js";\nimport { a } from "./a.js";\nb(a);\n',
        "x/b.js": 'import { a as first } from "../a.js";\n\nexport class b {}\nfirst();\n',
        "a.js": "// nothing\nexport async function a() {}\nexport const c = 1;\n",
    }
    assert whole(files).split("\n") == [
        "let module1; { // a.js",
        "async function a() {}",
        "const c = 1;",
        "module1 = { a, c }; }",
        "let module2; { // x/b.js",
        "const { a: first } = module1;",
        "class b {}",
        "first();",
        "module2 = { b }; }",
        "let module3; { // main.js",
        "const { b } = module2;",
        "const { a } = module1;",
        "b(a);",
        "module3 = {  }; }",
        "//# sourceMappingURL=map",
        "",
    ]


def test_an_import_may_be_wrapped() -> None:
    files = {
        "main.js": 'import {\n  a,\n  b,\n} from "./a.js";\na(b);',
        "a.js": "export const a = 1;\nexport const b = 1;",
    }
    assert "const { a, b } = module1;\na(b);" in whole(files)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('import a from "./a.js";', "import only as in"),
        ('import * as a from "./a.js";', "import only as in"),
        ('import "./a.js";', "import only as in"),
        ('import { a } from "a";', "import only as in"),
        ('import { a } from "./b.js";', "there is no file b.js"),
        ('import { b } from "./a.js";', "a.js does not export b"),
        ('import { a } from "./main.js";', "in a circle: main.js > main.js"),
        ("export default 1;", "export only before"),
        ("export { a };", "export only before"),
        ('export * from "./a.js";', "export only before"),
        ("export let a;", "export only before"),
        ("export const { a } = b;", "export only before"),
        ("var a;", "use const or let"),
        ('const a = await import("./a.js");', "neither"),
        ("const a = import.meta.url;", "neither"),
        ("const module1 = 1;", "names like"),
        ("const a = `", "end of a line"),
    ],
)
def test_what_would_not_be_the_same_is_refused(line: str, what: str) -> None:
    with pytest.raises(BundleError, match=rf"^main\.js:3: .*{re.escape(what)}"):
        whole({"main.js": f"/* one\n two */\n{line}\n", "a.js": "export const a = 1;\n"})


def test_a_longer_circle_is_refused_too() -> None:
    files = {
        "main.js": 'import { a } from "./a.js";',
        "a.js": 'import { b } from "./b.js";\nexport const a = 1;',
    }
    with pytest.raises(BundleError, match=r"^b\.js:1: .*a\.js > b\.js > a\.js"):
        whole(files | {"b.js": 'import { a } from "./a.js";\nexport const b = 1;'})


@pytest.mark.parametrize("line", ['@import "b.css";', "a { background: url(b.svg); }"])
def test_a_sheet_that_means_something_else_elsewhere_is_refused(line: str) -> None:
    with pytest.raises(BundleError, match=r"^a\.css:2: "):
        one_sheet(lambda _: f"\n{line}\n", ["a.css"])


def test_addresses_that_hold_anywhere_stay() -> None:
    line = 'a { background: url("data:,"), url(/static/icon.svg), url(#a); }'
    assert one_sheet(lambda _: line, ["a.css"]) == f"{line}\n"


def test_a_map_names_where_a_line_comes_from() -> None:
    origins = [None, (0, 0, 0), (0, 40, 2), None, (1, 3, 0), (0, 1000, 16)]
    assert decoded(mappings(origins)) == origins
    assert mappings([(0, 16, 1)]) == "AAgBC"
