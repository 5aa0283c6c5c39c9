"""Files that are made of others are up to date: vendored libraries, wire types, the privacy page, credits."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path

from tests.bundling import needs_packages
from tests.client import privacy_text, wire_types
from tests.serving import ROOT

VENDOR = ROOT / "static" / "vendor"
README = (VENDOR / "README.md").read_text()
MODULES = ("preact.js", "uqr.js")
VENDORED = re.compile(r"^\| (\S+) \| ([\d.]+) \|", re.MULTILINE)


def test_the_libraries_are_those_of_their_readme_and_package_json() -> None:
    for name in MODULES:
        assert f"`{name}`: `{sha256((VENDOR / name).read_bytes()).hexdigest()}`" in README
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    listed = dict(VENDORED.findall(README))
    assert len(listed) == 5
    assert listed.items() <= wanted.items()


@needs_packages
def test_the_libraries_can_be_made_again_from_their_packages(tmp_path: Path) -> None:
    subprocess.run(["node", ROOT / "tools" / "vendor.js", tmp_path], check=True, capture_output=True)
    for name in (*MODULES, "LICENSES.txt"):
        assert (tmp_path / name).read_bytes() == (VENDOR / name).read_bytes(), name


def test_wire_types_are_those_of_the_messages() -> None:
    assert wire_types.FILE.read_text() == wire_types.declarations(), "run `python -m tests.client.wire_types`"


def test_the_privacy_page_says_what_the_document_says() -> None:
    text = privacy_text.as_json(privacy_text.SOURCE.read_text())
    assert privacy_text.TARGET.read_text() == text, "run `python -m tests.client.privacy_text`"


def test_credits_name_every_library_and_font_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    engine = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text())["project"]
    lines = sum(engine["optional-dependencies"].values(), project["dependencies"])
    needed = {re.split(r"[^\w-]", line)[0].lower() for line in lines}
    credits_page = json.loads((ROOT / "static/pages/site/credits.en.json").read_text())
    named = {library["package"]: library for library in credits_page["libraries"]}
    fonts = {path.stem for path in (ROOT / "static/art/fonts").glob("*.woff2")}
    assert fonts
    assert set(named) == needed - {"richelieu-engine"} | set(dict(VENDORED.findall(README))) | fonts
    for library in named.values():
        assert library["licence"]
        assert library["href"].startswith("https://")
