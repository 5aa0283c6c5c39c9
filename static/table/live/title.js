// Title of a live table's page, and the mark on the favicon: whose turn it is, or news.

import { markTurn, setTitle } from '../../app/header.js'
import { name, solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { effect, signal } from '../../vendor/preact.js'
import { isRematchWanted, isYourTurn, playsBothSides, turnText } from '../texts.js'

/** Returns the title of the page; `news`: stands in the place of the turn.
 * @param {Rules} rules @param {State} state @param {string} [news] */
export function titleText(rules, state, news) {
  const [game, turn] = [name(rules), news || turnText(rules, state)]
  return turn ? t('table.title', { game, turn }) : game
}

/** Keeps title and mark equal to what the table shows, until `left` is aborted. Returns a function for news, which stay in
 * the title until the hidden page is seen.
 * @param {Rules} rules @param {{ readonly state: State }} game @param {AbortSignal} left */
export function followTitle(rules, game, left) {
  const unseen = signal('')
  const see = () => {
    if (!document.hidden) unseen.value = ''
  }
  document.addEventListener('visibilitychange', see, { signal: left })
  const stop = effect(() => {
    const { state } = game
    const news = (isRematchWanted(state) && t('table.title.rematch')) || unseen.value
    const yours = isYourTurn(state) && !playsBothSides(state)
    setTitle(titleText(rules, state, news))
    markTurn(news !== '' || (yours && !solitaire(rules)))
  })
  left.addEventListener('abort', stop)
  return (/** @type {string} */ news) => {
    if (document.hidden) unseen.value = news
  }
}
