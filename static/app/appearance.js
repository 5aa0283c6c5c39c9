// Appearance of the page by the settings, while it is open; app/theme.js sets the same attributes before the first paint.
// Layouts of tables read the size of the board, `--chosen-size`.

import { all } from '../core/dom.js'
import { settings } from '../core/settings.js'

const ATTRIBUTES = ['theme', 'suits', 'faces', 'coordinates', 'animation']
const MIN_BOARD_PERCENT = 60 // of the available room
const META = 'meta[name="theme-color"]'

/** Applies the settings and their changes, in this tab or another. */
export function followAppearance() {
  const original = all(document, META).map((meta) => ({
    meta,
    dark: meta.getAttribute('media')?.includes('dark') ?? false,
    colour: meta.getAttribute('content'),
  }))
  const colourBrowser = () => {
    const theme = settings.get('theme')
    const chosen = original.find(({ dark }) => dark === (theme === 'dark'))
    for (const { meta, colour } of original)
      meta.setAttribute('content', (theme === 'auto' ? colour : chosen?.colour) ?? '')
  }
  settings.on((name, value) => {
    if (name === 'size') sizeBoards()
    if (!ATTRIBUTES.includes(name)) return
    document.documentElement.dataset[name] = value
    colourBrowser()
  })
  colourBrowser()
  sizeBoards()
}

function sizeBoards() {
  const percent = Number(settings.get('size'))
  const share = percent >= MIN_BOARD_PERCENT && percent < 100 ? percent / 100 : 1
  document.documentElement.style.setProperty('--chosen-size', String(share))
}
