"""The client as served: joined modules link, export what their sources do, and stay within size budgets."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.web.assets.build import CLASSIC, SHELL_SHEETS, START, make_client
from app.web.assets.files import File
from app.web.assets.joining import join
from app.web.assets.modules import Module, closure
from app.web.assets.scanning import Scanner
from app.web.pages import client
from engine import FAMILIES, GAMES

HERE = Path(__file__).parent
CLIENT = client()
SCRIPTS = [path for path in CLIENT.plain if path.endswith(".js") and path not in CLASSIC]
ALONE = {game.family for game in GAMES.values() if len(game.seats) == 1}


def evaluated(folder: Path, files: dict[str, File]) -> dict[str, dict[str, str]]:
    """Run modules in node: by path, the kinds of what each exports."""
    node = shutil.which("node")
    assert node, "the client's tests need Node"
    for path, file in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.body)
    done = subprocess.run(
        [node, "--experimental-vm-modules", "--no-warnings", HERE / "load.js", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


def test_joined_modules_load_and_export_what_their_sources_do(tmp_path: Path) -> None:
    plain = evaluated(tmp_path / "plain", {path: CLIENT.plain[path] for path in SCRIPTS})
    scripts = {path: file for path, file in CLIENT.built.items() if path.endswith(".js")}
    built = evaluated(tmp_path / "built", {path: scripts[path] for path in scripts if path not in CLASSIC})
    for path, kinds in plain.items():
        assert {name: kind for name, kind in built[path].items() if name[0] != "$"} == kinds, path
    assert any(path.startswith("joined/") for path in built)


def test_what_is_imported_later_goes_through_load_part() -> None:
    """The error names the module that does not load; a bare `import()` fails in silence."""
    codes = {
        path: Scanner(CLIENT.text(path)).code for path in SCRIPTS
    }  # without comments, which import types
    bare = [
        f"{path}:{code.count(chr(10), 0, found.start()) + 1}"
        for path, code in codes.items()
        for found in re.finditer(r"\bimport\(", code)
        if not re.search(r"\bloadPart\(\s*\(\) =>\s*$", code[: found.start()])
    ]
    assert bare == []


def test_each_module_is_joined_once() -> None:
    """Two copies of a module would be two settings, two caches, two catalogues."""
    joined = "".join(file.body.decode() for path, file in CLIENT.built.items() if path.endswith(".js"))
    for path in SCRIPTS:
        assert joined.count(f"\nconst {Module(path, '').name} = ") == 1, path


def test_joined_sheets_hold_their_rules_without_indents_and_comments_but_the_paths() -> None:
    """A sheet that is not joined, as it stands in the repository, keeps its comments."""
    sheets = {path: file.body.decode() for path, file in CLIENT.built.items() if path.startswith("joined/")}
    sheets = {path: text for path, text in sheets.items() if path.endswith(".css")}
    assert SHELL_SHEETS in sheets
    for text in sheets.values():
        for part in re.split(r"^(?=/\*)", text, flags=re.MULTILINE)[1:]:
            head, rules = part.split("\n", 1)
            source = CLIENT.plain[head.removeprefix("/* ").removesuffix(" */")].body.decode()
            assert "/*" not in rules
            assert not re.search(r"^[ \t]", rules, re.MULTILINE)
            assert rules.split() == re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).split()


OTHER = "export const a = 1\nexport const b = 2\n"
BAD_MODULES = {
    # Exports.
    "a value that is exported by default": "export default 1\n",
    "a function without a name": "export default function () {}\n",
    "a function as the default export": "export default function a() {}\n",
    "a default export by its other name": "const a = 1\nexport { a as default }\n",
    "everything that another module exports": "export * from './other.js'\n",
    "another module as an object": "export * as other from './other.js'\n",
    "a variable": "export let counter = 0\n",
    "an old variable": "export var counter = 0\n",
    "a variable in a list": "let counter = 0\nexport { counter }\n",
    "a variable that is declared after its export": "export { counter }\nlet counter = 0\n",
    "several constants": "export const one = 1, two = 2\n",
    "several constants on their own lines": "export const one = { a: [1, 2] },\n  two = 2\n",
    "several constants with the comma in front": "export const one = f(1)\n, two = 2\n",
    "taken apart": "export const { one } = { one: 1 }\n",
    "an unknown name": "export { one }\n",
    "an unknown name of another module": "export { c } from './other.js'\n",
    "the same name twice": "export const a = 1\nexport { b as a } from './other.js'\n",
    "a word of the language": "const a = 1\nexport { a as new }\n",
    "a name that is a string": "const a = 1\nexport { a as 'b c' }\n",
    "indented": "  export const a = 1\n",
    "after another statement": "const a = 1; export { a }\n",
    "over two lines": "export\nconst a = 1\n",
    "with a comment in it": "export /* all */ const a = 1\n",
    # Imports.
    "a default import": "import other from './other.js'\n",
    "a default import beside others": "import other, { a } from './other.js'\n",
    "an unknown name from there": "import { c } from './other.js'\n",
    "a default by another name": "import { default as c } from './other.js'\n",
    "a name with a quote": "import { 'a b' as c } from './other.js'\n",
    "double quotes": 'import { a } from "./other.js"\n',
    "a type": "import { a } from './other.js' with { type: 'json' }\n",
    "a package": "import { a } from 'other'\n",
    "an address": "import { a } from '/other.js'\n",
    "a module that is not there": "import { a } from './gone.js'\n",
    "no module": "import './other.json'\n",
    "two statements": "import { a } from './other.js'; import './other.js'\n",
    "in the middle": "f()\nimport { a } from './other.js'\n",
    "inside": "{\n  import { a } from './other.js'\n}\n",
    "deferred": "import defer * as other from './other.js'\n",
    "of the module itself": "import { a } from './a.js'\nexport const a = 1\n",
    # Dynamic imports.
    "a variable address": "const name = './other.js'\nimport(name)\n",
    "an address that is put together": "import('./' + name)\n",
    "a template whose folder is not known": "import(`${name}/other.js`)\n",
    "a template in a template": "import(`./${`other`}.js`)\n",
    "with options": "import('./other.js', { with: {} })\n",
    "later, a package": "import('other')\n",
    "later, what is not there": "import('./gone.js')\n",
    "in a template": "f(`${import(name)}`)\n",
    "after a spread": "f(...import(name))\n",
    # What else a module knows of itself.
    "all that is known": "f(import.meta)\n",
    "what else is known": "f(import.meta.resolve('./other.js'))\n",
    "waiting": "await f()\n",
    "waiting for a variable": "let a\na = await f()\n",
    "waiting for an export": "export const a = await f()\n",
    "waiting for each": "for await (const a of f()) g(a)\n",
    "waiting in a block": "if (a) {\n  await f()\n}\n",
    "waiting in a template": "f(`${await g()}`)\n",
    "waiting after a function that waits": "async function f() {\n  await g()\n}\nawait f()\n",
    "a line for the shell": "#!/usr/bin/env node\nf()\n",
    "a name of joined modules": "const $other = 1\n",
    # What cannot be read.
    "a string without an end": "f('a\n",
    "a template without an end": "f(`a${b}\n",
    "a placeholder without an end": "f(`a${b\n",
    "a comment without an end": "f() /* a\n",
    "a slash that may be either": "if (a) /'/.test(b)\n",
}


def test_a_form_that_cannot_be_joined_is_refused_with_its_file_and_line() -> None:
    taken, without_place = [], []
    for form, text in BAD_MODULES.items():
        try:
            modules = {"a.js": Module("a.js", text), "other.js": Module("other.js", OTHER)}
            modules["a.js"].dynamic(modules)
            join(modules, "a.js", ["other.js"])
        except ValueError as error:
            if not re.match(r"a\.js:[1-5]: \S", str(error)):
                without_place.append((form, str(error)))
        else:
            taken.append(form)
    assert taken == []
    assert without_place == []


def test_modules_that_import_each_other_and_names_that_become_one_are_refused() -> None:
    circle = {
        "a.js": Module("a.js", "import './b.js'\n"),
        "b.js": Module("b.js", "\nimport './c.js'\n"),
        "c.js": Module("c.js", "import './a.js'\n"),
    }
    with pytest.raises(ValueError, match=r"c\.js:1: a\.js.*cycle"):
        join(circle, "a.js", [])
    alike = {path: Module(path, "") for path in ("a-b.js", "a_b.js")}
    with pytest.raises(ValueError, match="a_b"):
        join(alike, "a-b.js", ["a_b.js"])


# Each exports `result`, which is 'right' as a module of its own.
PRESERVED = {
    "a comment, a string and a template that look like code": r"""
