// Frame of every chart: title, drawing, key, and the same data as a table. To assistive technology the drawing is one
// image, named by its summary.

import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'

/** The first cell of a row is its heading; `own`: the row has the reader's own value.
 * @typedef {{ head: Content[], rows: { cells: Content[], own?: boolean }[] }} DataTable */

/** `kind`: the value of data-picture; `summary`: the drawing in a sentence; `box` and `parts`: of the drawing; `onpress`:
 * called for a press on it.
 * @typedef {{ kind: string, title: string, summary: string, box: [x: number, y: number, width: number, height: number],
 *   parts: Content, key?: [symbol: KeySymbol, text: string][], table: DataTable,
 *   onpress?: (event: MouseEvent & { currentTarget: SVGSVGElement }) => void }} Chart */

/** @typedef {Pick<Chart, 'title' | 'summary' | 'table'>} ChartTexts */

/** Shows a chart. @param {Chart} chart */
export const figure = ({ kind, title, summary, box, parts, key = [], table, onpress }) => html`
  <figure class="chart" data-picture=${kind}>
    <figcaption>${title}</figcaption>
    <svg viewBox=${box.join(' ')} role="img" aria-label=${summary} class="drawing" onClick=${onpress}>
      ${parts}
    </svg>
    ${
      key.length > 0 &&
      html`<ul class="key">${key.map(([name, text]) => html`<li>${keySymbol(name)}${text}</li>`)}</ul>`
    }
    <details>
      <summary aria-label=${t('picture.table.of', { title })}>${t('picture.table')}</summary>
      ${dataTable(title, table)}
    </details>
  </figure>`

/** Shows a table of numbers, readable without layout and colours. @param {string} title @param {DataTable} table */
export const dataTable = (title, { head, rows }) => html`
  <table class="data-table">
    <caption class="visually-hidden">${title}</caption>
    <thead>
      <tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ cells: [name, ...values], own }) => html`
          <tr data-own=${own ? '' : undefined}>
            <th scope="row">${name}</th>
            ${values.map((value) => html`<td>${value}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`

/** Draws a text. `anchor`: the end of the text that is at x; `attributes`: more of them.
 * @param {number} x @param {number} y @param {string} text @param {'start' | 'middle' | 'end'} anchor
 * @param {string} look @param {Attributes} [attributes] */
export const label = (x, y, text, anchor = 'middle', look = 'label', attributes = {}) =>
  html`<text x=${x} y=${y} text-anchor=${anchor} class=${look} ...${attributes}>${text}</text>`

/** Draws a line. @param {string | undefined} d @param {string} look */
export const path = (d, look) => html`<path d=${d} class=${look} />`

const bar = (/** @type {string} */ look) =>
  html`<rect x="1" y="2" width="14" height="12" class=${look} />`

/** Symbols of the entries of a key, in the shape of the drawing. */
const KEY_SYMBOLS = {
  all: bar('bar all'),
  mine: html`<rect x="4" y="1" width="8" height="14" class="bar mine" />`,
  won: bar('share won'),
  drawn: bar('share drawn'),
  lost: bar('share lost'),
  average: path('M0 8H16', 'average'),
}
/** @typedef {keyof typeof KEY_SYMBOLS} KeySymbol */

/** @param {KeySymbol} name */
const keySymbol = (name) =>
  html`<svg viewBox="0 0 16 16" class="symbol" aria-hidden="true">${KEY_SYMBOLS[name]}</svg>`
