// HTTP to our own server: JSON in, JSON out. An error response becomes a Refusal with the server's code; so does a
// request without an answer. No request waits for ever.

import { noteBuild } from './build.js'

const TIMEOUT = 15_000 // ms until a request counts as unanswered
const PATIENCE = 3 // seconds of Retry-After at most, after which a read is repeated once by itself

/** `signal`: ends the request, as when its page is left; `timeout`: ms, where the answer takes longer than usual.
 * @typedef {{signal?: AbortSignal | undefined, timeout?: number}} Options */

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
export const post = (path, body = {}, options) =>
  request('POST', path, body, options)
/** @template [T=any] @param {string} path @param {object} body @returns {Promise<T>} */
export const patch = (path, body) => request('PATCH', path, body)

/** @template [T=any] @param {string} path @param {object} [body] @returns {Promise<T>} */
export const put = (path, body = {}) => request('PUT', path, body)
/** @template [T=any] @param {string} path @param {object} [body] @returns {Promise<T>} */
export const remove = (path, body) => request('DELETE', path, body)

/** An answer that is plain text. @param {string} path @param {Options} [options] */
export async function getText(path, options) {
  const response = await send('GET', path, undefined, options)
  if (response.ok) return read(() => response.text())
  throw refusal(response, await response.json().catch(() => null))
}

/** @param {string} method @param {string} path @param {object} [body] @param {Options} [options] */
async function request(method, path, body, options) {
  const response = await send(method, path, body, options)
  if (response.ok)
    return response.status === 204 ? null : read(() => response.json())
  throw refusal(response, await response.json().catch(() => null))
}

/** The refusal of a response; its detail has the `seconds` after which to try again, where the server says them.
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
  if (response.status !== 429 || method !== 'GET') return response
  const seconds = Number(response.headers.get('retry-after'))
  if (!(seconds <= PATIENCE)) return response
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return attempt(method, path, body, options)
}

/** Whatever is wrong with the request itself is an error of ours, and thrown as it is.
 * @param {string} method @param {string} path @param {object} [body] @param {Options} [options] */
async function attempt(
  method,
  path,
  body,
  { signal, timeout: ms = TIMEOUT } = {},
) {
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

/** By the error's name, the code of the refusal: what `fetch` and the reading of a body fail at.
 * @type {Record<string, [status: number, code: string]>} */
const FAILURES = {
  TypeError: [0, 'offline'],
  TimeoutError: [0, 'timeout'],
  AbortError: [0, 'left'],
  SyntaxError: [502, 'broken'],
}

/** What the network fails at is a Refusal: `offline`, `timeout`, or `left` when the caller has ended it; an answer that
 * is not JSON is `broken`.
 * @template T @param {() => Promise<T>} action @returns {Promise<T>} */
async function read(action) {
  try {
    return await action()
  } catch (error) {
    const failure = error instanceof Error && FAILURES[error.name]
    throw failure ? new Refusal(...failure) : error
  }
}
