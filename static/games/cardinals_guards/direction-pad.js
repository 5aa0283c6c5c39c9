// Where the next word of a move is chosen that is no place: the way that it has come, the four directions with what
// each would do, and the choices after a run. Every control is made once and only shows what it offers.

import { el, set } from '../../core/dom.js'
import { ahead, CORNERS, effects, told } from './position.js'

const ARROWS = { n: '↑', e: '→', s: '↓', w: '←' }
const PAD = ['n', 'w', 'e', 's']

export const button = (attributes, ...children) =>
  el('button', { type: 'button', ...attributes }, ...children)

/** The way that the move has come, and one step back. */
export function crumbs({ picks, say, speech }) {
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
    show({ frame, words, step: now }) {
      const parts = speech.crumbs(words, frame)
      trail.textContent =
        parts.length && now !== 'wait'
          ? [...parts, '?'].join(' → ')
          : parts.join(' → ')
      set(back, { hidden: !words.length || now === 'wait', 'data-also': null })
      hint.textContent = now === 'wait' ? '' : say(`step.${now}`)
    },
  }
}

/** North, west, east, south: each tells what the run would do. */
export function pad({ say, speech, point, ghost }) {
  const keys = PAD.map((way) => {
    const does = el('span', { class: 'does' })
    const node = button(
      { class: `way way-${way}`, onclick: () => point(way) },
      el(
        'span',
        { class: 'way-name' },
        el('b', { 'aria-hidden': 'true' }, ARROWS[way]),
        say(`short.${way}`),
      ),
      ' ', // so that what is seen is the beginning of the name
      does,
    )
    for (const event of ['pointerenter', 'focus'])
      node.addEventListener(event, () => ghost(way))
    for (const event of ['pointerleave', 'blur'])
      node.addEventListener(event, () => ghost(null))
    return { way, does, node }
  })
  const element = el(
    'div',
    { class: 'pad', role: 'group', 'aria-label': say('pad') },
    keys.map(({ node }) => node),
  )
  return {
    element,
    show({ frame, words, next, step: now }) {
      set(element, { hidden: now !== 'way' })
      const runs = now === 'way' ? ahead(frame, words) : null
      for (const { way, does, node } of keys) {
        const run = next.has(way) ? runs?.runs[way] : null
        const signs = run
          ? speech.consequences({ suit: runs.suit, run }, frame)
          : []
        set(node, {
          disabled: !run,
          'data-word': run && way,
          'data-effects': run && effects(run).join(' '),
          'data-stop': run && run.stop,
        })
        does.replaceChildren(
          ...signs.flatMap(([kind, mark, text]) => [
            el(
              'span',
              { class: `effect effect-${kind}`, 'data-badge': kind },
              mark && el('span', { 'aria-hidden': 'true' }, `${mark} `),
              text,
            ),
            ' ',
          ]),
        )
        if (!run) does.textContent = runs ? say('blocked') : ''
      }
    },
  }
}

/** Take or leave; no guard to be removed; the corners once more, for a thumb. */
export function choices({ say, speech, point }) {
  const choice = (word, ...children) => ({
    word,
    node: button(
      { class: `choice choice-${word}`, onclick: () => point(word) },
      ...children,
    ),
  })
  const fates = ['take', 'leave'].map((word) =>
    choice(
      word,
      el('b', {}, say(`word.${word}`)),
      el('small', {}, say(`word.${word}.about`)),
    ),
  )
  const none = choice(
    '-',
    el('b', {}, say('word.none')),
    el('small', {}, say('word.none.about')),
  )
  const corners = Object.entries(CORNERS).map(([place, corner]) =>
    choice(place, say(`corner.${corner}`)),
  )
  const element = el(
    'div',
    { class: 'choose' },
    ...[...fates, none, ...corners].map(({ node }) => node),
  )
  return {
    element,
    show({ frame, words, next, step: now }) {
      set(element, {
        hidden: !['fate', 'guard', 'corner'].includes(now),
        'data-step': now,
      })
      for (const { word, node } of fates)
        set(node, {
          hidden: now !== 'fate',
          'data-word': now === 'fate' && word,
        })
      set(none.node, {
        hidden: now !== 'guard',
        'data-word': now === 'guard' && '-',
      })
      for (const { word, node } of corners) {
        const free = now === 'corner' && next.has(word)
        set(node, {
          hidden: now !== 'corner',
          disabled: !free,
          'data-also': free && word,
        })
      }
      if (now === 'fate')
        set(element, { 'data-suit': told(frame, words)?.suit })
    },
  }
}
