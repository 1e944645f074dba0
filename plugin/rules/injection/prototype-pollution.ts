import semver from 'semver'
import type { Program } from '../../types'
import { defineRule } from '../rule'
import { taintRule } from '../taint-rule'

const rule = taintRule({
  id: 'prototype-pollution',
  class: 'prototype-pollution',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:L',
  cwe: [1321, 915],
  title: 'Outside data decides which property is written',
  why: 'The names `__proto__`, `constructor` and `prototype` lead to an object that all others share.',
  impact: ['Every object of the process gets a property of the sender’s choice', 'Checks such as `user.isAdmin` answer yes', 'The process stops'],
  fix: 'Keep what outside names choose in a `Map` or an object without a prototype, and turn the three names away.',
  code: 'const settings = new Map()\nsettings.set(request.body.name, request.body.value)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Prototype_Pollution_Prevention_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/Security/Attacks/Prototype_pollution',
  ],
  from: ['request', 'browser', 'message', 'library'],
  to: ['property', 'merge'],
})

/** Functions of Lodash that put one object into another, all the way down. */
const MERGES = /(?:^|\.)(?:merge|mergeWith|defaultsDeep)$/

/** The first version of Lodash whose deep merges pass over `__proto__` and `constructor` (CVE-2018-16487, CVE-2019-10744). */
const SKIPS_PROTOTYPES = '4.17.12'

/** Whether every version of Lodash that is installed, or may be by what manifests ask for, is such a one. */
function mergesSafely({ technologies }: Program): boolean {
  const lodash = technologies.find(({ name }) => name === 'Lodash')
  if (!lodash) return false
  const stated = lodash.locked?.length
    ? lodash.locked.map(({ version }) => version)
    : [lodash.version, ...(lodash.declared ?? []).map(({ version }) => version)]
  return stated.every((version) => {
    const lowest = version === undefined || !semver.validRange(version) ? null : semver.minVersion(version)
    return lowest !== null && semver.gte(lowest, SKIPS_PROTOTYPES)
  })
}

export default defineRule({
  ...rule,
  check: (program) =>
    rule.check(
      mergesSafely(program)
        ? { ...program, flows: program.flows.filter(({ sink, library, api }) => sink !== 'merge' || library !== 'lodash' || !MERGES.test(api)) }
        : program,
    ),
})
