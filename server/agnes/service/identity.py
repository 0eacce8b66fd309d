"""Who a guest is, and the codes, secret deals and commitments that are drawn at random.

Every text made here is lower case and of letters that make up no card in any case (`4C`, `ts`), so that a
search for cards in what the server sends finds cards alone; none of them looks like another or spells a word.
Randomness is an argument: a function from a number of bytes to that many, `secrets.token_bytes` in earnest.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer

RandomBytes = Callable[[int], bytes]

# No 0 o 1 l i, no vowels, and none of the suits c d h s: without a suit there is no card.
ALPHABET: Final = "23456789bfgjkmnpqrtvwxyz"
RACE_CODE_LENGTH: Final = 12  # 55 bits: beyond guessing over a network, and still typed in a breath
TRANSFER_CODE_LENGTH: Final = 8  # 36 bits: typed from one screen to another, tried a bounded number of times
PLAYER_ID_LENGTH: Final = 16  # 73 bits: no two players ever draw the same
DEAL_MIN: Final = 10**16
DEAL_MAX: Final = 10**20
_NONCE_BYTES: Final = 20
_HEX: Final = str.maketrans("0123456789abcdef", ALPHABET[:16])


class Identity:
    """Signs player ids into tokens. `secret` is at least 16 bytes and the same in every process."""

    def __init__(self, secret: bytes) -> None:
        self._signer = _LowerCaseSigner(
            secret, salt=b"agnes.player", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def token_for(self, player_id: str) -> str:
        """A token that says who its bearer is, `ID.SIGNATURE`; for the same id always the same."""
        return self._signer.sign(player_id).decode()

    def player_of(self, token: str) -> str | None:
        """Whose token this is; None if it was not made with this secret. Takes any text."""
        try:
            return self._signer.unsign(token).decode()
        except (BadSignature, ValueError):
            return None


class SecretDeal(NamedTuple):
    """A deal number nobody can guess from the cards seen, and the nonce that keeps its commitment shut."""

    deal: int
    nonce: str


def new_player_id(rng: RandomBytes) -> str:
    """An id of PLAYER_ID_LENGTH letters of ALPHABET."""
    return _draw(rng, PLAYER_ID_LENGTH)


def new_race_code(rng: RandomBytes) -> str:
    """A code of RACE_CODE_LENGTH letters of ALPHABET: the race's id, told from mouth to mouth."""
    return _draw(rng, RACE_CODE_LENGTH)


def new_transfer_code(rng: RandomBytes) -> str:
    """A code of TRANSFER_CODE_LENGTH letters of ALPHABET: takes somebody to another device, once."""
    return _draw(rng, TRANSFER_CODE_LENGTH)


def read_race_code(text: str) -> str | None:
    """The code in what a person typed, whatever the capitals, spaces and hyphens; None if it can be none."""
    return _read_code(text, RACE_CODE_LENGTH)


def read_transfer_code(text: str) -> str | None:
    """The same for a code that takes somebody to another device."""
    return _read_code(text, TRANSFER_CODE_LENGTH)


def new_secret_deal(rng: RandomBytes) -> SecretDeal:
    """A deal number drawn evenly from DEAL_MIN up to, not including, DEAL_MAX, and a nonce of 160 bits."""
    while True:
        # 67 bits reach beyond the range; a remainder would favour small numbers, so those are redrawn.
        drawn = int.from_bytes(rng(9), "big") >> 5
        if drawn < DEAL_MAX - DEAL_MIN:
            return SecretDeal(DEAL_MIN + drawn, rng(_NONCE_BYTES).hex())


def commitment(deal: int | str, nonce: str) -> str:
    """SHA-256 of `DEAL:NONCE` in lower-case hex: told at the making of a race, checked after its end."""
    return hashlib.sha256(f"{deal}:{nonce}".encode()).hexdigest()


class _LowerCaseSigner(Signer):
    """A Signer whose signatures are written in our letters instead of Base64."""

    def get_signature(self, value: str | bytes) -> bytes:
        mac = self.algorithm.get_signature(self.derive_key(), _bytes(value))
        return mac.hex().translate(_HEX).encode()

    def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
        # Written anew and compared as text: one token has one spelling.
        return hmac.compare_digest(self.get_signature(value), _bytes(sig))


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _read_code(text: str, length: int) -> str | None:
    code = "".join(text.lower().replace("-", "").split())
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def _draw(rng: RandomBytes, length: int) -> str:
    """Letters, each as likely as any other: bytes beyond the last whole multiple of 24 are thrown away."""
    letters = ""
    while len(letters) < length:
        letters += "".join(ALPHABET[byte % 24] for byte in rng(length) if byte < 240)
    return letters[:length]
