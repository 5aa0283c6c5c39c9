// Word that the player was signed out in another tab or from another device, with the offer to sign in again.

import { accountPath } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { ask } from '../../kit/dialog.js'

/** @param {Me} former */
export const tellSignedOut = ({ name }) =>
  ask({
    kind: 'signed-out',
    title: t('account.signed_out'),
    body: t('account.signed_out.about', { name }),
    actions: [
      { label: t('account.signed_out.guest'), act: 'stay-guest' },
      {
        label: t('account.sign-in'),
        act: 'sign-in',
        look: 'primary',
        href: accountPath('sign-in', location.pathname + location.search),
      },
    ],
  })
