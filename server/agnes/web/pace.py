"""How fast the edge lets anyone go: generous for an address, tighter for one person."""

import time
from typing import Final

from starlette.requests import HTTPConnection

from agnes.web.doors import Doors
from agnes.web.limits import RateLimit, address_key
from agnes.web.problems import Problem
from agnes.web.who import token_of

KEYS_MOST: Final = 20_000
FRAMES_BURST: Final = 300
FRAMES_PER_S: Final = 50.0
PATIENCE_S: Final = 20.0
"""A socket that stays over its rate for so long is closed."""


class Pace:
    """The limits of one process. Requests beyond them raise the problem `too-fast`.

    `sockets_most`: websockets of one address, as a trusted proxy tells it.
    """

    def __init__(self, sockets_most: int) -> None:
        self._open = Doors(sockets_most)
        self._players = RateLimit(5, 500, KEYS_MOST)
        self._by_address = RateLimit(100, 2_000, KEYS_MOST)
        self._by_person = RateLimit(10, 400, KEYS_MOST)
        self._searches = RateLimit(1, 60, KEYS_MOST)
        self._replays = RateLimit(5, 200, KEYS_MOST)
        self._sockets = RateLimit(50, 1_000, KEYS_MOST)
        self._codes_made = RateLimit(1 / 20, 10, KEYS_MOST)
        self._codes_tried = RateLimit(1 / 5, 30, KEYS_MOST)

    def new_player(self, request: HTTPConnection) -> None:
        _take(self._players, _address(request))

    def writes(self, request: HTTPConnection) -> None:
        _take(self._by_address, _address(request))
        token, _ = token_of(request)
        if token:
            _take(self._by_person, token)

    def new_code(self, request: HTTPConnection, player: str) -> None:
        _take(self._players, _address(request))
        _take(self._codes_made, player)

    def guess(self, request: HTTPConnection) -> None:
        """A code that takes somebody to another device is tried: thirty at once, then one in 5 s."""
        _take(self._codes_tried, _address(request))

    def searches(self, request: HTTPConnection) -> None:
        _take(self._searches, _address(request))

    def replays(self, request: HTTPConnection) -> None:
        _take(self._replays, _address(request))

    def socket_opens(self, socket: HTTPConnection) -> bool:
        """Whether it may; then `socket_closes` has to follow."""
        return self._sockets.allow(_address(socket), time.monotonic()) and self._open.enter(_address(socket))

    def socket_closes(self, socket: HTTPConnection) -> None:
        self._open.leave(_address(socket))


class Frames:
    """The frames of one socket: a burst is free, then the reader waits, so that a flood slows only itself.

    Nothing is read while it waits, so nothing piles up here. `now` in seconds, of the loop's clock.
    """

    def __init__(self, now: float) -> None:
        self._tokens = float(FRAMES_BURST)
        self._at = now
        self._slowed_since: float | None = None

    def wait_s(self, now: float) -> float | None:
        """How long to wait before the frame just read is handled; None if patience is at an end."""
        self._tokens = min(FRAMES_BURST, self._tokens + (now - self._at) * FRAMES_PER_S) - 1
        self._at = now
        if self._tokens >= 0:
            self._slowed_since = None if self._tokens > FRAMES_BURST / 4 else self._slowed_since
            return 0.0
        if self._slowed_since is None:
            self._slowed_since = now
        if now - self._slowed_since > PATIENCE_S:
            return None
        return -self._tokens / FRAMES_PER_S


def _take(limit: RateLimit, key: str) -> None:
    now = time.monotonic()
    if not limit.allow(key, now):
        wait = int(limit.retry_after(key, now)) + 1
        raise Problem("too-fast", f"Too many requests; try again in {wait} s.", retry_after_s=wait)


def _address(connection: HTTPConnection) -> str:
    return address_key(connection.client.host if connection.client else None)
