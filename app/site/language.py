"""Language of a page. The client chooses in the same way: `static/core/language.js`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from starlette.requests import Request

from app.http.requests import cookies_of
from app.site.assets.texts import ORIGINAL, PSEUDO

COOKIE = "language"  # the player's choice in the settings
VARY = "accept-language, cookie"


def language_of(request: Request, available: Collection[str]) -> str:
    """Return the chosen language, else the browser's first available one, exactly or by its primary tag
    ("de-AT": "de")."""
    chosen = cookies_of(request).get(COOKIE, "")
    if chosen == PSEUDO:
        return PSEUDO
    for wish in (chosen, *_wishes(request.headers.get("accept-language", ""))):
        for language in (wish, wish.split("-")[0]):
            if language in available:
                return language
    return ORIGINAL


def _wishes(header: str) -> Iterator[str]:
    """Yield the languages of an Accept-Language header, most wanted first, without those of quality 0."""
    weights = []
    for part in header[:1000].split(","):
        name, _, parameter = part.partition(";")
        quality = parameter.strip().removeprefix("q=")
        try:
            weights.append((float(quality) if quality else 1.0, name.strip()))
        except ValueError:
            continue
    yield from (name for quality, name in sorted(weights, key=lambda one: -one[0]) if quality > 0)
