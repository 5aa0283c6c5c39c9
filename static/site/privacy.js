// /privacy: what is stored about people, and for how long. A test compares it with docs/privacy.md.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { readText } from './text.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { ready }) {
  root.dataset.screen = 'privacy'
  const text = await readText('privacy')
  root.replaceChildren(
    el('h1', {}, t('shell.privacy')),
    el('div', { class: 'prose' }, text),
  )
  ready(t('shell.privacy'))
}
