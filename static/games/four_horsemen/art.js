// Drawings of Four Horsemen besides the playing cards: a horse's head, and cards in text.

import { called, face, rank, suit } from '../../board/cards/cards.js'
import { html, useMemo } from '../../vendor/preact.js'
import { HORSE, MANE } from './horse.js'
import { cardValue } from './places.js'

/** Draws a horse's head, looking left. */
export const horse = () => html`
  <svg viewBox="0 0 100 100" class="horse" aria-hidden="true" focusable="false">
    <path d=${HORSE} />
    <path class="mane" d=${MANE} />
    <circle class="eye" cx="36" cy="40" r="3.4" />
  </svg>`

/** Shows a card in text, named in words. @param {string} card @param {Translate} t */
export const cardText = (card, t) => html`
  <span class=${`small-card suit-${card[1]}`} role="img" aria-label=${called(card, t)}>
    ${rank(card)}${suit(card[1])}
  </span>`

// On a button every text but its label is drawn by the style sheet and hidden from assistive technology, since the
// button's accessible name contains it.

/** Shows a text that is only drawn. @param {string} kind its class @param {string | number} text */
export const drawnText = (kind, text) =>
  html`<span class=${`seen ${kind}`} data-text=${text} aria-hidden="true" />`

/** Shows rank and suit on a button. @param {string} card */
export const drawnCardText = (card) => html`
  <span class=${`small-card suit-${card[1]}`}>${drawnText('', rank(card))}${suit(card[1])}</span>`

/** Shows the face of a card on a button. @param {string} card */
export const cardPicture = (card) => html`<${CardPicture} card=${card} />`

/** A face has many lines, so that it is made once. @param {{ card: string }} props */
const CardPicture = ({ card }) =>
  useMemo(() => html`<span class="card-picture">${face(card)}</span>`, [card])

/** Shows the value of a card whose index is a letter. @param {string} card */
export const countsText = (card) => 'AJQK'.includes(card[0]) && drawnText('counts', cardValue(card))
