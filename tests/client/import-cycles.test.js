import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../static', import.meta.url))
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm // types are imported in comments
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.js)'/g

const modules = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.js'),
)

/** The modules that a module imports, at once or later by `import()`.
 * @param {string} name */
function importsOf(name) {
  const file = resolve(ROOT, name)
  const text = readFileSync(file, 'utf8').replace(COMMENT, '')
  return [...text.matchAll(IMPORT)].map(([, path]) =>
    relative(ROOT, resolve(dirname(file), path)),
  )
}

const graph = new Map(modules.map((name) => [name, importsOf(name)]))

/** A cycle that leads back to the last module of the path, or null.
 * @param {string[]} path
 * @param {Set<string>} done modules that lead to no cycle
 * @returns {string[] | null} */
function cycleFrom(path, done) {
  const last = path[path.length - 1]
  if (done.has(last)) return null
  for (const next of graph.get(last) ?? []) {
    if (path.includes(next)) return [...path.slice(path.indexOf(next)), next]
    const cycle = cycleFrom([...path, next], done)
    if (cycle) return cycle
  }
  done.add(last)
  return null
}

test('every import names a module that exists', () => {
  assert.ok(modules.length > 50)
  for (const [name, imports] of graph)
    for (const path of imports)
      assert.ok(graph.has(path), `${name} imports ${path}`)
})

test('no modules import each other in a circle, not even later by import()', () => {
  const done = new Set()
  for (const name of modules) {
    const cycle = cycleFrom([name], done)
    assert.equal(cycle, null, cycle?.join(' -> '))
  }
})
