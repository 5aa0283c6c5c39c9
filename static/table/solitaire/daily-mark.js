// Mark of a daily deal beside the name of the game. Its modules are loaded only at a solitaire's table.

import { loadPart } from '../../core/files.js'
import { html, useLayoutEffect, useSignal } from '../../vendor/preact.js'

/** @typedef {{ date: string, text: Content }} Mark */

export const loadDaily = () => loadPart(() => import('./daily-deal.js'), { quiet: true })

/** The mark, hidden unless the deal is a daily one. While the player's attempt is played, `strip` shows that the day will end
 * and that it has ended.
 * @param {{ rules: Rules, state: State, strip: Parameters<typeof import('./midnight.js').watchMidnight>[1] }} props */
export function DailyMark({ rules, state, strip }) {
  const shown = useSignal(/** @type {Mark | null} */ (null))
  useLayoutEffect(() => {
    const left = new AbortController()
    follow(left.signal)
    return () => left.abort()
  }, [state.game, state.status])
  /** @param {AbortSignal} left */
  async function follow(left) {
    if (!rules.daily || state.start !== null) return
    const { dealOfDay, markContent } = await loadDaily()
    const day = await dealOfDay(rules, state).catch(() => null)
    if (left.aborted) return
    shown.value = day && { date: day.date, text: markContent(day, state.seat) }
    if (state.status !== 'live' || !(day?.counted || day?.late)) return
    const { watchMidnight } = await loadPart(() => import('./midnight.js'), { quiet: true })
    if (!left.aborted) left.addEventListener('abort', watchMidnight(day.date, strip))
  }
  const mark = shown.value
  if (!mark) return html`<span hidden></span>`
  return html`<span class="daily-mark" data-daily=${mark.date}>${mark.text}</span>`
}
