// Autoplay of a replay: start and pause, and the speed, which is stored on this device.

import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { icon } from '../../kit/icon.js'
import { html, signal } from '../../vendor/preact.js'

const PAUSE_MS = 1200 // between two moves at speed 1
const SPEEDS = [0.5, 1, 2, 4]
const SPEED = 'replay-speed' // the setting

export class Autoplay {
  isPlaying = signal(false)
  #run = 0 // number of the current run; what an older run waits for is void
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** next(): goes one move forward, false: there is none; rewind(): goes to the start from the end.
   * @param {{ next(): Promise<boolean>, rewind(): Promise<unknown> }} on */
  constructor(on) {
    this.on = on
  }

  async start() {
    this.isPlaying.value = true
    this.#run += 1
    const run = this.#run
    await this.on.rewind()
    if (this.isPlaying.value && run === this.#run) this.#wait(run)
  }

  stop() {
    this.isPlaying.value = false
    clearTimeout(this.#timer)
  }

  /** @param {number} run */
  #wait(run) {
    this.#timer = setTimeout(
      async () => {
        const moved = await this.on.next()
        if (!this.isPlaying.value || run !== this.#run) return
        if (moved) this.#wait(run)
        else this.stop()
      },
      PAUSE_MS / speedOf(settings.get(SPEED)),
    )
  }
}

/** @param {string | null} chosen */
function speedOf(chosen) {
  const speed = Number(chosen ?? 1)
  return SPEEDS.includes(speed) ? speed : 1
}

/** @param {{ autoplay: Autoplay }} props */
export function AutoplayButton({ autoplay }) {
  const isPlaying = autoplay.isPlaying.value
  return html`
    <button
      type="button"
      class="icon"
      data-act="autoplay"
      title=${t(isPlaying ? 'replay.pause' : 'replay.play')}
      onClick=${() => (isPlaying ? autoplay.stop() : autoplay.start())}
    >${icon(isPlaying ? 'pause' : 'autoplay', 'act-sign')}</button>`
}

/** Chooses the next speed. */
export function SpeedButton() {
  const speed = speedOf(settings.get(SPEED))
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]
  return html`
    <button
      type="button"
      class="speed"
      data-act="speed"
      aria-label=${t('replay.speed.name', { speed })}
      onClick=${() => settings.set(SPEED, String(next))}
    >${t('replay.speed', { speed })}</button>`
}
