// A press that asks the server: no second one before the answer, and a refusal is said, not thrown.

import { set } from './dom.js'
import { t } from './i18n.js'
import { alert } from './announcer.js'

const TEXTS = {
  offline: 'error.offline.text',
  too_many_games: 'lobby.too_many_games',
} // by the refusal's code

export async function press(event, act) {
  const button = event.currentTarget
  if (button.getAttribute('aria-busy') === 'true') return
  set(button, { 'aria-busy': 'true' })
  try {
    await act()
  } catch (error) {
    alert(t(TEXTS[error.code] ?? 'lobby.failed', error.detail))
    if (error.status === undefined) throw error
  } finally {
    set(button, { 'aria-busy': null })
  }
}
