// Bundler of the client's libraries, from the packages of package.json into one ES module each: Preact, its hooks and
// signals, and htm into static/vendor/preact.js; uqr into static/vendor/uqr.js. `make vendor` runs it after a change of their
// versions. Prints the SHA-256 of each.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The modules with what they export, and the packages that are in them.
 * @type {Record<string, { exports: string, packages: string[] }>} */
const MODULES = {
  'preact.js': {
    exports: `
      export * from 'preact'
      export * from 'preact/hooks'
      export * from '@preact/signals'
      export { html } from 'htm/preact'`,
    packages: ['preact', '@preact/signals', '@preact/signals-core', 'htm'],
  },
  'uqr.js': { exports: `export { encode } from 'uqr'`, packages: ['uqr'] },
}

const folder = argv[2] ?? `${ROOT}static/vendor`

/** @param {string} path */
const read = (path) => readFileSync(`${ROOT}node_modules/${path}`, 'utf8')

/** @param {string} name */
const version = (name) => `${name} ${JSON.parse(read(`${name}/package.json`)).version}`

for (const [name, { exports, packages }] of Object.entries(MODULES)) {
  await build({
    stdin: { contents: exports, resolveDir: ROOT },
    outfile: `${folder}/${name}`,
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    banner: { js: `/* ${packages.map(version).join(', ')}: see README.md */` },
  })
  const sum = createHash('sha256').update(readFileSync(`${folder}/${name}`))
  console.log(name, sum.digest('hex'))
}
const all = Object.values(MODULES).flatMap(({ packages }) => packages)
const licences = all.map((name) => `${name}\n\n${read(`${name}/LICENSE`)}`)
writeFileSync(`${folder}/LICENSES.txt`, licences.join('\n\n'))
