// /docs: the server's own description of its HTTP interface (/openapi.json) as a page, under the same CSP as all others.

import { fillHeader, setTitle } from '../app/header.js'
import { byId, el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { get } from '../core/http.js'
import { load, sequence, t } from '../core/i18n.js'

const METHODS = /** @type {const} */ (['get', 'post', 'patch', 'put', 'delete'])

/** The parts of OpenAPI 3.1 that the server writes. @typedef {object} OpenApi
 * @property {{ description?: string }} info
 * @property {Record<string, PathItem>} paths
 * @property {{ schemas?: Record<string, Schema> }} [components] */

/** @typedef {{ [method in typeof METHODS[number]]?: Operation } & { parameters?: Parameter[] }} PathItem */

/** @typedef {object} Operation
 * @property {string} [summary]
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {{ content?: Content }} [requestBody]
 * @property {Record<string, { description?: string, content?: Content }>} [responses] */

/** @typedef {{ name: string, in: string, required?: boolean, description?: string, schema?: Schema }} Parameter */

/** @typedef {Record<string, { schema?: Schema }>} Content */

/** @typedef {object} Schema
 * @property {string} [$ref]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {string | string[]} [type]
 * @property {Schema} [items]
 * @property {Schema[]} [prefixItems]
 * @property {Schema | boolean} [additionalProperties]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {string} [description]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {string} [pattern] */

async function start() {
  await Promise.all([load(), sheet('/static/help/help.css')])
  fillHeader()
  const root = byId('screen')
  root.dataset.screen = 'docs'
  /** @type {OpenApi | null} */
  const description = await get('/openapi.json').catch(() => null)
  root.replaceChildren(
    ...(description
      ? page(description)
      : [el('h1', {}, t('docs.title')), el('p', {}, t('error.offline.text'))]),
  )
  setTitle(t('docs.title'))
  root.removeAttribute('aria-busy')
  document.documentElement.dataset.ready = ''
}

/** @param {OpenApi} description */
function page({ info, paths, components }) {
  const groups = Map.groupBy(
    Object.entries(paths),
    ([path]) => path.split('/')[path.startsWith('/api/') ? 2 : 1] || '/',
  )
  const schemas = Object.entries(components?.schemas ?? {})
  const sections = [...groups].map(([group, entries]) =>
    section(`group-${group}`, group, entries.flatMap(operations)),
  )
  if (schemas.length)
    sections.push(
      section('schemas', t('docs.schemas'), schemas.map(schemaBlock)),
    )
  return [
    el('h1', {}, t('docs.title')),
    el(
      'p',
      { class: 'lead' },
      info.description ?? t('docs.about'),
      ' ',
      el('a', { href: '/openapi.json' }, 'openapi.json'),
    ),
    el(
      'div',
      { class: 'help' },
      el(
        'aside',
        {},
        el(
          'nav',
          { 'aria-label': t('docs.contents') },
          el('ul', {}, contents(groups, schemas)),
        ),
      ),
      el('div', { class: 'docs' }, sections),
    ),
  ]
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Child} content
 */
const section = (id, title, content) =>
  el('section', { id, tabindex: '-1' }, el('h2', {}, title), content)

/**
 * @param {Map<string, unknown>} groups
 * @param {unknown[]} schemas
 */
function contents(groups, schemas) {
  const names = [...groups.keys()].map((group) => [`#group-${group}`, group])
  if (schemas.length) names.push(['#schemas', t('docs.schemas')])
  return names.map(([href, text]) => el('li', {}, el('a', { href }, text)))
}

/** @param {[path: string, item: PathItem]} entry */
const operations = ([path, item]) =>
  METHODS.flatMap((method) => {
    const described = item[method]
    return described
      ? operationBlock(method, path, described, item.parameters)
      : []
  })

/**
 * @param {string} method
 * @param {string} path
 * @param {Operation} operation
 * @param {Parameter[]} shared parameters of every method of the path
 */
function operationBlock(method, path, operation, shared = []) {
  const { summary, description, requestBody, responses } = operation
  const parameters = [...shared, ...(operation.parameters ?? [])]
  return el(
    'article',
    { class: 'operation' },
    el(
      'h3',
      {},
      el(
        'span',
        { class: 'method', 'data-method': method },
        method.toUpperCase(),
      ),
      ' ',
      el('code', {}, path),
    ),
    summary && el('p', {}, el('strong', {}, summary)),
    description && el('p', {}, description),
    parameters.length
      ? table(t('docs.parameters'), parameters.map(parameterRow))
      : null,
    requestBody && [
      el('h4', {}, t('docs.body')),
      contentOf(requestBody.content),
    ],
    el('h4', {}, t('docs.answers')),
    table(
      t('docs.answers'),
      Object.entries(responses ?? {}).map(([status, response]) => [
        status,
        contentOf(response.content),
        response.description,
      ]),
      true,
    ),
  )
}

/** A row of a table: its heading, and its cells. @typedef {[head: string, ...cells: Child[]]} Row */

/**
 * @param {Parameter} parameter
 * @returns {Row}
 */
const parameterRow = (parameter) => [
  parameter.name,
  [
    parameter.in,
    ', ',
    typeText(parameter.schema ?? {}),
    parameter.required ? `, ${t('docs.required')}` : '',
  ],
  parameter.description,
]

/**
 * The type of a body, or its media type where it has no schema.
 * @param {Content | undefined} content
 * @returns {Child}
 */
function contentOf(content) {
  const entry = Object.entries(content ?? {})[0]
  if (!entry) return '—'
  const [mediaType, { schema }] = entry
  return schema && Object.keys(schema).length ? typeText(schema) : mediaType
}

/**
 * `quiet`: the heading before it is the caption already.
 * @param {string} caption
 * @param {Row[]} rows
 */
function table(caption, rows, quiet = false) {
  const row = (/** @type {Row} */ [head, ...cells]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('code', {}, head)),
      cells.map((cell) => el('td', {}, cell ?? '')),
    )
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    el(
      'table',
      {},
      el('caption', { class: quiet ? 'visually-hidden' : null }, caption),
      el('tbody', {}, rows.map(row)),
    ),
  )
}

