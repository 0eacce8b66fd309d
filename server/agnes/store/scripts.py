"""The Lua scripts of this package: one file each under `lua/`, named for what it does."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Script:
    """A script as the database knows it: `sha` is the SHA-1 of `source`, in lower-case hexadecimal."""

    name: str
    source: str
    sha: str

    @classmethod
    def of(cls, name: str, source: str) -> "Script":
        # SHA-1 is the name the protocol gives a script, not a safeguard.
        return cls(name, source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest())


@cache
def load_script(name: str) -> Script:
    """`store/lua/NAME.lua`, read once a process. FileNotFoundError where there is none."""
    path = resources.files(__package__).joinpath("lua", f"{name}.lua")
    return Script.of(name, path.read_text(encoding="utf-8"))
