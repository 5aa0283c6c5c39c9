"""The bundled client, which the Docker image serves, beside its sources."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from playwright.async_api import expect

from tests.app_process import Prepare
from tests.browser.crowd import ALONE
from tests.browser.visitor import Visit
from tests.bundling import needs_packages
from tests.databases import migrated
from tests.serving import UNLIMITED, command, free_port, serving

SOURCE = re.compile(r"/static/@\w+/(?!app/start\.js|app/theme\.js|chunks/).*\.js$")


@needs_packages
async def test_a_page_of_the_bundled_client_asks_for_no_source_and_outlives_an_upgrade(
    visit: Visit, tmp_path: Path, bundle: Prepare
) -> None:
    port, settings, outage = free_port(), {**UNLIMITED, "data": tmp_path / "data"}, ExitStack()
    with migrated("sqlite", tmp_path) as make, make() as url:
        done = command("static", prepare=bundle, database_url=url, **settings)
        assert done.returncode == 0, done.stderr
        with serving(url, tmp_path, port, prepare=bundle, **settings) as server:
            visitor = await visit(None, at=server.url, fresh=True)
            asked: list[str] = []
            visitor.page.on("request", lambda request: asked.append(request.url))
            await visitor.go("/")
            await visitor.sit(await visitor.make(ALONE.id))
            assert [one for one in asked if "/chunks/" in one]
            assert [one for one in asked if SOURCE.search(one)] == []
            outage.enter_context(visitor.cut())  # the page reconnects while no server is up
        with serving(url, tmp_path, port, **settings):  # of another build: the sources
            await visitor.more("help")
            await expect(visitor.page.locator("dialog [data-screen], dialog h2").first).to_be_visible()
            await visitor.page.close()
