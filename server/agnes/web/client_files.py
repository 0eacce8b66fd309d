"""Where the client's files lie. There is no build: `packed` makes of them, as they lie, what is sent."""

from pathlib import Path


def client_dir() -> Path:
    """Its folder: `client/` of the working tree in a checkout, `agnes/client` when installed."""
    package = Path(__file__).parents[1]
    installed = package / "client"
    return installed if installed.is_dir() else package.parents[1] / "client"
