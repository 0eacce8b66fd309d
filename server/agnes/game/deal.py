"""Deal numbers: number in, order of the cards out.

The numbers are PySolFC's, so that a deal can be taken there and back. This is the only place of the package
that imports `random`, and only for its Mersenne Twister: all here are pure functions of the number.
Source: RULES, "The deal" and "DEALS"; the shuffle and the dealing order are described in `dealing_order`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

from agnes.game.cards import CODE, RANKS, Cards
from agnes.game.errors import InvalidDealNumber

HIGHEST: Final = 10**21 - 1

_FIRST_TWISTER_DEAL = 32000  # 31999 is the last number of the old shuffle
_LCG_DECK = tuple(CODE[rank + suit] for rank in RANKS for suit in "CDHS")
_TWISTER_DECK = tuple(CODE[rank + suit] for suit in "CSHD" for rank in RANKS)
_NUMBER = re.compile(r"[1-9][0-9]{0,20}")


def parse_deal_number(text: str) -> int:
    """The number written as 1 to 21 digits, the first not 0.

    `InvalidDealNumber` for all else, `"007"` and `" 7"` too.
    """
    if not _NUMBER.fullmatch(text):
        raise InvalidDealNumber(text)
    return int(text)


def dealing_order(number: int) -> Cards:
    """The 52 cards in the order in which they leave the deck. `InvalidDealNumber` outside 1 to 10^21 - 1.

    For k = 51, 50, … 1 the cards at k and at a drawn j, 0 <= j <= k, change places; the deck is dealt
    from its end. Up to 31999 j comes from the linear congruential generator of Microsoft's FreeCell, from
    32000 on from MT19937.
    """
    if not 1 <= number <= HIGHEST:
        raise InvalidDealNumber(number)
    if number < _FIRST_TWISTER_DEAL:
        deck, draw = list(_LCG_DECK), _lcg(number)
    else:
        deck, draw = list(_TWISTER_DECK), _twister(number)
    for k in range(51, 0, -1):
        j = draw(k + 1)
        deck[k], deck[j] = deck[j], deck[k]
    return tuple(reversed(deck))


def _lcg(number: int) -> Callable[[int], int]:
    state = number

    def draw(below: int) -> int:
        nonlocal state
        state = (214013 * state + 2531011) % 2**31
        return (state >> 16) % below

    return draw


def _twister(number: int) -> Callable[[int], int]:
    # Python seeds its twister with the number's 32-bit words, lowest first, and makes a 53-bit fraction
    # of two outputs: exactly what PySolFC's numbers are defined by. randrange() would draw differently.
    uniform = random.Random(number).random
    return lambda below: int(uniform() * below)
