// Bundler of the client: static/ to dist/, minified, with the modules that load together in shared files. A server that
// finds dist/ beside static/ serves it, as long as it was made from the same sources.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STATIC = resolve(ROOT, 'static')
const START = resolve(STATIC, 'app/start.js')
const TARGET = ['chrome125', 'firefox124', 'safari17.5'] // docs/client.md: Browsers

const folder = resolve(argv[2] ?? resolve(ROOT, 'dist'))
const sources = readdirSync(STATIC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(js|css)$/.test(path))
  .sort()

rmSync(folder, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: [
    START,
    ...sources.filter((path) => path.endsWith('.css')).map((path) => resolve(STATIC, path)),
  ],
  outbase: STATIC,
  outdir: folder,
  // One folder deep, as core/ is: modules address other files relative to themselves.
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  external: ['*.woff2'],
  splitting: true,
  format: 'esm',
  minify: true,
  metafile: true,
  target: TARGET,
})

/** The files that load with an output, itself first. @param {string} output */
function closure(output) {
  const reached = new Set([output])
  for (const path of reached)
    for (const { path: other, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') reached.add(other)
  return [...reached].map((path) => relative(folder, resolve(ROOT, path)))
}

/** @type {Record<string, string[]>} by the path of a module below static/ */
const modules = {}
for (const [output, { entryPoint }] of Object.entries(metafile.outputs))
  if (entryPoint?.endsWith('.js')) modules[relative('static', entryPoint)] = closure(output)

const hash = createHash('sha256')
for (const path of sources) {
  const body = readFileSync(resolve(STATIC, path))
  const own = createHash('sha256').update(body).digest('hex')
  hash.update(`${path} ${own}\n`)
}
const manifest = { sources: hash.digest('hex'), modules }
writeFileSync(resolve(folder, 'manifest.json'), JSON.stringify(manifest))
console.log(`${Object.keys(metafile.outputs).length} files in ${folder}`)
