"""Finales, chains and sentences that last until they are ended, however busy the machine is."""

from __future__ import annotations

from tests.browser.visitor import Visitor

MIN_SENTENCE_MS, MAX_SENTENCE_MS = 4000, 15_000  # static/table/message-strip.js
MAX_FINALE_MS = 5500  # static/table/live/ending.js cuts a longer finale short
HOLD_ANIMATIONS = """() => {
  const { animate } = Element.prototype
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    animation.pause()
    return animation
  }
}"""
HOLD_TIMERS = """([[least, most], passing]) => {
  const later = window.setTimeout
  let begun = 0
  window.setTimeout = (act, ms, ...rest) =>
    (ms >= least && ms <= most && ++begun > passing ? 0 : later(act, ms, ...rest))
}"""


async def hold_sentences(visitor: Visitor) -> None:
    """Keep the sentences of the message strip, which otherwise go after some seconds."""
    await visitor.page.evaluate(HOLD_TIMERS, [[MIN_SENTENCE_MS, MAX_SENTENCE_MS], 0])


async def hold_timers(visitor: Visitor, ms: float, passing: int = 0) -> None:
    """Keep timers of so many milliseconds that begin from now on from ending, but for the first `passing`."""
    await visitor.page.evaluate(HOLD_TIMERS, [[ms, ms], passing])


async def hold_finale(visitor: Visitor) -> None:
    """Stop all animations that begin from now on: a finale waits for a key or a press."""
    await visitor.page.evaluate(HOLD_ANIMATIONS)
    await hold_timers(visitor, MAX_FINALE_MS)
