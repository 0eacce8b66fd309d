"""Checks the colours of the looks by WCAG 2.2 AA: `python docs/design/contrast.py [file.css …]`. Standard library only.

Text needs 4.5 to 1 (1.4.3), what must be seen to play needs 3 to 1 (1.4.11). Each pair is checked in light and in dark.
"""

import re
import sys
from pathlib import Path

LOOKS = Path(__file__).parent / "looks"
TEXT, SHAPE = 4.5, 3.0
# Of each look: what lies on what, by the names of the variables, and what it needs.
PAIRS: dict[str, list[tuple[str, str, float]]] = {
    "a": [
        ("ink", "bg", TEXT), ("ink", "panel", TEXT), ("ink-soft", "bg", TEXT), ("ink-soft", "panel", TEXT),
        ("accent", "panel", TEXT), ("accent", "bg", TEXT), ("accent-ink", "accent", TEXT), ("ink", "accent-soft", TEXT),
        ("ink-soft", "accent-soft", TEXT), ("warn", "panel", TEXT), ("good", "panel", TEXT), ("focus", "panel", SHAPE), ("focus", "bg", SHAPE),
        ("felt-ink", "felt", TEXT), ("felt-soft", "felt", TEXT), ("felt-ink", "felt-dark", TEXT), ("brass", "felt", SHAPE), ("brass", "felt-dark", SHAPE),
        ("rail-ink", "rail", TEXT), ("rail-soft", "rail", TEXT), ("brass", "rail", TEXT), ("hole", "rail", SHAPE), ("peg", "rail", SHAPE), ("brass-ink", "peg", TEXT),
        ("suit-h", "paper", TEXT), ("suit-s", "paper", TEXT), ("black", "paper", TEXT), ("paper", "felt", SHAPE), ("gold-line", "paper", SHAPE), ("back-line", "back", SHAPE),
        ("sorel:felt-soft", "sorel:felt", TEXT), ("felt-ink", "sorel:felt", TEXT), ("felt-ink", "sorel:felt-dark", TEXT), ("brass", "sorel:felt", SHAPE), ("paper", "sorel:felt", SHAPE), ("sorel:back-line", "sorel:back", SHAPE),
        ("four:suit-d", "paper", TEXT), ("four:suit-c", "paper", TEXT),
    ],
    "b": [
        ("ink", "bg", TEXT), ("ink-soft", "bg", TEXT), ("red", "bg", TEXT), ("ink", "marker", TEXT), ("ink-soft", "marker", TEXT), ("red", "marker", SHAPE),
        ("block", "paper", TEXT), ("block-red", "paper", TEXT), ("block-soft", "paper", SHAPE),
    ],
    "c": [
        ("ink", "bg", TEXT), ("ink", "panel", TEXT), ("ink-soft", "panel", TEXT), ("ink-soft", "bg", TEXT), ("lit", "bg", TEXT), ("go", "panel", TEXT), ("stop", "bg", TEXT),
        ("felt-soft", "felt", TEXT), ("suit-c", "paper", TEXT), ("suit-d", "paper", TEXT), ("suit-h", "paper", TEXT), ("suit-s", "paper", TEXT), ("go", "felt", SHAPE), ("paper", "felt", SHAPE),
    ],
}
SCOPES = {":root": "", '[data-game="sorel"]': "sorel:", ".four-colours": "four:"}


def variables(css: str) -> dict[str, tuple[str, str]]:
    """Name, with the prefix of its scope, to its value in light and in dark."""
    found: dict[str, tuple[str, str]] = {}
    for selector, prefix in SCOPES.items():
        for block in re.findall(re.escape(selector) + r"\s*\{([^}]*)\}", css):
            for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", block):
                pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
                found.setdefault(prefix + name, (pair[1], pair[2]) if pair else (value, value))
    return found


def resolve(name: str, scheme: int, known: dict[str, tuple[str, str]]) -> str:
    value = known[name][scheme]
    while alias := re.fullmatch(r"var\(--([\w-]+)\)", value):
        value = known[alias[1]][scheme]
    return value


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    r, g, b = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def main() -> int:
    failed = 0
    for path in [Path(name) for name in sys.argv[1:]] or sorted(LOOKS.glob("[abc].css")):
        known = variables(path.read_text())
        for front, behind, least in PAIRS[path.stem[0]]:
            for scheme, word in enumerate(("light", "dark")):
                ratio = contrast(resolve(front, scheme, known), resolve(behind, scheme, known))
                if ratio < least:
                    failed += 1
                    print(f"{path.name} {word}: {front} on {behind} is {ratio:.2f}, needs {least}")
        print(f"{path.name}: {2 * len(PAIRS[path.stem[0]])} pairs checked")
    return 1 if failed else 0


sys.exit(main())
