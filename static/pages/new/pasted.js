// Links pasted into the form of a new game: to a deal, or to a game, whose position becomes the start.

import { get } from '../../core/http.js'

/**
 * Parses a pasted link; null: it is no link of this site to a deal or a game.
 * @param {string} text
 * @param {string} origin of this site
 * @param {PageAt} pageAt
 * @returns {{ rules: string, deal: string | null } | { game: string, ply: number | null } | null}
 */
export function readLink(text, origin, pageAt) {
  if (!URL.canParse(text.trim())) return null
  const url = new URL(text.trim())
  if (url.origin !== origin) return null
  const route = pageAt(url.pathname)
  const { rules, id } = route?.parts ?? {}
  if (route?.page === 'pages/new/page') return { rules, deal: url.searchParams.get('deal') }
  if (route?.page !== 'table/live/page') return null
  const ply = url.searchParams.get('ply')
  return { game: id, ply: ply && /^\d+$/.test(ply) ? Number(ply) : null }
}

/**
 * Reads the rules and the position of a game, at a ply or the current one; null: it is hidden.
 * @param {{ game: string, ply: number | null }} link
 * @returns {Promise<{ rules: string, position: string } | null>}
 */
export async function positionOf({ game, ply }) {
  const path = `/api/games/${encodeURIComponent(game)}`
  /** @type {State} */
  const state = await get(ply === null ? path : `${path}/frames/${ply}`)
  const position = state.view?.position
  return position ? { rules: state.rules, position } : null
}
