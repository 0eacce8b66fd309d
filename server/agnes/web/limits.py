"""How often somebody may ask: token buckets, one a key, in bounded memory.

Keys are identities (tight) or addresses (generous: a household and a school share one).
"""

import hashlib
import ipaddress
from collections import OrderedDict
from typing import Final

_KEY_MAX: Final = 128


class RateLimit:
    """At most `burst` at once and `rate_per_s` in the long run, for each key.

    The `keys_max` keys seen last are remembered. Who is forgotten starts with a full bucket, as does somebody
    new; so many fresh addresses can win an attacker a burst, never memory.
    """

    def __init__(self, rate_per_s: float, burst: int, keys_max: int) -> None:
        if rate_per_s <= 0 or burst < 1 or keys_max < 1:
            raise ValueError("a rate limit needs a rate above 0, a burst of 1 or more, and room for a key")
        self._pause = 1 / rate_per_s
        self._burst_s = burst / rate_per_s
        self._keys_max = keys_max
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def allow(self, key: str, now: float) -> bool:
        """Takes a token if there is one. `now` is in seconds, of a clock that does not run backwards."""
        key = _short(key)
        full_at = self._full_again(key, now)
        allowed = self._wait(full_at, now) <= 0
        self._full_at[key] = full_at + self._pause if allowed else full_at
        self._full_at.move_to_end(key)
        if len(self._full_at) > self._keys_max:
            self._full_at.popitem(last=False)
        return allowed

    def retry_after(self, key: str, now: float) -> float:
        """Seconds until `allow` would say yes; 0 if it would now. Takes nothing."""
        return max(0.0, self._wait(self._full_again(_short(key), now), now))

    def __len__(self) -> int:
        return len(self._full_at)

    def _full_again(self, key: str, now: float) -> float:
        """When the bucket is, or was, full again."""
        return max(self._full_at.get(key, now), now)

    def _wait(self, full_at: float, now: float) -> float:
        # Half a nanosecond of grace for the rounding of sums of pauses.
        return full_at + self._pause - now - self._burst_s - 5e-10


def _short(key: str) -> str:
    """A key may be what somebody sent, such as a forged token: kept in few bytes however long it is."""
    if len(key) <= _KEY_MAX:
        return key
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()


def address_key(address: str | None) -> str:
    """The key of a client's address: itself for IPv4; for IPv6 the network that one subscriber has."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"  # a unix socket, behind a proxy that is not named in AGNES_TRUSTED_PROXIES
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip)
