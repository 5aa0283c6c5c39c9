// Reason why a game's socket does not open: browsers do not tell it, so the same game is requested by HTTP.

import { get, Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'

/** Returns a sentence; null: the server does not answer either, which the banner already tells. @param {string} id */
export async function whyUnreachable(id) {
  try {
    await get(`/api/games/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status === 0) return null
    return first([`conn.refused.${error.status}`, 'conn.refused'])
  }
  return t('conn.refused')
}
