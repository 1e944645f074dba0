/**
 * Passwords that a helper hashes and its caller holds against what is kept: `user.hash === sha256(password)`. In: what a helper hashes. Out:
 * whether some caller hands it a password and compares what comes back with something that is called a hash.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { partsOf } from '../made-of'
import { isEqual, isUnequal } from '../operators'
import { usesOf } from '../uses'
import { dataKind, MOST_CALLS } from './data-kind'
import { modelsOfCall } from './modelled'

const KEPT = /hash|digest|pass(?:word|wd)/i
/** Methods that only write a text in another way. */
const REWRITES = /^(?:toString|toUpperCase|toLowerCase|trim|digest)$/
const MOST_NODES = 60

export function isHeldAgainstHash(linked: Linked, data: number): boolean {
  const { whole, solver } = linked
  return partsOf(whole, data)
    .filter((part) => whole.kind[part] === Kind.Param)
    .some((param) =>
      [...(solver.callers.get(whole.a[param] as number) ?? [])].some((call) => {
        const handed = whole.args(call)[whole.b[param] as number]
        // What the caller itself is handed and calls a password, or reads as one.
        return handed !== undefined && dataKind(linked, handed, MOST_CALLS) === 'password' && isCompared(linked, call)
      }),
    )
}

/** Hashes that a program verifies beside slow ones, as those of accounts that it took over from elsewhere. */
const SLOW = /bcrypt|argon|scrypt|pbkdf/i

/** Whether what is made is only compared, in a function that asks a slow hash on another way. */
export function isBesideSlow(linked: Linked, made: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(made)
  const slow = (call: number) =>
    whole.kind[call] === Kind.Call && (SLOW.test(calledName(linked, call)) || modelsOfCall(linked, call).some(({ kind }) => kind === 'slow-hash'))
  return fn >= 0 && [...lookupOf(whole).inFunction(fn)].some(slow) && isOnlyCompared(linked, made)
}

function isOnlyCompared(linked: Linked, made: number): boolean {
  const { whole } = linked
  const uses = usesOf(whole)
  const seen = new Set([made])
  let compared = false
  for (const node of seen) {
    if (seen.size > MOST_NODES) return false
    for (const user of Array.from(uses.of(node))) {
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Binary && (isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number))) compared = true
      else if (kind === Kind.Refine || kind === Kind.Await || kind === Kind.Load) seen.add(user)
      else if (kind === Kind.Call && whole.a[user] === node && FED.test(calledName(linked, user))) seen.add(user)
      else return false
    }
  }
  return compared
}
const FED = /^(?:update|toString|toUpperCase|toLowerCase|trim|digest)$/

function isCompared(linked: Linked, made: number): boolean {
  const { whole } = linked
  const uses = usesOf(whole)
  const seen = new Set([made])
  for (const node of seen) {
    if (seen.size > MOST_NODES) return false
    for (const user of Array.from(uses.of(node))) {
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Binary && (isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number))) {
        const other = (whole.a[user] === node ? whole.b[user] : whole.a[user]) as number
        if (isKept(linked, other)) return true
      } else if (kind === Kind.Refine || kind === Kind.Await || kind === Kind.Cell || kind === Kind.Choice) seen.add(user)
      else if (kind === Kind.Load && REWRITES.test(whole.text(whole.b[user] as number))) seen.add(user)
      else if (kind === Kind.Call && whole.a[user] === node && REWRITES.test(calledName(linked, user))) seen.add(user)
    }
  }
  return false
}

/** `user.hash.toUpperCase()` */
const isKept = ({ whole }: Linked, node: number): boolean =>
  partsOf(whole, node, MOST_NODES).some((part) => whole.kind[part] === Kind.Load && KEPT.test(whole.text(whole.b[part] as number)))
