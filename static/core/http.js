// HTTP client of our server: JSON in, JSON out. An error response becomes a Refusal with the server's code, and so does a
// request without an answer. Every request has a timeout, and belongs to the page that makes it: once that is left, nothing
// follows from the answer.

import { noteBuild } from './build.js'
import { samePage } from './dom.js'
import { noteDate } from './server-time.js'

const TIMEOUT_MS = 15_000 // after which a request counts as unanswered
const MAX_RETRY_S = 3 // seconds of Retry-After up to which a read is repeated once

/** `signal`: aborts the request, as when its page is left; `timeout`: in ms, for a slow answer; `shared`: the answer is not
 * only for the page that is shown now.
 * @typedef {{signal?: AbortSignal | undefined, timeout?: number, shared?: boolean}} Options */

export class Refusal extends Error {
  /** @param {number} status 0: no response came @param {string} code @param {Params} [detail] */
  constructor(status, code, detail) {
    super(code)
    this.status = status
    this.code = code
    this.detail = detail ?? {}
  }
}

/** @template [T=any] @param {string} path @param {Options} [options] @returns {Promise<T>} */
export const get = (path, options) => request('GET', path, undefined, options)
/** @template [T=any] @param {string} path @param {object} [body] @param {Options} [options] @returns {Promise<T>} */
export const post = (path, body = {}, options) => request('POST', path, body, options)
/** @template [T=any] @param {string} path @param {object} body @returns {Promise<T>} */
export const patch = (path, body) => request('PATCH', path, body)

/** @template [T=any] @param {string} path @param {object} [body] @returns {Promise<T>} */
export const put = (path, body = {}) => request('PUT', path, body)
/** @template [T=any] @param {string} path @param {object} [body] @param {Options} [options] @returns {Promise<T>} */
export const remove = (path, body, options) => request('DELETE', path, body, options)

/** Returns a plain-text response. @param {string} path @param {Options} [options] */
export const getText = (path, options) =>
  ofPage(options, async () => {
    const response = await send('GET', path, undefined, options)
    if (response.ok) return read(() => response.text())
    throw refusal(response, await response.json().catch(() => null))
  })

/** @param {string} method @param {string} path @param {object} [body] @param {Options} [options] */
const request = (method, path, body, options) =>
  ofPage(options, async () => {
    const response = await send(method, path, body, options)
    if (response.ok) return response.status === 204 ? null : read(() => response.json())
    throw refusal(response, await response.json().catch(() => null))
  })

/** Returns the answer of a request; `left` in place of any answer that comes after its page was left.
 * @template T @param {Options | undefined} options @param {() => Promise<T>} ask @returns {Promise<T>} */
async function ofPage(options, ask) {
  const isHere = options?.shared ? () => true : samePage()
  const answer = await ask().catch((error) => {
    throw isHere() || !(error instanceof Refusal) ? error : new Refusal(0, 'left')
  })
  if (!isHere()) throw new Refusal(0, 'left')
  return answer
}

/** Returns the refusal of a response; its detail has the `seconds` of Retry-After, if there are any.
 * @param {Response} response @param {any} json */
function refusal({ status, headers }, json) {
  const seconds = Number(headers.get('retry-after'))
  const detail = { ...(seconds > 0 && { seconds }), ...json?.error?.detail }
  return new Refusal(status, json?.error?.code ?? 'broken', detail)
}

/** @param {string} method @param {string} path @param {object} [body] @param {Options} [options] */
async function send(method, path, body, options) {
  const response = await attempt(method, path, body, options)
  noteBuild(response)
  if (path.startsWith('/api/')) noteDate(response.headers.get('date')) // files may have been kept for weeks
  if (response.status !== 429 || method !== 'GET') return response
  const seconds = Number(response.headers.get('retry-after'))
  if (!(seconds <= MAX_RETRY_S)) return response
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return attempt(method, path, body, options)
}

/** Sends a request once. A fault of the request itself is an error of ours and is thrown unchanged.
 * @param {string} method @param {string} path @param {object} [body] @param {Options} [options] */
async function attempt(method, path, body, { signal, timeout: ms = TIMEOUT_MS } = {}) {
  const timeout = AbortSignal.timeout(ms)
  /** @type {RequestInit} */
  const request = {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  return read(() => fetch(path, request))
}

/** Codes of refusals by the name of the error of `fetch` or of reading a body.
 * @type {Record<string, [status: number, code: string]>} */
const FAILURES = {
  TypeError: [0, 'offline'],
  TimeoutError: [0, 'timeout'],
  AbortError: [0, 'left'],
  SyntaxError: [502, 'broken'],
}

/** Turns network errors into a Refusal: `offline`, `timeout`, or `left` when the caller has aborted; `broken`: the answer
 * is not JSON.
 * @template T @param {() => Promise<T>} action @returns {Promise<T>} */
async function read(action) {
  try {
    return await action()
  } catch (error) {
    const failure = error instanceof Error && FAILURES[error.name]
    throw failure ? new Refusal(...failure) : error
  }
}
