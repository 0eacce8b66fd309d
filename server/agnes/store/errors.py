"""What can go wrong with the database, as one small tree.

    StoreError
    ├── DatabaseUnreachable     no answer within the time a caller may wait: try again later
    ├── DatabaseUnfit           it is too old to work with
    ├── DatabaseRefusesWrites   it answers, but its disk or memory is full: play stops until that is mended
    ├── DatabaseBusy            too many calls are waiting already: this one was not even tried
    ├── CommandRefused          the database says that this one command is wrong: a fault of ours
    └── EmbeddedError           the product's own database process
        ├── DataFolderInUse         another server works on this folder
        ├── DataFolderUnwritable    the folder cannot be made or written
        ├── DatabaseBroken          its files are damaged: `agnes db repair`
        └── DatabaseWontStart       anything else that keeps the process from answering

Each carries one sentence a person can act on; none ever holds a password.
"""

# ruff: noqa: N818 (each name says what happened; the base class says that it is an error)


class StoreError(Exception):
    """Base of everything that `agnes.store` raises; `code` is stable, the sentence may change."""

    code = "store_failed"


class DatabaseUnreachable(StoreError):
    """The database did not answer in time. Whether a write in flight was done is unknown: ask again."""

    code = "database_unreachable"


class DatabaseUnfit(StoreError):
    """The database answers, but is too old to work with."""

    code = "database_unfit"


class DatabaseRefusesWrites(StoreError):
    """It answers but takes no writes (full disk, full memory, too few replicas); nothing was done."""

    code = "database_refuses_writes"


class DatabaseBusy(StoreError):
    """More calls wait for the database than it is allowed to owe; nothing was sent."""

    code = "database_busy"


class CommandRefused(StoreError):
    """The database answered this command with an error; `prefix` is its first word, such as `WRONGTYPE`."""

    code = "command_refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.prefix = message.split(" ", 1)[0]


class EmbeddedError(StoreError):
    """The embedded database cannot be started, adopted or mended."""

    code = "embedded_database_failed"


class DataFolderInUse(EmbeddedError):
    code = "data_folder_in_use"


class DataFolderUnwritable(EmbeddedError):
    code = "data_folder_unwritable"


class DatabaseBroken(EmbeddedError):
    code = "database_broken"


class DatabaseWontStart(EmbeddedError):
    code = "database_wont_start"
