"""The positions visited so far: a set of 64-bit keys in bounded memory, by open addressing."""

from __future__ import annotations

from array import array
from mmap import mmap
from typing import Final

TOMB: Final = 1  # in place of a key that was taken out; 0 is an empty slot


class Seen:
    """A set that is full when three quarters of its slots are used; then `grow`, as long as that goes."""

    def __init__(self, bits: int, most: int) -> None:
        """Room for 2^bits keys to begin with, for 2^most at the end."""
        self.most = most
        self.old = _slots(0)
        self.moved = 1
        self.make_table(bits)

    def make_table(self, bits: int) -> None:
        self.bits = bits
        self.mask = (1 << bits) - 1
        self.limit = 3 << bits >> 2
        self.count = 0
        self.table = _slots(bits)

    def is_full(self) -> bool:
        return self.count >= self.limit

    def add(self, key: int) -> bool:
        """Puts a key in; whether it is new."""
        table = self.table
        mask = self.mask
        key |= (key < 2) << 1
        slot = key & mask
        while table[slot]:
            if table[slot] == key:
                return False
            slot = slot + 1 & mask
        table[slot] = key
        self.count += 1
        return True

    def forget(self, key: int) -> None:
        """Takes a key out that is there."""
        table = self.table
        key |= (key < 2) << 1
        slot = key & self.mask
        while table[slot] != key:
            slot = slot + 1 & self.mask
        table[slot] = TOMB

    def grow(self) -> bool:
        """Begins to make room, to be completed by `refill`; `False` if that would be more than `most`."""
        if self.bits >= self.most:
            return False
        self.old = self.table
        self.moved = 0
        self.make_table(min(self.bits + 2, self.most))
        return True

    def is_growing(self) -> bool:
        return self.moved < len(self.old)

    def refill(self, slots: int) -> None:
        """Moves the keys of so many slots to the new table."""
        old = self.old
        end = min(self.moved + slots, len(old))
        for i in range(self.moved, end):
            if old[i] > TOMB:
                self.add(old[i])
        self.moved = end


def _slots(bits: int) -> array[int] | memoryview[int]:
    if bits < 16:
        return array("Q", bytes(8 << bits))
    # The pages come from the system when they are first written to: no long wait here.
    return memoryview(mmap(-1, 8 << bits)).cast("Q")
