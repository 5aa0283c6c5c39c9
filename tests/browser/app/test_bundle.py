"""The bundled client, which the Docker image serves."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from playwright.async_api import expect

from tests.browser.crowd import ALONE
from tests.browser.games import FIRST, TWO
from tests.browser.visitor import Visit
from tests.bundling import bundle, needs_packages
from tests.serving import UNLIMITED, command, free_port, serving
from tests.sixth_game import copy_tree

CHUNK = re.compile(r"/static/@\w+/chunks/[\w-]+\.js$")
SOURCE = re.compile(r"/static/@\w+/(?!app/start\.js|app/theme\.js|chunks/).*\.js$")


@needs_packages
async def test_the_bundled_client_is_played_offers_help_offline_and_outlives_an_upgrade(
    visit: Visit, tmp_path: Path
) -> None:
    tree, url = copy_tree(tmp_path), f"sqlite:///{tmp_path / 'games.db'}"
    bundle(tree)
    for words in (("migrate",), ("static",)):
        done = command(*words, root=tree, database_url=url)
        assert done.returncode == 0, done.stderr
    port, outage = free_port(), ExitStack()
    with serving(url, tmp_path, port, root=tree, **UNLIMITED) as server:
        visitor = await visit(None, at=server.url, fresh=True, service_workers="allow")
        asked: list[str] = []
        visitor.page.on("request", lambda request: asked.append(request.url))
        await visitor.go("/")
        await visitor.at_screen("lobby")
        for game in FIRST:
            made = await visitor.make(game.id, **({"seat": "both"} if len(game.seats) == 2 else {}))
            await visitor.sit(made)
            await visitor.click_move((await visitor.state(made))["legal"][0][0])
            await visitor.at_ply(1)
        assert [one for one in asked if CHUNK.search(one)]
        assert [one for one in asked if SOURCE.search(one)] == []

        await visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        (worker,) = visitor.context.service_workers
        await worker.evaluate("keepLater()")
        with visitor.cut():
            await visitor.context.set_offline(True)
            await visitor.go(f"/help/{TWO.id}")
            await expect(visitor.screen.locator("[data-piece]").first).to_be_attached()
            await visitor.context.set_offline(False)

        table = await visit(None, at=server.url, fresh=True)
        await table.sit(await table.make(ALONE.id))
        for person in (visitor, table):
            outage.enter_context(person.cut())  # their pages reconnect while no server is up

    start = tree / "static" / "app" / "start.js"
    start.write_text(f"console.debug('new')\n{start.read_text()}")
    bundle(tree)
    with serving(url, tmp_path, port, root=tree, **UNLIMITED):
        await table.more("help")
        await expect(table.page.locator("dialog [data-screen], dialog h2").first).to_be_visible()
