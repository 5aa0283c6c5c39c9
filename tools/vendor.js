// Bundler of the client's libraries: Preact, its hooks and signals, and htm, from the packages of package.json into
// static/vendor/preact.js, one ES module. `make vendor` runs it after a change of their versions. Prints the SHA-256.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXPORTS = `
  export * from 'preact'
  export * from 'preact/hooks'
  export * from '@preact/signals'
  export { html } from 'htm/preact'`
const PACKAGES = ['preact', '@preact/signals', '@preact/signals-core', 'htm']

const folder = argv[2] ?? `${ROOT}static/vendor`

/** @param {string} path */
const read = (path) => readFileSync(`${ROOT}node_modules/${path}`, 'utf8')

const versions = PACKAGES.map(
  (name) => `${name} ${JSON.parse(read(`${name}/package.json`)).version}`,
)
await build({
  stdin: { contents: EXPORTS, resolveDir: ROOT },
  outfile: `${folder}/preact.js`,
  bundle: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  banner: { js: `/* ${versions.join(', ')}: see README.md */` },
})
const licences = PACKAGES.map((name) => `${name}\n\n${read(`${name}/LICENSE`)}`)
writeFileSync(`${folder}/LICENSES.txt`, licences.join('\n\n'))
const module = readFileSync(`${folder}/preact.js`)
console.log(createHash('sha256').update(module).digest('hex'))
