"""Addresses of databases, and what is said of those that are none."""

import pytest

from agnes.store.address import DatabaseAddress


@pytest.mark.parametrize(
    ("url", "shown", "options"),
    [
        ("redis://host", "redis://host", {"host": "host"}),
        ("redis://host:6380/2", "redis://host:6380/2", {"host": "host", "port": 6380, "db": 2}),
        (
            "rediss://u:p%23%40w@[::1]:1",
            "rediss://[::1]:1",
            {"username": "u", "password": "p#@w", "host": "::1"},
        ),
        ("unix:///a%20b/c.sock", "unix:///a%20b/c.sock", {"path": "/a b/c.sock"}),
        ("rediss://h?ssl_ca_certs=/ca.pem", "rediss://h", {"ssl_ca_certs": "/ca.pem"}),
    ],
)
def test_an_address_is_read_and_shown_without_its_secrets(
    url: str, shown: str, options: dict[str, object]
) -> None:
    address = DatabaseAddress.parse(url)
    assert address.shown == shown
    assert options.items() <= address.options.items()
    assert address.seeds == ()


def test_a_cluster_names_any_number_of_nodes() -> None:
    address = DatabaseAddress.parse("redis+cluster://user:pw@a:7000,b,[::1]:7001")
    assert address.seeds == (("a", 7000), ("b", 6379), ("::1", 7001))
    assert address.shown == "redis+cluster://a:7000,b,[::1]:7001"
    assert address.options["password"] == "pw"
    assert "pw" not in repr(address)


@pytest.mark.parametrize(
    "url", ["", "localhost:6379", "http://localhost", "unix+cluster:///socket", "redis+x://h", "REDIS//x"]
)
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="must begin with redis://"):
        DatabaseAddress.parse(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://u:s3cr#et@host",
        "redis://u:s3cr/et@host",
        "redis://u:1/s3cret@host",
        "redis://u:s3cret@host:port",
        "redis://u:s3[cret@host",
        "unix://u:s3cr/et@/path",
    ],
)
def test_an_address_that_cannot_be_read_is_not_quoted(url: str) -> None:
    with pytest.raises(ValueError, match="cannot be read") as raised:
        DatabaseAddress.parse(url)
    assert "s3" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__


def test_an_option_that_is_not_known_is_named() -> None:
    with pytest.raises(ValueError, match="not known: socket_timeout"):
        DatabaseAddress.parse("redis://host?socket_timeout=1")
