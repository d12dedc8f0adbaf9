"""The part of the SARIF 2.1.0 schema that Bylaws uses, written out with nothing else allowed.

The types, bounds and required properties are those of the published schema; properties that Bylaws does not
write are left out, so that a misspelt one fails here.
"""

from typing import Any

from jsonschema import Draft7Validator


def check_sarif(log: Any) -> None:
    """Raises jsonschema's ValidationError unless the log keeps to the schema."""
    Draft7Validator.check_schema(LOG)
    Draft7Validator(LOG).validate(log)


def _object(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


def _list(items: dict[str, Any], minimum: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": minimum}


TEXT = {"type": "string"}
COUNTED_FROM_ONE = {"type": "integer", "minimum": 1}
COUNTED_FROM_ZERO = {"type": "integer", "minimum": 0}
MESSAGE = _object(("text",), text=TEXT)
ARTIFACT = _object(("uri",), uri={"type": "string", "pattern": r"^[A-Za-z0-9._~!$&'()*+,;=:@%/-]+$"})
REGION = _object(
    ("startLine",),
    startLine=COUNTED_FROM_ONE,
    startColumn=COUNTED_FROM_ONE,
    endLine=COUNTED_FROM_ONE,
    endColumn=COUNTED_FROM_ONE,
)
PLACE = _object(("artifactLocation",), artifactLocation=ARTIFACT, region=REGION)
LOCATION = _object((), id=COUNTED_FROM_ZERO, physicalLocation=PLACE, message=MESSAGE)
REPLACEMENT = _object(("deletedRegion",), deletedRegion=REGION, insertedContent=_object((), text=TEXT))
CHANGE = _object(("artifactLocation", "replacements"), artifactLocation=ARTIFACT, replacements=_list(REPLACEMENT, 1))
FIX = _object(("artifactChanges",), description=MESSAGE, artifactChanges=_list(CHANGE, 1))
RESULT = _object(
    ("message", "ruleId"),
    ruleId=TEXT,
    ruleIndex=COUNTED_FROM_ZERO,
    level={"enum": ["none", "note", "warning", "error"]},
    message=MESSAGE,
    locations=_list(LOCATION),
    relatedLocations=_list(LOCATION, 1),
    fixes=_list(FIX, 1),
)
DRIVER = _object(("name",), name=TEXT, rules=_list(_object(("id",), id=TEXT)))
RUN = _object(
    ("tool", "results"),
    tool=_object(("driver",), driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_list(RESULT),
)
LOG = _object(("version", "runs"), **{"$schema": TEXT, "version": {"enum": ["2.1.0"]}, "runs": _list(RUN)})
