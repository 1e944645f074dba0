import type { Program } from '../../types'
import { isAtLeast } from '../package-versions'
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

/**
 * The first versions whose deep merges pass over `__proto__` and `constructor`: CVE-2018-16487 and CVE-2019-10744 (Lodash), CVE-2018-16492
 * (extend), CVE-2018-3750 (deep-extend), CVE-2021-26707 (merge-deep), CVE-2020-28499 (merge), CVE-2018-16489 (just-extend), CVE-2019-10746 (mixin-deep),
 * CVE-2022-24802 (deepmerge-ts).
 */
const SKIPS_PROTOTYPES: ReadonlyMap<string, string> = new Map([
  ['lodash', '4.17.12'],
  ['lodash.merge', '4.6.2'],
  ['lodash.mergewith', '4.6.2'],
  ['lodash.defaultsdeep', '4.6.1'],
  ['extend', '3.0.2'],
  ['deep-extend', '0.5.1'],
  ['merge-deep', '3.0.3'],
  ['merge', '2.1.1'],
  ['just-extend', '4.0.1'],
  ['mixin-deep', '2.0.1'],
  ['deepmerge-ts', '4.0.2'],
  // Whatever is inherited is passed over, and what is merged is a new object.
  ['deepmerge', '4.2.0'],
])

/** The package whose function merges; undefined for one that no version is known of. */
function mergedBy({ sink, library, api }: Program['flows'][number]): string | undefined {
  if (sink !== 'merge') return undefined
  if (library === 'lodash') return MERGES.test(api) ? 'lodash' : undefined
  return [...SKIPS_PROTOTYPES.keys()].find((name) => name !== 'lodash' && (api === name || (!name.includes('.') && api.startsWith(`${name}.`))))
}

export default defineRule({
  ...rule,
  check: (program) => {
    const namesOf = (name: string) => (name === 'lodash' ? ['lodash', 'lodash-es'] : [name])
    const isSafe = (flow: Program['flows'][number]) => {
      const name = mergedBy(flow)
      const from = name === undefined ? undefined : SKIPS_PROTOTYPES.get(name)
      return name !== undefined && from !== undefined && isAtLeast(program, namesOf(name), from, flow.at.file)
    }
    return rule.check({ ...program, flows: program.flows.filter((flow) => !isSafe(flow)) })
  },
})
