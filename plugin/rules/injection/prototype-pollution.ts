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

/**
 * Functions of Lodash by what they do, with the first version in which they pass over `__proto__` and `constructor`: CVE-2018-16487 and
 * CVE-2019-10744 for merging; for writing to a path CVE-2020-8203 and the code of 4.17.16 and 4.17.17.
 */
const OF_LODASH: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[./])(?:merge|mergeWith|defaultsDeep)$/, '4.17.12'],
  [/(?:^|[./])(?:set|setWith|update|updateWith|zipObjectDeep)$/, '4.17.17'],
]

/**
 * The first versions that pass over `__proto__` and `constructor`. For merging: CVE-2018-16492 (extend), CVE-2018-3750 (deep-extend),
 * CVE-2021-26707 (merge-deep), CVE-2020-28499 (merge), CVE-2018-16489 (just-extend), CVE-2019-10746 (mixin-deep), CVE-2022-24802 (deepmerge-ts).
 * For writing to a path: CVE-2020-8116 (dot-prop), CVE-2021-23440 (set-value), CVE-2021-3805 (object-path), CVE-2019-10793 (dot-object),
 * CVE-2020-36632 (flat), CVE-2021-23807 (jsonpointer), CVE-2021-23820 (json-pointer), CVE-2024-21529 (dset), CVE-2021-23438 (mpath),
 * CVE-2020-7707 (property-expr).
 */
const SKIPS_PROTOTYPES: ReadonlyMap<string, string> = new Map([
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
  ['dot-prop', '5.1.1'],
  ['set-value', '4.0.1'],
  ['object-path', '0.11.8'],
  ['dot-object', '2.1.3'],
  ['flat', '5.0.1'],
  ['jsonpointer', '5.0.0'],
  ['json-pointer', '0.6.2'],
  ['dset', '3.1.4'],
  ['mpath', '0.8.4'],
  ['property-expr', '2.0.3'],
])

const IS_LODASH = /^(lodash(?:-es)?)(?:\/|$)/

/** The package whose function writes, and since which version it passes over what all objects share; undefined where none is known. */
function skippedSince({ library, module = library, api }: Program['flows'][number]): { name: string; version: string } | undefined {
  const lodash = IS_LODASH.exec(module)?.[1]
  const name = lodash ?? module
  const version = lodash === undefined ? SKIPS_PROTOTYPES.get(name) : OF_LODASH.find(([names]) => names.test(api) || names.test(module))?.[1]
  return version === undefined ? undefined : { name, version }
}

export default defineRule({
  ...rule,
  check: (program) => {
    const isSafe = (flow: Program['flows'][number]) => {
      const since = skippedSince(flow)
      return since !== undefined && isAtLeast(program, [since.name], since.version, flow.at.file)
    }
    return rule.check({ ...program, flows: program.flows.filter((flow) => !isSafe(flow)) })
  },
})
