"""The distributions: built, installed in empty virtual environments, and used from another folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from engine import GAMES, load_text
from engine import __version__ as VERSION  # noqa: N812 (of both)
from tests.serving import PATIENCE, ROOT, environment, free_port

pytestmark = pytest.mark.slow

PARTS = ("app", "engine", "static", "migrations")


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None, typed: str = "") -> str:
    done = subprocess.run(
        words, cwd=cwd, env=env, input=typed, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the distributions, built from a copy of the source without a package registry: the
    engine's wheel from its sdist, as a release is built."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for part in PARTS:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, source / part, symlinks=True, ignore=ignore)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "engine", cwd=source)
    build = ("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", ".")
    run(sys.executable, "-m", *build, cwd=source)
    return source / "dist"


@pytest.fixture(scope="module")
def wheels(dist: Path) -> dict[str, Path]:
    """The wheels, by the name of their distribution."""
    return {path.name.partition("-")[0]: path for path in dist.glob("*.whl")}


def new_python(folder: Path) -> Path:
    """Return the Python of a new virtual environment."""
    venv.create(folder, symlinks=True)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def python(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment into which both wheels are unpacked. Other dependencies come from the test
    environment by a path file; an editable install there is not used."""
    folder = tmp_path_factory.mktemp("venv")
    python = new_python(folder)
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    for wheel in wheels.values():
        shutil.unpack_archive(wheel, target, "zip")
    Path(target, "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    for package in ("app", "engine"):
        assert run(
            python, "-c", f"import {package}; print({package}.__file__)", cwd=folder, env=_env()
        ).startswith(target)
    return python


def _env() -> dict[str, str]:
    """Without a path to the sources."""
    return {name: value for name, value in environment().items() if name != "PYTHONPATH"}


@pytest.fixture
def served(python: Path, tmp_path: Path) -> Iterator[str]:
    """The URL of a server that was migrated and started from an empty folder, on its default database."""
    env = _env()
    run(python, "-m", "app", "migrate", cwd=tmp_path, env=env)
    url = f"http://127.0.0.1:{(port := free_port())}"
    with subprocess.Popen(
        [python, "-m", "app", "serve", "--port", str(port)], cwd=tmp_path, env=env, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait_until_ready(process, url)
            yield url
        finally:
            process.terminate()


def _wait_until_ready(process: subprocess.Popen[bytes], url: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended"
        try:
            if httpx.get(f"{url}/ready").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"no answer within {PATIENCE} s")


def test_installed_wheels_serve_from_any_folder(served: str, tmp_path: Path) -> None:
    with httpx.Client(base_url=served) as client:
        page = client.get("/")
        built = re.findall(r'<script type="module" src="(/static/@[^"]+)"', page.text)
        assert client.get(built[0]).status_code == 200
        script = client.get("/static/core/dom.js")
        assert script.content == (ROOT / "static" / "core" / "dom.js").read_bytes()
        client.headers["authorization"] = f"Bearer {client.post('/api/players/guest').json()['token']}"
        made = client.post("/api/games", json={"rules": next(iter(GAMES)), "seat": "both"}).json()
        assert client.get(f"/api/games/{made['id']}").json()["status"] == "live"
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_the_wheels_share_no_file_and_the_engine_needs_no_other(wheels: dict[str, Path]) -> None:
    names, requirements = {}, {}
    for name, wheel in wheels.items():
        with ZipFile(wheel) as opened:
            names[name] = [file.partition("/")[0] for file in opened.namelist()]
            metadata = opened.read(f"{name}-{VERSION}.dist-info/METADATA").decode()
        requirements[name] = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert set(names["richelieu_engine"]) == {"engine", f"richelieu_engine-{VERSION}.dist-info"}
    assert "engine" not in names["richelieu"]
    assert requirements["richelieu_engine"] == [
        "Requires-Dist: numpy<2.5,>=2.2; extra == 'analysis'",
        "Requires-Dist: tqdm<5,>=4.67; extra == 'progress'",
    ]
    assert f"Requires-Dist: richelieu-engine[analysis,progress]=={VERSION}" in requirements["richelieu"]


def test_the_engines_wheel_has_all_files_but_the_makers_and_its_sdist_all(
    dist: Path, wheels: dict[str, Path]
) -> None:
    sources = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "engine").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and ".egg-info" not in str(file)
    }
    about = {f"engine/{name}" for name in ("LICENSE", "README.md", "pyproject.toml")}
    makers = {name for name in sources if re.match(r"engine/analysis/\w+/(makers/|__main__\.py)", name)}
    assert makers
    with ZipFile(wheels["richelieu_engine"]) as wheel:
        packed = {name for name in wheel.namelist() if name.startswith("engine/")}
        licence = wheel.read(f"richelieu_engine-{VERSION}.dist-info/licenses/LICENSE")
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert packed == sources - about - makers
    with tarfile.open(dist / f"richelieu_engine-{VERSION}.tar.gz") as sdist:
        names = {name.replace(f"richelieu_engine-{VERSION}", "engine") for name in sdist.getnames()}
    assert names == sources | {"engine/PKG-INFO"}


def test_a_game_is_played_with_the_engine_alone_in_an_empty_environment(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    python = new_python(tmp_path / "venv")
    pip = (sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index")
    run(*pip, "--no-compile", wheels["richelieu_engine"], cwd=tmp_path)
    game = next(iter(GAMES.values()))
    move = game.legal(game.start(0))[0]
    typed = f"{move}\nno move\nundo\n{move}\nresign\n"
    for command in ((python, "-m", "engine"), (python.with_name("engine"),)):
        played = run(*command, "play", game.id, cwd=tmp_path, env=_env(), typed=typed)
        assert "No: 'no move'" in played
        text = played[played.index("[Game") :]
        assert load_text(text).entries[0].text == move
    (tmp_path / "game.txt").write_text(text)
    replayed = run(python, "-m", "engine", "replay", "game.txt", cwd=tmp_path, env=_env())
    assert "(resigned)" in replayed
    load = (
        "import engine, pathlib\n"
        "assert pathlib.Path(engine.__file__).with_name('py.typed').exists()\n"
        "from engine import GAMES; from engine.analysis import NeedsExtra, analyst_of\n"
        "for game in GAMES.values():\n"
        "    try:\n        analyst_of(game).load()\n"
        "    except NeedsExtra as error:\n        print(error)"
    )
    said = run(python, "-c", load, cwd=tmp_path, env=_env()).splitlines()
    assert said
    assert all('pip install "richelieu-engine[analysis]"' in sentence for sentence in said)
