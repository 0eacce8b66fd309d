"""What every model of the public interface has in common."""

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class Message(BaseModel):
    """A frozen message; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """What tells messages apart is always there, although it has a default when one is made here."""
        described = handler.resolve_ref_schema(handler(schema))
        if "type" in described.get("properties", {}):
            described["required"] = sorted({*described.get("required", []), "type"})
        return described

    def text(self) -> str:
        """The message as it goes over the wire."""
        return self.model_dump_json(by_alias=True)
