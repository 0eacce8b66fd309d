"""Why a wish about a race is refused."""


class Refused(Exception):  # noqa: N818 (it says what happened)
    """The wish cannot be granted, and nothing has changed.

    `reason` is a stable word that clients translate (`race-full`); `detail` is a sentence in
    English that says what would have to be different.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
