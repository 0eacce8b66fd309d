"""One person on several devices: a code, shown once on one of them, makes the next one the same person.

A code works once and for TRANSFER_S; asking for another one ends it. It has 8 letters of 24, so that of the
GUESSES_MOST tries a minute that everybody together has, one in 180 million minutes would hit a given code.
The new device gets the token that the old one has: a token says who somebody is and is kept nowhere, so both
stay signed in, and erasing the person ends both.
"""

from typing import Final, NamedTuple

from agnes.race import Refused
from agnes.service.identity import Identity, new_player_id, new_transfer_code, read_transfer_code
from agnes.service.people import People
from agnes.service.racing import Racing
from agnes.service.stores import Stores
from agnes.store.keys import GUESSES_MOST, TRANSFER_S

UNKNOWN: Final = "This code is wrong, or from long ago. Make a new one on the other device."
USED: Final = "This code has been used already. Each works once: make a new one on the other device."
EXPIRED: Final = "This code is too old. Make a new one on the other device."


class Claimed(NamedTuple):
    """Who a device has become."""

    player: str
    name: str
    token: str


class Transfer:
    def __init__(self, stores: Stores, identity: Identity, people: People, racing: Racing) -> None:
        self._stores = stores
        self._identity = identity
        self._people = people
        self._racing = racing

    async def code_for(self, player: str) -> tuple[str, int, int]:
        """A new code, from when and until when it can be used. The one from before counts no more."""
        code, now = new_transfer_code(self._stores.random), self._stores.now()
        until = now + TRANSFER_S * 1000
        if not await self._stores.players.put_code(player, code, until):
            raise Refused("unknown-player", "This player has been erased; make a new one.")
        return code, now, until

    async def may_guess(self) -> bool:
        """Whether one more code may be tried now; counted for all processes together."""
        return await self._stores.players.guesses(self._stores.now()) <= GUESSES_MOST

    async def claim(self, typed: str, holder: str | None, *, leave: bool) -> Claimed:
        """Use the code up. `holder` is who the device has been until now.

        If they are somebody else and play in races, `leave` must say that these seats are given up; without
        it `still-racing` is refused and the code can still be used. Refused too for a code that is wrong
        (`no-such-code`), too old (`code-expired`) or was used before (`code-used`).
        """
        code = read_transfer_code(typed)
        if code is None:
            raise Refused("no-such-code", "A code has 8 letters and digits. Look at the other device.")
        player = await self._player_of(code)
        seats = await self._people.plays_in(holder) if holder and holder != player else []
        if seats and not leave:
            raise Refused("still-racing", _seats_at_stake(len(seats)))
        claim = new_player_id(self._stores.random)
        answer = await self._stores.players.use_code(code, claim, self._stores.now())
        if answer[0] != "ok":
            raise _refusal(answer[0])
        name = await self._stores.players.name_of(player)
        if name is None:
            raise _refusal("unknown")
        for race_id in seats:
            assert holder is not None
            await self._racing.leave(race_id, holder)
        return Claimed(player, name, self._identity.token_for(player))

    async def _player_of(self, code: str) -> str:
        """Whose code this is, if it can be used; nothing is used up."""
        row = await self._stores.players.code_row(code)
        if not row or await self._stores.players.name_of(row["player"]) is None:
            raise _refusal("unknown")
        if "used" in row:
            raise _refusal("used")
        newest = await self._stores.players.newest_code(row["player"])
        if newest != code or self._stores.now() >= int(row["until"]):
            raise _refusal("expired")
        return row["player"]


def _refusal(word: str) -> Refused:
    return {
        "unknown": Refused("no-such-code", UNKNOWN),
        "used": Refused("code-used", USED),
        "expired": Refused("code-expired", EXPIRED),
    }[word]


def _seats_at_stake(count: int) -> str:
    seats = "a seat in a race" if count == 1 else f"seats in {count} races"
    return f'This device has {seats} under another name. Send "leave": true to give that up, or finish first.'
