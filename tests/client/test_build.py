"""The client as served: what pages need is found or listed; the bundled client is one of these sources."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from app.site.assets.build import CLASSIC, START, Client, closures, load_client
from app.site.assets.texts import path_of
from app.site.pages import STATIC, client
from engine import FAMILIES
from tests.bundling import bundle, needs_packages

CLIENT = client()
SCRIPTS = [path for path in CLIENT.plain if path.endswith(".js") and path not in CLASSIC]
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.MULTILINE | re.DOTALL)


def test_all_forms_of_imports_are_found_and_nothing_else() -> None:
    texts = {
        "app/start.js": "import { a } from '../core/a.js'\nimport './b.js'\nexport const c = './no.js'\n",
        "app/b.js": "import * as a from '../core/a.js'\nimport {\n  d,\n  e as f,\n} from '../core/d.js'\n",
        "core/a.js": "/** @import { T } from './no.js' */\n// import './no.js'\nexport const a = 1\n",
        "core/d.js": "export { a as d } from './a.js'\nexport const e = () => import('./no.js')\n",
    }
    assert closures(texts) == {
        "app/start.js": ["app/start.js", "core/a.js", "app/b.js", "core/d.js"],
        "app/b.js": ["app/b.js", "core/a.js", "core/d.js"],
        "core/a.js": ["core/a.js"],
        "core/d.js": ["core/d.js", "core/a.js"],
    }


def test_what_is_imported_later_goes_through_load_part() -> None:
    """The error names the module that does not load; a bare `import()` fails in silence."""
    bare = []
    for path in SCRIPTS:
        code = COMMENT.sub("", CLIENT.text(path))
        if path != "app/pages.js" and not path.startswith("vendor/"):
            found = re.finditer(r"\bimport\(", code)
            bare += [
                path for one in found if not re.search(r"\bloadPart\(\s*\(\) =>\s*$", code[: one.start()])
            ]
    assert bare == []


def test_every_page_and_board_has_its_entry_and_what_is_listed_exists() -> None:
    table = re.findall(r"'([\w/-]+)',\s+\(\) => import\('\.\./([\w/-]+)\.js'\)", CLIENT.text("app/pages.js"))
    pages = [name for name, module in table if name == module]
    assert len(pages) == len(table) == CLIENT.text("app/pages.js").count("import(")
    assert {*pages, *(f"games/{family}" for family in FAMILIES)} <= CLIENT.needs.keys()
    for name, needs in CLIENT.needs.items():
        lost = {
            *needs.modules,
            *needs.sheets,
            *(path_of(one, "en") for one in needs.texts),
        } - CLIENT.built.keys()
        assert lost == set(), name
        assert len(set(needs.sheets)) == len(needs.sheets), name


def test_every_sheet_of_a_screen_is_loaded_by_something() -> None:
    listed = {sheet for needs in CLIENT.needs.values() for sheet in needs.sheets}
    named = {sheet for path in SCRIPTS for sheet in re.findall(r"'/static/([^']+\.css)'", CLIENT.text(path))}
    linked = set(re.findall(r'href="/static/([^"]+\.css)"', CLIENT.text("index.html")))
    assert {path for path in CLIENT.plain if path.endswith(".css")} == listed | named | linked


def copied(folder: Path) -> Path:
    return Path(shutil.copytree(STATIC, folder / "static", ignore=shutil.ignore_patterns("__pycache__")))


def load(folder: Path) -> Client:
    return load_client(folder / "static", folder / "dist", {"rules.json": CLIENT.built["rules.json"].body})


def test_any_change_makes_another_build(tmp_path: Path) -> None:
    static = copied(tmp_path)
    assert load(tmp_path).build == CLIENT.build
    (static / "art" / "icon.svg").write_text("<svg/>")
    assert load(tmp_path).build != CLIENT.build


@needs_packages
def test_the_bundled_client_is_smaller_complete_and_only_served_for_its_own_sources(tmp_path: Path) -> None:
    static = copied(tmp_path)
    bundle(tmp_path)
    built = load(tmp_path)
    assert built.build != CLIENT.build
    assert built.needs.keys() == CLIENT.needs.keys()
    lazy = set(
        re.findall(r"import\(\s*'\.{1,2}/([^']+)'", COMMENT.sub("", "".join(map(CLIENT.text, SCRIPTS))))
    )
    assert {path.rpartition("/")[2] for path in lazy} <= {path.rpartition("/")[2] for path in built.modules}
    for name, needs in built.needs.items():
        files = [*needs.modules, *needs.sheets]
        assert {*files, *built.shell} <= built.built.keys(), name
        assert (
            sum(len(built.built[path].body) for path in files)
            < sum(
                len(CLIENT.built[path].body)
                for path in (*CLIENT.needs[name].modules, *CLIENT.needs[name].sheets)
            )
            or not files
        )
    assert not [path for path in built.built if path.endswith(".ts")]
    assert set(built.plain) == set(CLIENT.plain), "the sources stay readable"
    (static / START).write_text("// changed\n" + CLIENT.text(START))
    assert load(tmp_path).shell == CLIENT.shell
