/** Policies: of libraries that models name under `policy-rule` and `policy-check`, and of the program's own. */
import type { Control, Usage } from '../../../../types'
import { counted, distinctPlaces, type Ground } from '../ground'
import { policyChecks } from '../policies'
import { absent, MOST_EVIDENCE } from './absent'

const POLICIES = 'CASL, casbin, accesscontrol, Oso, Cerbos, Permify, Permit.io, Bouncer and policy decorators'

export function abac(ground: Ground): Control {
  const { usages, linked } = ground
  const id = 'authorization-model-abac'
  const aspect = 'Attribute-based (ABAC)'
  const rules = policyUses(usages, 'policy-rule')
  const checks = policyUses(usages, 'policy-check')
  const library = [...rules, ...checks][0]?.library
  const own = policyChecks(ground)
  if (!library && own.length >= 3)
    return {
      id,
      aspect,
      state: 'pass',
      current: `policies of the program's own, asked at ${counted(own.length, 'place')}`,
      recommended: '',
      reason: 'A function is asked whether a caller may do something with a record: caller, action and record are handed to it.',
      evidence: own.slice(0, MOST_EVIDENCE),
    }
  if (!library) {
    const declared = [...linked.dependencies].find((name) =>
      /^(?:@casl\/|casbin$|accesscontrol$|nest-casbin|oso(?:-cloud)?$|@cerbos\/|permitio$|cancan$)/.test(name),
    )
    return declared
      ? {
          id,
          aspect,
          state: 'unknown',
          current: '',
          recommended: '',
          reason: `A manifest names \`${declared}\`, and no use of it was recognised in the code.`,
          evidence: [],
        }
      : absent(
          id,
          aspect,
          `Looked for policies of ${POLICIES}, and for functions of the program that are handed a caller, an action and a record: none is used.`,
        )
  }
  return {
    id,
    aspect,
    state: checks.length > 0 ? 'pass' : 'partial',
    current: `\`${library}\`: ${counted(rules.length, 'rule')}, ${counted(checks.length, 'check')}`,
    recommended: '',
    reason:
      checks.length > 0
        ? `Policies of \`${library}\` are written and asked.`
        : `Policies of \`${library}\` are written, and no place was seen that asks them.`,
    evidence: distinctPlaces([...rules, ...checks].map(({ at }) => at)).slice(0, MOST_EVIDENCE),
  }
}

export const policyUses = (usages: readonly Usage[], kind: string): Usage[] => usages.filter((usage) => usage.kind === kind && !usage.test)
