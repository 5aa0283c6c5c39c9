"""Finales and chains that last until they are ended, however busy the machine is."""

from __future__ import annotations

from tests.browser.visitor import Visitor

MAX_FINALE_MS = 5500  # static/table/ending.js cuts a longer finale short
HOLD_ANIMATIONS = """() => {
  const { animate } = Element.prototype
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    animation.pause()
    return animation
  }
}"""
HOLD_TIMERS = """([held, passing]) => {
  const later = window.setTimeout
  let begun = 0
  window.setTimeout = (act, ms, ...rest) => (ms === held && ++begun > passing ? 0 : later(act, ms, ...rest))
}"""


async def hold_timers(visitor: Visitor, ms: float, passing: int = 0) -> None:
    """Keep timers of so many milliseconds that begin from now on from ending, but for the first `passing`."""
    await visitor.page.evaluate(HOLD_TIMERS, [ms, passing])


async def hold_finale(visitor: Visitor) -> None:
    """Stop all animations that begin from now on: a finale waits for a key or a press."""
    await visitor.page.evaluate(HOLD_ANIMATIONS)
    await hold_timers(visitor, MAX_FINALE_MS)
