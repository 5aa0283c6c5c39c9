// Compiles and links modules without running them: `node --experimental-vm-modules link.js FOLDER` reads all modules
// of a folder, and prints the names that each exports. A name that is imported and not there is an error.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { argv } from 'node:process'
import { SourceTextModule } from 'node:vm'

const folder = resolve(argv[2] ?? '.')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const modules = new Map(
  files
    .filter((file) => file.endsWith('.js'))
    .map((file) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      return [path, new SourceTextModule(text, { identifier: path })]
    }),
)
for (const module of modules.values())
  if (module.status === 'unlinked')
    await module.link((specifier, { identifier }) => {
      const found = modules.get(resolve(dirname(identifier), specifier))
      if (!found) throw new Error(`${identifier} imports ${specifier}`)
      return found
    })
const names = [...modules].map(([path, { namespace }]) => [
  relative(folder, path),
  Reflect.ownKeys(namespace).filter((name) => typeof name === 'string'),
])
console.log(JSON.stringify(Object.fromEntries(names)))
