// Pieces of the two sides, which differ in shape and colour: a disc with a sword, a square with a cross.

import { svg } from '../../core/dom.js'

/** @param {Child[]} parts */
const picture = (...parts) =>
  svg('svg', { viewBox: '0 0 100 100', class: 'picture' }, ...parts)

export const musketeer = () =>
  picture(
    svg('circle', { cx: 50, cy: 53, r: 37, class: 'shadow' }),
    svg('circle', { cx: 50, cy: 50, r: 37, class: 'body' }),
    svg('circle', { cx: 50, cy: 50, r: 31, class: 'rim' }),
    svg(
      'g',
      { transform: 'rotate(45 50 50)' },
      svg('path', { class: 'sign', d: 'M50 17 L54 24 V58 H46 V24 Z' }),
      svg('path', {
        class: 'sign',
        d: 'M34 58 q8 5 12 2 h8 q4 3 12 -2 v5 q-8 5 -13 2 v10 h-6 v-10 q-5 3 -13 -2 z',
      }),
      svg('circle', { class: 'sign', cx: 50, cy: 78, r: 4.5 }),
    ),
  )

export const man = () =>
  picture(
    svg('rect', {
      x: 18,
      y: 21,
      width: 64,
      height: 64,
      rx: 9,
      class: 'shadow',
    }),
    svg('rect', { x: 18, y: 18, width: 64, height: 64, rx: 9, class: 'body' }),
    svg('rect', { x: 24, y: 24, width: 52, height: 52, rx: 5, class: 'rim' }),
    svg('path', {
      class: 'sign',
      d: 'M45 30 h10 v12 h12 v10 h-12 v20 h-10 v-20 h-12 v-10 h12 z',
    }),
  )
