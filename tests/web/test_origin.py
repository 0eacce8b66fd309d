"""Which pages may act in a player's name: what is refused and what is allowed, as tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.web.origin import Origins, allowed_origins, origin_of, parse_origin

PUBLIC = "https://agnes.example"


def public(url: str = PUBLIC, extra: tuple[str, ...] = ()) -> Origins:
    return allowed_origins(public_url=url, extra=extra, host="127.0.0.1", port=8000)


def listening(host: str, port: int = 8000, names: tuple[str, ...] = ()) -> Origins:
    return allowed_origins(public_url=None, extra=(), host=host, port=port, local_names=names)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "https://agnes.example.evil.example",
        "https://agnes.exampleevil",
        "https://evil-agnes.example",
        "https://sub.agnes.example",
        "http://agnes.example",
        "https://agnes.example:8443",
        "https://agnes.example:80",
        "https://agnes.example:0443",
        "https://agnes.example/",
        "https://agnes.example#",
        "https://agnes.example ",
        "https://agnes.example\n",
        "https://user@agnes.example",
        "https://agnes.example@evil.example",
        "https://agnes.example, https://evil.example",
        "https://agnes.example.",
        "https://agnes\u3002example",
        "https://\uff41gnes.example",
        "wss://agnes.example",
        "agnes.example",
        "http://127.0.0.1:8000",
        "*",
        "",
        None,
    ],
)
def test_refuses_every_origin_but_the_public_one(origin: str | None) -> None:
    assert not public().allows(origin)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        (PUBLIC, PUBLIC),
        (PUBLIC, "https://agnes.example:443"),
        (PUBLIC, "HTTPS://AGNES.EXAMPLE"),
        ("https://Agnes.Example:443", "https://agnes.example"),
        ("https://agnes.example:8443", "https://agnes.example:8443"),
        ("http://agnes.example", "http://agnes.example:80"),
        ("https://[2001:db8::1]", "https://[2001:DB8:0:0::1]:443"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000"),
        ("https://xn--bcher-kva.example", "https://XN--bcher-kva.example"),
    ],
)
def test_takes_the_public_origin_in_each_of_its_spellings(url: str, origin: str) -> None:
    assert public(url).allows(origin)


def test_extra_origins_count_beside_the_public_one() -> None:
    both = public(extra=("https://stream.example",))
    assert both.allows(PUBLIC)
    assert both.allows("https://stream.example")
    assert not both.allows("https://other.example")


def test_a_configured_origin_replaces_the_addresses_listened_on() -> None:
    only = allowed_origins(public_url=None, extra=("https://a.example",), host="127.0.0.1", port=8000)
    assert list(only) == ["https://a.example"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_loopback_goes_by_its_usual_names(host: str) -> None:
    assert set(listening(host)) == {"http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"}


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_listening_everywhere_adds_the_names_on_the_local_network(host: str) -> None:
    origins = listening(host, names=("192.168.1.20", "parlour", "parlour.local", "fd00::20"))
    assert origins.allows("http://192.168.1.20:8000")
    assert origins.allows("http://parlour.local:8000")
    assert origins.allows("http://[fd00::20]:8000")
    assert origins.allows("http://localhost:8000")
    assert not origins.allows("http://0.0.0.0:8000")
    assert not origins.allows("http://192.168.1.21:8000")


def test_one_address_is_that_address_alone() -> None:
    assert list(listening("192.168.1.20")) == ["http://192.168.1.20:8000"]


def test_port_80_needs_no_port_in_the_origin() -> None:
    assert listening("192.168.1.20", port=80).allows("http://192.168.1.20")


@pytest.mark.parametrize(
    ("origin", "by_cookie", "fetch_site", "passes"),
    [
        (PUBLIC, True, None, True),
        (PUBLIC, False, "same-origin", True),
        ("https://evil.example", False, None, False),
        ("https://evil.example", True, "same-origin", False),
        ("null", True, "same-origin", False),
        (None, False, None, True),
        (None, True, None, False),
        (None, True, "same-origin", True),
        (None, True, "same-site", False),
        (None, True, "cross-site", False),
        (None, False, "cross-site", False),
    ],
)
def test_writes(origin: str | None, by_cookie: bool, fetch_site: str | None, passes: bool) -> None:
    assert public().allows_write(origin, by_cookie=by_cookie, fetch_site=fetch_site) is passes


@pytest.mark.parametrize(
    "text",
    ["https://a.example:0", "https://a.example:65536", "https://[::g]", "https://[1]", "ftp://a", "https://"],
)
def test_no_origin_at_all(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reason is for people, and the library's in part
        parse_origin(text)


@given(st.text(max_size=60))
def test_any_text_is_an_answer_not_an_error(text: str) -> None:
    assert not public().allows(text)


@given(
    st.sampled_from(["http", "https"]),
    st.one_of(
        st.ip_addresses(v=4).map(str),
        st.ip_addresses(v=6).map(str),
        st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]{2,5})?", fullmatch=True),
    ),
    st.one_of(st.none(), st.integers(1, 65535)),
)
def test_spelling_is_settled_after_one_pass(scheme: str, host: str, port: int | None) -> None:
    origin = origin_of(scheme, host, port)
    assert parse_origin(origin) == origin
    assert Origins([origin]).allows(origin.upper())
