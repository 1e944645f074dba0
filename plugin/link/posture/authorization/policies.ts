/**
 * Policies of the program's own. In: calls that are handed a caller, an action and what it is done to. Out: where they stand; one alone
 * may be anything, so whoever asks wants several.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { lookupOf } from '../../lookup'
import type { Ground } from './ground'

const POLICY =
  /^(?:can|cannot|authori[sz]e|is_?allowed|allowed|may|enforce|assert_?can|ensure_?can|check_?(?:access|permission|policy|abilit(?:y|ies)))$/i
const CALLER = /user|actor|account|caller|subject|principal|abilit(?:y|ies)|session|member|me$/i

/** `authorize(user, 'update', document)`: a policy of the program's own is asked whether somebody may do something with something. */
export function policyChecks(ground: Ground): Evidence[] {
  const { whole, values } = ground.linked
  return [...lookupOf(whole).named(Kind.Call, (name) => POLICY.test(name))]
    .filter((node) => {
      const args = [...whole.args(node)]
      const [caller] = args
      if (
        caller === undefined ||
        args.length < 3 ||
        !ground.isServer((whole.files[whole.fileOf(node)] as { path: string }).path) ||
        !CALLER.test(values.nameOf(caller))
      )
        return false
      return args.slice(1).some((argument) => whole.kind[argument] === Kind.String)
    })
    .map((node) => ground.at(node))
}
