// Page /g/{id}: a table to play at or to watch, a free seat, or a replay; with `?result` the player's table after the end of
// a game for two. The modules of the free seat and the replay are loaded only for them.

import { loadPart, prepare } from '../../core/files.js'
import { find, solitaire } from '../../core/games.js'
import { get } from '../../core/http.js'
import { me } from '../../core/player.js'
import { openTable } from './controller.js'

/** @param {HTMLElement} root @param {Visit<'id'>} visit @returns {Promise<Page>} */
export async function show(root, { id, query, go, ready, signal }) {
  /** @type {State} */
  const state = await get(`/api/games/${encodeURIComponent(id)}`, {
    signal,
  })
  state.received = performance.now()
  const rules = await find(state.rules, prepare)
  const page = { root, id, state, rules, go, ready, openHelp, signal }
  if (state.view === null) {
    const { showClosed } = await loadPart(() => import('./closed.js'))
    return showClosed(page)
  }
  const at = query.get('ply')
  const waits = state.offers.some(({ what }) => what === 'rematch')
  const hasResult = state.seat !== null && (waits || (query.has('result') && !solitaire(rules)))
  const replayed = state.status === 'ended' && !hasResult
  if (at !== null || replayed) {
    const ply = at && /^\d+$/.test(at) ? Number(at) : state.ply
    const [{ openReplay, playedGame }] = await Promise.all([
      loadPart(() => import('../replay/replay.js')),
      prepare('table/replay/replay'),
    ])
    const source = await playedGame(id, state, rules)
    return openReplay({ ...page, source }, ply, {
      analysed: query.has('analyse'),
      chained: query.has('chain'),
    })
  }
  if (state.status === 'open' && state.seat === null) {
    const [{ showInvitation }] = await Promise.all([
      loadPart(() => import('../../pages/invitation/page.js')),
      prepare('pages/invitation/page'),
      me(), // whom a newcomer becomes meanwhile
    ])
    return showInvitation(page)
  }
  return openTable(page)
}

/** @type {OpenHelp} */
async function openHelp(rules, services, how) {
  const [help] = await Promise.all([
    loadPart(() => import('../../pages/help/page.js')),
    prepare('pages/help/page'),
  ])
  return help.openHelp(rules, services, how)
}
