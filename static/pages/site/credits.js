// /credits: the authors of the games, from each game's help, and the software of the site.

import { helpPath } from '../../app/routes.js'
import { families, familyName } from '../../core/games.js'
import { blocks, load, t } from '../../core/i18n.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { readData } from './text.js'

/** @typedef {{ name: string, licence: string, href: string, use: string }} Library */

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { ready }) {
  root.dataset.screen = 'credits'
  /** @type {[Awaited<ReturnType<typeof families>>, { site: string[], libraries: Library[] }]} */
  const [games, { site, libraries }] = await Promise.all([families(), readData('credits')])
  await Promise.all(games.map(({ family }) => load(`games/${family}/help`)))
  const page = mount(
    root,
    html`
      <h1>${t('shell.credits')}</h1>
      <div class="prose">
        ${site.map((text) => html`<p>${text}</p>`)}
        <h2>${t('credits.games')}</h2>
        <dl>${games.map(({ family, variants: [rules] }) => gameCredits(family, rules))}</dl>
        <h2>${t('credits.libraries')}</h2>
        <p>${t('credits.libraries.about')}</p>
        <ul class="libraries">${libraries.map(library)}</ul>
      </div>`,
  )
  ready(t('shell.credits'))
  return page
}

/** @param {string} family @param {Rules} rules */
const gameCredits = (family, rules) => html`
  <div data-credit=${family}>
    <dt><a href=${helpPath(rules.id)}>${familyName(rules)}</a></dt>
    ${blocks(`${family}.help`)
      .filter(({ credit }) => credit)
      .map(
        ({ credit, href, link }) => html`
          <dd>${credit} ${href && html`<a href=${href} rel="noopener">${link ?? href}</a>`}</dd>`,
      )}
  </div>`

/** @param {Library} library */
const library = ({ name, licence, href, use }) =>
  html`<li><a href=${href} rel="noopener">${name}</a> (${licence}): ${use}</li>`
