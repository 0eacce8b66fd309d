"""QR codes of invitations: as a picture for pages, as text for terminals."""

import io
from typing import Final

import segno

URL_MAX: Final = 512  # characters; what an invitation never reaches, and a camera still reads
_LIGHT_ON_DARK: Final = "\x1b[97;40m"
_RESET: Final = "\x1b[0m"


def qr_svg(url: str) -> bytes:
    """The picture for `url`, an SVG that scales and names what it shows, without styles or scripts.

    Dark on white whatever the page's colours, with the quiet border that cameras need. ValueError for a URL
    longer than URL_MAX.
    """
    out = io.BytesIO()
    _make(url).save(
        out,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        title=f"QR code: {url}",
        omitsize=True,
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return out.getvalue().replace(b"<svg ", b'<svg role="img" ', 1)


def qr_text(url: str, *, colours: bool) -> str:
    """The code in half blocks, two rows a line; `colours` makes it right on light terminals as well."""
    out = io.StringIO()
    _make(url).terminal(out, border=2, compact=True)
    lines = out.getvalue().splitlines()
    return "\n".join(f"{_LIGHT_ON_DARK}{line}{_RESET}" if colours else line for line in lines) + "\n"


def _make(url: str) -> segno.QRCode:
    if len(url) > URL_MAX:
        raise ValueError(f"this URL has {len(url)} characters, an invitation at most {URL_MAX}")
    return segno.make(url, error="m", micro=False)
