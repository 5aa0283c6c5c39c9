// Sound cues of two or three tones each; never the only sign of an event. No AudioContext exists before the first gesture
// or while the sound is off. Phones also vibrate at the player's turn.

import { settings } from './settings.js'

/** @type {Record<Cue, [hertz: number, after: number, lasts: number][]>} times in seconds */
const CUES = {
  move: [[330, 0, 0.07]],
  take: [
    [247, 0, 0.07],
    [165, 0.05, 0.1],
  ],
  start: [
    [392, 0, 0.1],
    [587, 0.1, 0.2],
  ],
  turn: [
    [523, 0, 0.1],
    [659, 0.09, 0.14],
  ],
  wrong: [[139, 0, 0.16]],
  low: [
    [880, 0, 0.06],
    [880, 0.12, 0.06],
  ],
  end: [
    [392, 0, 0.14],
    [523, 0.12, 0.14],
    [659, 0.24, 0.3],
  ],
}
const GAIN = 0.12
const BUZZ_MS = 60

let gesture = false
/** @type {AudioContext | null} */
let context = null

function wake() {
  gesture = true
}
for (const type of ['pointerdown', 'keydown'])
  globalThis.window?.addEventListener?.(type, wake, { capture: true, once: true }) // unit tests have none

/** Whether the device vibrates at the player's turn: by the setting, else on touch screens without reduced motion. */
export const vibrates = () =>
  settings.get('vibration', '') === 'on' ||
  (settings.get('vibration', '') !== 'off' &&
    matchMedia('(pointer: coarse) and (prefers-reduced-motion: no-preference)').matches)

/** Plays a cue. Silent before a gesture, and when the sound or this cue is off. @param {Cue} name */
export function cue(name) {
  if (gesture && name === 'turn' && vibrates()) navigator.vibrate?.(BUZZ_MS)
  if (!gesture || settings.get('sound') !== 'on') return
  if (settings.get(`sound.${name}`, 'on') !== 'on') return
  context ??= new AudioContext()
  if (context.state === 'suspended') context.resume()
  for (const [hertz, after, lasts] of CUES[name])
    tone(context, hertz, context.currentTime + after, lasts)
}

/** @param {AudioContext} context @param {number} hertz @param {number} from @param {number} lasts */
function tone(context, hertz, from, lasts) {
  const source = new OscillatorNode(context, {
    type: 'triangle',
    frequency: hertz,
  })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(GAIN, from + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.001, from + lasts)
  source.connect(gain).connect(context.destination)
  source.start(from)
  source.stop(from + lasts)
}
