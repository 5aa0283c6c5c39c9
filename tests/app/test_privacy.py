"""The figures of docs/privacy.md agree with the code and with the configuration that comes with it. The
remains of deleted accounts are tested in tests/people/test_deleted_accounts.py."""

from __future__ import annotations

import re

from app.core.rate_limits import MAX_BUCKET_AGE
from app.ops.retention import CHAT_RETENTION_MS, RETENTION_MS, VALUE_RETENTION_MS
from app.people.former_names import HELD_NAME_MS
from app.people.sign_in_store import REVOCATION_TTL_MS, SIGN_IN_TTL_MS
from app.results.conduct import EARLY_END_MAX_AGE_MS
from app.results.standings import STANDING_RETENTION_MS, TOP_RANKS
from engine.clock import DAY_MS
from tests.serving import ROOT

TEXT = (ROOT / "docs/privacy.md").read_text()
SENTENCES = " ".join(TEXT.split())


def how_long(what: str) -> str:
    """Return the second column of the table row that begins with this text."""
    found = re.search(rf"^\| {what}[^|]*\| ([^|]+) \|$", TEXT, re.MULTILINE)
    assert found, what
    return found[1]


def test_the_privacy_page_names_the_times_of_the_code() -> None:
    assert how_long("A guest who never played") == f"{RETENTION_MS // DAY_MS} days after the last visit"
    assert how_long("A name that you gave up") == f"{HELD_NAME_MS // DAY_MS} days, or until you leave"
    assert how_long("What you write in the chat") == f"{CHAT_RETENTION_MS // DAY_MS} days, or until you leave"
    assert (
        how_long("Which games you left early") == f"{EARLY_END_MAX_AGE_MS // DAY_MS} days, or until you leave"
    )
    assert how_long("Places on leaderboards").endswith(
        f"beyond place {TOP_RANKS} for {STANDING_RETENTION_MS // DAY_MS} days"
    )
    assert how_long("Values of positions") == f"{VALUE_RETENTION_MS // DAY_MS} days"
    assert how_long("Where you are signed in").endswith("at most a year after your last visit")
    assert SIGN_IN_TTL_MS == 365 * DAY_MS
    assert how_long("Network addresses") == "one hour after the last request"
    assert MAX_BUCKET_AGE * 1000 == REVOCATION_TTL_MS == DAY_MS // 24
    assert "for an hour the servers remember your id" in SENTENCES


def test_the_privacy_page_names_the_size_of_logs_in_compose() -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    size, files = re.search(r"max-size: (\d+)m", compose), re.search(r'max-file: "(\d+)"', compose)
    assert size
    assert files
    assert f"at most {int(size[1]) * int(files[1])} MB a process" in SENTENCES


def test_the_privacy_page_names_how_long_compose_keeps_backups() -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    assert '--every, 24h, --keep, "14"' in compose
    assert "and backups 14 days." in SENTENCES
