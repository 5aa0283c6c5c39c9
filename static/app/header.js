// What stands around every page: the header with its two switches, the title and the favicon's mark.

import { me } from '../core/http.js'
import { el, set } from '../core/dom.js'
import { icon } from '../core/icons.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { say } from '../core/announcer.js'

const THEMES = ['auto', 'light', 'dark']
const SOUNDS = ['on', 'off']

let page = ''
let marked = false

/** The page's own part of document.title. */
export function title(text) {
  page = text
  writeTitle()
}

/** Whether it is your move: a sign before the title and on the favicon. */
export function mark(yours) {
  marked = yours
  writeTitle()
  set(document.querySelector('link[rel=icon]'), {
    href: `/static/art/${yours ? 'icon-mark' : 'icon'}.svg`,
  })
}

function writeTitle() {
  document.title = t(marked ? 'shell.title.mark' : 'shell.title', { page })
}

/** Fills the header that index.html and docs.html carry: its texts, its switches, the player's name. */
export function furnish() {
  for (const node of document.querySelectorAll('[data-t]'))
    node.textContent = t(node.dataset.t)
  for (const node of document.querySelectorAll('[data-label]'))
    set(node, { 'aria-label': t(node.dataset.label) })
  const tools = document.getElementById('tools')
  tools.replaceChildren(toggle('theme', THEMES), toggle('sound', SOUNDS))
  settings.on((name, value) => {
    if (name === 'theme') document.documentElement.dataset.theme = value
  })
}

/** Names the player in the header; without an answer of the server the link keeps its common text. */
export async function nameMe() {
  const player = await me().catch(() => null)
  if (player) document.getElementById('my-name').textContent = player.name
}

/** Marks the link of the header that leads to the present page, or to the place that it is in. */
export function here(path) {
  for (const link of document.querySelectorAll('#nav a')) {
    const [page, place] = [
      link.getAttribute('href'),
      path.split('/', 2).join('/'),
    ]
    set(link, {
      'aria-current':
        page === path
          ? 'page'
          : page === place && place !== '/'
            ? 'true'
            : null,
    })
  }
}

// A button that goes through the values of a setting; its name says the present one.
function toggle(name, values) {
  const press = () => {
    const next =
      values[(values.indexOf(settings.get(name)) + 1) % values.length]
    settings.set(name, next)
    say(t(`shell.${name}.${next}`))
  }
  const button = el('button', {
    type: 'button',
    class: 'icon',
    'data-act': name,
    onclick: press,
  })
  const draw = () => {
    const value = values.includes(settings.get(name))
      ? settings.get(name)
      : values[0]
    const text = t(`shell.${name}.${value}`)
    set(button, { 'aria-label': text, title: text }).replaceChildren(
      icon(value),
    )
  }
  settings.on(draw)
  draw()
  return button
}
