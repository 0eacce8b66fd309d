"""redis-py's errors in our own tree, so that nobody above this package needs to know redis-py."""

from redis import exceptions

from agnes.store.errors import CommandRefused, DatabaseRefusesWrites, DatabaseUnreachable, StoreError

NO_WRITES = {
    "MISCONF": "its disk is full or failing",
    "OOM": "its memory is full",
    "NOREPLICAS": "its disk is nearly full, or too few replicas are connected",
}


def unreachable(name: str, trouble: BaseException) -> DatabaseUnreachable:
    """What to say of a database that cannot be connected to, or does not answer."""
    if isinstance(trouble, exceptions.AuthenticationError):
        return DatabaseUnreachable(f"the database at {name} refuses the user or password it was given")
    reason = (
        "no answer in time" if isinstance(trouble, TimeoutError | exceptions.TimeoutError) else str(trouble)
    )
    return DatabaseUnreachable(f"the database at {name} cannot be reached ({reason.rstrip('.')})")


def refused(error: exceptions.ResponseError) -> StoreError:
    """What to say of a command that was answered with an error."""
    prefix = prefix_of(error)
    if prefix in NO_WRITES:
        return DatabaseRefusesWrites(f"the database takes no writes: {NO_WRITES[prefix]} ({prefix})")
    text = str(error)
    return CommandRefused(text if text.startswith(prefix) else f"{prefix} {text}")


def prefix_of(error: exceptions.ResponseError) -> str:
    """The first word of the answer, which redis-py takes away where it knows a class for it."""
    return str(error.status_code or str(error).split(" ", 1)[0])
