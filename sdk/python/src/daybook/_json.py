"""JSON without rounding: decimal numbers are ``Decimal`` in both directions."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ._routes import DECIMAL_FIELDS


def loads(text: str | bytes) -> Any:
    return json.loads(text, parse_float=Decimal, object_hook=_with_decimals)


def _with_decimals(fields: dict[str, Any]) -> dict[str, Any]:
    # An amount without decimals is sent as 100. As an int, 100 / 3 would be a float.
    for name in fields.keys() & DECIMAL_FIELDS:
        if type(fields[name]) is int:
            fields[name] = Decimal(fields[name])
    return fields


def dumps(value: object) -> str:
    """Write JSON. The json module cannot write a ``Decimal`` as a number, so this is done here."""
    if value is None or isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        return json.dumps(value)
    if isinstance(value, (float, Decimal)):
        if not (value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)):
            raise ValueError(f"{value} cannot be sent: JSON has only finite numbers.")
        return str(value) if isinstance(value, Decimal) else json.dumps(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_key(key)}:{dumps(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(dumps(item) for item in value) + "]"
    raise TypeError(f"A {type(value).__name__} cannot be sent as JSON. Convert it to a str first.")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"The name of a field must be a str, not {key!r}.")
    return json.dumps(key, ensure_ascii=False)
