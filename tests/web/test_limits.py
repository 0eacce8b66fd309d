"""Rate limits against a slow model, and the addresses that share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.web.limits import RateLimit, address_key


def test_a_burst_then_the_rate() -> None:
    limit = RateLimit(rate_per_s=2, burst=3, keys_max=10)
    assert [limit.allow("ann", 100.0) for _ in range(4)] == [True, True, True, False]
    assert limit.retry_after("ann", 100.0) == pytest.approx(0.5)
    assert not limit.allow("ann", 100.4)
    assert limit.allow("ann", 100.5)
    assert not limit.allow("ann", 100.5)


def test_a_refused_try_costs_nothing() -> None:
    limit = RateLimit(rate_per_s=1, burst=1, keys_max=10)
    assert limit.allow("ann", 0.0)
    assert not any(limit.allow("ann", at / 100) for at in range(100))
    assert limit.allow("ann", 1.0)


def test_one_key_does_not_pay_for_another() -> None:
    limit = RateLimit(rate_per_s=1, burst=1, keys_max=10)
    assert limit.allow("ann", 0.0)
    assert limit.allow("bob", 0.0)


def test_asking_when_takes_nothing() -> None:
    limit = RateLimit(rate_per_s=1, burst=1, keys_max=10)
    assert limit.retry_after("ann", 0.0) == 0
    assert len(limit) == 0


def test_memory_is_bounded_and_the_longest_silent_is_forgotten() -> None:
    limit = RateLimit(rate_per_s=0.001, burst=1, keys_max=3)
    for key in ("ann", "bob", "cyd", "ann", "dan"):
        limit.allow(key, 0.0)
    assert len(limit) == 3
    assert not limit.allow("ann", 0.0)
    assert limit.allow("bob", 0.0)


def test_an_endless_key_is_one_like_others_and_costs_little() -> None:
    limit = RateLimit(rate_per_s=1, burst=1, keys_max=2)
    assert limit.allow("a" * 100_000, 0.0)
    assert not limit.allow("a" * 100_000, 0.0)
    assert limit.retry_after("a" * 100_000, 0.0) == pytest.approx(1)
    assert limit.allow("a" * 99_999 + "\ud800", 0.0)
    assert max(len(key) for key in limit._full_at) <= 128


@pytest.mark.parametrize(("rate", "burst", "keys"), [(0, 1, 1), (1, 0, 1), (1, 1, 0), (-1, 1, 1)])
def test_a_limit_that_could_not_work_is_refused(rate: float, burst: int, keys: int) -> None:
    with pytest.raises(ValueError, match="a rate limit needs"):
        RateLimit(rate, burst, keys)


@given(st.integers(1, 8), st.integers(1, 5), st.lists(st.integers(0, 40), max_size=60))
def test_it_is_a_bucket_that_fills(rate: int, burst: int, pauses: list[int]) -> None:
    """Time in sixty-fourths, so that the model's sums are exact; its bucket holds rate * 64 drops a token."""
    limit = RateLimit(rate, burst, keys_max=1)
    drops, now = burst * 64, 0
    for pause in pauses:
        now += pause
        drops = min(burst * 64, drops + pause * rate)
        allowed = drops >= 64
        drops -= 64 if allowed else 0
        assert limit.allow("ann", now / 64) is allowed


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("testclient", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_ipv6_subscriber_counts_as_one(address: str | None, key: str) -> None:
    assert address_key(address) == key