/** @param {[name: string, schema: Schema]} entry */
function schemaBlock([name, schema]) {
  const fields = Object.entries(schema.properties ?? {})
  const needed = new Set(schema.required)
  return el(
    'article',
    { class: 'operation', id: `schema-${name}`, tabindex: '-1' },
    el('h3', {}, el('code', {}, name)),
    schema.description ? el('p', {}, schema.description) : null,
    fields.length
      ? table(
          t('docs.fields'),
          fields.map(([field, one]) => [
            field,
            [typeText(one), needed.has(field) ? `, ${t('docs.required')}` : ''],
            one.description,
          ]),
        )
      : el('p', {}, typeText(schema)),
  )
}

/**
 * A schema in one line: its own name as a link, a list, a choice, a constant, or its JSON type with its bounds.
 * @param {Schema} schema
 * @returns {Child}
 */
function typeText(schema) {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return el('a', { href: `#schema-${name}` }, name)
  }
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choice) return joined(choice, ' | ')
  if (schema.enum)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array')
    return ['[', joined(schema.prefixItems ?? [schema.items ?? {}], ', '), ']']
  if (typeof schema.additionalProperties === 'object')
    return ['{…: ', typeText(schema.additionalProperties), '}']
  return `${[schema.type ?? 'any'].flat().join(' | ')}${boundsText(schema)}`
}

/**
 * @param {Schema[]} schemas
 * @param {string} separator
 * @returns {Child[]}
 */
const joined = (schemas, separator) =>
  schemas.flatMap((schema, index) =>
    index ? [separator, typeText(schema)] : [typeText(schema)],
  )

/** @param {Schema} schema */
function boundsText({ minimum, maximum, minLength, maxLength, pattern }) {
  const range = (
    /** @type {number | undefined} */ low,
    /** @type {number | undefined} */ high,
  ) =>
    low === undefined && high === undefined
      ? null
      : `${low ?? ''}…${high ?? ''}`
  const all = [
    range(minimum, maximum),
    range(minLength, maxLength),
    pattern,
  ].filter((part) => part !== null && part !== undefined)
  return all.length ? ` (${sequence(all)})` : ''
}

start()
