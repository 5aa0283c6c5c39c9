// Runs modules: `node --experimental-vm-modules load.js FOLDER` evaluates all modules of a folder in a browser of
// stubs, and prints what each exports: the kinds of the values by name. A name that is imported and not there, a form that
// does not parse, or an error while a module runs is an error.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { argv } from 'node:process'
import { createContext, SourceTextModule } from 'node:vm'

/** Whatever a module does to it while it loads, it is there. @type {any} */
const anything = new Proxy(() => {}, {
  get(_, key) {
    if (key === Symbol.toPrimitive) return () => ''
    if (key === 'querySelector') return () => null // nothing stands in the document
    if (key === 'querySelectorAll') return () => []
    return key === Symbol.iterator ? [][Symbol.iterator] : anything
  },
  apply: () => anything,
})
const context = createContext({
  addEventListener: anything,
  document: anything,
  fetch: () => new Promise(() => {}), // no answer: what waits for one goes no further
  history: anything,
  HTMLElement: class {},
  AbortSignal,
  location: new URL('https://example.test/'),
  localStorage: anything,
  matchMedia: anything,
  navigator: { languages: ['en'] },
  performance,
  setInterval: anything,
  setTimeout: anything,
  URL,
})
const folder = resolve(argv[2] ?? '.')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const modules = new Map(
  files
    .filter((file) => file.endsWith('.js'))
    .map((file) => {
      const identifier = join(folder, file)
      const text = readFileSync(identifier, 'utf8')
      const initializeImportMeta = (/** @type {ImportMeta} */ meta) => {
        meta.url = `https://example.test/${file}`
      }
      const options = { context, identifier, initializeImportMeta }
      return [identifier, new SourceTextModule(text, options)]
    }),
)
for (const module of modules.values()) {
  if (module.status === 'unlinked')
    await module.link((specifier, { identifier }) => {
      const found = modules.get(resolve(dirname(identifier), specifier))
      if (!found) throw new Error(`${identifier} imports ${specifier}`)
      return found
    })
  await module.evaluate()
}
const kinds = [...modules].map(([path, { namespace }]) => [
  relative(folder, path),
  Object.fromEntries(
    Object.entries(namespace).map(([name, value]) => [name, typeof value]),
  ),
])
console.log(JSON.stringify(Object.fromEntries(kinds)))
