// View of a live table: player bars, board, move list, buttons, and the cards around them.

import { personPath } from '../../app/routes.js'
import { loadPart } from '../../core/files.js'
import { name, seatName, solitaire } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { html, useLayoutEffect, useSignal } from '../../vendor/preact.js'
import { termsText } from '../clock-text.js'
import { tableOf } from '../layout.js'
import { Moves } from '../move-list.js'
import { statusLine } from '../status.js'
import { hiddenText, longHeading, playsBothSides, versionText } from '../texts.js'
import { Toolbar } from '../toolbar.js'
import { MoveInput } from './move-input.js'

/** @param {{ table: import('./controller.js').TableController }} props */
export function LiveTable({ table }) {
  const { id, rules, board, services, strip, lookBack, commands, alone, people } = table
  const { dock, moves, players, typing, flipped, face } = table
  const { state } = table.game
  const { frame, sentence, backButton } = lookBack
  return tableOf({
    board,
    isAlone: solitaire(rules),
    'data-face': face ? '' : undefined,
    'data-warned': state.seat !== null && state.warning ? '' : undefined,
    onask: ({ detail }) => table.ask(detail),
    heading: heading(
      rules,
      state,
      alone && html`<${alone.DailyMark} ...${{ rules, state, strip }} />`,
    ),
    top: players.bar(flipped ? 0 : 1, state, frame),
    head: [
      statusLine(rules, state, sentence, sentence && backButton),
      alone && html`<${alone.Tally} state=${state} words=${board.words.score?.(state)} />`,
    ],
    message: strip.content,
    lead: html`
      <div ref=${dock} class="docked-place">
        ${
          state.status === 'open' &&
          html`<${WaitingCard} ...${{ id, rules, state }} acts=${() => commands.whileWaiting()} />`
        }
      </div>`,
    rail: html`
      <${Moves}
        list=${moves}
        told=${state.told}
        made=${lookBack.made ?? state.told.length}
        readable=${(/** @type {string} */ told) => board.words.readable?.(told) ?? told}
        press=${hiddenText(rules, state) ? undefined : (/** @type {number} */ made) => lookBack.goTo(made)}
        turn=${lookBack.turn}
      />
      ${lookBack.steps}
      <${MoveInput} ...${{ services, board, state }} opened=${typing} />
      <div class="chat-place">${people?.chat}</div>
      <p class="watchers">${state.watchers > 0 && watchersOf(state)}</p>
      <p class="rules-version">${versionText(rules, state)}</p>`,
    bottom: players.bar(flipped ? 1 : 0, state, frame),
    actions: html`<${Toolbar} actions=${table.actions()} press=${table.press} />`,
  })
}

/** The name of the game with its terms; there is no room for more. The bars show the sides, and a solitaire's status line says
 * that it is being played.
 * @param {Rules} rules @param {State} state @param {Content} mark of a daily deal */
function heading(rules, state, mark) {
  const whole = headingText(rules, state)
  const terms = termsText(state)
  const shown = terms || solitaire(rules) ? name(rules) : whole
  const isWhole = shown === whole
  return html`
    <h1 class="table-title" title=${whole} data-long=${longHeading(shown)}>
      <span aria-hidden=${isWhole ? undefined : 'true'}>${`${shown} `}</span>
      ${!isWhole && html`<span class="visually-hidden">${`${whole} `}</span>`}
      <span class="table-control">${terms}</span>
      ${mark}
    </h1>`
}

/** The card while the table waits for an opponent, loaded when it does.
 * @param {Omit<import('./waiting/card.js').Waiting, 'player' | 'acts'>
 *   & { acts: () => import('./waiting/card.js').WaitingActs }} props */
function WaitingCard({ acts, ...waiting }) {
  const card = useSignal(/** @type {Content} */ (null))
  useLayoutEffect(() => {
    let left = false
    const load = async () => {
      const { waitingCard } = await loadPart(() => import('./waiting/card.js'))
      const content = await waitingCard({ ...waiting, acts: acts() })
      if (!left) card.value = content
    }
    load()
    return () => {
      left = true
    }
  }, [])
  return html`<div>${card.value}</div>`
}

/** @param {Rules} rules @param {State} state */
function headingText(rules, state) {
  const game = name(rules)
  if (state.seat === null) return t('table.heading.watching', { game })
  if (solitaire(rules)) return game
  if (playsBothSides(state)) return t('table.heading.both', { game })
  return t('table.heading', { game, seat: seatName(rules, state.seat) })
}

/** The number of spectators, and the names of registered ones, each a link to the profile. @param {State} state */
function watchersOf({ watchers, watching = [], seat, status }) {
  const isPlaying = seat !== null && status === 'live'
  return html`
    <span>${t('table.watchers', { count: watchers })}</span>${' '}
    <span class="watcher-names">
      ${watching.map(
        (name) => html`
          <a href=${personPath(name)} target=${isPlaying ? '_blank' : undefined}>${name}</a>`,
      )}
    </span>`
}
