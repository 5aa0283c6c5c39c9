// The rules of a family, as a page and as a sheet over the game. The texts are blocks of a catalogue
// (docs/client.md names them); the diagrams are drawn by the family's own board.

import { get, Refusal } from '../core/http.js'
import { el } from '../core/dom.js'
import { panel } from '../core/dialog.js'
import { blocks, load, t } from '../core/i18n.js'
import { familyName, find, name } from '../core/games.js'
import { alert, say } from '../core/announcer.js'
import { settings } from '../core/settings.js'

export async function show(root, { rules: id, query, go, ready }) {
  const rules = await find(id)
  const game = query.get('game')
  const ply = query.get('ply')
  if (game)
    return replay(rules, Number(game), /^\d+$/.test(ply) ? Number(ply) : 0, {
      root,
      go,
      ready,
    })
  root.dataset.screen = 'help'
  const title = t('help.title', { game: familyName(rules) })
  const drawn = await draw(rules, { t, say, alert, settings, rules }, 'h2')
  const sections = [...drawn.element.querySelectorAll('section[id]')]
  const contents = sections.map((section) => {
    return el(
      'li',
      {},
      el(
        'a',
        { href: `#${section.id}` },
        section.querySelector('h2').textContent,
      ),
    )
  })
  root.replaceChildren(
    el('h1', {}, title),
    ...(name(rules) === familyName(rules)
      ? []
      : [el('p', { class: 'lead' }, name(rules))]),
    el(
      'div',
      { class: 'help' },
      el(
        'aside',
        {},
        contents.length > 1
          ? el(
              'nav',
              { 'aria-label': t('help.contents') },
              el('ul', {}, contents),
            )
          : null,
        el(
          'a',
          { class: 'button primary', href: `/new/${rules.id}` },
          t('help.play'),
        ),
      ),
      drawn.element,
    ),
  )
  ready(title)
  return drawn
}

/** A published game of these rules, looked through; `?game=1` is the first of the file that the help names. */
async function replay(rules, number, ply, page) {
  const file = (await text(rules)).find((block) => block.games)?.games
  if (!file) throw new Refusal(404, 'not_found')
  const [{ openReplay }, { publishedGame }] = await Promise.all([
    import('../replay/replay.js'),
    import('../replay/sources.js'),
  ])
  const source = await publishedGame(rules, file, number)
  return openReplay({ ...page, rules, source, openHelp }, ply)
}

/** The blocks of the family's help that belong to these rules. */
async function text({ id, family }) {
  await load(`${family}.help`)
  return blocks(`${family}.help`).filter(
    ({ only }) => !only || only.includes(id),
  )
}

/** Opens the help as a sheet over the game, which goes on under it: {element, close()}. `services` are those of
 * a board; each diagram has picks of its own. */
export async function openHelp(rules, services) {
  const text = await draw(rules, services, 'h3')
  const sheet = panel({
    kind: 'help',
    title: t('help.title', { game: familyName(rules) }),
    body: text.element,
  })
  sheet.element.addEventListener('close', text.leave)
  return sheet
}

/** All that the family's help says for these rules: {element, leave()}. `heading`: the level of a section. */
async function draw(rules, services, heading) {
  const mine = await text(rules)
  const boards = await drawer(rules, services, mine)
  const section = (id, title, children) =>
    el(
      'section',
      { id, 'aria-labelledby': `${id}-h` },
      el(heading, { id: `${id}-h` }, title),
      children,
    )
  const element = el('div', { class: 'help-text' })
  for (const [number, { title, parts }] of chapters(mine).entries()) {
    const children = await Promise.all(
      parts.map((block) => part(block, boards, rules)),
    )
    element.append(
      title
        ? section(`help-${number}`, title, children)
        : el('section', {}, children),
    )
  }
  const rulings = mine.filter(({ ruling }) => ruling)
  if (rulings.length)
    element.append(
      section('help-rulings', t('help.rulings'), [
        el('p', {}, t('help.rulings.about')),
        decided(rulings),
      ]),
    )
  const credits = mine.filter(({ credit }) => credit)
  if (credits.length)
    element.append(el('div', { class: 'credits' }, credits.map(credit)))
  if (!mine.length) element.append(el('p', {}, t('help.none')))
  return { element, leave: boards.leave }
}

// The blocks between two headings are a chapter; rulings and credits stand elsewhere.
function chapters(list) {
  const all = []
  for (const block of list) {
    if (block.ruling || block.credit) continue
    if (block.h || !all.length) all.push({ title: block.h ?? null, parts: [] })
    if (!block.h) all.at(-1).parts.push(block)
  }
  return all
}

