import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../static', import.meta.url))
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm // types are imported in comments
const IMPORT = /(?:\bfrom|\bimport)\s*(\(?)\s*'(\.[^']+\.js)'/g

const modules = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
)

/** The modules that a module imports at once, or also those that it imports later by `import()`.
 * @param {string} name @param {{ later: boolean }} which */
function importsOf(name, { later }) {
  const file = resolve(ROOT, name)
  const text = readFileSync(file, 'utf8').replace(COMMENT, '')
  return [...text.matchAll(IMPORT)]
    .filter(([, bracket]) => later || !bracket)
    .map(([, , path]) => relative(ROOT, resolve(dirname(file), path)))
}

/** @param {{ later: boolean }} which */
const graphOf = (which) => new Map(modules.map((name) => [name, importsOf(name, which)]))
const graph = graphOf({ later: true })

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
    for (const path of imports) assert.ok(graph.has(path), `${name} imports ${path}`)
})

test('no modules import each other in a circle, not even later by import()', () => {
  const done = new Set()
  for (const name of modules) {
    const cycle = cycleFrom([name], done)
    assert.equal(cycle, null, cycle?.join(' -> '))
  }
})

/** `pages/lobby` of `pages/lobby/page.js`. @param {string} name */
const folderOf = (name) => /^(?:pages\/)?[^/]+/.exec(name)?.[0] ?? ''
const pages = readFileSync(resolve(ROOT, 'app/pages.js'), 'utf8')
const SCREENS = new Set([
  ...[...pages.matchAll(/import\('\.\.\/((?:pages\/)?[\w-]+)\//g)].map(([, folder]) => folder),
  'replay', // of the pages of games and of the help
])

test('a screen is imported by no other, which may open it by import()', () => {
  assert.ok(SCREENS.size > 10)
  for (const [name, imports] of graphOf({ later: false }))
    for (const path of imports) {
      const [from, to] = [folderOf(name), folderOf(path)]
      if (from === to || from === 'app') continue
      assert.ok(!SCREENS.has(to), `${name} imports ${path}`)
    }
})

test('a style sheet of a screen is named by its own modules', () => {
  for (const name of modules) {
    const text = readFileSync(resolve(ROOT, name), 'utf8')
    for (const [, folder] of text.matchAll(/'\/static\/((?:pages\/)?[\w-]+)\/[^']+\.css'/g))
      assert.ok(folder === folderOf(name) || !SCREENS.has(folder), name)
  }
})

test('what screens share imports nothing of a live table or a replay', () => {
  for (const [name, imports] of graph)
    for (const path of imports)
      if (folderOf(name) === 'play')
        assert.match(path, /^(app|board|core|games|kit|play|vendor)\//, name)
})
