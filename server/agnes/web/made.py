"""What the client is sent as: the page, and what it loads by addresses that name their content."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from agnes.web.bundle import BundleError, bundle, one_sheet

PAGE: Final = "index.html"
SCRIPT: Final = "client.js"
SHEET: Final = "client.css"
MAP: Final = "client.js.map"
DIGEST: Final = 20
"""Characters, of a SHA-256 in hex."""
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/([\w./-]+)" />\s*')
_TEXTS: Final = re.compile(r'"/static/(texts/[\w-]+\.json)"')
_SCRIPT: Final = re.compile(r'<script type="module" src="/static/([\w./-]+)"></script>')

# When a file was last changed, in nanoseconds, and its size; None where there is none.
Stamp = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it is sent, plain and compressed; `digest` names its content."""

    plain: bytes
    packed: bytes
    digest: str

    @classmethod
    def of(cls, plain: bytes) -> "Sent":
        return cls(plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:DIGEST])


@dataclass(frozen=True, slots=True)
class Made:
    """The page; SCRIPT, SHEET, MAP and the texts that it names; how the files were of which they are made."""

    page: Sent
    files: dict[str, Sent]
    stamps: dict[Path, Stamp]

    @classmethod
    def of(cls, folder: Path) -> "Made":
        """BundleError, or OSError, where it cannot be made of what lies there."""
        stamps = dict[Path, Stamp]()

        def read(name: str) -> str:
            path = folder / name
            stamps[path] = _stamp(path)
            return path.read_text("utf-8")

        page = read(PAGE)
        sheets, scripts = _SHEET.findall(page), _SCRIPT.findall(page)
        if not sheets or len(sheets) != page.count("stylesheet"):
            raise BundleError(f'{PAGE}: a sheet has to stand as <link rel="stylesheet" href="/static/…" />')
        if not page.count("<script") == len(scripts) == 1:
            raise BundleError(f'{PAGE}: one <script type="module" src="/static/…"></script> has to be there')
        made = bundle(read, scripts[0], MAP)
        files = {
            SCRIPT: Sent.of(made.text.encode()),
            SHEET: Sent.of(one_sheet(read, sheets).encode()),
            MAP: Sent.of(made.source_map.encode()),
        }
        for name in _TEXTS.findall(page):
            files[name] = Sent.of(read(name).encode())
            page = page.replace(f"/static/{name}", _address(name, files))
        page = _SHEET.sub("", page, count=len(sheets) - 1)
        page = _SHEET.sub(f'<link rel="stylesheet" href="{_address(SHEET, files)}" />\n    ', page)
        page = _SCRIPT.sub(f'<script type="module" src="{_address(SCRIPT, files)}"></script>', page)
        return cls(Sent.of(page.encode()), files, stamps)

    def is_current(self) -> bool:
        return all(_stamp(path) == stamp for path, stamp in self.stamps.items())


def _address(name: str, files: dict[str, Sent]) -> str:
    return f"/static/{files[name].digest}/{name}"


def _stamp(path: Path) -> Stamp:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_mtime_ns, stat.st_size
