"""What the live regions have told, also where it is no longer shown."""

from __future__ import annotations

LISTEN = """() => {
  window.spoken = []
  for (const id of ['live', 'alert']) {
    const region = document.getElementById(id)
    new MutationObserver(() => window.spoken.push([id, region.textContent]))
      .observe(region, { childList: true, characterData: true, subtree: true })
  }
}"""
SAID = "(sentence) => spoken.some(([, text]) => text.includes(sentence))"
