"""One file as it is served: compressed once, with an entity tag for each encoding, from memory."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
QUICK, SMALL = 5, 11  # qualities of brotli: while a request waits; for files that are written once
LEAST = 400  # bytes: below this a compressed file is hardly smaller
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ts": "text/plain; charset=utf-8",
    ".ico": "image/x-icon",
}
PACKED = (".png", ".ico", ".woff2")  # compressed by their format


@dataclass(frozen=True)
class File:
    """`path` gives the type; `body`: as it is. Its encodings are made when they are asked for first."""

    path: str
    body: bytes

    @property
    def type(self) -> str:
        suffix = "." + self.path.rpartition(".")[2]
        return TYPES.get(suffix) or mimetypes.guess_type(self.path)[0] or "application/octet-stream"

    @cached_property
    def tag(self) -> str:
        return sha256(self.body).hexdigest()[:20]

    @cached_property
    def encodings(self) -> dict[str, bytes]:
        """The body by content encoding, the best one first; none where that saves nothing."""
        return self.encode(QUICK)

    def encode(self, quality: int) -> dict[str, bytes]:
        """The same with this quality of brotli, 0 to 11."""
        if len(self.body) < LEAST or self.path.endswith(PACKED):
            return {}
        return {
            "br": brotli.compress(self.body, quality=quality),
            "gzip": gzip.compress(self.body, 9, mtime=0),
        }

    def respond(
        self, request: Headers, cache: str, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> Response:
        """The answer to GET; for HEAD the server leaves the body out."""
        encoding = next((name for name in _accepted(request) if name in self.encodings), None)
        tag = f'"{self.tag}{f"-{encoding}" if encoding else ""}"'
        sent = {"cache-control": cache, "etag": tag, **(headers or {})}
        if self.encodings:
            sent["vary"] = ", ".join(filter(None, (sent.get("vary"), "accept-encoding")))
        if status == 200 and _is_fresh(request.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=sent)
        if encoding:
            sent["content-encoding"] = encoding
        return Response(self.encodings[encoding] if encoding else self.body, status, sent, self.type)


def _accepted(request: Headers) -> Iterator[str]:
    """`br` and `gzip`, where the client takes them."""
    header = request.get("accept-encoding", "").lower()
    weights = {}
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        weights[name.strip()] = parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    for name in ("br", "gzip"):
        if weights.get(name, weights.get("*", False)):
            yield name


def _is_fresh(condition: str, tag: str) -> bool:
    """Whether the client has what carries this tag; proxies that compress make tags weak."""
    tags = [part.strip().removeprefix("W/") for part in condition.split(",")]
    return tag in tags or "*" in tags
