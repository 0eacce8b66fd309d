"""What every model of the public interface has in common."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A frozen message; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    def text(self) -> str:
        """The message as it goes over the wire."""
        return self.model_dump_json(by_alias=True)
