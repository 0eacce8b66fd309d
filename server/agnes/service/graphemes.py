"""Text as a person counts it: what is read as one character, an emoji with all its parts too.

A short form of Unicode's grapheme clusters (UAX #29), made from the categories that Python knows. It leaves
out what cannot stand in a name: control characters, old Korean letters, signs that come before their number.
"""

import re
import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
_TONE: Final = "[\U0001f3fb-\U0001f3ff]"
_PICTURE: Final = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f201-\U0001faff]"
)
_ONE: Final = f"{_PICTURE}(?:{_TONE}|[\ufe0e\ufe0f])?"
EMOJI: Final = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # a country's flag
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"  # a region's flag
    "|[0-9#*]\ufe0f?\u20e3"  # a key
    f"|{_ONE}(?:{_JOINER}{_ONE}){{0,7}}"  # pictures joined to one: a family, a profession
)
"""One emoji. Joiners, selectors and tags, invisible by themselves, belong in it and nowhere else."""

# The sign that ties the next consonant to the one before, in Devanagari, Bengali, Gujarati, Oriya, Telugu and
# Malayalam.
_VIRAMAS: Final = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
_INDIC_BLOCK: Final = 0x80


def characters(text: str) -> list[str]:
    """`text` cut into what a person counts as single characters; joined again they are `text`."""
    found: list[str] = []
    at = 0
    while at < len(text):
        emoji = EMOJI.match(text, at)
        end = emoji.end() if emoji else at + 1
        while end < len(text) and (_extends(text[end]) or (emoji is None and _is_tied(text, end))):
            end += 1
        found.append(text[at:end])
        at = end
    return found


def is_mark(char: str) -> bool:
    """Whether it is drawn onto the character before it and cannot stand alone."""
    return unicodedata.category(char) in ("Mn", "Me", "Mc")


def _extends(char: str) -> bool:
    # Thai and Lao AM are letters to Unicode but hang on their consonant; the joiners are of no width.
    return is_mark(char) or char in "\u0e33\u0eb3\u200c\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_tied(text: str, at: int) -> bool:
    before = text[at - 1] if text[at - 1] not in "\u200c\u200d" else text[at - 2]
    same_block = ord(before) // _INDIC_BLOCK == ord(text[at]) // _INDIC_BLOCK
    return (
        before in _VIRAMAS
        and same_block
        and text[at - 1] != "\u200c"
        and unicodedata.category(text[at]) == "Lo"
    )
