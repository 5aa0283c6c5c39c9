// The cards or tiles of a solitaire as a thing of its own: the same ones again, new ones, and their link.

import { name } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { share } from '../core/share.js'
import { dailyPath, dealOfToday, shareLine } from '../daily/share-line.js'
import { result, span } from '../table/texts.js'

/** What makes the same deal again, as the body of POST /api/games; null while it is secret. */
export function again(rules, { deal, start }) {
  if (deal !== null) return { rules: rules.id, deal }
  return start === null ? null : { rules: rules.id, position: start }
}

/** Deals the same again (`same-deal`) or anew (`new-deal`), and goes there. A deal of today stays one of today: asked for
 * by its number, it would be told to all who watch. */
export async function redeal(act, rules, state, go) {
  const day = act === 'same-deal' ? await dealOfToday(rules, state) : null
  const same = day ? { rules: rules.id, deal: 'daily' } : again(rules, state)
  const made = await post(
    '/api/games',
    act === 'same-deal' ? same : { rules: rules.id },
  )
  return go(made.url)
}

/** Shares a link by which others get the same deal; where it is secret, the game's own; of a deal of today its day's
 * page, so that nobody learns it from the link. After the end the result goes with it. Answers the sentence that says
 * what became of it. */
export async function shareDeal(rules, state) {
  const ended = state.status === 'ended'
  const day = await dealOfToday(rules, state).catch(() => undefined)
  if (day === undefined) return share(`/g/${state.game}`, name(rules)) // its deal may be a secret
  if (day)
    return ended
      ? shareLine(day.date, rules, state, day.counted)
      : share(dailyPath(day.date), name(rules))
  const path =
    state.deal === null
      ? `/g/${state.game}`
      : `/new/${rules.id}?deal=${state.deal}`
  if (!ended) return share(path, name(rules))
  const text = t('table.result', {
    game: name(rules),
    result: result(rules, state),
    score: state.score.join(' · '),
    moves: t('table.result.moves', { count: state.tally.made }),
    time: span(state.tally.ms),
  })
  return share(path, name(rules), text)
}