async function part(block, boards, rules) {
  if (block.diagram) return boards.diagram(block)
  if (block.try) return boards.lesson(block)
  if (block.games) return games(block, rules)
  if (block.list)
    return el(
      'ul',
      {},
      block.list.map((text) => el('li', {}, text)),
    )
  if (block.steps)
    return el(
      'ol',
      {},
      block.steps.map((text) => el('li', {}, text)),
    )
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

// Published games, each a link to its replay.
async function games({ games: file }, rules) {
  const list = await get(file)
  const link = ({ name, moves }, index) =>
    el(
      'li',
      {},
      el('a', { href: `/help/${rules.id}?game=${index + 1}` }, name),
      ` ${t('help.games.moves', { count: moves.length })}`,
    )
  return el('ul', { class: 'published' }, list.map(link))
}

const decided = (rulings) =>
  el(
    'ul',
    { class: 'rulings' },
    rulings.map(({ ruling, p }) =>
      el(
        'li',
        {},
        el('strong', {}, ruling),
        p ? el('span', {}, ` ${p}`) : null,
      ),
    ),
  )

const credit = (block) =>
  el(
    'p',
    {},
    block.credit,
    block.href
      ? [
          ' ',
          el(
            'a',
            { href: block.href, rel: 'noopener' },
            block.link ?? block.href,
          ),
        ]
      : null,
  )

// Makes the boards of one help text. The family's module is fetched only when there is something to draw.
async function drawer(rules, services, list) {
  if (!list.some((block) => block.diagram || block.try)) return { leave() {} }
  const [{ MoveBuilder }, { make }] = await Promise.all([
    import('../boards/move-builder.js'),
    import(`../games/${rules.family}/board.js`),
  ])
  const made = []
  const board = async (position) => {
    const picks = new MoveBuilder()
    const own = await make({ ...services, rules, picks })
    made.push(own)
    picks.set((position.legal ?? []).map((move) => [move, move]))
    return { picks, board: own, frame: frameOf(rules, position) }
  }
  return {
    diagram: async (block) => diagram(block, await board(block.diagram)),
    lesson: async (block) => lesson(block, await board(block.try)),
    leave: () => made.forEach((own) => own.leave?.()),
  }
}

// The parts of a state that a board reads, with nothing going on.
function frameOf(rules, { position, view, legal = [], turn = 0, last = null }) {
  return {
    t: 'state',
    game: null,
    rules: rules.id,
    version: rules.version,
    status: 'live',
    ply: 0,
    seat: turn,
    turn,
    legal: legal.map((move) => [move, move]),
    view: { ...view, position },
    told: [],
    last,
    acts: [],
    tally: null,
    score: [],
    over: null,
    deal: null,
    offers: [],
    players: [],
    clock: null,
  }
}

// A picture: nothing in it can be pressed or has the focus; who cannot see it hears the position in sentences.
function diagram({ diagram: position, p }, { picks, board, frame }) {
  picks.confirming = true
  for (const word of position.words ?? []) picks.point(word)
  board.show(frame, {
    seat: null,
    flipped: false,
    interactive: false,
    animate: false,
  })
  const told = el(
    'ul',
    { class: 'visually-hidden' },
    board.describe(frame).map((text) => el('li', {}, text)),
  )
  const picture = el(
    'div',
    { class: 'diagram', inert: true },
    board.element,
    board.below ?? null,
  )
  return el('figure', {}, picture, el('figcaption', {}, p ?? null, told))
}

// What is said of a move; an answer to an opening (`beat h1 ...`) stands for all moves that begin so.
function answered(answers, move) {
  const opening = Object.keys(answers).find(
    (text) => text.endsWith(' ...') && move.startsWith(text.slice(0, -3)),
  )
  return answers[move] ?? answers[opening]
}

// A question: the reader moves, and is told whether it was a good one. The position stays.
function lesson({ try: position, p }, { picks, board, frame }) {
  const answer = el('p', { class: 'answer', role: 'status' })
  picks.onmove = (move) => {
    const right = answered(position.answers, move)
    answer.dataset.right = right ? 'yes' : 'no'
    answer.textContent = right ?? position.otherwise ?? t('help.otherwise')
    picks.set(frame.legal)
    picks.clear()
  }
  board.show(frame, {
    seat: frame.seat,
    flipped: false,
    interactive: true,
    animate: false,
  })
  return el(
    'figure',
    { class: 'lesson' },
    el('figcaption', {}, p),
    el(
      'div',
      { class: 'diagram' },
      board.element,
      board.below ?? null,
      board.side ?? null,
    ),
    answer,
  )
}
