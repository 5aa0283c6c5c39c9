// Types of preact.js, from the packages.
export * from 'preact'
export * from 'preact/hooks'
export * from '@preact/signals'
export { html } from 'htm/preact'
