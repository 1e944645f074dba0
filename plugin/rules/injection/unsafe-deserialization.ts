import type { Flow, Program } from '../../types'
import { defineRule } from '../rule'
import { taintRule } from '../taint-rule'

const byFlow = taintRule({
  id: 'unsafe-deserialization',
  size: 'medium',
  class: 'deserialization',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [502, 915],
  title: 'Outside data is turned into objects that can act',
  why: 'The format carries functions and classes, and making the object runs what the sender put in.',
  impact: ['Code runs on the server while the message is read', 'Objects that were never meant to arrive get past checks'],
  fix: 'Use a format that carries data alone: JSON, or YAML with the core schema, and check the result against a schema.',
  code: 'const order = orderSchema.parse(JSON.parse(request.body))',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Deserialization_Cheat_Sheet.html',
    'https://owasp.org/www-community/vulnerabilities/Deserialization_of_untrusted_data',
  ],
  from: ['request', 'browser', 'message', 'response', 'parameter'],
  to: ['deserialize'],
})

/** js-yaml makes functions where a schema is asked for that does, or, up to its version 3, where none is asked for. */
export default defineRule({
  ...byFlow,
  check: (program) => {
    const old = isOldYaml(program)
    const schemas = new Map(
      program.usages.filter(({ kind }) => kind === 'yaml-load').map(({ at, values }) => [`${at.file}:${at.line}`, values.schema] as const),
    )
    const acts = ({ library, api, at }: Flow) => {
      if (library !== 'js-yaml' || /unsafe/i.test(api)) return true
      const schema = schemas.get(`${at.file}:${at.line}`)
      if (!schema || schema.state === 'missing' || schema.state === 'unknown') return old && !/safe/i.test(api)
      return MAKES_FUNCTIONS.test(schema.at?.text ?? '')
    }
    return byFlow.check({ ...program, flows: program.flows.filter(acts) })
  },
})

/** Schemas of js-yaml, and types of js-yaml-js-types, that make functions. */
const MAKES_FUNCTIONS = /FULL_SCHEMA|js-yaml-js-types['"]\s*\)\s*\.(?:all|function)\b|\bjsTypes\.(?:all|function)\b/

function isOldYaml({ manifests }: Program): boolean {
  return manifests
    .flatMap(({ facts }) => facts)
    .some(({ kind, name, version }) => kind === 'dependency' && name === 'js-yaml' && Number.parseInt(/\d+/.exec(version ?? '')?.[0] ?? '9', 10) < 4)
}
