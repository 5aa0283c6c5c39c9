// HTTP to our own server: JSON in, JSON out. An error answer becomes a Refusal with the server's code.

export class Refusal extends Error {
  constructor(status, code, detail) {
    super(code)
    this.status = status
    this.code = code
    this.detail = detail ?? {}
  }
}

export const get = (path) => ask('GET', path)
export const post = (path, body = {}) => ask('POST', path, body)
export const patch = (path, body) => ask('PATCH', path, body)

async function ask(method, path, body) {
  let answer
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal(0, 'offline')
  }
  const json = await answer.json().catch(() => null)
  if (!answer.ok)
    throw new Refusal(
      answer.status,
      json?.error?.code ?? 'broken',
      json?.error?.detail,
    )
  return json
}

let asked = null

/** Who we are: {id, name}. A visitor becomes a guest, silently, the first time that a page needs a player. */
export function me() {
  asked ??= get('/api/me')
    .then((answer) => answer.player ?? post('/api/players/guest'))
    .catch((error) => {
      asked = null
      throw error
    })
  return asked
}
