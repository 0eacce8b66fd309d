"""What a player may be called: 1 to 24 characters as a person counts them, visible and in writing order.

Which characters can be in a name at all is PRECIS' (RFC 8264, FreeformClass, with the spaces of RFC 8266);
the emoji that it leaves out for their invisible parts are let in again, whole. Names are kept in NFC: the
stronger NFKC would take Thai and other scripts apart. Who shows a name isolates it (`<bdi>`), for names run
both ways.
"""

# ruff: noqa: N818 (the name says what is wrong, and is what callers catch)

import unicodedata
from typing import Final

from precis_i18n import get_profile

from agnes.service.graphemes import EMOJI, characters, is_mark

MAX_CHARACTERS: Final = 24
MAX_BYTES: Final = 1024  # in UTF-8: 24 families of four with their colours of skin
MAX_MARKS: Final = 4  # on one letter; pointed Hebrew and Tibetan want as many
MAX_TAKEN_APART: Final = 2 * MAX_CHARACTERS  # characters that are whole words, such as the Arabic blessings

_PROFILE: Final = get_profile("NicknameCasePreserved")
_TURNS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and symbols drawn as nothing


class InvalidName(ValueError):
    """`reason` is a clause a person can act on, `code` a stable word for clients that translate it."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def clean_name(text: str) -> str:
    """`text` as it is kept: normalised, without spaces around it or doubled. Raises InvalidName.

    A cleaned name cleans to itself.
    """
    if len(text) > MAX_BYTES:  # before anything looks at it, whatever it is
        raise InvalidName("too-long", f"can have at most {MAX_CHARACTERS} characters")
    for char in text:
        _refuse_by_category(char)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    _refuse_by_length(name)
    _refuse_invisible(name)
    _refuse_marks(name)
    _refuse_the_rest(name)
    return name


def _refuse_by_category(char: str) -> None:
    match unicodedata.category(char):
        case "Cc" | "Zl" | "Zp":
            raise InvalidName("control", "cannot have line breaks, tabs or other control characters")
        case "Cs":
            raise InvalidName("broken", "has half a character in it: type it again")
        case "Co":
            raise InvalidName("unknown", f"has a character that nobody else can see ({_code(char)})")
    if char in _TURNS:
        raise InvalidName("direction", f"cannot change the direction of writing ({_code(char)})")


def _refuse_by_length(name: str) -> None:
    if not name:
        raise InvalidName("empty", "must have at least one character")
    count = len(characters(name))
    if count > MAX_CHARACTERS:
        raise InvalidName("too-long", f"can have at most {MAX_CHARACTERS} characters, has {count}")
    if (
        len(characters(unicodedata.normalize("NFKC", name))) > MAX_TAKEN_APART
        or len(name.encode()) > MAX_BYTES
    ):
        raise InvalidName("too-long", "has characters that are too wide: use fewer of them")


def _refuse_invisible(name: str) -> None:
    for char in EMOJI.sub("", name):
        if char in _BLANK:
            raise InvalidName("invisible", f"has an invisible character in it ({_code(char)})")


def _refuse_marks(name: str) -> None:
    for character in characters(name):
        if is_mark(character[0]) or (character[0] == " " and len(character) > 1):
            raise InvalidName("marks", f"has an accent without a letter under it ({_code(character[-1])})")
        if sum(is_mark(char) for char in EMOJI.sub("", character)) > MAX_MARKS:
            raise InvalidName("marks", f"has more than {MAX_MARKS} accents on one letter")


def _refuse_the_rest(name: str) -> None:
    plain = EMOJI.sub("\u263a", name)
    try:
        _PROFILE.enforce(plain)
    except UnicodeEncodeError as error:
        raise _misfit(error) from None


def _misfit(error: UnicodeEncodeError) -> InvalidName:
    """PRECIS' refusal in words; `reason` begins `DISALLOWED/` and says which of its tables it was."""
    table = error.reason.removeprefix("DISALLOWED/")
    where = f" ({_code(error.object[error.start])})" if error.start < len(error.object) else ""
    if table in ("precis_ignorable_properties", "zero_width_joiner", "zero_width_nonjoiner"):
        return InvalidName("invisible", f"has an invisible character in it{where}")
    if table == "unassigned":
        return InvalidName("unknown", f"has a character that this server does not know{where}")
    return InvalidName("misplaced", f"has a character that cannot stand there{where}")


def _code(char: str) -> str:
    return f"U+{ord(char):04X}"
