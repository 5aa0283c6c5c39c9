// Help of a family of games, as a page and as a sheet over a running game.

import { newGamePath } from '../../app/routes.js'
import { alert, say } from '../../core/announcer.js'
import { levelsOf } from '../../core/bots.js'
import { samePage } from '../../core/dom.js'
import { loadPart, prepare } from '../../core/files.js'
import { familyName, find, name } from '../../core/games.js'
import { Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { playBot, playNow } from '../../core/play-now.js'
import { settings } from '../../core/settings.js'
import { button, linkButton } from '../../kit/button.js'
import { panel } from '../../kit/dialog.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { Contents, isNarrow, sheetContents } from './contents.js'
import { blocksOf, helpText, readHelp } from './text.js'

/** /help/{rules}; with `?game=n` the replay of a published game, at `ply`.
 * @param {HTMLElement} root @param {Visit<'rules'>} visit @returns {Promise<Page>} */
export async function show(root, { rules: id, query, go, ready, signal }) {
  const rules = await find(id)
  const game = query.get('game')
  const ply = query.get('ply') ?? ''
  const page = { root, go, ready, signal }
  if (game) return replay(rules, Number(game), /^\d+$/.test(ply) ? Number(ply) : 0, page)
  root.dataset.screen = 'help'
  const title = t('help.title', { game: familyName(rules) })
  const help = await readHelp(rules, { t, say, alert, settings, rules }, playButton(rules, go))
  const mounted = mount(
    root,
    html`
      <h1>${title}</h1>
      ${name(rules) !== familyName(rules) && html`<p class="lead">${name(rules)}</p>`}
      <div class="help">
        <aside>
          <${Contents} sections=${help.sections} />
          ${linkButton({ look: 'primary', href: newGamePath(rules.id) }, t('help.play'))}
          <a class="to-top" href="#screen">${t('help.top')}</a>
        </aside>
        ${helpText(help, 'h2', isNarrow())}
      </div>`,
  )
  ready(title)
  return mounted
}

/** Shows the replay of a published game: number 1 is the first in the file that the help names.
 * @param {Rules} rules @param {number} number @param {number} ply
 * @param {{ root: HTMLElement, go: Go, ready: (title: string) => void, signal: AbortSignal }} page */
async function replay(rules, number, ply, page) {
  const file = (await blocksOf(rules)).find((block) => block.games)?.games
  if (!file) throw new Refusal(404, 'not_found')
  const [{ openReplay, publishedGame }] = await Promise.all([
    loadPart(() => import('../../table/replay/replay.js')),
    prepare('table/replay/replay'),
  ])
  const source = await publishedGame(rules, file, number)
  return openReplay({ ...page, rules, source, openHelp }, ply)
}

/** Opens the help as a sheet over a game, which goes on under it: contents, the lessons as one entry, the text.
 * `services`: of the game's board; each diagram has its own picks.
 * @param {Rules} rules @param {import('./boards.js').HelpServices} services @param {HelpSheet} how */
export async function openHelp(rules, services, { go, over, lessons = false }) {
  const isHere = samePage()
  const onward = over ? backButton(over) : playButton(rules, go)
  const help = await readHelp(rules, services, onward)
  if (!isHere()) return
  panel({
    kind: 'help',
    title: t('help.title', { game: familyName(rules) }),
    body: [!lessons && sheetContents(help.sections), helpText(help, 'h3', !lessons)],
  })
}

/** The way on after the last lesson: a game against the computer, or alone.
 * @param {Rules} rules @param {Go} go */
function playButton(rules, go) {
  if (levelsOf(rules) > 0)
    return button(
      { act: 'play-computer', look: 'primary', onpress: async () => go(await playBot(rules)) },
      t('help.play.computer'),
    )
  return button(
    { act: 'play-now', look: 'primary', onpress: async () => go(await playNow(rules)) },
    t('help.play'),
  )
}

/** The way back to what waits under the sheet. @param {NonNullable<HelpSheet['over']>} over */
const backButton = (over) =>
  button(
    {
      act: 'close-help',
      look: 'primary',
      onpress: ({ currentTarget }) => currentTarget.closest('dialog')?.close(),
    },
    t(`help.back.${over}`),
  )
