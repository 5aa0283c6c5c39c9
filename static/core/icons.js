// The shell's small signs, drawn with one line of 24 x 24; decoration only, so hidden from readers.

import { svg } from './dom.js'

const PATHS = {
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  dark: 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z',
  on: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  off: 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14 5l-7 7 7 7',
  earlier: 'M14 5l-7 7 7 7',
  later: 'M10 5l7 7-7 7',
  link: 'M7.5 8h3.5a4 4 0 0 1 0 8H7.5a4 4 0 0 1 0-8zM13 8h3.5a4 4 0 0 1 0 8H13a4 4 0 0 1 0-8z',
}

const HALF = 'M12 3a9 9 0 1 0 0 18z'

/** `name`: one of the themes (auto, light, dark), on, off (sound), person, close, back, earlier, later,
 * link (of a chain). */
export function icon(name) {
  return svg(
    'svg',
    {
      viewBox: '0 0 24 24',
      class: 'icon-art',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: PATHS[name] }),
    name === 'auto' ? svg('path', { d: HALF, class: 'filled' }) : null,
  )
}
