// Every sentence of the client comes from a catalogue: lang/<language>.json, games/<family>/<language>.json for the
// words of one game, and games/<family>/help.<language>.json, which is read only when somebody asks for help. Keys
// are flat; `{name}` in a text is a parameter.

const LANGUAGE = 'en'
const texts = new Map()

/** Loads the common catalogue, or that of a family of games, `<family>`, or of its help, `<family>.help`. */
export async function load(part) {
  const [family, help] = part ? part.split('.') : []
  const name = help ? `${help}.${LANGUAGE}` : LANGUAGE
  const file = family ? `games/${family}/${name}` : `lang/${name}`
  if (texts.has(`loaded ${file}`)) return
  const answer = await fetch(`/static/${file}.json`)
  if (!answer.ok) return
  for (const [key, text] of Object.entries(await answer.json()))
    texts.set(key, text)
  texts.set(`loaded ${file}`, '')
}

/** The text of `key` with its parameters filled in; numbers as the language writes them. A key may have the
 * forms `key.one` and `key.other`, chosen by `params.count`. */
export function t(key, params = {}) {
  const form = !('count' in params)
    ? null
    : new Intl.PluralRules(LANGUAGE).select(params.count)
  const text = (form && texts.get(`${key}.${form}`)) ?? texts.get(key)
  if (text === undefined) return key
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name]
    return typeof value === 'number'
      ? new Intl.NumberFormat(LANGUAGE).format(value)
      : (value ?? whole)
  })
}

/** Whether the catalogue knows `key`. */
export const knows = (key) => texts.has(key)

/** The text of the first of these keys that the catalogue knows: from the game's own word to the common one. */
export const first = (keys, params) =>
  t(keys.find(knows) ?? keys.at(-1), params)

/** A long text (help) is a list of blocks in the catalogue: see help/page.js. */
export const blocks = (key) => texts.get(key) ?? []
