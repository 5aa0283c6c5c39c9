// Text of a family's help: the blocks of its help catalogue (docs/client.md) as sections, with diagrams and lessons drawn
// by the family's board.

import { helpPath } from '../../app/routes.js'
import { fileUrl, loadPart, sheet } from '../../core/files.js'
import { get, Refusal } from '../../core/http.js'
import { blocks, load, t } from '../../core/i18n.js'
import { html, signal } from '../../vendor/preact.js'
import { LateBoard, loadBoards, stateOf } from './boards.js'
import { botHelp } from './bots.js'
import { LessonFigure, Progress, shortName, solvedLessons } from './lessons.js'

/** @typedef {import('./boards.js').HelpServices} HelpServices */
/** @typedef {import('./boards.js').Position} Position */
/** @typedef {import('./lessons.js').Course} Course */

/** A block has one of these kinds: `h` heading, `list`, `steps`, `terms`, `diagram`, `try` (a lesson), `games` (a file of
 * published games), `aid` (the player aid of the family, drawn by its `aid.js`), `ruling`, `credit`; else it is a paragraph.
 * @typedef {object} Block
 * @property {string[]} [only] ids of the rules that it applies to; without it all
 * @property {Record<string, string>} [where] values of options of the rules that it applies to
 * @property {string} [p]
 * @property {string} [h]
 * @property {string[]} [list]
 * @property {string[]} [steps]
 * @property {[word: string, meaning: string][]} [terms]
 * @property {Position} [diagram]
 * @property {import('./lessons.js').Exercise} [try]
 * @property {string} [games]
 * @property {true} [aid]
 * @property {string} [ruling]
 * @property {string} [credit]
 * @property {string} [href]
 * @property {string} [link] */

/** A section of the text. Without a title it is not in the contents; `lessons`: it has the lessons.
 * @typedef {{ id?: string, title: string | null, content: Content, lessons?: boolean }} Section */

/** A help that is ready to be shown. @typedef {{ sections: Section[], credits: Content }} Help */

/** Returns the blocks of the family's help that apply to these rules. @param {Rules} rules */
export async function blocksOf({ id, family, options }) {
  await load(`games/${family}/help`)
  const all = /** @type {Block[]} */ (blocks(`${family}.help`))
  return all.filter(
    ({ only, where }) =>
      (!only || only.includes(id)) &&
      Object.entries(where ?? {}).every(([option, value]) => options[option] === value),
  )
}

/** Reads the help of a game, with all that its text needs. `onward`: what comes after the last lesson.
 * @param {Rules} rules @param {HelpServices} services @param {Content} onward @returns {Promise<Help>} */
export async function readHelp(rules, services, onward) {
  const [own] = await Promise.all([blocksOf(rules), sheet('/static/pages/help/help.css')])
  const show = await blockViews(rules, services, own, onward)
  const chapters = await Promise.all(
    chaptersOf(own).map(async ({ title, parts }, number) => ({
      id: title === null ? undefined : `help-${number}`,
      title,
      content: await Promise.all(parts.map(show.block)),
      lessons: parts.some(isLesson),
    })),
  )
  const rulings = own.filter(({ ruling }) => ruling)
  const credits = own.filter(({ credit }) => credit)
  return {
    sections: [
      ...chapters
        .filter(({ lessons }) => lessons)
        .map((one) => ({ ...one, content: [show.progress, one.content] })),
      ...chapters.filter(({ lessons }) => !lessons),
      botHelp(rules) ?? [],
      rulings.length
        ? { id: 'help-rulings', title: t('help.rulings'), content: rulingList(rulings) }
        : [],
    ].flat(),
    credits: [
      credits.length > 0 && html`<div class="credits">${credits.map(credit)}</div>`,
      !own.length && html`<p>${t('help.none')}</p>`,
    ],
  }
}

/** Shows a help. `heading`: the element of a section's heading; `folded`: the lessons are one collapsed entry.
 * @param {Help} help @param {'h2' | 'h3'} heading @param {boolean} folded */
