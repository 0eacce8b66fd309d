"""Checks the colours of the looks by WCAG 2.2 AA: `python docs/design/contrast.py`. Standard library only.

Text needs 4.5 to 1 (1.4.3), what must be seen to play 3 to 1 (1.4.11). Each pair is checked in both schemes.
"""

import re
import sys
from pathlib import Path

LOOKS = Path(__file__).parent / "looks"
TEXT, SHAPE = 4.5, 3.0
# Of each look what lies on what, by the names of the variables; a prefix names the scope.
WORDS = {
    "a": """ink/bg ink/panel ink-soft/bg ink-soft/panel accent/panel accent/bg accent-ink/accent
        ink/accent-soft ink-soft/accent-soft warn/panel good/panel felt-ink/felt felt-soft/felt
        felt-ink/felt-dark rail-ink/rail rail-soft/rail brass/rail brass-ink/peg suit-h/paper suit-s/paper
        black/paper sorel:felt-soft/sorel:felt felt-ink/sorel:felt felt-ink/sorel:felt-dark
        four:suit-d/paper four:suit-c/paper""",
    "b": "ink/bg ink-soft/bg red/bg ink/marker ink-soft/marker block/paper block-red/paper",
    "c": """ink/bg ink/panel ink-soft/panel ink-soft/bg lit/bg go/panel stop/bg felt-soft/felt suit-c/paper
        suit-d/paper suit-h/paper suit-s/paper""",
}
SHAPES = {
    "a": """focus/panel focus/bg brass/felt brass/felt-dark hole/rail peg/rail paper/felt gold-line/paper
        paper-line/paper back-line/back brass/sorel:felt paper/sorel:felt sorel:back-line/sorel:back""",
    "b": "red/marker block-soft/paper",
    "c": "go/felt paper/felt",
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
    for look in "abc":
        known = variables("".join(path.read_text() for path in sorted(LOOKS.glob(f"{look}*.css"))))
        pairs = [(pair, TEXT) for pair in WORDS[look].split()] + [
            (pair, SHAPE) for pair in SHAPES[look].split()
        ]
        for pair, least in pairs:
            front, behind = pair.split("/")
            for scheme, word in enumerate(("light", "dark")):
                ratio = contrast(resolve(front, scheme, known), resolve(behind, scheme, known))
                if ratio < least:
                    failed += 1
                    print(f"{look} {word}: {front} on {behind} is {ratio:.2f}, needs {least}")
        print(f"look {look}: {2 * len(pairs)} pairs checked")
    return 1 if failed else 0


sys.exit(main())
