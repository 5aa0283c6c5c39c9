// Acts on a game, in a sheet.

import { gamePath } from '../../app/routes.js'
import { post } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { panel } from '../../kit/dialog.js'
import { html, useSignal } from '../../vendor/preact.js'
import { actButton, tellDone } from './acts.js'

/** Opens the sheet. @param {string} id @param {() => unknown} changed called after each act */
export const openGame = (id, changed) =>
  panel({
    kind: 'moderate',
    title: t('moderation.game.of', { id }),
    body: html`<${GameActs} id=${id} changed=${changed} />`,
  })

/** @param {{ id: string, changed: () => unknown }} props */
function GameActs({ id, changed }) {
  const note = useSignal('')
  return html`
    <p><a href=${gamePath(id)}>${t('moderation.game.look')}</a></p>
    <p class="detail" data-note>${note.value}</p>
    <div class="row">
      ${gameActs(id).map((act) =>
        actButton(act, () => {
          note.value = tellDone(act)
          return changed()
        }),
      )}
    </div>`
}

/** @param {string} id @returns {import('./acts.js').Act[]} */
const gameActs = (id) => [
  {
    act: 'close-game',
    label: t('moderation.game.close'),
    question: t('moderation.game.close.sure'),
    send: ({ reason }) => post(`/api/moderation/games/${encodeURIComponent(id)}/close`, { reason }),
  },
  {
    act: 'undo-rating',
    label: t('moderation.undo'),
    question: t('moderation.undo.sure'),
    send: ({ reason }) => post('/api/moderation/ratings/undo', { game: id, reason }),
  },
]
