// The buttons that let a replay run by itself: start and pause, and the speed, which this device keeps.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { settings } from '../core/settings.js'

const PAUSE = 1200 // ms between two moves at speed 1
const SPEEDS = [0.5, 1, 2, 4]

/** next(): goes one move on; false when there is none. rewind(): to the start when the end is shown.
 * @param {{ next(): Promise<boolean>, rewind(): Promise<unknown> }} on */
export function autoplay(on) {
  let running = 0 // counts the starts: what an older one waits for is void
  let playing = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const speed = () => {
    const chosen = Number(settings.get('replay-speed', '1'))
    return SPEEDS.includes(chosen) ? chosen : 1
  }
  const button = el('button', {
    type: 'button',
    class: 'icon',
    'data-act': 'autoplay',
    onclick: () => (playing ? stop() : start()),
  })
  const speedButton = el('button', {
    type: 'button',
    class: 'speed',
    'data-act': 'speed',
    onclick: () => {
      const place = SPEEDS.indexOf(speed())
      settings.set('replay-speed', String(SPEEDS[(place + 1) % SPEEDS.length]))
      draw()
    },
  })
  function draw() {
    const label = t(playing ? 'replay.pause' : 'replay.play')
    set(button, { title: label })
    button.replaceChildren(commandIcon(playing ? 'pause' : 'autoplay'))
    const times = t('replay.speed', { speed: speed() })
    speedButton.textContent = times
    set(speedButton, {
      'aria-label': t('replay.speed.name', { speed: speed() }),
    })
  }
  async function start() {
    playing = true
    running += 1
    const mine = running
    draw()
    await on.rewind()
    if (playing && mine === running) wait(mine)
  }
  /** @param {number} mine */
  function wait(mine) {
    timer = setTimeout(async () => {
      const moved = await on.next()
      if (!playing || mine !== running) return
      if (moved) wait(mine)
      else stop()
    }, PAUSE / speed())
  }
  function stop() {
    if (!playing) return
    playing = false
    clearTimeout(timer)
    draw()
  }
  draw()
  return { button, speedButton, start, stop }
}
