"""The codes show what was asked for, module by module, and are safe to put into a page."""

import re
import xml.etree.ElementTree as ET

import pytest
import segno

from agnes.web.qr import URL_MAX, qr_svg, qr_text

URL = "https://agnes.example/race/bfgjkmnpqrtv"
SVG = "{http://www.w3.org/2000/svg}"


def modules(svg: ET.Element) -> set[tuple[int, int]]:
    """The dark squares (x, y) of the picture, followed along its one stroke."""
    path = next(path for path in svg.iter(f"{SVG}path") if path.get("stroke") == "#000")
    dark, x, y = set(), 0.0, 0.0
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", path.get("d") or ""):
        values = [float(number) for number in numbers.split()]
        if step == "h":
            dark |= {(int(x) + at, int(y)) for at in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if step == "M" else (x + values[0], y + values[1])
    return dark


def test_the_picture_holds_the_code_with_its_border() -> None:
    code = segno.make(URL, error="m", micro=False)
    expected = {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, bit in enumerate(row) if bit}
    assert modules(ET.fromstring(qr_svg(URL))) == expected


def test_the_picture_is_named_scales_and_holds_nothing_that_a_strict_policy_forbids() -> None:
    svg = ET.fromstring(qr_svg(URL))
    assert svg.get("role") == "img"
    assert [title.text for title in svg.iter(f"{SVG}title")] == [f"QR code: {URL}"]
    assert svg.get("viewBox") is not None
    assert svg.get("width") is None
    names = {name for element in svg.iter() for name in element.attrib}
    assert not {name for name in names if name == "style" or name.startswith("on")}
    assert {element.tag for element in svg.iter()} == {f"{SVG}svg", f"{SVG}title", f"{SVG}path"}


def test_a_url_cannot_break_out_of_the_title() -> None:
    hostile = "https://agnes.example/</title><script>alert(1)</script>"
    assert "<script" not in qr_svg(hostile).decode()


def test_a_url_has_a_bound() -> None:
    qr_svg("h" * URL_MAX)
    with pytest.raises(ValueError, match="513 characters"):
        qr_svg("h" * (URL_MAX + 1))


def test_in_a_terminal_each_line_is_coloured_and_reset() -> None:
    plain = qr_text(URL, colours=False).splitlines()
    coloured = qr_text(URL, colours=True).splitlines()
    assert {char for line in plain for char in line} <= set("█▀▄ ")
    assert [f"\x1b[97;40m{line}\x1b[0m" for line in plain] == coloured
