// /new/{rules}, the form of a new game. `?deal=`, `?position=`, `?to=`, `?who=`, `?clock=` and `?days=` fill in its fields.

import { all, familyName, find } from '../../core/games.js'
import { sentence, t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { NewGameForm } from './form.js'

/** @param {HTMLElement} root @param {Visit<'rules'>} visit @returns {Promise<Page>} */
export async function show(root, { rules: id, query, go, ready, pageAt }) {
  root.dataset.screen = 'new'
  const rules = await find(id)
  const [player, games] = await Promise.all([me(), all()])
  const title = t('new.title', { game: familyName(rules) })
  const page = mount(
    root,
    html`
      <h1>${title}</h1>
      <p class="lead">${sentence(`${rules.family}.about`)}</p>
      <${NewGameForm}
        first=${rules}
        games=${games}
        player=${player}
        query=${query}
        go=${go}
        pageAt=${pageAt}
      />`,
  )
  ready(title)
  return page
}
