"""Chromium, started once, and visitors with a browser context each, who must meet no fault."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from app.analysis.workers import pool
from tests.app_process import Prepare
from tests.browser.contexts import Contexts
from tests.browser.visitor import Visit, Visitor
from tests.bundling import bundled
from tests.databases import migrated
from tests.serving import UNLIMITED, Server, serving

TESTS = Path(__file__).parents[1]
PATIENCE_MS = 30_000  # for anything, on the slowest machine: no test depends on speed
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in a folder `browser` with that, and all but the smoke tests with the second tier."""
    for item in items:
        if "browser" in item.path.relative_to(TESTS).parts:
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("smoke"):
                item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    path = (
        shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
    )
    if not path:
        pytest.skip("no Chromium on the path: tests/with_browser installs one where it may")
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Prepare | None:
    """What makes a server process serve the bundled client, as the image does; it takes a browser a sixth
    less CPU, a fourth at a first visit."""
    return bundled(tmp_path_factory.mktemp("bundle"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, bundle: Prepare | None) -> Iterator[Server]:
    """A server without rate limits for browsers; on SQLite, since what a browser sees is the same on both."""
    folder = tmp_path_factory.mktemp("site")
    with (
        migrated("sqlite", folder) as make,
        make() as url,
        serving(url, folder, prepare=partial(prepare_site, bundle), **UNLIMITED) as running,
    ):
        yield running


def prepare_site(bundle: Prepare | None) -> None:
    """Serve the bundled client, and run all searches at the server's own priority: on a busy machine those of
    a low one would not end within any patience."""
    pool.NICENESS_OF.update(dict.fromkeys(pool.NICENESS_OF, 0))
    if bundle:
        bundle()


@pytest.fixture(scope="session")
def contexts(chromium: Browser, site: Server) -> Contexts:
    return Contexts(chromium, site.url, PATIENCE_MS)


@pytest.fixture
async def visit(contexts: Contexts, site: Server) -> AsyncIterator[Visit]:
    """`await visit("/path", size="desk" | "phone", **options of a context)`: a new visitor; with `fresh`
    their browser has no file yet. After the test no visitor may have met a fault."""
    visitors: list[Visitor] = []

    async def come(path: str | None = "/", size: str = "desk", at: str = site.url, **options: Any) -> Visitor:
        visitor = await contexts.visitor(size, at, **options)
        visitors.append(visitor)
        if path is not None:
            await visitor.go(path)
        return visitor

    yield come
    faults = [fault for visitor in visitors for fault in await contexts.leave(visitor)]
    assert faults == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The program axe-core, as one script."""
    if not AXE.exists():
        pytest.skip("no axe-core in node_modules: make test installs it where npm is there")
    return AXE.read_text()
