"""Fixtures of all tests: databases.

Tests run on SQLite; those whose subject is the SQL itself also on PostgreSQL, by file (BOTH_DATABASES) or by
the mark `databases`. Where RICHELIEU_TEST_CITUS_URL names a cluster, the tests of ON_CITUS run on a
distributed database, too. A test marked `soak(only=True)` is run by `make soak` alone.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.app_process import spare_time
from tests.databases import Fresh, Kind, empty, migrated, unreachable
from tests.distributed.cluster import CLUSTER, distributed_database
from tests.soak import SOAK

# No test fails by its timing, and a green suite is green again: only `make soak` tries cases by chance.
settings.register_profile(
    "richelieu", deadline=None, derandomize=not SOAK, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("richelieu")

os.environ["RICHELIEU_BUILD_TABLES"] = "0"  # servers in this process build no tables

spare_time()  # as in the processes that the tests start

pytest_plugins = ("tests.app.fixtures", "tests.browser.fixtures")
TESTS = Path(__file__).parent
# Tests of the SQL itself, which run on both databases: those of the second list on PostgreSQL in the second
# tier, as those of other files that are marked `databases("sqlite", "postgres")` or `databases("postgres")`.
# All others run on SQLite, except those that ask for PostgreSQL by `postgres_url`.
BOTH_DATABASES = [
    TESTS / name
    for name in (
        "analysis/puzzles/test_store.py",
        "analysis/test_finding_store.py",
        "db",
        "games/test_store.py",
        "games/test_writer.py",
        "moderation/test_store.py",
        "people/test_former_names.py",
        "results/test_leaderboard_store.py",
        "results/test_rating_lists.py",
        "results/test_rating_store.py",
    )
]
BOTH_IN_THE_SECOND_TIER = [
    TESTS / name
    for name in (
        "db/test_growth.py",
        "db/test_migrations.py",
        "games/test_pagination.py",
        "http/test_generated_requests.py",
        "ops/test_commands.py",
        "ops/test_distribute.py",
        "app/test_secrets.py",
    )
]

ON_CITUS = [
    TESTS / name
    for name in (
        "analysis/test_bots_of_two_processes.py",
        "games/test_bad_frames.py",
        "games/test_hidden_moves.py",
        "games/test_socket.py",
        "games/test_steps.py",
        "http/test_handshakes.py",
        "people/test_locks.py",
        "reliability/test_killed_process.py",
        "reliability/test_races.py",
    )
]

SKIPPED: list[str] = []


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected, since nothing of them is garbage, and leave them out of
    each later collection, which takes 3 % of the tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    path = metafunc.definition.path
    on_citus = CLUSTER and any(map(path.is_relative_to, ON_CITUS))
    citus = [pytest.param("citus", marks=pytest.mark.citus)] if on_citus else []
    if "database" in metafunc.fixturenames:
        first_tier = any(map(path.is_relative_to, BOTH_DATABASES))
        both = first_tier or any(map(path.is_relative_to, BOTH_IN_THE_SECOND_TIER))
        mark = metafunc.definition.get_closest_marker("databases")
        names = mark.args if mark else ("sqlite", "postgres") if both else ("sqlite",)
        marks = [pytest.mark.postgres] if first_tier else [pytest.mark.postgres, pytest.mark.slow]
        databases: list[Any] = [
            pytest.param(name, marks=marks if name == "postgres" else ()) for name in names
        ]
        databases += citus
        metafunc.parametrize("database", databases, indirect=True, scope="session")
    elif citus and "fresh_postgres" in metafunc.fixturenames:
        metafunc.parametrize("fresh_postgres", ["postgres", *citus], indirect=True, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    def is_left_out(item: pytest.Item) -> bool:
        soaked = not SOAK and any(mark.kwargs.get("only") for mark in item.iter_markers("soak"))
        return soaked or (not CLUSTER and item.get_closest_marker("citus") is not None)

    config.hook.pytest_deselected(items=[item for item in items if is_left_out(item)])
    items[:] = [item for item in items if not is_left_out(item)]


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what a selection leaves out that one who asked for a folder or a screen would expect."""
    if "not slow" in config.getoption("-m"):
        return ["left out: the second tier, with most browser tests and some on PostgreSQL (-m slow)"]
    return []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        SKIPPED.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the session for a skipped test if RICHELIEU_NO_SKIPS is set."""
    if SKIPPED and os.environ.get("RICHELIEU_NO_SKIPS"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if SKIPPED and os.environ.get("RICHELIEU_NO_SKIPS"):
        terminalreporter.write_line(
            f"RICHELIEU_NO_SKIPS is set, and these tests were skipped: {', '.join(SKIPPED)}"
        )


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """Each of sqlite, postgres and citus in turn, see `pytest_generate_tests`."""
    database: str = request.param
    if database == "postgres" and (why := unreachable()):
        pytest.skip(why)
    return database


@pytest.fixture(scope="session")
def kind(database: str) -> Kind:
    """The kind of SQL: Citus is a PostgreSQL."""
    return "sqlite" if database == "sqlite" else "postgres"


@pytest.fixture(scope="session")
def fresh(
    database: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Fresh]:
    """Create migrated databases."""
    match database:
        case "citus":
            yield distributed_database
        case "postgres":
            yield request.getfixturevalue("fresh_postgres")
        case _:
            with migrated("sqlite", tmp_path_factory.mktemp("sqlite")) as make:
                yield make


@pytest.fixture
def database_url(fresh: Fresh) -> Iterator[str]:
    """A migrated database for one test."""
    with fresh() as url:
        yield url


@pytest.fixture
def empty_url(kind: Kind, tmp_path: Path) -> Iterator[str]:
    """A database without tables for one test."""
    with empty(kind, tmp_path) as url:
        yield url
