"""The client's vendored libraries are the packages that package.json names, unchanged."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path

from tests.bundling import needs_packages
from tests.serving import ROOT

VENDOR = ROOT / "static" / "vendor"
README = (VENDOR / "README.md").read_text()
MODULES = ("preact.js", "uqr.js")


def test_the_libraries_are_those_of_their_readme_and_package_json() -> None:
    for name in MODULES:
        assert f"`{name}`: `{sha256((VENDOR / name).read_bytes()).hexdigest()}`" in README
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    listed = dict(re.findall(r"^\| (\S+) \| ([\d.]+) \|", README, re.MULTILINE))
    assert len(listed) == 5
    assert listed.items() <= wanted.items()


@needs_packages
def test_the_libraries_can_be_made_again_from_their_packages(tmp_path: Path) -> None:
    subprocess.run(["node", ROOT / "tools" / "vendor.js", tmp_path], check=True, capture_output=True)
    for name in (*MODULES, "LICENSES.txt"):
        assert (tmp_path / name).read_bytes() == (VENDOR / name).read_bytes(), name
