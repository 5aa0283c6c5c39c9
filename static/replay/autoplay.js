// Autoplay of a replay: start and pause, and the speed, which is stored on this device.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { settings } from '../core/settings.js'

const PAUSE_MS = 1200 // between two moves at speed 1
const SPEEDS = [0.5, 1, 2, 4]

/** Creates the buttons. next(): goes one move forward, false: there is none; rewind(): goes to the start from the end.
 * @param {{ next(): Promise<boolean>, rewind(): Promise<unknown> }} on */
export function autoplay(on) {
  let running = 0 // number of the current run; what an older run waits for is void
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
    }, PAUSE_MS / speed())
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
