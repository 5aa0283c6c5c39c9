"""The client as the image serves it, bundled by the packages of package.json."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from app.site import pages
from tests.app_process import Prepare
from tests.serving import ROOT

POSSIBLE = bool(shutil.which("node")) and (ROOT / "node_modules" / "esbuild").exists()
needs_packages = pytest.mark.skipif(
    not POSSIBLE, reason="needs Node with the packages of package.json: make client"
)


def bundled(folder: Path) -> Prepare | None:
    """Bundle the client into a folder, and return what makes a server process serve it. None: without Node
    it serves the sources, as they are."""
    if not POSSIBLE:
        return None
    subprocess.run(["node", ROOT / "tools" / "build_client.js", folder], check=True, capture_output=True)
    return partial(_serve, folder)


def _serve(folder: Path) -> None:
    pages.BUNDLE = folder
    pages.client.cache_clear()


def bundle(tree: Path) -> None:
    """Bundle `static/` of a source tree into its `dist/`."""
    tools = Path(shutil.copytree(ROOT / "tools", tree / "tools", dirs_exist_ok=True))
    packages = tree / "node_modules"
    if not packages.exists():
        packages.symlink_to(ROOT / "node_modules")
    subprocess.run(["node", tools / "build_client.js"], check=True, capture_output=True)
