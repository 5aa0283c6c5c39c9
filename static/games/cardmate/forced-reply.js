// What a quiet move would force: the game's main tactic is the sacrifice that cannot be declined. The server is asked
// for the position after the move that is hovered, has the focus or waits for a yes; nothing here knows the rules.

import { list } from '../../boards/contract.js'
import { post } from '../../core/http.js'
import { read, written } from './position.js'

const PAUSE = 250 // ms of looking before the server is asked

/** {look(frame, move | null), leave()}; `tell(sentence)` gets what is forced, '' when nothing is. */
export function foresee({ t, rules }, tell) {
  const known = new Map() // position and move -> sentence
  let [wish, timer] = ['', null]
  const ask = async (key, frame, move) => {
    const next = await post('/api/lines', {
      rules: rules.id,
      position: frame.view.position,
      moves: [move],
    }).catch(() => null)
    if (!next) return
    known.set(key, forced(next, t))
    if (wish === key) tell(known.get(key))
  }
  return {
    look(frame, move) {
      const key = move ? `${frame.view.position} ${move}` : ''
      if (key === wish) return
      wish = key
      clearTimeout(timer)
      tell(known.get(key) ?? '')
      if (key && !known.has(key))
        timer = setTimeout(() => ask(key, frame, move), PAUSE)
    },
    leave: () => clearTimeout(timer),
  }
}

/** "forces Q♥ to take 3♥ on h2", or the cards that would have to take. */
function forced({ status, view, legal }, t) {
  if (status !== 'live' || !view.must.length) return ''
  const things = read(view.position)
  const name = (place) => written(things.get(place).piece)
  if (legal.length > 1)
    return t('cardmate.forces.some', {
      what: list(view.must.map(name)),
      count: legal.length,
    })
  const [from, to] = legal[0][0].split(' ')
  return t('cardmate.forces', { card: name(from), taken: name(to), place: to })
}
