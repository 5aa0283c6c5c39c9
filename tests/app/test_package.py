"""The wheel: built, installed in an empty virtual environment, and started from another folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from engine import GAMES
from tests.serving import PATIENCE, ROOT, environment, free_port

PARTS = ("app", "engine", "static", "migrations")


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the source, so that no build files are left in it; needs no package registry."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for part in PARTS:
        shutil.copytree(ROOT / part, source / part)
    build = ("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", ".")
    run(sys.executable, "-m", *build, cwd=source)
    (built,) = (source / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel. Its dependencies come from the test environment by a path
    file; an editable install there is not used."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--target", target, wheel, cwd=folder)
    Path(target, "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    assert run(python, "-c", "import app; print(app.__file__)", cwd=folder).startswith(target)
    return python


@pytest.fixture
def served(python: Path, tmp_path: Path) -> Iterator[str]:
    """The URL of a server that was migrated and started from an empty folder, on its default database."""
    env = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
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


def test_an_installed_wheel_serves_from_any_folder(served: str, tmp_path: Path) -> None:
    with httpx.Client(base_url=served) as client:
        page = client.get("/")
        assert page.content == (ROOT / "static" / "index.html").read_bytes()
        script = client.get("/static/core/dom.js")
        assert script.content == (ROOT / "static" / "core" / "dom.js").read_bytes()
        client.headers["authorization"] = f"Bearer {client.post('/api/players/guest').json()['token']}"
        made = client.post("/api/games", json={"rules": next(iter(GAMES)), "seat": "both"}).json()
        assert client.get(f"/api/games/{made['id']}").json()["status"] == "live"
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
