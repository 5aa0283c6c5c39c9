// Button that signs out, here or everywhere.

import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { forgetMe } from '../core/player.js'

/**
 * @param {() => unknown} done called after signing out; the player is a new guest then
 * @param {boolean} [everywhere] on all devices
 */
export const signOutButton = (done, everywhere = false) =>
  el(
    'button',
    {
      type: 'button',
      'data-act': everywhere ? 'sign-out-everywhere' : 'sign-out',
      onclick: (event) =>
        press(event, async () => {
          await remove(everywhere ? '/api/me/sessions' : '/api/logins/current')
          forgetMe()
          await done()
        }),
    },
    t(everywhere ? 'account.sign_out.everywhere' : 'account.sign_out'),
  )
