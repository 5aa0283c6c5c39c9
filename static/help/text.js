// Text of a family's help: the blocks of its help catalogue (docs/client.md) as sections, with diagrams and lessons drawn
// by the family's board.

import { helpPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { fileUrl, loadPart, prepare, sheet } from '../core/files.js'
import { get, Refusal } from '../core/http.js'
import { blocks, load, t } from '../core/i18n.js'
import { helpBoards } from './boards.js'
import { botHelp } from './bots.js'

/** @typedef {import('./boards.js').HelpServices} HelpServices */
/** @typedef {import('./boards.js').HelpBoards} HelpBoards */

/**
 * A block has one of these kinds: `h` heading, `list`, `steps`, `terms`, `diagram`, `try` (a lesson), `games` (a file of
 * published games), `aid` (the player aid), `ruling`, `credit`; else it is a paragraph.
 * @typedef {object} Block
 * @property {string[]} [only] ids of the rules that it applies to; without it all
 * @property {Record<string, string>} [where] values of options of the rules that it applies to
 * @property {string} [p]
 * @property {string} [h]
 * @property {string[]} [list]
 * @property {string[]} [steps]
 * @property {[word: string, meaning: string][]} [terms]
 * @property {import('./boards.js').Position} [diagram]
 * @property {import('./boards.js').Lesson} [try]
 * @property {string} [games]
 * @property {true} [aid] the player aid of the family, drawn by its `aid.js`
 * @property {string} [ruling]
 * @property {string} [credit]
 * @property {string} [href]
 * @property {string} [link]
 */

/**
 * Returns the blocks of the family's help that apply to these rules.
 * @param {Rules} rules
 */
export async function blocksOf({ id, family, options }) {
  await load(`games/${family}/help`)
  const all = /** @type {Block[]} */ (blocks(`${family}.help`))
  return all.filter(
    ({ only, where }) =>
      (!only || only.includes(id)) &&
      Object.entries(where ?? {}).every(
        ([option, value]) => options[option] === value,
      ),
  )
}

/**
 * Creates the help text. `heading`: the element of a section's heading; `folded`: the lessons are one collapsed entry.
 * @param {Rules} rules
 * @param {HelpServices} services
 * @param {'h2' | 'h3'} heading
 * @param {boolean} [folded]
 */
export async function helpText(rules, services, heading, folded = false) {
  const [own] = await Promise.all([
    blocksOf(rules),
    sheet('/static/help/help.css'),
  ])
  const boards = await helpBoards(
    rules,
    services,
    own.some((block) => block.diagram || block.try),
  )
  /**
   * @param {string} id
   * @param {string} title
   * @param {Child} content
   */
  const section = (id, title, content) =>
    el(
      'section',
      { id, 'aria-labelledby': `${id}-h` },
      el(heading, { id: `${id}-h` }, title),
      content,
    )
  const element = el('div', { class: 'help-text' })
  for (const [number, { title, parts }] of lessonsFirst(chapters(own))) {
    const content = await Promise.all(
      parts.map((block) => part(block, boards, rules)),
    )
    const lessons = parts.some(isLesson)
    if (lessons) content.unshift(boards.progress)
    if (title === null) element.append(el('section', {}, content))
    else if (lessons && folded)
      element.append(
        lessonsEntry(`help-${number}`, el(heading, {}, title), content),
      )
    else element.append(section(`help-${number}`, title, content))
  }
  const bots = botHelp(rules, heading)
  if (bots) element.append(bots)
  const rulings = own.filter(({ ruling }) => ruling)
  const credits = own.filter(({ credit }) => credit)
  if (rulings.length)
    element.append(
      section('help-rulings', t('help.rulings'), rulingList(rulings)),
    )
  if (credits.length)
    element.append(el('div', { class: 'credits' }, credits.map(credit)))
  if (!own.length) element.append(el('p', {}, t('help.none')))
  return { element, leave: boards.leave }
}

/** Creates the lessons as one collapsed entry. @param {string} id @param {HTMLElement} title @param {Child} content */
function lessonsEntry(id, title, content) {
  title.id = `${id}-h`
  const head = el('summary', { class: 'lessons-head' }, title)
  const entry = el('details', { class: 'lessons' }, head, content)
  return el('section', { id, 'aria-labelledby': title.id }, entry)
}

/**
 * Splits the blocks into chapters at the headings; rulings and credits are shown elsewhere.
 * @param {Block[]} blocks
 */
function chapters(blocks) {
  /** @type {{ title: string | null, parts: Block[] }[]} */
  const all = []
  for (const block of blocks) {
    if (block.ruling || block.credit) continue
    if (block.h || !all.length) all.push({ title: block.h ?? null, parts: [] })
    if (!block.h) all[all.length - 1].parts.push(block)
  }
  return all
}

/** @param {Block} block */
const isLesson = (block) => Boolean(block.try)

/**
 * Returns the numbered chapters, lessons first.
 * @param {ReturnType<typeof chapters>} all
 */
function lessonsFirst(all) {
  const numbered = [...all.entries()]
  const lessons = numbered.filter(([, { parts }]) => parts.some(isLesson))
  return [...new Set([...lessons, ...numbered])]
}

/**
 * @param {Block} block
 * @param {HelpBoards} boards
 * @param {Rules} rules
 * @returns {Promise<Node>}
 */
async function part(block, boards, rules) {
  if (block.diagram) return boards.diagram(block.diagram, block.p)
  if (block.try) return boards.lesson(block.try, block.p)
  if (block.aid) return playerAid(rules)
  if (block.games) return publishedGames(block.games, rules)
  if (block.list) return el('ul', {}, items(block.list))
  if (block.steps) return el('ol', {}, items(block.steps))
  if (block.terms)
    return el(
      'dl',
      {},
      block.terms.map(([word, meaning]) =>
        el('div', {}, el('dt', {}, word), el('dd', {}, meaning)),
      ),
    )
  return el('p', {}, block.p ?? '')
}

/** Loads the player aid of a family. @param {Rules} rules @returns {Promise<Node>} */
async function playerAid({ family }) {
  const [{ aid }] = await Promise.all([
    loadPart(() => import(`../games/${family}/aid.js`)),
    prepare(`games/${family}/aid`),
  ])
  return aid({ t })
}

/** @param {string[]} texts */
const items = (texts) => texts.map((text) => el('li', {}, text))

/**
 * Lists the published games as links to their replays. If they cannot be loaded, a sentence says so.
 * @param {string} file
 * @param {Rules} rules
 */
async function publishedGames(file, rules) {
  /** @type {{ name: string, moves: string[] }[] | Refusal} */
  const games = await get(fileUrl(file)).catch((error) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (games instanceof Refusal) return el('p', {}, t('help.games.missing'))
  const entries = games.map(({ name, moves }, index) =>
    el(
      'li',
      {},
      el('a', { href: helpPath(rules.id, index + 1) }, name),
      ` ${t('help.games.moves', { count: moves.length })}`,
    ),
  )
  return el('ul', { class: 'published' }, entries)
}

/** @param {Block[]} rulings */
const rulingList = (rulings) => [
  el('p', {}, t('help.rulings.about')),
  el(
    'ul',
    { class: 'rulings' },
    rulings.map(({ ruling, p }) =>
      el('li', {}, el('strong', {}, ruling), p && el('span', {}, ` ${p}`)),
    ),
  ),
]

/** @param {Block} block */
const credit = ({ credit: text, href, link }) =>
  el(
    'p',
    {},
    text,
    href && [' ', el('a', { href, rel: 'noopener' }, link ?? href)],
  )
