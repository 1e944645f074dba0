/** Functions that ask for a role before a request goes on, whether or not a door has them: the program knows roles. */
import type { Evidence } from '../../types'
import type { Guards } from '../guards'
import { cite, isTestCode, type Linked } from '../linked'

const NAMED = /admin|role|permission|privilege|moderator|staff|authoriz|superuser/i

export function roleChecks(linked: Linked, guards: Guards): { name: string; at: Evidence }[] {
  const found: { name: string; at: Evidence }[] = []
  linked.whole.functions.forEach(({ fact, node, params }, fn) => {
    if (!NAMED.test(fact.name) || params.length < 2 || !fact.paramNames.some((name) => /^_?(?:req|request|ctx|context)\b/.test(name))) return
    if (!guards.ofFunction(fn).roles.has('authorization')) return
    const at = cite(linked, node)
    if (!isTestCode(linked, at.file)) found.push({ name: fact.name, at })
  })
  return found
}
