// /docs: the server's interface for programs.

import { t } from '../../core/i18n.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { ready }) {
  root.dataset.screen = 'docs'
  const socket = `${location.origin.replace('http', 'ws')}/ws/games/{id}`
  const page = mount(
    root,
    html`
      <h1>${t('docs.title')}</h1>
      <div class="prose">
        <p>${t('docs.about')}</p>
        <h2>${t('docs.http')}</h2>
        <p>${t('docs.http.about')}</p>
        <p><a href="/openapi.json">/openapi.json</a></p>
        <h2>${t('docs.sockets')}</h2>
        <p>${t('docs.sockets.about')}</p>
        <p><code>${socket}</code></p>
        <h2>${t('docs.access')}</h2>
        <p>${t('docs.access.about')}</p>
        <p><a href="/settings">${t('docs.access.tokens')}</a></p>
      </div>`,
  )
  ready(t('docs.title'))
  return page
}
