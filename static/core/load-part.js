// Parts of this build that are loaded later: modules and catalogues. None fails in silence.

import { askBuild, isOutdated } from './build.js'
import { Refusal } from './http.js'

/** A part of this build that did not load, by its code: `offline`, the server does not answer; `outdated`, it has another
 * build; `incomplete`, neither explains it. */
export class MissingPart extends Refusal {
  /** @param {'offline' | 'outdated' | 'incomplete'} code */
  constructor(code) {
    super(0, code)
  }
}

/** @type {Set<(code: string) => void>} */
const listeners = new Set()

/** Called with the code of a part that did not load. Returns what unsubscribes. @param {(code: string) => void} listener */
export function onMissingPart(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads a part of this build, as in `loadPart(() => import('./other.js'))`; all dynamic imports go through it. A part
 * that does not load is tried once more while the server has the same build. Otherwise the reader is told, and a
 * MissingPart is thrown, which needs no further sentence. `quiet`: a part that nobody has asked for.
 * @template T @param {() => Promise<T>} request @param {{ quiet?: boolean }} [how] @returns {Promise<T>} */
export async function loadPart(request, { quiet = false } = {}) {
  try {
    return await request()
  } catch {
    const answers = await askBuild()
    if (answers && !isOutdated())
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof Refusal)) reportError(error)
      }
    const code = isOutdated() ? 'outdated' : 'incomplete'
    const missing = new MissingPart(answers ? code : 'offline')
    if (!quiet) for (const listener of listeners) listener(missing.code)
    throw missing
  }
}
