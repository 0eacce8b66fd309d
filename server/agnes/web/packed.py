"""The client's files as they are sent: compressed once, without what only its readers need."""

import gzip
import os
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

# Asked for again each time and answered 304: after an update nobody plays with yesterday's files.
REVALIDATE: Final = "no-cache"
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
}
# A type for the checker beside code: no text of the client has this in quotes.
_CAST: Final = re.compile(r"/\*\* @(?:type|param) [^*]*\*/ ?")


def lightened(source: str) -> str:
    """JavaScript or CSS without comments, casts and indentation; lines keep their numbers.

    No text in quotes may go over the end of a line, which a test of the client's files sees to.
    """
    return "\n".join(_CAST.sub("", line).strip() for line in without_comments(source).split("\n"))


def without_comments(source: str) -> str:
    """JavaScript or CSS with each line that is nothing but comment empty, so that lines keep their numbers.

    A comment beside code stays: to know whether a quote or a pattern began before it needs a parser.
    """
    lines = source.split("\n")
    at = 0
    while at < len(lines):
        end = _comment_until(lines, at)
        lines[at:end] = [""] * (end - at)
        at = max(end, at + 1)
    return "\n".join(lines)


def _comment_until(lines: list[str], at: int) -> int:
    """The line after a comment that begins with line `at` and ends with a line; `at` where there is none."""
    text = lines[at].strip()
    if text.startswith("//"):
        return at + 1
    if not text.startswith("/*"):
        return at
    last = next((n for n in range(at, len(lines)) if "*/" in lines[n]), len(lines) - 1)
    return last + 1 if lines[last].strip().endswith("*/") else at


class ClientFiles(StaticFiles):
    """The files of the client; its tests are not for the browser. Who takes no gzip gets them as they lie."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._folder = directory
        self._packed: dict[str, tuple[str, bytes]] = {}

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        asked = Headers(scope=scope)
        path = Path(full_path)
        if path.suffix not in _TYPES or "gzip" not in asked.get("accept-encoding", ""):
            response = super().file_response(full_path, stat_result, scope, status_code)
            response.headers.update({"Cache-Control": REVALIDATE, "Vary": "Accept-Encoding"})
            return response
        tag, body = self._pack(path, f'"{stat_result.st_mtime_ns:x}-{stat_result.st_size:x}-gz"')
        headers = {"Cache-Control": REVALIDATE, "ETag": tag, "Vary": "Accept-Encoding"}
        response = Response(body, status_code, headers | {"Content-Encoding": "gzip"}, _TYPES[path.suffix])
        known = self.is_not_modified(response.headers, asked)
        return NotModifiedResponse(response.headers) if known else response

    def page(self, scope: Scope) -> Response:
        """The one page, at whatever address."""
        path = self._folder / "index.html"
        return self.file_response(path, path.stat(), scope)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith("tests"):
            path = "no-such-file"
        return await super().get_response(path, scope)

    def _pack(self, path: Path, tag: str) -> tuple[str, bytes]:
        """The tag and the bytes to send; made anew when the file has changed."""
        packed = self._packed.get(str(path))
        if packed is None or packed[0] != tag:
            body = path.read_bytes()
            if path.suffix in (".js", ".css"):
                body = lightened(body.decode()).encode()
            packed = self._packed[str(path)] = (tag, gzip.compress(body, 9, mtime=0))
        return packed
