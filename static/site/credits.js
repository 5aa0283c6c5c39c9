// /credits: the authors of the games, from each game's help, and the software of the site.

import { helpPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { families, familyName } from '../core/games.js'
import { blocks, load, t } from '../core/i18n.js'
import { readData } from './text.js'

/** @typedef {{ name: string, licence: string, href: string, use: string }} Library */

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { ready }) {
  root.dataset.screen = 'credits'
  /** @type {[Awaited<ReturnType<typeof families>>, { site: string[], libraries: Library[] }]} */
  const [games, { site, libraries }] = await Promise.all([
    families(),
    readData('credits'),
  ])
  await Promise.all(games.map(({ family }) => load(`games/${family}/help`)))
  root.replaceChildren(
    el('h1', {}, t('shell.credits')),
    el(
      'div',
      { class: 'prose' },
      site.map((text) => el('p', {}, text)),
      el('h2', {}, t('credits.games')),
      el(
        'dl',
        {},
        games.map(({ family, variants: [rules] }) =>
          gameCredits(family, rules),
        ),
      ),
      el('h2', {}, t('credits.libraries')),
      el('p', {}, t('credits.libraries.about')),
      el('ul', { class: 'libraries' }, libraries.map(library)),
    ),
  )
  ready(t('shell.credits'))
}

/** @param {string} family @param {Rules} rules */
const gameCredits = (family, rules) =>
  el(
    'div',
    { 'data-credit': family },
    el('dt', {}, el('a', { href: helpPath(rules.id) }, familyName(rules))),
    blocks(`${family}.help`)
      .filter(({ credit }) => credit)
      .map(({ credit, href, link }) =>
        el(
          'dd',
          {},
          credit,
          href && [' ', el('a', { href, rel: 'noopener' }, link ?? href)],
        ),
      ),
  )

/** @param {Library} library */
const library = ({ name, licence, href, use }) =>
  el(
    'li',
    {},
    el('a', { href, rel: 'noopener' }, name),
    ` (${licence}): ${use}`,
  )
