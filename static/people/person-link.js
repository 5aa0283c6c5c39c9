// Link to a person's page; bots and deleted accounts have none.

import { personPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { personName } from '../core/people.js'

/** @param {Person} person */
export const personLink = (person) =>
  person.name && person.bot === undefined
    ? el('a', { href: personPath(person.name) }, person.name)
    : el('span', {}, personName(person))
