// Picture of an invitation's game: its position, and three moves that could follow, shown once. With reduced motion it stands
// still.

import { reducedMotion } from '../../board/contract.js'
import { familyName } from '../../core/games.js'
import { post } from '../../core/http.js'
import { SmallBoard } from '../../kit/picture.js'
import { html, useEffect, useSignal } from '../../vendor/preact.js'

const MOVES = 3
const STEP_MS = 1100 // the whole picture moves for less than five seconds, so that nobody has to stop it
const OPENING = ' ...' // end of a text that stands for many moves

/** @param {{ rules: Rules, position: string | null, seat: number }} props */
export function MovingPicture({ rules, position, seat }) {
  const shown = useSignal(position)
  useEffect(() => {
    if (position === null || reducedMotion()) return undefined
    const left = new AbortController()
    play(rules, position, shown, left.signal).catch(() => {}) // it is decoration: then it stands still
    return () => left.abort()
  }, [])
  return html`
    <${SmallBoard}
      family=${rules.family}
      title=${familyName(rules)}
      position=${shown.value}
      seat=${seat === 1 ? 1 : 0}
    />`
}

/** Shows the positions one after the other, and the first one again.
 * @param {Rules} rules @param {string} position @param {{ value: string | null }} shown @param {AbortSignal} signal */
async function play(rules, position, shown, signal) {
  for (const next of [...(await positionsAfter(rules, position)), position]) {
    await pause(signal)
    if (signal.aborted) return
    shown.value = next
  }
}

/** Returns the positions after each of some legal moves, which the server makes: the client knows no rules.
 * @param {Rules} rules @param {string} position @returns {Promise<string[]>} */
async function positionsAfter(rules, position) {
  /** @type {string[]} */
  const moves = []
  const positions = []
  for (let made = 0; made <= MOVES; made += 1) {
    /** @type {State} */
    const { legal, view } = await post('/api/lines', { rules: rules.id, position, moves })
    if (made > 0) positions.push(view.position)
    const whole = legal.filter(([move]) => !move.endsWith(OPENING))
    const chosen = whole[Math.floor(whole.length / 2)]
    if (!chosen) break
    moves.push(chosen[0])
  }
  return positions
}

/** @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, STEP_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
