// Controls for tokens of a move that are no places: breadcrumbs of the picked tokens, the direction pad with the effects of
// each run, and the choices after a run.

import { present } from '../../board/places.js'
import { html } from '../../vendor/preact.js'
import { CORNERS, effectsOf, namedRun } from './position.js'

/** @import { CastleModel } from './model.js' */
/** @import { Consequence, Direction, GuardsState } from './types.d.ts' */

/** @type {[Direction, string][]} in the order of the tab key */
const PAD = [
  ['n', '↑'],
  ['w', '←'],
  ['e', '→'],
  ['s', '↓'],
]

/** The picked tokens, with a button that goes back one. @param {{ castle: CastleModel, frame: GuardsState }} props */
export function Crumbs({ castle, frame }) {
  const { picks, sentences, squares, step } = castle
  const { say } = sentences
  const tokens = picks.words
  const crumbs = sentences.crumbs(tokens, frame)
  const isWaiting = step === 'wait'
  const canPut = squares.interactive && picks.next.has('put')
  const text = step === 'idle' && !canPut ? 'idle.no_supply' : step // from an empty supply none is placed
  return html`
    <div class="crumbs">
      <button
        type="button"
        class="back"
        data-act="back"
        aria-label=${say('back.name')}
        hidden=${!tokens.length || isWaiting}
        onClick=${() => picks.back()}
      >${`‹ ${say('back')}`}</button>
      <p class="trail">${(crumbs.length && !isWaiting ? [...crumbs, '?'] : crumbs).join(' → ')}</p>
      <p class="hint">${!isWaiting && say(`step.${text}`)}</p>
    </div>`
}

/** The directions, each with the effects of its run. @param {{ castle: CastleModel }} props */
export function DirectionPad({ castle }) {
  const { choice, picks, sentences, step } = castle
  const { say } = sentences
  const isNext = step === 'way'
  const show = (/** @type {Direction | null} */ direction) => () => castle.preview(direction)
  return html`
    <div class="pad" role="group" aria-label=${say('pad')} hidden=${!isNext}>
      ${PAD.map(([direction, arrow]) => {
        const run = isNext && picks.next.has(direction) ? choice?.runs[direction] : undefined
        return html`
          <button
            key=${direction}
            type="button"
            class=${`way way-${direction}`}
            disabled=${!run}
            onClick=${() => castle.point(direction)}
            onPointerEnter=${show(direction)}
            onFocus=${show(direction)}
            onPointerLeave=${show(null)}
            onBlur=${show(null)}
            ...${present({
              'data-word': run && direction,
              'data-effects': run && effectsOf(run).join(' '),
              'data-stop': run?.stop,
            })}
          >
            <span class="way-name"><b aria-hidden="true">${arrow}</b>${say(`short.${direction}`)}</span>
            ${' ' /* so that the name begins with the visible text */}
            <span class="does">
              ${
                run
                  ? castle.consequences(direction).map((one) => [consequenceText(one), ' '])
                  : isNext && choice && say('blocked')
              }
            </span>
          </button>`
      })}
    </div>`
}

/** @param {Consequence} consequence */
const consequenceText = ([kind, sign, text]) => html`
  <span class=${`effect effect-${kind}`} data-badge=${kind}>
    ${sign && html`<span aria-hidden="true">${`${sign} `}</span>`}${text}
  </span>`

/** The choices: take or leave; remove no guard; the corners again, as larger targets. @param {{ castle: CastleModel }} props */
export function Choices({ castle }) {
  const { frame, picks, sentences, step } = castle
  const { say } = sentences
  const suit = step === 'fate' && frame ? namedRun(frame, picks.words)?.suit : undefined
  /** @param {string} token @param {'fate' | 'guard' | 'corner'} when @param {Content} content */
  const choice = (token, when, content) => {
    const isFree = step === when && (when !== 'corner' || picks.next.has(token))
    const hook = when === 'corner' ? 'data-also' : 'data-word'
    return html`
      <button
        key=${token}
        type="button"
        class=${`choice choice-${token}`}
        hidden=${step !== when}
        disabled=${when === 'corner' && !isFree}
        onClick=${() => castle.point(token)}
        ...${present({ [hook]: isFree && token })}
      >${content}</button>`
  }
  /** @param {string} key */
  const explained = (key) => html`<b>${say(key)}</b><small>${say(`${key}.about`)}</small>`
  return html`
    <div
      class="choose"
      hidden=${!['fate', 'guard', 'corner'].includes(step)}
      data-step=${step}
      ...${present({ 'data-suit': suit })}
    >
      ${choice('take', 'fate', explained('word.take'))}
      ${choice('leave', 'fate', explained('word.leave'))}
      ${choice('-', 'guard', picks.next.size > 1 ? explained('word.none') : say('word.none'))}
      ${Object.entries(CORNERS).map(([square, corner]) =>
        choice(square, 'corner', say(`corner.${corner}`)),
      )}
    </div>`
}