// import { c } from './gone.js'
/* export default 1
export let c = 1
*/
const text = 'export default ${import(1)} //'
const other = "import x from 'y'"
const template = `
// right
export let c = 1
import { d } from './gone.js'
await`
const nested = `${`
// ${[`
export * from 'there'`].map((one) => { return `${one}` })}`}`
const there = template.includes('// right') && nested.includes('\n// \nexport * from')
export const result = there && text && other && 'right'
""",
    "regular expressions that look like quotes, comments and divisions": r"""
let a = 4 / 2 / 1
const quotes = /['"`]/g.test('`') && [/\//, /[/*]/].length / a === 1
const half = (a + 2) / 2
export const result = quotes && half === 2 && !/import '/.test('') && a++ / 2 / 1 ? 'right' : 'wrong'
""",
    "properties and words that begin alike": r"""
const words = { exported: 1, important: 2 }
words.import = words.export = 3
export const result = words.import + words.exported === 4 ? 'right' : 'wrong'
""",
    "statements that begin with a bracket after imports and exports": r"""
import { a } from './other.js'
(function () {})()
const b = a
export { b }
[1].map(String)
export { a as again } from './other.js'
`a`.length
export const result = b === 1 ? 'right' : 'wrong'
""",
    "imports by other names, of everything, of several lines, for their effects": r"""
import {
  a, // the first
  b as two,
} from './other.js' // why
import * as other from './other.js'
import './other.js'
export { b as three } from './other.js'
export const result = a + two + other.b === 5 ? 'right' : 'wrong'
""",
    "functions and classes that stand after their export or use": r"""
export { Late as Later }
const early = late()
export function late() { return 'right' }
class Late { a = 1 }
export async function* many() { yield await 1 }
export const result = early
""",
    "functions that wait": r"""
const f = async () => await 1
class A {
  async g() {
    await f()
  }
}
const o = { async h() { for await (const a of []) a } }
export const result = f && A && o && 'right'
""",
    "no end of the last line": "export const result = 'right' // as it is",
    "an address of its own": r"""
export const result = import.meta.url.endsWith('/folder/a.js') ? 'right' : import.meta.url
""",
    "types in comments": r"""
/** @import { A } from './gone.js' */
/** @type {import('./gone.js').B} */
const b = /** @type {any} */ ('right') /* a
*/
export const result = b
""",
}


def test_joined_modules_mean_the_same(tmp_path: Path) -> None:
    plain, joined = {}, {}
    for number, (what, text) in enumerate(PRESERVED.items()):
        check = (
            f"import {{ result }} from './folder/a.js'\nif (result !== 'right') throw `{what}: ${{result}}`\n"
        )
        texts = {"start.js": "", "check.js": check, "folder/a.js": text, "folder/other.js": OTHER}
        modules = {path: Module(path, text) for path, text in texts.items()}
        for path, source in texts.items():
            plain[f"{number}/{path}"] = File(path, source.encode())
        for path, made in join(modules, "start.js", ["check.js"]).texts.items():
            joined[f"{number}/{path}"] = File(path, made.encode())
    evaluated(tmp_path / "plain", plain)
    evaluated(tmp_path / "joined", joined)


def test_an_import_is_evaluated_before_what_imports_it() -> None:
    modules = {path: Module(path, CLIENT.text(path)) for path in SCRIPTS}
    order = closure(modules, SCRIPTS)
    for path in order:
        assert all(order.index(one.path) < order.index(path) for one in modules[path].imports), path


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
