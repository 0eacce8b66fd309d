"""The response headers that keep a page to itself: nothing from elsewhere, nothing inline, no frames."""

import re
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY: Final[Mapping[str, str]] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "media-src": "'self'",
    "worker-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
_HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    # The address of a private race lets in whoever has it. Not `no-referrer`, which makes some requests to
    # ourselves come with `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HSTS: Final = "max-age=31536000"
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[a-zA-Z0-9._-]{1,253})(:[0-9]{1,5})?", re.ASCII)


class SecurityHeaders:
    """ASGI middleware, the outermost one, so that error pages have the headers too.

    `https` says that the public address is https, where the server itself cannot see it. A header that the
    application has set stays.
    """

    def __init__(self, app: ASGIApp, *, https: bool = False) -> None:
        self._app = app
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        https = self._https or scope["scheme"] == "https"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", content_policy(_host_of(scope)))
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if https:
                    headers.setdefault("Strict-Transport-Security", _HSTS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def content_policy(host: str | None) -> str:
    """The content-security policy of a page that was asked for under `host` (its `Host` header).

    Older Safari does not count a websocket to the page's own host as 'self', so it is named; a host that is
    none is left out.
    """
    policy = dict(_POLICY)
    if host is not None and _HOST.fullmatch(host):
        policy["connect-src"] += f" ws://{host} wss://{host}"
    return "; ".join(f"{name} {value}" for name, value in policy.items())


def _host_of(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"host":
            return bytes(value).decode("latin-1")
    return None
