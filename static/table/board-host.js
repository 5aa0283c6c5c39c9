// The board of a game with its picks and what it needs, as the live table and the replay both use it.

import { MoveBuilder } from '../boards/move-builder.js'
import { sheet } from '../boards/contract.js'
import { el } from '../core/dom.js'
import { panel } from '../core/dialog.js'
import { t } from '../core/i18n.js'
import { alert, say } from '../core/announcer.js'
import { settings } from '../core/settings.js'

/** {board, picks, services}: the family's board; `note(sentence)` shows to the eye what is said aloud. */
export async function seat(rules, note) {
  const [{ make }] = await Promise.all([
    import(`../games/${rules.family}/board.js`),
    sheet('/static/table/table.css'),
  ])
  const picks = new MoveBuilder()
  const both = (speak) => (sentence) => {
    speak(sentence)
    note(sentence)
  }
  const services = {
    picks,
    t,
    say: both(say),
    alert: both(alert),
    rules,
    settings,
  }
  return { board: await make(services), picks, services }
}

/** The rules over the game; picks and position stay as they are. */
export async function help(rules, services) {
  const { openHelp } = await import('../help/page.js')
  return openHelp(rules, { ...services, picks: undefined })
}

/** The position in sentences. */
export function describe(board, state) {
  const lines = board.describe(state).map((sentence) => el('li', {}, sentence))
  return panel({
    kind: 'position',
    title: t('board.position'),
    body: el('ul', { class: 'described' }, lines),
  })
}

/** The keys of a board. */
export function keys() {
  const rows = [
    'arrows',
    'enter',
    'escape',
    'n',
    'm',
    'l',
    't',
    'f',
    'slash',
    'question',
  ].map((key) =>
    el(
      'div',
      {},
      el('dt', {}, t(`board.key.${key}`)),
      el('dd', {}, t(`board.key.${key}.does`)),
    ),
  )
  return panel({
    kind: 'keys',
    title: t('board.keys'),
    body: el('dl', { class: 'keys' }, rows),
  })
}
