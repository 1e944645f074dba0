/** Who decides the data is part of the vector of what it does. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { findingOf, type Hit, type Rule } from '../../plugin/rules/rule'
import { withSource } from '../../plugin/rules/source-vector'
import type { SourceKind } from '../../plugin/types'
import { at } from '../program'

const rule: Rule = { ...(rules[0] as Rule), cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', check: () => [] }
const vectorOf = (source?: SourceKind, metrics?: Hit['metrics']) => {
  const hit: Hit = {
    subject: 's',
    at: at('a.ts:1'),
    ...(source ? { flow: { source, origin: 'o', sink: 'command', api: 'exec' } } : {}),
    ...(metrics ? { metrics } : {}),
  }
  const { cvssVector, severity } = findingOf(rule, withSource(hit))
  return `${cvssVector.slice('CVSS:3.1/'.length, -'/S:U/C:H/I:H/A:H'.length)} ${severity}`
}

test.each([
  ['a request comes from the network', 'request', 'AV:N/AC:L/PR:N/UI:N Critical'],
  ['arguments of the process take an account on the machine', 'environment', 'AV:L/AC:L/PR:L/UI:N High'],
  ['the answer of another service takes power over it', 'response', 'AV:N/AC:H/PR:N/UI:N High'],
  ['a finding without a flow stays as its rule rates it', undefined, 'AV:N/AC:L/PR:N/UI:N Critical'],
] as const)('%s', (_, source, wanted) => expect(vectorOf(source)).toBe(wanted))

test('what the rule says of the place stays', () => expect(vectorOf('environment', { PR: 'H' })).toBe('AV:L/AC:L/PR:H/UI:N Medium'))
