// /docs: the server's own description of its HTTP (/openapi.json) as a page, under the same CSP as all others.

import { get } from '../core/http.js'
import { el } from '../core/dom.js'
import { load, t } from '../core/i18n.js'
import { fillHeader, setTitle } from '../app/header.js'

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

async function start() {
  await load()
  fillHeader()
  const root = document.getElementById('screen')
  root.dataset.screen = 'docs'
  const described = await get('/openapi.json').catch(() => null)
  root.replaceChildren(
    ...(described
      ? page(described)
      : [el('h1', {}, t('docs.title')), el('p', {}, t('error.offline.text'))]),
  )
  setTitle(t('docs.title'))
  root.removeAttribute('aria-busy')
  document.documentElement.dataset.ready = ''
}

function page({ info, paths, components }) {
  const groups = Map.groupBy(
    Object.entries(paths),
    ([path]) => path.split('/')[path.startsWith('/api/') ? 2 : 1] || '/',
  )
  const schemas = Object.entries(components?.schemas ?? {})
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
      el(
        'div',
        { class: 'docs' },
        [...groups].map(([group, entries]) =>
          el(
            'section',
            { id: `group-${group}`, tabindex: '-1' },
            el('h2', {}, group),
            entries.flatMap(operations),
          ),
        ),
        schemas.length
          ? el(
              'section',
              { id: 'schemas', tabindex: '-1' },
              el('h2', {}, t('docs.schemas')),
              schemas.map(schemaBlock),
            )
          : null,
      ),
    ),
  ]
}

function contents(groups, schemas) {
  const names = [...groups.keys()].map((group) => [`#group-${group}`, group])
  if (schemas.length) names.push(['#schemas', t('docs.schemas')])
  return names.map(([href, text]) => el('li', {}, el('a', { href }, text)))
}

function operations([path, item]) {
  return METHODS.filter((method) => item[method]).map((method) =>
    operation(method, path, item[method], item.parameters),
  )
}

function operation(
  method,
  path,
  { summary, description, parameters = [], requestBody, responses },
  shared = [],
) {
  const given = [...shared, ...parameters]
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
    summary ? el('p', {}, el('strong', {}, summary)) : null,
    description ? el('p', {}, description) : null,
    given.length
      ? table(
          t('docs.parameters'),
          given.map((one) => [
            one.name,
            [
              one.in,
              ', ',
              type(one.schema ?? {}),
              one.required ? `, ${t('docs.required')}` : '',
            ],
            one.description,
          ]),
        )
      : null,
    requestBody
      ? [el('h4', {}, t('docs.body')), contentOf(requestBody.content)]
      : null,
    el('h4', {}, t('docs.answers')),
    table(
      t('docs.answers'),
      Object.entries(responses ?? {}).map(([status, one]) => [
        status,
        contentOf(one.content),
        one.description,
      ]),
      true,
    ),
  )
}

function contentOf(content) {
  const [kind, { schema } = {}] = Object.entries(content ?? {})[0] ?? []
  if (!kind) return '—'
  return schema && Object.keys(schema).length ? type(schema) : kind
}

function table(caption, rows, quiet = false) {
  const row = ([head, ...cells]) =>
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
            [type(one), needed.has(field) ? `, ${t('docs.required')}` : ''],
            one.description,
          ]),
        )
      : el('p', {}, type(schema)),
  )
}

// A schema in one line: its own name as a link, a list, a choice, a constant, or its JSON type with its bounds.
function type(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)
    return el('a', { href: `#schema-${name}` }, name)
  }
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choice)
    return choice.flatMap((one, place) =>
      place ? [' | ', type(one)] : [type(one)],
    )
  if (schema.enum)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array')
    return [
      '[',
      schema.prefixItems
        ? schema.prefixItems.flatMap((one, place) =>
            place ? [', ', type(one)] : [type(one)],
          )
        : type(schema.items ?? {}),
      ']',
    ]
  if (
    schema.additionalProperties &&
    typeof schema.additionalProperties === 'object'
  )
    return ['{…: ', type(schema.additionalProperties), '}']
  return `${[schema.type ?? 'any'].flat().join(' | ')}${bounds(schema)}`
}

function bounds({ minimum, maximum, minLength, maxLength, pattern }) {
  const range = (low, high) =>
    low === undefined && high === undefined
      ? null
      : `${low ?? ''}…${high ?? ''}`
  const all = [
    range(minimum, maximum),
    range(minLength, maxLength),
    pattern,
  ].filter((part) => part !== null && part !== undefined)
  return all.length ? ` (${all.join(', ')})` : ''
}

start()
