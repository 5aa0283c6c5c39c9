"""`python -m tests.client.built FOLDER` writes the built modules to a folder, for tools that read files."""

from __future__ import annotations

import sys
from pathlib import Path

from app.api.pages import client


def write(folder: Path) -> list[Path]:
    """The built modules as files that Node takes for modules."""
    (folder / "package.json").write_text('{"type": "module"}')
    written = []
    for path, file in client().built.items():
        if path.endswith(".js"):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.body)
            written.append(target)
    return written


if __name__ == "__main__":
    write(Path(sys.argv[1]))
