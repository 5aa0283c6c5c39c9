// Controls for tokens of a move that are no places: breadcrumbs of the picked tokens, the direction pad with the effects of
// each run, and the choices after a run. Every control is created once and only shows what it offers.

import { el, set } from '../../core/dom.js'
import { CORNERS, effectsOf, namedRun, nextRuns } from './position.js'

/** @import { Consequence, Direction, PanelContext, PanelState, Step } from './types.d.ts' */

/** @type {[Direction, string][]} in the order of the tab key */
const PAD = [
  ['n', '↑'],
  ['w', '←'],
  ['e', '→'],
  ['s', '↓'],
]

/** @param {Attributes} attributes @param {Child[]} children */
export const button = (attributes, ...children) =>
  el('button', { type: 'button', ...attributes }, ...children)

/** Creates the picked tokens with a button that goes back one. @param {PanelContext} context */
export function breadcrumbs({ picks, sentences }) {
  const { say } = sentences
  const trail = el('p', { class: 'trail' })
  const hint = el('p', { class: 'hint' })
  const back = button(
    {
      class: 'back',
      'data-act': 'back',
      'aria-label': say('back.name'),
      onclick: () => picks.back(),
    },
    '‹ ',
    say('back'),
  )
  return {
    element: el('div', { class: 'crumbs' }, back, trail, hint),
    /** @param {PanelState} state */
    show({ frame, tokens, next, step }) {
      const crumbs = sentences.crumbs(tokens, frame)
      const waiting = step === 'wait'
      trail.textContent = (
        crumbs.length && !waiting ? [...crumbs, '?'] : crumbs
      ).join(' → ')
      set(back, { hidden: !tokens.length || waiting, 'data-also': null })
      hint.textContent = waiting ? '' : say(`step.${stepText(step, next)}`)
    },
  }
}

/** Returns the key of the next step's sentence: no guard can be placed from an empty supply. @param {Step} step @param {NextTokens} next */
const stepText = (step, next) =>
  step === 'idle' && !next.has('put') ? 'idle.no_supply' : step

/** Creates the directions, each with the effects of its run. @param {PanelContext} context */
export function directionPad({ sentences, point, ghost }) {
  const { say } = sentences
  const keys = PAD.map(([direction, arrow]) => {
    const consequences = el('span', { class: 'does' })
    const node = button(
      { class: `way way-${direction}`, onclick: () => point(direction) },
      el(
        'span',
        { class: 'way-name' },
        el('b', { 'aria-hidden': 'true' }, arrow),
        say(`short.${direction}`),
      ),
      ' ', // so that the name begins with the visible text
      consequences,
    )
    for (const event of ['pointerenter', 'focus'])
      node.addEventListener(event, () => ghost(direction))
    for (const event of ['pointerleave', 'blur'])
      node.addEventListener(event, () => ghost(null))
    return { direction, consequences, node }
  })
  const element = el(
    'div',
    { class: 'pad', role: 'group', 'aria-label': say('pad') },
    keys.map(({ node }) => node),
  )
  return {
    element,
    /** @param {PanelState} state */
    show({ frame, tokens, next, step }) {
      set(element, { hidden: step !== 'way' })
      const choice = step === 'way' ? nextRuns(frame, tokens) : null
      for (const { direction, consequences, node } of keys) {
        const run = next.has(direction) ? choice?.runs[direction] : null
        set(node, {
          disabled: !run,
          'data-word': run && direction,
          'data-effects': run && effectsOf(run).join(' '),
          'data-stop': run?.stop,
        })
        if (choice && run)
          consequences.replaceChildren(
            ...sentences
              .consequences(choice, run, frame)
              .flatMap((consequence) => [consequenceText(consequence), ' ']),
          )
        else consequences.textContent = choice ? say('blocked') : ''
      }
    },
  }
}

/** @param {Consequence} consequence */
const consequenceText = ([kind, sign, text]) =>
  el(
    'span',
    { class: `effect effect-${kind}`, 'data-badge': kind },
    sign && el('span', { 'aria-hidden': 'true' }, `${sign} `),
    text,
  )

/** Creates the choices: take or leave; remove no guard; the corners again, as larger targets. @param {PanelContext} context */
export function choices({ sentences: { say }, point }) {
  /** @param {string} token @param {Child[]} children */
  const choice = (token, ...children) => ({
    token,
    node: button(
      { class: `choice choice-${token}`, onclick: () => point(token) },
      ...children,
    ),
  })
  /** @param {string} token @param {string} key */
  const explained = (token, key) =>
    choice(token, el('b', {}, say(key)), el('small', {}, say(`${key}.about`)))
  const fates = ['take', 'leave'].map((token) =>
    explained(token, `word.${token}`),
  )
  const none = explained('-', 'word.none')
  const corners = Object.entries(CORNERS).map(([square, corner]) =>
    choice(square, say(`corner.${corner}`)),
  )
  const element = el(
    'div',
    { class: 'choose' },
    ...[...fates, none, ...corners].map(({ node }) => node),
  )
  return {
    element,
    /** @param {PanelState} state */
    show({ frame, tokens, next, step }) {
      set(element, {
        hidden: !['fate', 'guard', 'corner'].includes(step),
        'data-step': step,
      })
      for (const { token, node } of fates)
        set(node, {
          hidden: step !== 'fate',
          'data-word': step === 'fate' && token,
        })
      set(none.node, {
        hidden: step !== 'guard',
        'data-word': step === 'guard' && '-',
      })
      for (const { token, node } of corners) {
        const free = step === 'corner' && next.has(token)
        set(node, {
          hidden: step !== 'corner',
          disabled: !free,
          'data-also': free && token,
        })
      }
      if (step === 'fate')
        set(element, { 'data-suit': namedRun(frame, tokens)?.suit })
    },
  }
}
