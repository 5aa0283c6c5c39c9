// Pages of the site: pattern of the path, name in files.json, module.

/** @typedef {{ show: (root: HTMLElement, visit: any) => Page | Promise<Page> }} PageModule */

/** @type {[pattern: RegExp, name: string, load: () => Promise<PageModule>][]} */
const PAGES = [
  [/^\/$/, 'pages/lobby/page', () => import('../pages/lobby/page.js')],
  [/^\/(?<list>new|help)$/, 'pages/site/games', () => import('../pages/site/games.js')],
  [/^\/new\/(?<rules>[^/]+)$/, 'pages/new/page', () => import('../pages/new/page.js')],
  [/^\/g\/(?<id>[^/]+)$/, 'table/live/page', () => import('../table/live/page.js')],
  [/^\/me$/, 'pages/profile/me', () => import('../pages/profile/me.js')],
  [/^\/settings$/, 'pages/settings/page', () => import('../pages/settings/page.js')],
  [
    /^\/people\/(?<name>[^/]+)$/,
    'pages/profile/person',
    () => import('../pages/profile/person.js'),
  ],
  [
    /^\/leaderboards(?:\/(?<rules>[^/]+))?$/,
    'pages/leaderboards/page',
    () => import('../pages/leaderboards/page.js'),
  ],
  [/^\/help\/(?<rules>[^/]+)$/, 'pages/help/page', () => import('../pages/help/page.js')],
  [/^\/daily$/, 'pages/daily/page', () => import('../pages/daily/page.js')],
  [/^\/puzzles$/, 'table/puzzles/page', () => import('../table/puzzles/page.js')],
  [/^\/account$/, 'pages/account/page', () => import('../pages/account/page.js')],
  [/^\/moderation$/, 'pages/moderation/page', () => import('../pages/moderation/page.js')],
  [/^\/privacy$/, 'pages/site/privacy', () => import('../pages/site/privacy.js')],
  [/^\/credits$/, 'pages/site/credits', () => import('../pages/site/credits.js')],
  [/^\/docs$/, 'pages/site/docs', () => import('../pages/site/docs.js')],
]

/** Returns the page of a path and the named parts of the path, still encoded; null: there is none. `load` imports its module.
 * @param {string} path
 * @returns {{ page: string, load: () => Promise<PageModule>, parts: Record<string, string> } | null} */
export function match(path) {
  for (const [pattern, page, load] of PAGES) {
    const found = pattern.exec(path)
    if (found) return { page, load, parts: { ...found.groups } }
  }
  return null
}
