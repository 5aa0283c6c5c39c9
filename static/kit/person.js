// Link to a person's page; bots and deleted accounts have none.

import { personPath } from '../app/routes.js'
import { personName } from '../core/people.js'
import { html } from '../vendor/preact.js'

/** @param {Person} person */
export const personLink = (person) =>
  person.name && person.bot === undefined
    ? html`<a href=${personPath(person.name)}>${person.name}</a>`
    : html`<span>${personName(person)}</span>`
