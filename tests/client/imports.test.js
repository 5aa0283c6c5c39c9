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

/** `pages/lobby` of `pages/lobby/page.js`, `table` of `table/layout.js`. @param {string} name */
const folderOf = (name) => /^(?:(?:pages|table)\/[^/.]+(?=\/)|[^/]+)/.exec(name)?.[0] ?? ''
const pages = readFileSync(resolve(ROOT, 'app/pages.js'), 'utf8')
const SCREENS = new Set([
  ...[...pages.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, path]) => folderOf(path)),
  'table/replay', // of the pages of games and of the help
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
    for (const [, sheet] of text.matchAll(/'\/static\/([^']+\.css)'/g))
      assert.ok(folderOf(sheet) === folderOf(name) || !SCREENS.has(folderOf(sheet)), name)
  }
})

test('what tables share imports nothing of a live table, a replay, a puzzle or a solitaire', () => {
  for (const [name, imports] of graph)
    for (const path of imports)
      if (folderOf(name) === 'table')
        assert.match(folderOf(path), /^(app|board|core|games|kit|table|vendor)$/, name)
})
