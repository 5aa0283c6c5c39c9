// List of the keys of a game, loaded on demand.

import { t } from '../core/i18n.js'
import { panel } from '../kit/dialog.js'
import { html } from '../vendor/preact.js'

/** Returns the keys of this game: the board's own, and the common ones that have an effect here and that the board does
 * not use otherwise.
 * @param {Board} board @param {State} state @returns {[keys: string, meaning: string][]} */
function keysOf(board, state) {
  const own = board.words.keys?.() ?? []
  const taken = own.flatMap(([keys]) => keys.split(', '))
  const undoable = state.acts.includes('undo') || state.acts.includes('redo')
  const picks = taken.includes(t('board.key.space')) ? 'enter.alone' : 'enter'
  const common = [
    'arrows',
    picks,
    'escape',
    'n',
    'm',
    'l',
    state.clock && 't',
    board.forced && 'f',
    state.seat !== null && state.status === 'live' && 'slash',
    undoable && 'undo',
    'question',
  ].filter((key) => typeof key === 'string')
  const rows = common
    .map((key) => [t(`board.key.${key}`), t(`board.key.${key}.does`)])
    .filter(([keys]) => !taken.includes(keys.split(', ')[0]))
  return [...own, .../** @type {[string, string][]} */ (rows)]
}

/** @param {Board} board @param {State} state */
export function showKeyList(board, state) {
  const rows = keysOf(board, state).map(
    ([keys, meaning]) => html`<div><dt>${keys}</dt><dd>${meaning}</dd></div>`,
  )
  return panel({
    kind: 'keys',
    title: t('board.keys'),
    body: html`<dl class="keys">${rows}</dl>`,
  })
}
