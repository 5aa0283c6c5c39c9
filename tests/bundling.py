"""Bundling of the client by the packages of package.json."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.serving import ROOT

needs_packages = pytest.mark.skipif(
    not shutil.which("node") or not (ROOT / "node_modules" / "esbuild").exists(),
    reason="needs Node with the packages of package.json: make client",
)


def bundle(tree: Path) -> None:
    """Bundle `static/` of a source tree into its `dist/`."""
    tools = Path(shutil.copytree(ROOT / "tools", tree / "tools", dirs_exist_ok=True))
    packages = tree / "node_modules"
    if not packages.exists():
        packages.symlink_to(ROOT / "node_modules")
    subprocess.run(["node", tools / "build_client.js"], check=True, capture_output=True)
