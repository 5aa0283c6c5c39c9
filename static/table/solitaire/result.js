// Result of a solitaire, docked beside the board: one number, short facts, and the buttons for what comes next. Nothing that
// loads later moves a button: the short facts have their row from the start, all prose is below the buttons, folded.

import { gamePath } from '../../app/routes.js'
import { formatDuration, score as scoreText, shortDay } from '../../core/format.js'
import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { dock } from '../../kit/dialog.js'
import { computed, html } from '../../vendor/preact.js'
import { reasonText, resultText } from '../texts.js'
import { chipTexts, ResultFacts } from './result-facts.js'
import { achievement } from './result-text.js'
import { sameDeal } from './same-deal.js'

/** @typedef {import('./next-daily.js').NextDaily} NextDaily */

/** Docks the result in `place`. `next`: the next deal of the day; press(act, button): called for its buttons; `left`: aborted
 * when the page is left. Returns also the rank, once it is known.
 * @param {Rules} rules @param {State} state @param {Board} board
 * @param {{ place: HTMLElement, left: AbortSignal, next: NextDaily | null,
 *   press(act: string, button: HTMLElement): void }} how */
export function dockSolitaireResult(rules, state, board, { place, left, next, press }) {
  const facts = new ResultFacts(rules, state, board, left)
  const title = resultText(rules, state)
  const dialog = dock({
    kind: 'over',
    title,
    body: html`<div class="result-top"><${Top} facts=${facts} /></div>`,
    actions: resultActions(rules, state, next),
    after: html`<div class="dialog-late"><${Prose} facts=${facts} /></div>`,
    place,
    press,
  })
  dialog.element.dataset.solitaire = isNumbered(title) ? 'numbered' : ''
  facts.load()
  return { ...dialog, rank: computed(() => facts.ranks.value?.rank ?? '') }
}

/** Whether a heading begins with the number that leads the result. @param {string} title */
const isNumbered = (title) => /^\d/.test(title)

/** The number, unless it is the heading, and the short facts. @param {{ facts: ResultFacts }} props */
function Top({ facts }) {
  const { rules, state, board } = facts
  const { number, unit } = achievement(rules, state, board)
  const [ranks, day, badges] = [facts.ranks.value, facts.day.value, facts.badges.value]
  return html`
    ${
      number &&
      !isNumbered(resultText(rules, state)) &&
      html`<p class="result-number" data-number=${number}><b>${number}</b> ${unit}</p>`
    }
    <p
      class="result-chips"
      data-rows=${state.seat !== null && state.over?.winner === 0 ? 2 : 1}
      role="group"
      aria-label=${t('result.facts')}
    >
      ${
        ranks &&
        html`<a class="result-chip" data-act="board" href=${ranks.href}>${ranks.rank || ranks.text}</a>`
      }
      ${chipTexts(ranks, day, badges, state.over?.winner === 0).map(
        (text) => html`<span class="result-chip" data-chip>${text}</span>`,
      )}
    </p>`
}

/** What is below the buttons: that the day was over, where the game was lost, and behind "More" all else.
 * @param {{ facts: ResultFacts }} props */
function Prose({ facts }) {
  const { rules, state, board } = facts
  const story = board.words.story?.(state) ?? []
  const [ranks, unranked, par] = [facts.ranks.value, facts.unranked.value, facts.par.value]
  return html`
    ${lateLine(facts)} ${facts.turning.value}
    <details class="result-more" data-part="more">
      <summary>${t('act.more')}</summary>
      <p>${reasonText(rules, state, board)}</p>
      <p>${countSentences(state, board).join(' ')}</p>
      ${
        story.length > 0 &&
        html`<ul class="story" data-story>${story.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
      }
      ${unranked && html`<p data-unranked>${unranked}</p>`}
      ${ranks?.sentences.length ? html`<p data-ranks>${ranks.sentences.join(' ')}</p>` : null}
      ${par && html`<p data-par>${par}</p>`}
      ${
        facts.badges.value.length > 0 &&
        html`<p class="new-badges" data-badges>${facts.badges.value.join(', ')}</p>`
      }
    </details>`
}

/** Says that the attempt ended after its day; else the mark beside the game's name says all. @param {ResultFacts} facts */
function lateLine({ day: { value: day } }) {
  if (!day?.late) return null
  const { date } = day
  return html`<p class="daily-mark" data-daily=${date}>${t('daily.late', { day: shortDay(date) })}</p>`
}

/** Returns score, counts and help in sentences. @param {State} state @param {Board} board */
function countSentences(state, board) {
  const { tally } = state
  const score = board.words.score?.(state) ?? scoreText(state.score)
  const sentences = score ? [t('over.score', { score })] : []
  if (!tally) return sentences
  const time = formatDuration(tally.ms)
  sentences.push(t('over.tally', { count: tally.made, undone: tally.undone, time }))
  if (tally.hints)
    sentences.push(t('over.assists', { assists: t('assist.hints', { count: tally.hints }) }))
  return sentences
}

/** Returns the buttons: what comes next is the primary one, and a deal of the day is shared first.
 * @param {Rules} rules @param {State} state @param {NextDaily | null} next @returns {DialogAction[]} */
function resultActions(rules, state, next) {
  /** @param {string} act @param {string} [label] @param {DialogAction['look']} [look] @returns {DialogAction} */
  const action = (act, label = t(`act.${act}`), look = '') => ({ label, act, look })
  const share = [action('share')]
  const isOfDay = state.daily !== undefined
  /** @type {DialogAction} */
  const review = { label: t('act.review'), act: 'review', href: gamePath(state.game, state.ply) }
  return [
    ...(isOfDay ? share : []),
    ...(next ? [action('next-daily', nextLabel(next), 'primary')] : []),
    action('new-deal', t('act.next-deal'), next ? '' : 'primary'),
    ...(sameDeal(rules, state) ? [action('same-deal')] : []),
    review,
    ...(isOfDay ? [] : share),
  ]
}

/** @param {NextDaily} next */
const nextLabel = ({ rules, place, of }) => t('act.next-daily', { game: name(rules), place, of })
