// A press that asks the server: no second one before the answer, and a refusal is said, not thrown.

import { set } from './dom.js'
import { t } from './i18n.js'
import { alert } from './announcer.js'

export async function press(event, act) {
  const button = event.currentTarget
  if (button.getAttribute('aria-busy') === 'true') return
  set(button, { 'aria-busy': 'true' })
  try {
    await act()
  } catch (error) {
    alert(t(error.status === 0 ? 'error.offline.text' : 'lobby.failed'))
    if (error.status === undefined) throw error
  } finally {
    set(button, { 'aria-busy': null })
  }
}
