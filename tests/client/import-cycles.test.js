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

/** @param {string} name */
const folderOf = (name) => name.split('/')[0]
const routes = readFileSync(resolve(ROOT, 'app/routes.js'), 'utf8')
const SCREENS = new Set([
  ...[...routes.matchAll(/'([\w-]+)\/[\w-]+'\]/g)].map(([, folder]) => folder),
  'replay', // of the pages of games and of the help
])
// What another screen opens over its page or in its place.
const OPENED = new Set([
  'help/page.js',
  'replay/replay.js',
  'account/dialog.js',
  'profile/settings-form.js',
])

test('the folder of a screen is imported by no other folder but app/', () => {
  assert.ok(SCREENS.size > 10)
  for (const [name, imports] of graph)
    for (const path of imports) {
      const [from, to] = [folderOf(name), folderOf(path)]
      if (from === to || from === 'app' || OPENED.has(path)) continue
      assert.ok(!SCREENS.has(to), `${name} imports ${path}`)
    }
})

test('a style sheet of a screen is named by its own modules', () => {
  for (const name of modules) {
    const text = readFileSync(resolve(ROOT, name), 'utf8')
    for (const [, folder] of text.matchAll(/'\/static\/([\w-]+)\/[^']+\.css'/g))
      assert.ok(folder === folderOf(name) || !SCREENS.has(folder), name)
  }
})

test('what screens share imports nothing of a live table or a replay', () => {
  for (const [name, imports] of graph)
    for (const path of imports)
      if (folderOf(name) === 'play')
        assert.match(path, /^(app|boards|core|games|play)\//, name)
})
