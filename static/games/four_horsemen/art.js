// Drawings of Four Horsemen besides the playing cards: a horse's head, and cards in text.

import { called, face, rank, suit } from '../../boards/cards/cards.js'
import { el, svg } from '../../core/dom.js'
import { HORSE, MANE } from './horse.js'
import { cardValue } from './places.js'

/** Draws a horse's head, looking left. */
export const horse = () =>
  svg(
    'svg',
    {
      viewBox: '0 0 100 100',
      class: 'horse',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: HORSE }),
    svg('path', { class: 'mane', d: MANE }),
    svg('circle', { class: 'eye', cx: 36, cy: 40, r: 3.4 }),
  )

/** Creates a card in text, named in words. @param {string} card @param {Translate} t */
export const cardText = (card, t) =>
  el(
    'span',
    {
      class: `small-card suit-${card[1]}`,
      role: 'img',
      'aria-label': called(card, t),
    },
    rank(card),
    suit(card[1]),
  )

// On a button every text but its label is drawn by the style sheet and hidden from assistive technology, since the
// button's accessible name contains it.

/** Creates a text that is only drawn. @param {string} kind its class @param {string | number} text */
export const drawnText = (kind, text) =>
  el('span', {
    class: `seen ${kind}`,
    'data-text': text,
    'aria-hidden': 'true',
  })

/** Creates rank and suit on a button. @param {string} card */
export const drawnCardText = (card) =>
  el(
    'span',
    { class: `small-card suit-${card[1]}` },
    drawnText('', rank(card)),
    suit(card[1]),
  )

/** Creates the face of a card on a button. @param {string} card */
export const cardPicture = (card) =>
  el('span', { class: 'card-picture' }, face(card))

/** Returns the value of a card whose index is a letter; null: it is a number. @param {string} card */
export const countsText = (card) =>
  'AJQK'.includes(card[0]) ? drawnText('counts', `${cardValue(card)}`) : null
