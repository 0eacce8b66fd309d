"""The style sheets: what can be tuned stands in one of them, and all that is named there is used."""

import re
from pathlib import Path

import pytest

from agnes.web.client_files import client_dir

STYLE = client_dir() / "style"
THEME = STYLE / "theme.css"
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(", re.IGNORECASE)
DURATION = re.compile(r"(?<![\w.-])[\d.]+m?s\b")
# A size may follow that of a card (`--w`) or of the text around it; anything else has a name.
FONT_SIZE = re.compile(r"\bfont(?:-size)?:(?!\s*(?:inherit|0|[^;]*var\())[^;]*;")


def text(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)


@pytest.mark.parametrize("kind", [COLOUR, DURATION, FONT_SIZE], ids=["colour", "duration", "font-size"])
def test_only_the_theme_has_values_of_its_own(kind: re.Pattern[str]) -> None:
    found = {
        sheet.name: values
        for sheet in sorted(STYLE.glob("*.css"))
        if sheet != THEME and (values := kind.findall(text(sheet)))
    }
    assert not found


def test_the_theme_has_nothing_that_is_not_used() -> None:
    defined = set(re.findall(r"(--[\w-]+):", text(THEME)))
    sources = [*STYLE.glob("*.css"), *client_dir().glob("*.js"), *client_dir().glob("views/*.js")]
    used = {name for source in sources for name in re.findall(r"var\((--[\w-]+)", source.read_text())}
    # Lines of a chart are taken by number.
    assert {name for name in defined - used if not re.fullmatch(r"--line-\d", name)} == set()
