"""Tokens cannot be forged, codes not guessed or misread, deals are drawn evenly, nothing holds a card."""

import hashlib
import io
import re
import secrets
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.service.identity import (
    ALPHABET,
    DEAL_MAX,
    DEAL_MIN,
    Identity,
    commitment,
    new_player_id,
    new_race_code,
    new_secret_deal,
    read_race_code,
)

CARD = re.compile(r"[A23456789TJQK][CDHS]", re.IGNORECASE)
IDENTITY = Identity(b"a secret of at least sixteen bytes")
PLAYER = new_player_id(secrets.token_bytes)
TOKEN = IDENTITY.token_for(PLAYER)


def bytes_of(*chunks: bytes) -> Callable[[int], bytes]:
    """A source of randomness that gives these chunks, one a call, and then no more."""
    left = list(chunks)

    def draw(count: int) -> bytes:
        chunk = left.pop(0)
        assert len(chunk) == count
        return chunk

    return draw


def test_a_token_says_whose_it_is() -> None:
    assert IDENTITY.player_of(TOKEN) == PLAYER
    assert IDENTITY.token_for(PLAYER) == TOKEN


def test_another_process_with_the_same_secret_agrees() -> None:
    assert Identity(b"a secret of at least sixteen bytes").player_of(TOKEN) == PLAYER


def test_another_secret_knows_nobody() -> None:
    assert Identity(b"another secret of sixteen bytes").player_of(TOKEN) is None


@pytest.mark.parametrize("at", range(len(TOKEN)))
def test_no_letter_of_a_token_can_be_changed(at: int) -> None:
    other = "2" if TOKEN[at] != "2" else "3"
    assert IDENTITY.player_of(TOKEN[:at] + other + TOKEN[at + 1 :]) is None


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        PLAYER,
        PLAYER + ".",
        TOKEN[:-1],
        TOKEN + "2",
        TOKEN + " ",
        " " + TOKEN,
        TOKEN.upper(),
        "\ud800.x",
        "é.é",
    ],
)
def test_what_is_no_token_is_nobody(token: str) -> None:
    assert IDENTITY.player_of(token) is None


@given(st.text(max_size=200))
def test_any_text_is_nobody(token: str) -> None:
    assert IDENTITY.player_of(token) is None


def test_no_letter_looks_like_another_and_no_two_make_a_card() -> None:
    assert not set(ALPHABET) & set("01loiaeucdhs")
    assert len(ALPHABET) == len(set(ALPHABET)) == 24
    assert not any(CARD.search(a + b) for a in ALPHABET for b in ALPHABET)


@given(st.binary(min_size=16, max_size=16), st.binary(min_size=400, max_size=400))
def test_nothing_that_is_drawn_or_signed_holds_a_card(secret: bytes, noise: bytes) -> None:
    stream = io.BytesIO(noise + bytes(64))
    texts = [new_player_id(stream.read), new_race_code(stream.read)]
    texts.append(Identity(secret).token_for(texts[0]))
    assert [text for text in texts if CARD.search(text) or text != text.lower()] == []


def test_letters_are_drawn_evenly() -> None:
    every_byte = bytes(range(256))
    drawn = "".join(
        new_player_id(bytes_of(every_byte[at : at + 16])) for at in range(0, 240, 16)
    )  # the last sixteen bytes, 240 and up, stand for no letter
    assert {letter: drawn.count(letter) for letter in ALPHABET} == dict.fromkeys(ALPHABET, 10)


def test_a_byte_that_would_favour_some_letters_is_drawn_anew() -> None:
    assert new_race_code(bytes_of(b"\xff" * 12, bytes(12))) == "2" * 12


def test_a_race_code_has_more_than_fifty_bits() -> None:
    assert len(ALPHABET) ** len(new_race_code(secrets.token_bytes)) > 2**50


@pytest.mark.parametrize("typed", ["bfgj-kmnp-qrtv", " BFGJ KMNP QRTV\n", "bfgjkmnpqrtv", "Bfgjkmnp-qrtv"])
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert read_race_code(typed) == "bfgjkmnpqrtv"


@pytest.mark.parametrize(
    "typed", ["", "bfgj", "bfgjkmnpqrtvw", "bfgjkmnpqrt0", "../../../etc", "{bfgjkmnpqrt}"]
)
def test_what_is_no_code_is_none(typed: str) -> None:
    assert read_race_code(typed) is None


@pytest.mark.parametrize(
    ("draw", "deal"),
    [(0, DEAL_MIN), (DEAL_MAX - DEAL_MIN - 1, DEAL_MAX - 1)],
)
def test_the_ends_of_the_range_of_deals(draw: int, deal: int) -> None:
    assert new_secret_deal(bytes_of((draw << 5).to_bytes(9, "big"), bytes(20))).deal == deal


def test_a_deal_beyond_the_range_is_drawn_anew() -> None:
    beyond = ((DEAL_MAX - DEAL_MIN) << 5).to_bytes(9, "big")
    assert new_secret_deal(bytes_of(beyond, b"\xff" * 9, bytes(9), bytes(20))) == (DEAL_MIN, "00" * 20)


def test_deals_are_all_different_and_within_the_range() -> None:
    deals = {new_secret_deal(secrets.token_bytes) for _ in range(1000)}
    assert len(deals) == len({deal.deal for deal in deals}) == 1000
    assert all(DEAL_MIN <= deal.deal < DEAL_MAX and len(deal.nonce) * 4 >= 128 for deal in deals)


def test_the_commitment_is_that_of_the_protocol() -> None:
    assert (
        commitment(12345678901234567890, "ab12") == hashlib.sha256(b"12345678901234567890:ab12").hexdigest()
    )
    assert commitment("1", "") == hashlib.sha256(b"1:").hexdigest()
