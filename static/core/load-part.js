// Deferred parts of this build: modules and catalogues. No failure is silent.

import { askBuild, isOutdated } from './build.js'
import { samePage } from './dom.js'
import { Refusal } from './http.js'

/** A part of this build that did not load. `offline`: the server does not answer; `outdated`: it has another build;
 * `incomplete`: any other reason. `left`: it has loaded, but the page that wanted it was left. */
export class MissingPart extends Refusal {
  /** @param {'offline' | 'outdated' | 'incomplete' | 'left'} code */
  constructor(code) {
    super(0, code)
  }
}

/** @type {Set<(code: string) => void>} */
const listeners = new Set()

/** Calls `listener` with the code of a part that did not load. Returns the function that unsubscribes it. @param {(code: string) => void} listener */
export function onMissingPart(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads a part of this build, as in `loadPart(() => import('./other.js'))`; all dynamic imports go through it. If it
 * fails, it is tried once more while the server has the same build. Then the reader is told and a MissingPart is thrown,
 * which needs no further sentence. One is thrown too when the page was left meanwhile: what it would open or say is not for
 * the next one. `quiet`: the reader did not ask for this part, which is not only of this page; `shared`: other pages use it.
 * @template T @param {() => Promise<T>} request @param {{ quiet?: boolean, shared?: boolean }} [how] @returns {Promise<T>} */
export async function loadPart(request, { quiet = false, shared = false } = {}) {
  const isHere = samePage()
  const part = await load(request).catch((missing) => {
    if (!quiet && isHere()) for (const listener of listeners) listener(missing.code)
    throw missing
  })
  if (!quiet && !shared && !isHere()) throw new MissingPart('left')
  return part
}

/** @template T @param {() => Promise<T>} request @returns {Promise<T>} */
async function load(request) {
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
    throw new MissingPart(answers ? code : 'offline')
  }
}
