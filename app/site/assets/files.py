"""A served file: from memory, compressed once, with an entity tag per encoding."""

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
FAST_QUALITY, BEST_QUALITY = 5, 11  # of brotli: while a request waits; for exported files
MIN_COMPRESSED_BYTES = 400  # a smaller file hardly shrinks
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ts": "text/plain; charset=utf-8",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
PACKED = (".png", ".ico", ".woff2")  # formats that are already compressed


@dataclass(frozen=True)
class File:
    """A file whose type follows from `path`. Its encodings are made on first use."""

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
        """Return the body by content encoding, best first; empty where compression saves nothing."""
        return self.encode(FAST_QUALITY)

    def encode(self, quality: int) -> dict[str, bytes]:
        """Return the encodings at this brotli quality, 0 to 11."""
        if len(self.body) < MIN_COMPRESSED_BYTES or self.path.endswith(PACKED):
            return {}
        return {
            "br": brotli.compress(self.body, quality=quality),
            "gzip": gzip.compress(self.body, 9, mtime=0),
        }

    def respond(
        self, request: Headers, cache: str, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return the response to GET; the server omits the body for HEAD."""
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
    """Yield `br` and `gzip` as far as the client accepts them."""
    header = request.get("accept-encoding", "").lower()
    weights = {}
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        weights[name.strip()] = parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    for name in ("br", "gzip"):
        if weights.get(name, weights.get("*", False)):
            yield name


def _is_fresh(condition: str, tag: str) -> bool:
    """Return whether the client has the file with this tag; compressing proxies make tags weak."""
    tags = [part.strip().removeprefix("W/") for part in condition.split(",")]
    return tag in tags or "*" in tags