export const helpText = ({ sections, credits }, heading, folded) => html`
  <div class="help-text">
    ${sections.map(({ id, title, content, lessons }) => {
      if (title === null) return html`<section>${content}</section>`
      const head = html`<${heading} id=${`${id}-h`}>${title}<//>`
      const folds = lessons && folded
      return html`
        <section id=${id} aria-labelledby=${`${id}-h`}>
          ${
            folds
              ? html`
                <details class="lessons">
                  <summary class="lessons-head">${head}</summary>
                  ${content}
                </details>`
              : [head, content]
          }
        </section>`
    })}
    ${credits}
  </div>`

/** Splits the blocks into chapters at the headings; rulings and credits are shown elsewhere. @param {Block[]} blocks */
function chaptersOf(blocks) {
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

/** Returns how blocks and the progress of the lessons are shown. The board module is loaded only if there are boards; one
 * board of it describes the diagrams in words, since theirs may not be drawn yet.
 * @param {Rules} rules @param {HelpServices} services @param {Block[]} own @param {Content} onward */
async function blockViews(rules, services, own, onward) {
  const drawn = own.some((block) => block.diagram || block.try)
  const make = drawn ? await loadBoards(rules, services) : null
  const reader = await make?.()
  const described = new Map(
    own.map(({ diagram }) => [diagram, diagram && reader?.board.describe(stateOf(rules, diagram))]),
  )
  reader?.board.leave?.()
  const heights = signal(/** @type {Record<string, number>} */ ({}))
  const lessons = own.filter(isLesson).map((block, index) => ({
    number: index + 1,
    id: shortName(block.try?.position ?? ''),
    task: block.p ?? '',
    exercise: /** @type {import('./lessons.js').Exercise} */ (block.try),
  }))
  /** @type {Course} */
  const course = {
    family: rules.family,
    lessons,
    solved: signal(solvedLessons(rules.family)),
    latest: signal(null),
    onward,
  }
  return {
    progress: html`<${Progress} course=${course} />`,
    /** @param {Block} block @returns {Content | Promise<Content>} */
    block(block) {
      if (block.diagram) {
        const draw = drawingOf(rules, block.diagram)
        return html`
          <figure>
            <${LateBoard} kind="diagram" make=${make} draw=${draw} heights=${heights} inert />
            <figcaption>
              ${block.p}
              <ul class="visually-hidden">
                ${described.get(block.diagram)?.map((text) => html`<li>${text}</li>`)}
              </ul>
            </figcaption>
          </figure>`
      }
      const lesson = lessons.find(({ exercise }) => exercise === block.try)
      const views = { rules, course, make, heights }
      if (lesson) return html`<${LessonFigure} lesson=${lesson} ...${views} />`
      return textBlock(block, rules)
    },
  }
}

/** Returns what draws a picture of a position: nothing in it can be pressed or focused.
 * @param {Rules} rules @param {Position} position */
const drawingOf = (rules, position) => (/** @type {import('./boards.js').Drawing} */ drawing) => {
  const { picks, board } = drawing
  const state = stateOf(rules, position)
  picks.set(state.legal)
  picks.confirming = true
  for (const word of position.words ?? []) picks.point(word)
  board.show(state, { seat: null, flipped: false, interactive: false, animate: false })
  return board.draw?.below
}

/** @param {Block} block @param {Rules} rules @returns {Content | Promise<Content>} */
function textBlock({ aid, games, list, steps, terms, p = '' }, rules) {
  if (aid) return playerAid(rules)
  if (games) return publishedGames(games, rules)
  if (list) return html`<ul>${items(list)}</ul>`
  if (steps) return html`<ol>${items(steps)}</ol>`
  if (terms)
    return html`
      <dl>
        ${terms.map(([word, meaning]) => html`<div><dt>${word}</dt><dd>${meaning}</dd></div>`)}
      </dl>`
  return html`<p>${p}</p>`
}

/** @param {string[]} texts */
const items = (texts) => texts.map((text) => html`<li>${text}</li>`)

/** Loads the player aid of a family. @param {Rules} rules @returns {Promise<Content>} */
async function playerAid({ family }) {
  const { aid } = await loadPart(() => import(`../../games/${family}/aid.js`))
  return html`<div>${await aid({ t })}</div>`
}

/** Lists the published games as links to their replays. If they cannot be loaded, a sentence says so.
 * @param {string} file @param {Rules} rules @returns {Promise<Content>} */
async function publishedGames(file, rules) {
  /** @type {{ name: string, moves: string[] }[] | Refusal} */
  const games = await get(fileUrl(file)).catch((error) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (games instanceof Refusal) return html`<p>${t('help.games.missing')}</p>`
  return html`
    <ul class="published">
      ${games.map(
        ({ name, moves }, index) => html`
          <li>
            <a href=${helpPath(rules.id, index + 1)}>${name}</a>
            ${` ${t('help.games.moves', { count: moves.length })}`}
          </li>`,
      )}
    </ul>`
}

/** @param {Block[]} rulings */
const rulingList = (rulings) => html`
  <p>${t('help.rulings.about')}</p>
  <ul class="rulings">
    ${rulings.map(
      ({ ruling, p }) =>
        html`<li><strong>${ruling}</strong>${p && html`<span>${` ${p}`}</span>`}</li>`,
    )}
  </ul>`

/** @param {Block} block */
const credit = ({ credit: text, href, link }) =>
  html`<p>${text}${href && [' ', html`<a href=${href} rel="noopener">${link ?? href}</a>`]}</p>`
