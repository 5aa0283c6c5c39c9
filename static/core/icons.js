// Icons as line drawings of 24 x 24; hidden from screen readers, since each has a label beside it.

import { svg } from './dom.js'

/** @type {Record<string, string>} */
export const PATHS = {
  'theme-auto': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'theme-light':
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  'theme-dark': 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z',
  'sound-on': 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  'sound-off': 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  close: 'M6 6l12 12M18 6L6 18',
  unfold: 'M6 9l6 6 6-6',
  earlier: 'M14 5l-7 7 7 7',
  later: 'M10 5l7 7-7 7',
  link: 'M7.5 8h3.5a4 4 0 0 1 0 8H7.5a4 4 0 0 1 0-8zM13 8h3.5a4 4 0 0 1 0 8H13a4 4 0 0 1 0-8z',
  undo: 'M9 7H5V3M5 7c2-2.5 4.5-4 7.5-4a8.5 8.5 0 1 1-8 11',
  redo: 'M15 7h4V3M19 7c-2-2.5-4.5-4-7.5-4a8.5 8.5 0 1 0 8 11',
  resign: 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  abort: 'M6 6l12 12M18 6L6 18',
  leave: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4',
  flip: 'M8 4v15M8 19l-4-4M8 19l4-4M16 20V5M16 5l-4 4M16 5l4 4',
  moves:
    'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12 7V2.5M9.5 5L12 2.5 14.5 5M12 17v4.5M9.5 19l2.5 2.5 2.5-2.5M7 12H2.5M17 12h4.5M5 9.5L2.5 12 5 14.5M19 9.5l2.5 2.5-2.5 2.5',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5',
  share: 'M12 15V4M8 8l4-4 4 4M6 12v8h12v-8',
  describe: 'M5 6h14M5 10h14M5 14h9M5 18h6',
  more: 'M4.2 12h1M11.5 12h1M18.8 12h1',
  confirm: 'M5 13l5 5L20 6',
  cancel: 'M6 6l12 12M18 6L6 18',
  auto: 'M13 3L5 14h6l-1 7 8-11h-6z',
  'auto-mode': 'M13 3L5 14h6l-1 7 8-11h-6zM19 16v5M16.5 18.5h5',
  'new-deal': 'M8 6h11v14H8zM8 17H5V4h11v2M13.5 10v6M10.5 13h6',
  'same-deal': 'M8 6h11v14H8zM8 17H5V4h11v2M16.5 12.2a3 3 0 1 0 0 2M16.5 10.5v2h-2',
  first: 'M6 5v14M18 5l-8 7 8 7',
  autoplay: 'M8 5l11 7-11 7z',
  pause: 'M9 5v14M15 5v14',
  'play-on': 'M5 5v14M9 5l11 7-11 7z',
  proceed: 'M5 5l10 7-10 7zM19 5v14',
  prev: 'M15 5l-8 7 8 7',
  next: 'M9 5l8 7-8 7',
  last: 'M18 5v14M6 5l8 7-8 7',
  'give-up': 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  return: 'M20 12H5M11 6l-6 6 6 6',
  review:
    'M4 12c2.5-4.5 5-6.5 8-6.5s5.5 2 8 6.5c-2.5 4.5-5 6.5-8 6.5s-5.5-2-8-6.5zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  dice: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  people:
    'M8.5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2.5 19c0-3 2.5-5 6-5s6 2 6 5M15 5.3a3 3 0 0 1 0 5.4M17.5 14.5c2.5.5 4 2.3 4 4.5',
  screen: 'M3 5h18v12H3zM9 20.5h6M12 17v3.5M12 5v12',
  bot: 'M6 8h12v10H6zM12 8V4M10.5 4h3M9.5 12h.01M14.5 12h.01M10 15.2h4M3.5 11v4M20.5 11v4',
  hint: 'M9 17.5h6M10 20.5h4M9 17.5c0-2-2.7-3.2-2.7-6.8a5.7 5.7 0 0 1 11.4 0c0 3.6-2.7 4.8-2.7 6.8',
  winnable:
    'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM10 9.7a2 2 0 1 1 3 1.7c-.7.5-1 .8-1 1.7M12 16.2v.01',
  'lost-warning': 'M12 4l9 16H3zM12 10v5M12 17.5v.01',
  solution:
    'M9 17.5h6M10 20.5h4M9 17.5c0-2-2.7-3.2-2.7-6.8a5.7 5.7 0 0 1 11.4 0c0 3.6-2.7 4.8-2.7 6.8',
  analyse: 'M4 20V4M4 20h16M6.5 15l4-5 3.5 3 5-7',
  'new-game': 'M12 5v14M5 12h14',
  'new-opponent': 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 20c0-4 3-6 7-6s7 2 7 6M19 7v6M16 10h6',
  copy: 'M9 8h10v12H9zM15 8V4H5v12h4',
  check: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.5 12l2.5 2.5 4.5-5',
  'copy-game': 'M9 8h10v12H9zM15 8V4H5v12h4M12 12h4M12 16h4',
  log: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  keys: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  'same-screen': 'M4 5h16v12H4zM9 20h6M9 13l-2-2 2-2M15 9l2 2-2 2M7 11h10',
  draw: 'M4 9h16M4 15h16',
  takeback: 'M9 7H5V3M5 7c2-2.5 4.5-4 7.5-4a8.5 8.5 0 1 1-8 11',
  rematch: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  accept: 'M5 13l5 5L20 6',
  decline: 'M6 6l12 12M18 6L6 18',
  withdraw: 'M6 6l12 12M18 6L6 18',
  claim: 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  chat: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5',
  send: 'M4 12l16-8-6 16-3-6zM11 14l9-10',
  report: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  low: 'M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9v4l3 2M9 2h6',
  type: 'M3 6h18v12H3zM7 10h.1M12 10h.1M17 10h.1M8 14h8',
  confirming: 'M4 12l4 4 7-8M13 15l1.5 1.5L21 9',
}

const HALF = 'M12 3a9 9 0 1 0 0 18z'

/** Draws an icon; its attributes keep its size when the style sheet is missing.
 * @param {string} name @param {string} [look] the class */
export function icon(name, look = 'icon-art') {
  return svg(
    'svg',
    {
      width: 22,
      height: 22,
      viewBox: '0 0 24 24',
      class: look,
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: PATHS[name] }),
    name === 'theme-auto' ? svg('path', { d: HALF, class: 'filled' }) : null,
  )
}
