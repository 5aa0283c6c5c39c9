"""Which language a page is served in. The client chooses in the same way: `static/core/language.js`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from starlette.requests import Request

from app.web.assets.texts import ORIGINAL, PSEUDO

COOKIE = "language"  # what the player has chosen in the settings
VARY = "accept-language, cookie"


def language_of(request: Request, available: Collection[str]) -> str:
    """The chosen language, else the first of the browser's that is available, exactly or by its language
    alone ("de-AT": "de")."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen == PSEUDO:
        return PSEUDO
    for wish in (chosen, *_wishes(request.headers.get("accept-language", ""))):
        for language in (wish, wish.split("-")[0]):
            if language in available:
                return language
    return ORIGINAL


def _wishes(header: str) -> Iterator[str]:
    """The languages of an Accept-Language, the most wanted first; those with a quality of 0 are left out."""
    weights = []
    for part in header[:1000].split(","):
        name, _, parameter = part.partition(";")
        quality = parameter.strip().removeprefix("q=")
        try:
            weights.append((float(quality) if quality else 1.0, name.strip()))
        except ValueError:
            continue
    yield from (name for quality, name in sorted(weights, key=lambda one: -one[0]) if quality > 0)
