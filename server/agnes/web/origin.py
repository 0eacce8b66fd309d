"""Which web pages may act in a player's name: the `Origin` check of sockets and of writing requests.

A browser sends the cookie along wherever a page comes from, so another site could play for whoever is
logged in here. The page's origin, which no page can forge, tells. What is allowed is settled once at the
start, from the settings and the address listened on; no request header takes part in it, so that a forged
`Host` or `X-Forwarded-Host` changes nothing.
"""

import ipaddress
import re
from collections.abc import Iterable, Iterator
from typing import Final

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "::1")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_ORIGIN: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?)(?::(?P<port>[1-9][0-9]{0,4}))?",
    re.ASCII | re.IGNORECASE,
)


def parse_origin(text: str) -> str:
    """The one spelling of an origin: lower case, default port left out, IPv6 shortened.

    `"HTTPS://Agnes.Example:443"` is `"https://agnes.example"`. Raises ValueError with a reason for
    anything but `http(s)://host[:port]`: a path, a wildcard, `null`, a user, letters beyond ASCII.
    """
    match = _ORIGIN.fullmatch(text)
    if match is None:
        raise ValueError("must be http://host or https://host, with :port where needed and nothing after it")
    return origin_of(match["scheme"], match["host"], int(match["port"]) if match["port"] else None)


def origin_of(scheme: str, host: str, port: int | None) -> str:
    """The origin of a page served at this address; an IPv6 `host` with brackets or without.

    Raises ValueError where there can be no such address.
    """
    scheme, host = scheme.lower(), host.lower()
    if ":" in host or host.startswith("["):
        host = f"[{ipaddress.IPv6Address(host.removeprefix('[').removesuffix(']')).compressed}]"
    if port is not None and not 0 < port < 65536:
        raise ValueError(f"{port} is no port: 1 to 65535")
    return f"{scheme}://{host}" if port in (None, _DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


def allowed_origins(
    *,
    public_url: str | None,
    extra: Iterable[str],
    host: str,
    port: int,
    local_names: Iterable[str] = (),
) -> "Origins":
    """The origins that may act here.

    `public_url` and `extra` are those of the settings; where either is given, they alone count. Otherwise
    the server is reached under the address listened on: `host`, `port` (the true one, not 0), with the
    names of this machine for loopback, and `local_names` (its addresses and names on the local network)
    when it listens on all addresses.
    """
    configured = [*([public_url] if public_url else []), *extra]
    if configured:
        return Origins(configured)
    names = {host.lower()}
    if is_wildcard(host):
        names = {*LOOPBACK_NAMES, *local_names}
    elif is_loopback(host):
        names |= set(LOOPBACK_NAMES)
    return Origins(origin_of("http", name, port) for name in names)


class Origins:
    """A closed set of origins."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self._allowed = frozenset(parse_origin(origin) for origin in allowed)

    def allows(self, origin: str | None) -> bool:
        """Whether a page of this `Origin` header may act here; without the header: no."""
        if origin is None:
            return False
        try:
            return parse_origin(origin) in self._allowed
        except ValueError:
            return False

    def allows_write(self, origin: str | None, *, by_cookie: bool, fetch_site: str | None = None) -> bool:
        """Whether a request that changes something, or a socket, may pass.

        An `Origin`, where there is one, must be allowed whatever else comes with it. None at all is a program
        with a token, or one that is nobody yet; with a cookie it passes only if the browser vouches
        for the page in `Sec-Fetch-Site`, a header that pages cannot set.
        """
        if origin is not None:
            return self.allows(origin)
        if fetch_site is not None:
            return fetch_site in ("same-origin", "none") if by_cookie else fetch_site != "cross-site"
        return not by_cookie

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._allowed))


def is_wildcard(host: str) -> bool:
    """Whether listening on `host` means every address of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether `host` is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
