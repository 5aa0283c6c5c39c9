"""docker-compose.yml checked without docker: what `docker compose config` cannot know."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from app.ops.backup import PARTIAL
from app.settings import Settings
from tests.serving import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
IMAGE = (ROOT / "Dockerfile").read_text()
BACKUP = SERVICES["backup"]
FOLDER: str = BACKUP["command"][-1]  # of the backups, in the container


def test_the_app_is_given_settings_that_there_are() -> None:
    given = SERVICES["app1"]["environment"]
    for name in ("app2", "migrate", "backup"):
        assert SERVICES[name]["environment"] == given
    names = {name.removeprefix("RICHELIEU_").lower() for name in given if name.startswith("RICHELIEU_")}
    assert names <= Settings.model_fields.keys()
    assert len(names) == len(given)
    network = COMPOSE["networks"]["backend"]["ipam"]["config"][0]["subnet"]
    assert given["RICHELIEU_PROXIES"] == network


def test_the_processes_share_a_redis_that_they_wait_for() -> None:
    url = SERVICES["app1"]["environment"]["RICHELIEU_REDIS_URL"]
    host = url.removeprefix("redis://").partition("/")[0]
    for name in ("app1", "app2"):
        assert SERVICES[name]["depends_on"][host] == {"condition": "service_healthy"}
    assert "--save" in SERVICES[host]["command"]


def test_the_proxy_knows_every_process() -> None:
    caddy = (ROOT / "Caddyfile").read_text()
    processes = {name for name in SERVICES if re.fullmatch(r"app\d+", name)}
    assert set(re.findall(r"\b(app\d+):8000", caddy)) == processes
    assert SERVICES["proxy"]["depends_on"].keys() == processes


def test_the_socket_the_requests_and_the_page_of_a_game_meet_at_one_process() -> None:
    """The proxy hashes the id alone, by one header, whichever of the matchers takes the path."""
    caddy = (ROOT / "Caddyfile").read_text()
    found = {name: re.compile(path) for name, path in re.findall(r"path_regexp (\w+) (\S+)", caddy)}
    assert len(found) == 2
    for name in found:
        block = re.search(rf"\thandle @{name} \{{\n(.*?)\n\t\}}", caddy, re.DOTALL)
        assert block, name
        assert f"request_header x-game {{re.{name}.1}}" in block[1], name
        assert "lb_policy header x-game\n" in block[1], name

    def hashed(path: str) -> str | None:
        return next((match[1] for one in found.values() if (match := one.search(path))), None)

    for path in ("/ws/games/aB3", "/api/games/aB3", "/api/games/aB3/join", "/g/aB3", "/g/aB3/card"):
        assert hashed(path) == "aB3", path
    for path in ("/ws/lobby", "/api/games", "/api/games/", "/games/aB3", "/", "/api/me/games/aB3"):
        assert hashed(path) is None, path


def test_backups_lie_in_a_volume_that_their_user_may_write() -> None:
    assert f"backups:{FOLDER}" in BACKUP["volumes"]
    assert f"install -d -o richelieu -m 0700 {FOLDER}" in IMAGE


def test_the_backups_are_healthy_while_a_complete_file_is_at_most_26_hours_old(tmp_path: Path) -> None:
    shell, check = BACKUP["healthcheck"]["test"]
    assert shell == "CMD-SHELL"
    file = tmp_path / "richelieu-20261121T030000Z.gz"

    def healthy() -> bool:
        own = check.replace(FOLDER, str(tmp_path))
        return subprocess.run(["sh", "-c", own], check=False).returncode == 0

    assert not healthy()
    file.with_name(f"{file.name}{PARTIAL}").touch()
    assert not healthy()
    file.touch()
    assert healthy()
    for hours, expected in ((25.9, True), (26.1, False)):
        at = time.time() - hours * 3600
        os.utime(file, (at, at))
        assert healthy() is expected, hours
