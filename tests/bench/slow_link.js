// HTTP/2 with TLS in front of a server, behind a slow link: all connections share one rate in each direction, every byte is
// delayed by half of the round trip, and a connection begins after a whole one, as by TCP. What TCP does besides (slow
// start, loss) is left out. Arguments: URL of the server, folder with key.pem and cert.pem, bits a second, milliseconds of the
// round trip. Prints its port.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', folder = '', rate = '', roundTrip = ''] = argv.slice(2)
const server = new URL(url)
const PACKET = 1400 // bytes
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings'])

/** A line that carries one packet after the other; `carry` resolves once a packet is on it. */
function line() {
  let free = 0
  return {
    /** @param {number} bytes */
    carry(bytes) {
      const now = performance.now()
      free = Math.max(free, now) + (bytes * 8000) / Number(rate)
      return sleep(free - now)
    },
  }
}

/** Forwards one direction of a connection.
 * @param {import('node:net').Socket} from @param {import('node:net').Socket} to @param {ReturnType<typeof line>} over */
async function forward(from, to, over) {
  const delay = Number(roundTrip) / 2
  try {
    for await (const data of from)
      for (let start = 0; start < data.length; start += PACKET) {
        const packet = data.subarray(start, start + PACKET)
        await over.carry(packet.length)
        setTimeout(() => to.write(packet), delay)
      }
    setTimeout(() => to.end(), delay)
  } catch {
    to.destroy() // the browser or the proxy has closed the connection
  }
}

/** Returns the headers without those of one connection and of HTTP/2.
 * @param {import('node:http').IncomingHttpHeaders} headers */
const plain = (headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !HOP.has(name)),
  )

/** What a request looks like to the server.
 * @param {import('node:http2').Http2ServerRequest | import('node:http').IncomingMessage} asked */
const forwarded = ({ method, url, headers }) => ({
  host: server.hostname,
  port: server.port,
  method,
  path: url,
  headers: {
    ...plain(headers),
    host: String(headers[':authority'] ?? headers.host),
    'x-forwarded-proto': 'https',
  },
})

const proxy = createSecureServer(
  {
    key: readFileSync(join(folder, 'key.pem')),
    cert: readFileSync(join(folder, 'cert.pem')),
    allowHTTP1: true, // for WebSockets
  },
  (asked, answer) => {
    const upstream = request(forwarded(asked), (response) => {
      answer.writeHead(response.statusCode ?? 502, plain(response.headers))
      response.pipe(answer)
    })
    upstream.on('error', () => answer.destroy())
    asked.pipe(upstream)
  },
)
proxy.on('upgrade', (asked, socket, head) => {
  const upstream = connect(Number(server.port), server.hostname, () => {
    const { host, path, method, headers } = forwarded(asked)
    const all = { ...headers, connection: 'Upgrade', upgrade: 'websocket' }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    upstream.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
  })
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
})
proxy.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address())
  const [up, down] = [line(), line()]
  const link = createServer({ noDelay: true }, async (browser) => {
    browser.on('error', () => browser.destroy())
    const inside = connect({ port, host: '127.0.0.1', noDelay: true })
    inside.on('error', () => browser.destroy())
    await sleep(Number(roundTrip))
    forward(browser, inside, up)
    forward(inside, browser, down)
  })
  link.listen(0, '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (link.address())
    console.log(address.port)
  })
})
