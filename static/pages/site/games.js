// /new and /help: all games, each with a link to its page there.

import { helpPath, newGamePath } from '../../app/routes.js'
import { families, familyName } from '../../core/games.js'
import { sentence, t } from '../../core/i18n.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'

/** @param {HTMLElement} root @param {Visit<'list'>} visit @returns {Promise<Page>} */
export async function show(root, { list, ready }) {
  root.dataset.screen = `${list}-list`
  const path = list === 'help' ? helpPath : newGamePath
  const title = t(`games.${list}`)
  const games = await families()
  const page = mount(
    root,
    html`
      <h1>${title}</h1>
      <dl class="prose">
        ${games.map(
          ({ family, variants: [rules] }) => html`
            <div>
              <dt><a href=${path(rules.id)}>${familyName(rules)}</a></dt>
              <dd>${sentence(`${family}.about`)}</dd>
            </div>`,
        )}
      </dl>`,
  )
  ready(title)
  return page
}
