// Sentences of Four Horsemen: names, refusals, news of a move, the position.

import { called } from '../../board/cards/cards.js'
import { list } from '../../board/contract.js'
import { cardValue, countOf, HORSEMEN, LOW_DECK, STACKS } from './places.js'

/** @import { HorsemenState, HorsemenView } from './types.d.ts' */

/** Returns the name of a token of a move. @param {string} token @param {HorsemenState} frame @param {Translate} t */
export function name(token, { view }, t) {
  const index = HORSEMEN.indexOf(token)
  if (index >= 0)
    return t('four_horsemen.name.horseman', {
      number: index + 1,
      value: view.horsemen[index]?.value ?? 0,
    })
  const stack = view.stacks[STACKS.indexOf(token)]
  if (stack) return t('four_horsemen.name.card', { card: called(stack.top, t) })
  if (/^[A2-9XJQK][CDHS]$/.test(token))
    return t('four_horsemen.name.card', { card: called(token, t) })
  return ['draw', 'reserve', 'play'].includes(token) ? t(`four_horsemen.name.${token}`) : token
}

/**
 * Returns why picking `token` begins no move; null: for the common reasons.
 * @param {string} token
 * @param {HorsemenState} frame
 * @param {Translate} t
 */
export function refuse(token, { view }, t) {
  /** @param {string} rule @param {Record<string, string>} [params] */
  const because = (rule, params) => t(`four_horsemen.refused.${rule}`, params)
  if (view.stacks.length === STACKS.length && ['draw', 'reserve', 'play'].includes(token))
    return because('six_stacks')
  if (token === 'draw') return because('deck_empty')
  if (token === 'reserve') {
    if (view.taken) return because('reserve_taken')
    return because(view.reserve ? 'no_pair_with_reserve' : 'no_reserve')
  }
  if (token === 'play') return because(view.hand.length ? 'no_pair_in_hand' : 'hand_empty')
  if (view.hand.includes(token))
    return because('needs_another', {
      suit: t(`four_horsemen.suit.${token[1]}`),
    })
  return null
}

/** Explains the value of a horseman.
 * @param {string} place @param {HorsemenState} frame @param {Translate} t */
export function horsemanValue(place, { view }, t) {
  const index = HORSEMEN.indexOf(place)
  const one = view.horsemen[index]
  if (!one) return t('four_horsemen.is_defeated', { number: index + 1 })
  const [tens, units] = one.cards
  const params = {
    value: one.value,
    tens: called(tens, t),
    units: called(units, t),
    ten: cardValue(tens) * 10,
    unit: cardValue(units) % 10,
  }
  return t(units[0] === 'X' ? 'four_horsemen.value.ten' : 'four_horsemen.value', params)
}

/**
 * Returns what happened between two frames beyond the moves; empty: nothing.
 * @param {HorsemenState} before
 * @param {HorsemenState} frame
 * @param {Translate} t
 */
export function news(before, frame, t) {
  const made = frame.told.length - before.told.length
  const [verb, place] = frame.last?.split(' ') ?? []
  if (made < 0)
    return frame.told.length && !frame.acts.includes('undo')
      ? t('four_horsemen.news.no_further')
      : ''
  if (made < 1) return ''
  const { view } = frame
  const sentences = []
  if (verb === 'draw' || verb === 'reserve')
    sentences.push(
      t(`four_horsemen.news.${verb}`, {
        card: called(view.hand.at(-1) ?? '', t),
      }),
    )
  if (verb === 'play') sentences.push(t('four_horsemen.news.play', { count: view.stacks.length }))
  if (verb === 'play' && view.reserve !== before.view.reserve && view.reserve)
    sentences.push(t('four_horsemen.news.dealt', { card: called(view.reserve, t) }))
  if (verb === 'beat') sentences.push(defeatNews(place, before, view, t))
  if (verb === 'play' && view.stacks.length === 5) sentences.push(t('four_horsemen.news.stacks.5'))
  if (view.deck < before.view.deck && view.deck <= LOW_DECK)
    sentences.push(t('four_horsemen.news.deck', { count: view.deck }))
  return sentences.join(' ')
}

/** @param {string} place @param {HorsemenState} before @param {HorsemenView} view @param {Translate} t */
function defeatNews(place, before, view, t) {
  const value = before.view.horsemen[HORSEMEN.indexOf(place)]?.value ?? 0
  const count = view.horsemen.filter(Boolean).length
  return count
    ? t('four_horsemen.news.beat', { value, count })
    : t('four_horsemen.news.beat.last', { value })
}

/** Describes the position in sentences. @param {HorsemenState} frame @param {Translate} t */
export function describe({ view }, t) {
  /** @param {string[]} all */
  const cards = (all) => list(all.map((card) => called(card, t)))
  const horsemen = view.horsemen.map((one, index) =>
    one
      ? t('four_horsemen.describe.horseman', {
          number: index + 1,
          value: one.value,
        })
      : t('four_horsemen.is_defeated', { number: index + 1 }),
  )
  const stacks = view.stacks.map(({ top, under }, index) =>
    Array.isArray(under)
      ? t('four_horsemen.describe.stack', {
          number: index + 1,
          card: called(top, t),
          counts: cardValue(top),
          under: cards(under),
        })
      : t('four_horsemen.describe.stack.closed', {
          number: index + 1,
          card: called(top, t),
          counts: cardValue(top),
          count: under,
        }),
  )
  return [
    ...horsemen,
    t('four_horsemen.describe.stacks', { count: view.stacks.length }),
    ...stacks,
    view.hand.length
      ? t('four_horsemen.describe.hand', { cards: cards(view.hand) })
      : t('four_horsemen.hint.empty'),
    view.reserve
      ? t('four_horsemen.describe.reserve', { card: called(view.reserve, t) })
      : t('four_horsemen.describe.no_reserve'),
    t('four_horsemen.describe.deck', { count: view.deck }),
    t('four_horsemen.describe.discard', { count: countOf(view.discard) }),
  ]
}
