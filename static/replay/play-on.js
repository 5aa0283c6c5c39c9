// "Play on from here": a new game from a position of a replay, alone, at one screen, or with somebody who gets the link.

import { ask } from '../core/dialog.js'
import { seatName, solitaire } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'

/** Starts the game and goes there; the reader may think better of it.
 * @param {Rules} rules @param {string} position @param {Go} go @param {HTMLElement} trigger */
export async function playOn(rules, position, go, trigger) {
  const seat = solitaire(rules) ? null : await askSeat(rules, trigger)
  if (seat === undefined) return
  await me()
  const side = seat === null ? {} : { seat, public: false }
  const { url } = await post('/api/games', {
    rules: rules.id,
    position,
    ...side,
  })
  await go(url)
}

/** Who plays the two sides; undefined: the reader has closed the question.
 * @param {Rules} rules @param {HTMLElement} trigger @returns {Promise<'both' | number | undefined>} */
async function askSeat(rules, trigger) {
  const answer = await ask({
    kind: 'play-on',
    title: t('act.play-on.name'),
    body: t('replay.play_on.about'),
    trigger,
    actions: [
      {
        label: t('replay.play_on.both'),
        value: 'both',
        act: 'both',
        look: 'primary',
      },
      ...rules.seats.map((_, seat) => ({
        label: t('replay.play_on.seat', { seat: seatName(rules, seat) }),
        value: seat,
        act: `seat-${seat}`,
      })),
    ],
  })
  return answer ?? undefined
}
