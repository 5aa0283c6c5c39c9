// The result of a game, beside the board: the winner and the reason, the ranks of a solitaire's result, and where to go from here.

import { gamePath, newGamePath } from '../app/routes.js'
import { dock } from '../core/dialog.js'
import { solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { dealOfToday } from '../daily/share-line.js'
import { sameDeal } from '../solitaire/deals.js'
import { formatDuration, reasonText, resultText } from './texts.js'

/** @typedef {(act: string, button: HTMLElement) => void} Press */

/** Docks the dialog in `place`; press(act, button) is called for what is no link.
 * @param {Rules} rules @param {State} state @param {Board} board @param {HTMLElement} place @param {Press} press
 * @returns {OpenDialog} */
export function dockResult(rules, state, board, place, press) {
  const dialog = dock({
    kind: 'over',
    title: resultText(rules, state),
    body: bodyText(rules, state, board),
    place,
    actions: solitaire(rules)
      ? [
          ...dealActions(rules, state, press),
          reviewAction(state),
          pressAction('share', press),
        ]
      : [
          { ...reviewAction(state), look: 'primary' },
          {
            label: t('act.new-game'),
            act: 'new-game',
            href: newGamePath(rules.id),
          },
          pressAction('share', press),
        ],
  })
  if (solitaire(rules)) {
    const body = dialog.element.querySelector('.dialog-body')
    if (body) addRanks(rules, state, body).catch(() => {})
    dealOfToday(rules, state).catch(() => {}) // so that it is known before the player presses "Share"
  }
  return dialog
}

/** @param {Rules} rules @param {State} state @param {Board} board */
function bodyText(rules, state, board) {
  const sentences = [reasonText(rules, state, board)]
  if (state.score.length)
    sentences.push(t('over.score', { score: state.score.join(' · ') }))
  if (state.tally)
    sentences.push(
      t('over.tally', {
        count: state.tally.made,
        undone: state.tally.undone,
        time: formatDuration(state.tally.ms),
      }),
    )
  return sentences.join(' ')
}

/** @param {Rules} rules @param {State} state @param {Element} place */
async function addRanks(rules, state, place) {
  const ranks = await import('../solitaire/result-ranks.js')
  await ranks.addRanks(rules, state, place)
}

/** @param {string} act @param {Press} press @returns {DialogAction} */
const pressAction = (act, press) => ({
  label: t(`act.${act}`),
  act,
  press(event) {
    press(act, event.currentTarget)
    return false
  },
})

/** @param {State} state @returns {DialogAction} */
const reviewAction = (state) => ({
  label: t('act.review'),
  act: 'review',
  href: gamePath(state.game, state.ply),
})

/** After a solitaire: a new deal, or the same one again.
 * @param {Rules} rules @param {State} state @param {Press} press @returns {DialogAction[]} */
function dealActions(rules, state, press) {
  /** @type {DialogAction} */
  const newDeal = { ...pressAction('new-deal', press), look: 'primary' }
  return sameDeal(rules, state)
    ? [newDeal, pressAction('same-deal', press)]
    : [newDeal]
}
