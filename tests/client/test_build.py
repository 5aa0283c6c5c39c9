"""The client as it is served: joined modules link, export what their sources do, and weigh little enough."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.api.assets.client import CLASSIC, SHELL_SHEETS, START, make_client
from app.api.assets.files import File
from app.api.assets.joining import join
from app.api.assets.modules import Module, closure
from app.api.pages import client
from engine import FAMILIES, GAMES

HERE = Path(__file__).parent
CLIENT = client()
SCRIPTS = [path for path in CLIENT.plain if path.endswith(".js") and path not in CLASSIC]
ALONE = {game.family for game in GAMES.values() if len(game.seats) == 1}


def exports(folder: Path, files: dict[str, File]) -> dict[str, list[str]]:
    """The exported names by path, once all modules are linked."""
    node = shutil.which("node")
    assert node, "the client's tests need Node"
    for path, file in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.body)
    done = subprocess.run(
        [node, "--experimental-vm-modules", "--no-warnings", HERE / "link.js", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_joined_modules_link_and_export_what_their_sources_do(tmp_path: Path) -> None:
    plain = exports(tmp_path / "plain", {path: CLIENT.plain[path] for path in SCRIPTS})
    scripts = {path: file for path, file in CLIENT.built.items() if path.endswith(".js")}
    built = exports(tmp_path / "built", {path: scripts[path] for path in scripts if path not in CLASSIC})
    for path, names in plain.items():
        assert {name for name in built[path] if not name.startswith("$")} == set(names), path
    assert any(path.startswith("joined/") for path in built)


def test_each_module_is_joined_once() -> None:
    """Two copies of a module would be two settings, two caches, two catalogues."""
    joined = "".join(file.body.decode() for path, file in CLIENT.built.items() if path.endswith(".js"))
    for path in SCRIPTS:
        assert joined.count(f"\nconst {Module(path, '').name} = ") == 1, path


def test_joined_sheets_hold_their_rules_and_no_comment_but_the_paths() -> None:
    """A sheet that is not joined, as it stands in the repository, keeps its comments."""
    sheets = {path: file.body.decode() for path, file in CLIENT.built.items() if path.startswith("joined/")}
    sheets = {path: text for path, text in sheets.items() if path.endswith(".css")}
    assert SHELL_SHEETS in sheets
    for text in sheets.values():
        for part in re.split(r"^(?=/\*)", text, flags=re.MULTILINE)[1:]:
            head, rules = part.split("\n", 1)
            source = CLIENT.plain[head.removeprefix("/* ").removesuffix(" */")].body.decode()
            assert "/*" not in rules
            assert rules.split() == re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).split()


@pytest.mark.parametrize(
    "text",
    [
        "export default 1\n",
        "export * from './other.js'\n",
        "export let counter = 0\n",
        "import fallback from './other.js'\n",
        "import { a } from './gone.js'\n",
    ],
)
def test_a_form_that_cannot_be_joined_is_refused(text: str) -> None:
    modules = {"a.js": Module("a.js", text), "other.js": Module("other.js", "export const a = 1\n")}
    with pytest.raises(ValueError, match=r"a\.js"):
        join(modules, "a.js", ["other.js"])


def test_an_import_is_evaluated_before_what_imports_it() -> None:
    modules = {path: Module(path, CLIENT.text(path)) for path in SCRIPTS}
    order = closure(modules, SCRIPTS)
    for path in order:
        assert all(order.index(found) < order.index(path) for found in modules[path].imports), path


def test_any_change_makes_another_build() -> None:
    changed = File("art/icon.svg", b"<svg/>")
    rules = {"rules.json": CLIENT.built["rules.json"].body}
    assert make_client(CLIENT.plain, rules).build == CLIENT.build
    assert make_client({**CLIENT.plain, "art/icon.svg": changed}, rules).build != CLIENT.build


@pytest.mark.parametrize("family", FAMILIES)
def test_a_table_weighs_at_most_100_kilobytes(family: str) -> None:
    """Scripts, styles and art that the page of a live game loads; the catalogue comes on top."""
    rest = ["solitaire/controls"] if family in ALONE else ["table/forced", "table/people", "table/chat"]
    needs = [CLIENT.needs[name] for name in ("table/page", *rest, f"games/{family}")]
    paths = {START, "app/theme.js", SHELL_SHEETS, "art/icon.svg", "art/icon-mark.svg", *CLIENT.shell}
    paths |= {path for need in needs for path in need.modules}
    paths |= {need.sheet for need in needs if need.sheet}
    files = [CLIENT.built[path] for path in paths]
    assert len(paths) > 10
    assert sum(len(file.encodings.get("gzip", file.body)) for file in files) <= 100_000
