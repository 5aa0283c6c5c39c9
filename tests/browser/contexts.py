"""Browser contexts of one page each, reused by later tests: with a new one for each visitor, which loads
every file again, the browser tests take a seventh more CPU.

Between two tests the page leaves the site's scripts for a plain file, and cookies, storage, media, viewport
and pointer are reset. A context in which a test changed what cannot be reset (routes, scripts, listeners,
the clock, a second page) is closed, as is one with special options or of another server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from playwright.async_api import Browser

from tests.browser.visitor import DESK, PHONE, WATCH, Visitor

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
# Options of any context. Animations are off unless a test is about them: they take a fifth more time.
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce"}
MAX_TESTS = 20  # in one context
# Calls with lasting effects, after which no other test may use the context.
OF_BOTH = "on once route route_from_har route_web_socket add_init_script expose_function expose_binding"
OF_A_PAGE = f"{OF_BOTH} set_extra_http_headers close"
OF_A_CONTEXT = (
    f"{OF_BOTH} set_extra_http_headers close new_page new_cdp_session set_offline grant_permissions"
)
OF_A_CLOCK = "install fast_forward pause_at resume run_for set_fixed_time set_system_time"


class Contexts:
    """Pool of contexts. `site`: the URL of the server whose contexts are reused."""

    def __init__(self, browser: Browser, site: str, patience: float) -> None:
        self._browser, self._site, self._patience = browser, site, patience
        self._free: dict[str, list[Visitor]] = defaultdict(list)
        self._uses: dict[Visitor, int] = {}  # of the reusable visitors

    async def visitor(self, size: str, at: str, *, fresh: bool = False, **options: Any) -> Visitor:
        """Return a visitor without cookies or storage, on a blank page or plain file; `fresh`: without cached
        files either."""
        if not fresh and at == self._site and options.keys() <= MEDIA.keys():
            visitor = self._free[size].pop() if self._free[size] else await self._new(size, at)
            self._uses[visitor] = self._uses.get(visitor, 0) + 1
            await visitor.page.emulate_media(media="screen", **{**MEDIA, **options})  # one test prints
            return visitor
        return await self._new(size, at, **options)

    async def leave(self, visitor: Visitor) -> list[str]:
        """Prepare the context for another test, or close it; return the faults of the visitor."""
        if 0 < self._uses.get(visitor, 0) < MAX_TESTS:
            await visitor.forget()
            if not visitor.faults:
                await visitor.renew()
                self._free[visitor.size].append(visitor)
                return []
        self._uses.pop(visitor, None)
        await visitor.context.close()
        return visitor.faults

    async def _new(self, size: str, at: str, **options: Any) -> Visitor:
        context = await self._browser.new_context(**{"service_workers": "block", **SIZES[size], **options})
        await context.add_init_script(WATCH)
        context.set_default_timeout(self._patience)
        page = await context.new_page()
        visitor = Visitor(context, page, at, size)
        self._watch(visitor)
        return visitor

    def _watch(self, visitor: Visitor) -> None:
        """Make the first call with lasting effects end the reuse of the context."""

        def last(call: Callable[..., Any]) -> Callable[..., Any]:
            def called(*args: Any, **kwargs: Any) -> Any:
                self._uses.pop(visitor, None)
                return call(*args, **kwargs)

            return called

        page, context = visitor.page, visitor.context
        for owner, names in ((page, OF_A_PAGE), (context, OF_A_CONTEXT), (page.clock, OF_A_CLOCK)):
            for name in names.split():
                setattr(owner, name, last(getattr(owner, name)))
