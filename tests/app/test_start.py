"""What a server imports and does until it is ready, in counts: `make bench` measures its CPU time."""

from __future__ import annotations

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from app.api import pages
from app.main import MODULES, create_app
from app.settings import Settings
from engine import GAMES
from engine.analysis import analyst_of
from tests.app.counted_start import COUNTED, Counted, read_counted
from tests.databases import Fresh
from tests.serving import serving

HEAVY = (
    "alembic",  # `migrate` imports it
    "hypothesis",
    "httpx",
    "jinja2",
    "mako",  # imported by alembic
    "multipart",
    "numpy",  # the searches import it, in processes of their own
    "python_multipart",
    "redis",  # a server with a bus imports it
    "uvicorn.supervisors.watchfilesreload",
    "watchfiles",
    "app.api.assets.export",
    "app.db.schema_changes",
    "app.ops.commands",
    "app.ops.tables",
)
DEPENDENCIES = 420  # of all routes, nested; with one more in each of those that many need it is 860
COLLECTIONS = 40  # of garbage, at most; with the default thresholds the imports cause 450


@pytest.fixture(scope="module")
def counted(fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Counted:
    """Of a server that was only asked whether it is ready."""
    folder = tmp_path_factory.mktemp("start")
    with fresh() as url, serving(url, folder, before=COUNTED) as server:
        pass
    return read_counted(server.output)


def test_a_server_that_is_ready_has_not_imported_what_it_needs_later_or_never(counted: Counted) -> None:
    assert "app.main" in counted.modules
    assert set(HEAVY) & set(counted.modules) == set()


def test_a_server_that_is_ready_has_imported_no_searches(counted: Counted) -> None:
    analysts = [analyst for game in GAMES.values() if (analyst := analyst_of(game))]
    assert analysts
    searches = {name for analyst in analysts for name in (analyst.searches, analyst.tables)}
    assert searches & set(counted.modules) == set()


def test_garbage_is_hardly_collected_until_a_server_is_ready(counted: Counted) -> None:
    assert counted.collections <= COLLECTIONS


def test_no_json_schema_is_made_until_a_server_is_ready(counted: Counted) -> None:
    assert counted.schemas == 0


def test_the_schemas_are_made_at_once_with_the_document(
    fresh: Fresh, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with fresh() as url, serving(url, tmp_path_factory.mktemp("document"), before=COUNTED) as server:
        for _ in range(2):
            assert httpx.get(f"{server.url}/openapi.json").status_code == 200
    assert read_counted(server.output).schemas == 1


def test_every_route_of_the_application_is_that_of_its_module_and_not_a_copy() -> None:
    declared = [route for module in (*MODULES, pages) for route in module.router.routes]
    assert declared
    found = {id(route) for route in create_app(Settings()).routes}
    assert found.issuperset(map(id, declared))


def test_few_dependencies_are_analysed_for_all_routes() -> None:
    def nested(dependant: Dependant) -> int:
        return sum(1 + nested(one) for one in dependant.dependencies)

    routes = [route for route in create_app(Settings()).routes if isinstance(route, APIRoute)]
    assert len(routes) < sum(nested(route.dependant) for route in routes) <= DEPENDENCIES
