// /new and /help: all games, each with a link to its page there.

import { helpPath, newGamePath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { families, familyName, sentence } from '../core/games.js'
import { t } from '../core/i18n.js'

/**
 * @param {HTMLElement} root
 * @param {Visit<'list'>} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { list, ready }) {
  root.dataset.screen = `${list}-list`
  const path = list === 'help' ? helpPath : newGamePath
  const title = t(`games.${list}`)
  root.replaceChildren(
    el('h1', {}, title),
    el(
      'dl',
      { class: 'prose' },
      (await families()).map(({ family, variants: [rules] }) =>
        el(
          'div',
          {},
          el('dt', {}, el('a', { href: path(rules.id) }, familyName(rules))),
          el('dd', {}, sentence(`${family}.about`)),
        ),
      ),
    ),
  )
  ready(title)
}
