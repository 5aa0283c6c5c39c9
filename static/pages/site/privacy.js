// /privacy: what is stored about people, and for how long. A test compares it with docs/privacy.md.

import { t } from '../../core/i18n.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { readData, textBlock } from './text.js'

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { ready }) {
  root.dataset.screen = 'privacy'
  const blocks = await readData('privacy')
  const page = mount(
    root,
    html`
      <h1>${t('shell.privacy')}</h1>
      <div class="prose">${blocks.map(textBlock)}</div>`,
  )
  ready(t('shell.privacy'))
  return page
}
