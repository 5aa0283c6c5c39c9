"""The client's files exported for a proxy: as the app serves them, beside the files of earlier builds."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import brotli
import httpx
import pytest
from starlette.routing import Mount

from app.core.wire import MAX_HEAD_BYTES
from app.http.middleware import DOCUMENT_HEADERS
from app.main import IDLE_TIMEOUT
from app.settings import Settings
from app.site.assets.build import Client
from app.site.assets.export import MAX_BUILDS, EarlierBuilds, export
from app.site.assets.files import FOREVER
from app.site.pages import ClientFiles, client
from tests.app.in_process import run_here
from tests.serving import ROOT

CADDYFILE = (ROOT / "Caddyfile").read_text()


def few_files() -> Client:
    """The client's build with some of its files: to compress all of them well takes seconds."""
    names = ("app/start.js", "lang/en.json", "art/icon-192.png")
    return replace(client(), built={name: client().built[name] for name in names})


async def test_the_command_writes_the_files_that_the_app_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = few_files()
    monkeypatch.setattr("app.site.pages.client", lambda: few)
    assert run_here(monkeypatch, "static", data=tmp_path) == 0
    assert Settings(data=tmp_path).builds == tmp_path / "client"
    (build,) = (tmp_path / "client" / "static").iterdir()
    assert f"/static/{build.name}/" == few.prefix
    written = {path.relative_to(build).as_posix() for path in build.rglob("*") if path.is_file()}
    assert {name for name in written if not name.endswith((".br", ".gz"))} == set(few.built)
    transport = httpx.ASGITransport(Mount("/static", ClientFiles(few, EarlierBuilds(tmp_path))))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        for name in written:
            path, encoding = name, "identity"
            if name.endswith((".br", ".gz")):
                path, encoding = name[:-3], "br" if name.endswith(".br") else "gzip"
            headers = {"accept-encoding": encoding}
            async with http.stream("GET", few.prefix + path, headers=headers) as answer:
                sent = b"".join([part async for part in answer.aiter_raw()])
            exported = (build / name).read_bytes()
            if encoding == "br":  # the folder is written once, and better compressed
                assert len(exported) < len(sent)
                sent, exported = brotli.decompress(sent), brotli.decompress(exported)
            assert sent == exported, name


def test_earlier_builds_stay_for_open_pages_and_the_oldest_go(tmp_path: Path) -> None:
    for age in range(MAX_BUILDS + 2):
        old = tmp_path / "static" / f"@old{age}"
        old.mkdir(parents=True)
        os.utime(old, (1000 - age, 1000 - age))
    for _ in range(2):
        export(few_files(), tmp_path)
    kept = {path.name for path in (tmp_path / "static").iterdir()}
    assert kept == {client().prefix.split("/")[2], *(f"@old{age}" for age in range(MAX_BUILDS - 1))}


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "static").write_text("no folder")
    assert run_here(monkeypatch, "static", str(tmp_path)) == 1
    assert capsys.readouterr().err.startswith("static: ")


def test_the_proxy_sets_the_headers_that_the_app_sets_and_keeps_its_limits() -> None:
    for name, value in DOCUMENT_HEADERS.items():
        assert f'{name} "{value}"' in CADDYFILE
    assert "503" in CADDYFILE.partition("'Accept': '*text/html*'")[2], "a page for people while all are down"
    assert f"max_header_size {MAX_HEAD_BYTES // 1024}KiB" in CADDYFILE
    assert "keepalive 30s" in CADDYFILE, "the proxy drops an idle connection before the app does"
    assert IDLE_TIMEOUT > 30


async def test_the_server_serves_earlier_builds_that_are_kept(tmp_path: Path) -> None:
    """Files of a page that was opened before the server was replaced; none outside of the builds."""
    kept = tmp_path / "static" / "@0123456789ab"
    (kept / "table").mkdir(parents=True)
    (kept / "table" / "page.js").write_text("export const a = 1\n" * 40)
    (tmp_path / "static" / "other.js").write_text("secret")
    transport = httpx.ASGITransport(Mount("/static", ClientFiles(client(), EarlierBuilds(tmp_path))))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        answer = await http.get("/static/@0123456789ab/table/page.js", headers={"accept-encoding": "br"})
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOREVER)
        assert answer.headers["content-encoding"] == "br"
        assert answer.text.startswith("export const a = 1\n")
        lost = ("@0123456789ab/none.js", "@000000000000/table/page.js", "other.js", "@0123456789ab/table")
        for path in (*lost, "@0123456789ab/%2e%2e/other.js", "@0123456789ab/a%00b"):
            answer = await http.get(f"/static/{path}")
            assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store"), path
