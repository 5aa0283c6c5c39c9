"""Static imports of the client's modules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

# At the start of a line: comments import types.
IMPORT = re.compile(r"^(?:import|export)\b[\w$\s{},*]*'(\.[^']+)'", re.MULTILINE)


def imports(path: str, text: str) -> list[str]:
    """Return the modules that a module imports. `path`: below the static folder."""
    folder = posixpath.dirname(path)
    return [posixpath.normpath(posixpath.join(folder, found)) for found in IMPORT.findall(text)]


def closures(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return for each module all that loads with it: itself, then what it imports, nearest first."""
    direct = {path: imports(path, text) for path, text in texts.items()}
    found = {}
    for path in texts:
        reached = {path: None}
        for other in (waiting := [path]):
            new = [one for one in direct.get(other, ()) if one not in reached]
            reached |= dict.fromkeys(new)
            waiting += new
        found[path] = list(reached)
    return found
