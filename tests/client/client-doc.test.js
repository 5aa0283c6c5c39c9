import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOC = readFileSync(`${ROOT}docs/client.md`, 'utf8')

/** @param {string} folder the files below it, with their paths from it */
const filesOf = (folder) => readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })

const CLIENT = filesOf('static')
const FILES = new Set([
  ...CLIENT,
  ...CLIENT.map((name) => basename(name)),
  ...CLIENT.map((name) => `static/${name}`),
  ...filesOf('tests/client').map((name) => `tests/client/${name}`),
  'package.json',
])

test('every file that the description of the client names exists', () => {
  const named = [...DOC.matchAll(/`\/?([\w./-]+\.(?:js|ts|css|html|py))`/g)]
  assert.ok(named.length > 25)
  const missing = named.filter(
    ([, path]) => !FILES.has(path) && !FILES.has(path.replace('static/', '')),
  )
  assert.deepEqual(
    missing.map(([, path]) => path),
    [],
  )
})
