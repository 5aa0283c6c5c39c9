"""`python -m tests.client.wire_types` writes `static/wire.d.ts`: the messages of `app` in TypeScript.

The source is msgspec's JSON Schema of each type; ranges and patterns are not expressed.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from pathlib import Path
from typing import Any

import msgspec

import app

FILE = Path(__file__).parents[2] / "static" / "wire.d.ts"
WIDTH = 80  # columns of the client's format
HEAD = """\
// Written by `python -m tests.client.wire_types` from the messages of app; not edited by hand.
// Every message of the sockets and every body of HTTP, as a global type: Wire.State, Wire.Lobby ...

declare namespace Wire {
"""


def message_types() -> list[type[msgspec.Struct]]:
    """Return the structs that the features' messages declare, by name, without their base classes."""
    found = []
    for module in pkgutil.walk_packages(app.__path__, "app."):
        if not module.name.endswith("messages"):
            continue
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if (
                issubclass(kind, msgspec.Struct)
                and kind.__module__ == module.name
                and not kind.__subclasses__()
            ):
                found.append(kind)
    return sorted(found, key=lambda kind: kind.__name__)


def declarations() -> str:
    """Return the whole text of the file."""
    _, components = msgspec.json.schema_components(message_types(), ref_template="{name}")
    parts = [_interface(name, schema) for name, schema in sorted(components.items())]
    return HEAD + "\n".join(parts) + "}\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    lines = [f"  /** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"  interface {name} {{")
    for field, kind in schema.get("properties", {}).items():
        lines.append(f"    {field}{'' if field in required else '?'}: {_type(kind)}")
    lines.append("  }")
    text = "\n".join(lines) + "\n"
    wide = [line for line in lines if len(line) > WIDTH and "/**" not in line]
    if wide:
        raise ValueError(f"wider than {WIDTH} columns, and would be reformatted: {wide[0]}")
    return text.replace(f"interface {name} {{\n  }}", f"type {name} = Record<string, never>")


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema and "type" not in schema:  # with a type: a demand of requests, as ranges are
        return " | ".join(_literal(value) for value in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            return _array(schema)
        case "object":
            return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return "unknown"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    item = _type(schema.get("items", {}))
    return f"({item})[]" if " " in item and not item.startswith(("[", "Record<")) else f"{item}[]"


def _literal(value: str | int | None) -> str:
    return "null" if value is None else f"'{value}'" if isinstance(value, str) else str(value)


if __name__ == "__main__":
    FILE.write_text(declarations())
