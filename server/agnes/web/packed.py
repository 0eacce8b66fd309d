"""The client's files as they are sent, compressed once.

Script, sheet and texts are kept for good by whoever has them; the page, asked for again each time, names
those of now. In the middle of an update a page may come from one process and its script be asked of another
that has only its own: it answers that one, to be kept by nobody.
"""

import os
import re
import threading
from pathlib import Path
from typing import Final

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from agnes.web.made import DIGEST, MAP, PAGE, Made, Sent

# Asked for again each time and answered 304: after an update nobody plays with yesterday's files.
REVALIDATE: Final = "no-cache"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
BY_NOBODY: Final = "no-store"
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
}
_NAMED: Final = re.compile(rf"([0-9a-f]{{{DIGEST}}})/(.+)")


class ClientFiles(StaticFiles):
    """The files of the client; its tests are not for the browser. What has changed is sent anew at once."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._folder = directory
        self._single: dict[Path, tuple[tuple[int, int], Sent]] = {}
        self._made: Made | None = None
        self._making = threading.Lock()

    async def page(self, scope: Scope) -> Response:
        """The one page, at whatever address; BundleError where the client cannot be sent as it lies."""
        made = await anyio.to_thread.run_sync(self._current)
        return self._answer(made.page, PAGE, scope)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith("tests"):
            path = "no-such-file"
        asked = _NAMED.fullmatch(Path(path).as_posix())
        if asked and scope["method"] in ("GET", "HEAD"):
            digest, name = asked.groups()
            made = await anyio.to_thread.run_sync(self._current)
            if name == MAP:  # it tells more than the script beside it, whose digest says nothing of it
                return self._answer(made.files[MAP], name, scope)
            if sent := made.files.get(name):
                return self._answer(sent, name, scope, FOR_GOOD if digest == sent.digest else BY_NOBODY)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        path, stamp = Path(full_path), (stat_result.st_mtime_ns, stat_result.st_size)
        if path.suffix not in _TYPES:
            return super().file_response(full_path, stat_result, scope, status_code)
        known = self._single.get(path)
        if known is None or known[0] != stamp:
            known = self._single[path] = (stamp, Sent.of(path.read_bytes()))
        return self._answer(known[1], path.name, scope)

    def _answer(self, sent: Sent, name: str, scope: Scope, kept: str = REVALIDATE) -> Response:
        """It, compressed for who takes that; or that it is known."""
        asked = Headers(scope=scope)
        headers = {"Cache-Control": kept, "ETag": f'"{sent.digest}"', "Vary": "Accept-Encoding"}
        body = sent.plain
        if "gzip" in asked.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "ETag": f'"{sent.digest}-gz"'}
            body = sent.packed
        response = Response(body, headers=headers, media_type=_TYPES[Path(name).suffix])
        known = self.is_not_modified(response.headers, asked)
        return NotModifiedResponse(response.headers) if known else response

    def _current(self) -> Made:
        """What is made of several files, made anew when one of them has changed."""
        with self._making:
            if self._made is None or not self._made.is_current():
                self._made = Made.of(self._folder)
            return self._made
