// /docs: the server's interface for programs.

import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { ready }) {
  root.dataset.screen = 'docs'
  const socket = `${location.origin.replace('http', 'ws')}/ws/games/{id}`
  root.replaceChildren(
    el('h1', {}, t('docs.title')),
    el(
      'div',
      { class: 'prose' },
      el('p', {}, t('docs.about')),
      el('h2', {}, t('docs.http')),
      el('p', {}, t('docs.http.about')),
      el('p', {}, el('a', { href: '/openapi.json' }, '/openapi.json')),
      el('h2', {}, t('docs.sockets')),
      el('p', {}, t('docs.sockets.about')),
      el('p', {}, el('code', {}, socket)),
      el('h2', {}, t('docs.access')),
      el('p', {}, t('docs.access.about')),
      el('p', {}, el('a', { href: '/me' }, t('docs.access.tokens'))),
    ),
  )
  ready(t('docs.title'))
}
