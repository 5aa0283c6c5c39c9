// /g/{id}: a seat to take, a table to play at or to watch, or a game to look through.

import { get } from '../core/http.js'
import { find } from '../core/games.js'
import { join } from './join.js'
import { Play } from './controller.js'
import { played } from '../replay/sources.js'
import { Replay } from '../replay/replay.js'

export async function show(root, { id, query, go, ready }) {
  const state = await get(`/api/games/${encodeURIComponent(id)}`)
  const rules = await find(state.rules)
  const at = query.get('ply')
  const wish = { id, state, rules, go, ready, root }
  if (at !== null || state.status === 'ended') {
    const place = /^\d+$/.test(at) ? Number(at) : state.ply
    return new Replay({ ...wish, record: await played(id, state, rules) }).open(
      place,
    )
  }
  if (state.status === 'open' && state.seat === null) return join(wish)
  return new Play(wish).open()
}
