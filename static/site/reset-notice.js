// Notice under the header of every page that the host has issued a recovery code for this account; the signed-in player can
// withdraw it.

import { alert, say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { byId, el } from '../core/dom.js'
import { dayAndTime } from '../core/format.js'
import { get, Refusal, remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me, onPlayerChange } from '../core/player.js'

/** Shows the notice for the current player and again after each sign-in. */
export async function watchReset() {
  const show = async () => showReset((await me()).reset)
  onPlayerChange(() => show().catch(() => {}))
  await show()
}

/** Asks the server again. */
export async function refreshReset() {
  showReset((await get('/api/me')).reset)
}

/** @param {Wire.Reset | undefined} reset */
function showReset(reset) {
  const old = document.querySelector('[data-reset]')
  if (old?.getAttribute('data-reset') === String(reset?.at)) return
  old?.remove()
  if (!reset) return
  const text = t(reset.at > Date.now() ? 'shell.reset' : 'shell.reset.now', {
    time: dayAndTime(reset.at),
  })
  const cancel = async () => {
    try {
      await remove('/api/me/reset')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return alert(t('lobby.failed'))
    }
    strip.remove()
    byId('screen').focus({ preventScroll: true })
    say(t('shell.reset.cancelled'))
  }
  const strip = el(
    'section',
    {
      class: 'site-notice',
      'data-reset': reset.at,
      'aria-label': t('shell.reset.title'),
    },
    el('p', {}, text),
    el(
      'button',
      {
        type: 'button',
        'data-act': 'cancel-reset',
        onclick: (event) => press(event, cancel),
      },
      t('shell.reset.cancel'),
    ),
  )
  byId('header').after(strip)
  say(text)
}
