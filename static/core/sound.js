// Seven short cues, made of two or three tones each; never the only sign of anything. No AudioContext exists
// before the first gesture of the reader, nor while the sound is off. Phones vibrate at the player's turn too.

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
const LOUDNESS = 0.12
const VIBRATION = 60 // ms

let gesture = false
/** @type {AudioContext | null} */
let context = null

function wake() {
  gesture = true
  removeEventListener('pointerdown', wake, true)
  removeEventListener('keydown', wake, true)
}
addEventListener('pointerdown', wake, true)
addEventListener('keydown', wake, true)

/** Whether the player's turn is felt: by the setting, else where fingers are the pointer and no less motion is wished. */
export const vibrates = () =>
  settings.get('vibration', '') === 'on' ||
  (settings.get('vibration', '') !== 'off' &&
    matchMedia('(pointer: coarse) and (prefers-reduced-motion: no-preference)')
      .matches)

/** Plays a cue. Silent before a gesture, when the sound is off, and when this kind of it is. @param {Cue} name */
export function cue(name) {
  if (gesture && name === 'turn' && vibrates()) navigator.vibrate?.(VIBRATION)
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
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.001, from + lasts)
  source.connect(gain).connect(context.destination)
  source.start(from)
  source.stop(from + lasts)
}
