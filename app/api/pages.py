"""The pages: one HTML document at every page address, and the static files."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from app.api.middleware import READ_METHODS
from app.api.responses import error_response
from app.errors import Refusal

STATIC = Path(__file__).parents[2] / "static"  # beside `app`, in the repository and where it is installed
PAGES = (
    *("/", "/new/{rules}", "/g/{id}", "/me", "/help/{rules}"),
    *("/leaderboards", "/leaderboards/{rules}", "/daily", "/people/{name}"),
)

router = APIRouter(include_in_schema=False)


async def page() -> Response:
    """The one document; its script shows the page of the address."""
    return _document("index.html")


@router.api_route("/docs", methods=[*READ_METHODS])
async def docs() -> Response:
    """The reference of the HTTP interface, made from /openapi.json."""
    return _document("docs.html")


for _address in PAGES:
    router.add_api_route(_address, page, methods=[*READ_METHODS])


def not_found(path: str) -> Response:
    """404: JSON below /api, /ws and /static; elsewhere the document, which says so in the client's words."""
    if path.startswith(("/api/", "/ws/", "/static/")):
        return error_response(Refusal("not_found", path=path[:200]))
    return _document("index.html", 404)


def mount(app: FastAPI) -> None:
    app.include_router(router)
    app.mount(
        "/static", GZipMiddleware(RevalidatedStaticFiles(directory=STATIC), minimum_size=400), name="static"
    )


class RevalidatedStaticFiles(StaticFiles):
    """Static files that browsers revalidate on each use."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.setdefault("cache-control", "no-cache")
        return response


def _document(name: str, status: int = 200) -> Response:
    return FileResponse(STATIC / name, status, headers={"cache-control": "no-cache"})
