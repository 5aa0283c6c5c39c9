// HTTP to our own server: JSON in, JSON out. An error response becomes a Refusal with the server's code.

export class Refusal extends Error {
  /** @param {number} status 0: no response came @param {string} code @param {Params} [detail] */
  constructor(status, code, detail) {
    super(code)
    this.status = status
    this.code = code
    this.detail = detail ?? {}
  }
}

/** @template [T=any] @param {string} path @returns {Promise<T>} */
export const get = (path) => request('GET', path)
/** @template [T=any] @param {string} path @param {object} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => request('POST', path, body)
/** @template [T=any] @param {string} path @param {object} body @returns {Promise<T>} */
export const patch = (path, body) => request('PATCH', path, body)

/** An answer that is plain text. @param {string} path */
export async function getText(path) {
  const response = await send('GET', path)
  if (response.ok) return response.text()
  throw refusal(response, await response.json().catch(() => null))
}

/** @param {string} method @param {string} path @param {object} [body] */
async function request(method, path, body) {
  const response = await send(method, path, body)
  const json = await response.json().catch(() => null)
  if (response.ok) return json
  throw refusal(response, json)
}

/** @param {Response} response @param {any} json */
const refusal = ({ status }, json) =>
  new Refusal(status, json?.error?.code ?? 'broken', json?.error?.detail)

/** @param {string} method @param {string} path @param {object} [body] */
async function send(method, path, body) {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal(0, 'offline')
  }
}
