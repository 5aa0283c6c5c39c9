// The end of a game, beside the board: who won and why, where the result stands, and where to go from here.

import { dock } from '../core/dialog.js'
import { t } from '../core/i18n.js'
import { solitaire } from '../core/games.js'
import { again } from '../solitaire/deals.js'
import { dealOfToday } from '../daily/share-line.js'
import { reason, result, span } from './texts.js'

/** Docks the dialog in `place`; press(act, button) is called for what is no link. {element, close()} */
export function over(rules, state, board, place, press) {
  const body = [reason(rules, state, board)]
  if (state.score.length)
    body.push(t('over.score', { score: state.score.join(' · ') }))
  if (state.tally)
    body.push(
      t('over.tally', {
        count: state.tally.made,
        undone: state.tally.undone,
        time: span(state.tally.ms),
      }),
    )
  const dialog = dock({
    kind: 'over',
    title: result(rules, state),
    body: body.join(' '),
    place,
    actions: solitaire(rules)
      ? [...dealt(rules, state, press), review(state), pressed('share', press)]
      : [
          { ...review(state), look: 'primary' },
          {
            label: t('act.new-game'),
            act: 'new-game',
            href: `/new/${rules.id}`,
          },
          pressed('share', press),
        ],
  })
  if (solitaire(rules)) {
    honour(rules, state, dialog.element.querySelector('.dialog-body')).catch(
      () => {},
    )
    dealOfToday(rules, state).catch(() => {}) // known by the time that somebody shares it
  }
  return dialog
}

const honour = async (...end) =>
  (await import('../solitaire/result-ranks.js')).ranks(...end)

const pressed = (act, press) => ({
  label: t(`act.${act}`),
  act,
  press: (event) => (press(act, event.currentTarget), false),
})

const review = (state) => ({
  label: t('act.review'),
  act: 'review',
  href: `/g/${state.game}?ply=${state.ply}`,
})

/** After a solitaire: new cards, or the same once more. */
function dealt(rules, state, press) {
  const fresh = { ...pressed('new-deal', press), look: 'primary' }
  return again(rules, state) ? [fresh, pressed('same-deal', press)] : [fresh]
}
