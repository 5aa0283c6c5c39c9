// What is said of Four Horsemen: the names of things, why nothing happened, what a move brought, the position.

import { called } from '../../boards/cards/cards.js'
import { number } from './art.js'
import { CLOSE, HORSEMEN, STACKS } from './table.js'
import { list } from '../../boards/contract.js'

/** How a word of a move is called. */
export function name(word, { view }, t) {
  const place = HORSEMEN.indexOf(word)
  if (place >= 0)
    return t('four_horsemen.name.horseman', {
      number: place + 1,
      value: view.horsemen[place]?.value ?? 0,
    })
  if (/^[A2-9XJQK][CDHS]$/.test(word))
    return t('four_horsemen.name.card', { card: called(word, t) })
  return ['draw', 'reserve', 'play'].includes(word)
    ? t(`four_horsemen.name.${word}`)
    : word
}

/** Why pointing at a thing began nothing; null where there is nothing to say beyond the common. */
export function refuse(word, { view }, t) {
  const say = (rule, params) => t(`four_horsemen.refused.${rule}`, params)
  if (
    view.stacks.length === STACKS.length &&
    ['draw', 'reserve', 'play'].includes(word)
  )
    return say('six_stacks')
  if (word === 'draw') return say('deck_empty')
  if (word === 'reserve')
    return say(
      view.taken
        ? 'reserve_taken'
        : view.reserve
          ? 'no_pair_with_reserve'
          : 'no_reserve',
    )
  if (word === 'play')
    return say(view.hand.length ? 'no_pair_in_hand' : 'hand_empty')
  if (view.hand.includes(word))
    return say('needs_another', { suit: t(`four_horsemen.suit.${word[1]}`) })
  return null
}

/** What a horseman is worth and why. */
export function horseman(word, { view }, t) {
  const place = HORSEMEN.indexOf(word)
  const one = view.horsemen[place]
  if (!one) return t('four_horsemen.is_defeated', { number: place + 1 })
  const [tens, units] = one.cards
  const params = {
    value: one.value,
    tens: called(tens, t),
    units: called(units, t),
    ten: number(tens) * 10,
    unit: number(units) % 10,
  }
  return t(
    units[0] === 'X' ? 'four_horsemen.value.ten' : 'four_horsemen.value',
    params,
  )
}

/** What happened between two states beyond the moves themselves; empty when there is nothing to add. */
export function news(before, frame, t) {
  const made = frame.told.length - before.told.length
  const [verb, word] = frame.last?.split(' ') ?? []
  if (made < 0)
    return frame.told.length && !frame.acts.includes('undo')
      ? t('four_horsemen.news.no_further')
      : ''
  if (made < 1) return ''
  const { view } = frame
  const told = []
  if (verb === 'draw' || verb === 'reserve')
    told.push(
      t(`four_horsemen.news.${verb}`, { card: called(view.hand.at(-1), t) }),
    )
  if (verb === 'play')
    told.push(t('four_horsemen.news.play', { count: view.stacks.length }))
  if (verb === 'play' && view.reserve !== before.view.reserve && view.reserve)
    told.push(t('four_horsemen.news.dealt', { card: called(view.reserve, t) }))
  if (verb === 'beat') told.push(beaten(word, before, view, t))
  if (verb === 'play' && view.stacks.length === 5)
    told.push(`${t('four_horsemen.warn.stacks.5')}.`)
  if (view.deck < before.view.deck && view.deck <= CLOSE)
    told.push(t('four_horsemen.news.deck', { count: view.deck }))
  return told.join(' ')
}

function beaten(word, before, view, t) {
  const value = before.view.horsemen[HORSEMEN.indexOf(word)]?.value ?? 0
  return t('four_horsemen.news.beat', {
    value,
    count: view.horsemen.filter(Boolean).length,
  })
}

/** The position as a list of sentences. */
export function describe({ view }, t) {
  const cards = (all) => list(all.map((card) => called(card, t)))
  const four = view.horsemen.map((one, place) =>
    one
      ? t('four_horsemen.describe.horseman', {
          number: place + 1,
          value: one.value,
        })
      : t('four_horsemen.is_defeated', { number: place + 1 }),
  )
  const stacks = view.stacks.map(({ top, under }, place) =>
    Array.isArray(under)
      ? t('four_horsemen.describe.stack', {
          number: place + 1,
          card: called(top, t),
          counts: number(top),
          under: cards(under),
        })
      : t('four_horsemen.describe.stack.closed', {
          number: place + 1,
          card: called(top, t),
          counts: number(top),
          count: under,
        }),
  )
  const gone = Array.isArray(view.discard) ? view.discard.length : view.discard
  return [
    ...four,
    `${t('four_horsemen.stacks', { count: view.stacks.length })}.`,
    ...stacks,
    view.hand.length
      ? t('four_horsemen.describe.hand', { cards: cards(view.hand) })
      : t('four_horsemen.hint.empty'),
    view.reserve
      ? t('four_horsemen.describe.reserve', { card: called(view.reserve, t) })
      : t('four_horsemen.describe.no_reserve'),
    t('four_horsemen.describe.deck', { count: view.deck }),
    t('four_horsemen.describe.discard', { count: gone }),
  ]
}
