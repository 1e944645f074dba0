/**
 * Whether a value is hashed, encrypted or masked before it goes on. In: the node of the value, or a function that changes one.
 * Out: what does it, as the code calls it, and whether other ways lead to the same place without it.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Evidence, Transformation } from '../../types'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { PLUS } from '../operators'
import { knownCall, type Protection, UNDOES } from './protecting-calls'

export type { Protection } from './protecting-calls'

export interface Protected {
  by: Protection[]
  /** The value as it came is one of the ways. */
  plain: boolean
}

/** Calls of code that is not here, by what they promise. */
const BY_NAME: [RegExp, Protection['does']][] = [
  [/^(?:hash|hashSync|hash_?password|password_?hash|digest|make_?hash|bcrypt\w*|argon2\w*|scrypt\w*)$/i, 'hash'],
  [/^(?:encrypt|encipher|seal|encrypt(?:Sync|String|Value|Data|Field|Text|Column|Secret|Token|Password)|wrapKey)$/i, 'encrypt'],
  [/^(?:mask|redact|anonymi[sz]e|pseudonymi[sz]e|obfuscate|tokeni[sz]e)(?:[A-Z]\w*)?$/, 'mask'],
]

/** Calls whose result is the same data in another form. */
const SAME_DATA =
  /^(?:from|concat|join|toString|toBuffer|String|Buffer|stringify|hex|base64|trim|toLowerCase|toUpperCase|slice|substring|encode\w*|resolve|all|promisify|final|digest|doFinal|finalize|export)$/

const DEEPEST = 10

const NOTHING: Protected = { by: [], plain: false }
const PLAIN: Protected = { by: [], plain: true }

export function protectionOf(linked: Linked, node: number, depth = 0): Protected {
  if (node < 0 || node >= linked.whole.size || depth > DEEPEST) return PLAIN
  return remembered(linked, node, depth, () => {
    if (open.has(node)) return NOTHING
    open.add(node)
    const found = find(linked, node, depth)
    open.delete(node)
    return found
  })
}

const remembered = remember<Protected>()
const open = new Set<number>()

function find(linked: Linked, node: number, depth: number): Protected {
  const { whole } = linked
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Null:
    case Kind.Undefined:
    case Kind.Boolean:
    case Kind.Number:
      return NOTHING
    case Kind.String:
      // An empty text stands for nothing.
      return whole.text(a) === '' ? NOTHING : PLAIN
    case Kind.Call:
    case Kind.New:
      return ofCall(linked, node, depth)
    case Kind.Await:
    case Kind.Refine:
    case Kind.Spread:
      return protectionOf(linked, a, depth + 1)
    case Kind.Choice:
      // Of `a && b` it is b that goes on.
      return ways(linked, whole.c[node] === ChoiceKind.And ? whole.items(a).slice(-1) : [...whole.items(a)], depth)
    case Kind.Cell:
      return ways(linked, [...whole.items(a)], depth)
    case Kind.Template:
    case Kind.Array:
      return parts(linked, [...whole.items(a)], depth)
    case Kind.Binary:
      return whole.c[node] === PLUS ? parts(linked, [a, whole.b[node] as number], depth) : PLAIN
    case Kind.Param:
      return ofParameter(linked, node, depth)
    case Kind.Load: {
      const written = linked.values.definitions(node).filter((at) => at !== node)
      return written.length > 0 && written.length < 4 ? ways(linked, written, depth) : PLAIN
    }
    default:
      return PLAIN
  }
}

function ways(linked: Linked, nodes: number[], depth: number): Protected {
  const each = nodes.slice(0, 12).map((node) => protectionOf(linked, node, depth + 1))
  return { by: distinct(each.flatMap(({ by }) => by)), plain: each.some(({ plain }) => plain) }
}

/** A salt stands beside a hash as it is. */
function parts(linked: Linked, nodes: number[], depth: number): Protected {
  const all = ways(linked, nodes, depth)
  return all.by.length > 0 ? { by: all.by, plain: false } : (masked(linked, nodes) ?? all)
}

/** `'*'.repeat(12) + number.slice(-4)` */
function masked(linked: Linked, nodes: number[]): Protected | undefined {
  const { whole } = linked
  const first = nodes.find((node) => isStars(linked, node))
  return first === undefined
    ? undefined
    : { by: [{ does: 'mask', with: whole.sourceOf(first, 40), strength: 'strong', ofSecret: true, at: cite(linked, first) }], plain: false }
}

function isStars(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.String) return /[*•✱x]{3,}/i.test(whole.text(whole.a[node] as number))
  if (whole.kind[node] !== Kind.Call || !/^(?:repeat|padStart|padEnd)$/.test(calledName(linked, node))) return false
  const star = [receiverOf(linked, node), ...whole.args(node)]
  return star.some((at) => at >= 0 && whole.kind[at] === Kind.String && /^[*•✱xX#]+$/.test(whole.text(whole.a[at] as number)))
}

/** What a callback is handed is the result of the call that it is given to: `bcrypt.hash(password, 10, (error, hash) => …)`. */
function ofParameter(linked: Linked, node: number, depth: number): Protected {
  const { whole, values } = linked
  const fn = whole.functions[whole.a[node] as number]
  const call = fn ? values.callAround(fn.node) : -1
  if (call < 0) return PLAIN
  const direct = knownCall(linked, call)
  if (direct) return { by: [direct], plain: false }
  // `hash(password).then((hashed) => …)`
  return calledName(linked, call) === 'then' ? protectionOf(linked, receiverOf(linked, call), depth + 1) : PLAIN
}

function ofCall(linked: Linked, call: number, depth: number): Protected {
  const { whole, solver } = linked
  const direct = knownCall(linked, call)
  if (direct) return { by: [direct], plain: false }
  const name = calledName(linked, call)
  const callees = solver.callees.get(call)
  if (callees && callees.size > 0 && callees.size < 6) {
    const returned = [...callees].flatMap((fn) => whole.functions[fn]?.returns ?? [])
    const found = ways(linked, returned, depth)
    if (found.by.length > 0) return found
    // It settles a promise by itself: what it calls tells.
    for (const fn of callees) {
      const inside = protectionsIn(linked, fn, depth + 1)
      const [first] = inside
      if (first && BY_NAME.some(([pattern]) => pattern.test(name))) return { by: [first], plain: false }
    }
    return PLAIN
  }
  const receiver = receiverOf(linked, call)
  const from = [...(receiver >= 0 ? [receiver] : []), ...(SAME_DATA.test(name) ? whole.args(call) : [])]
  const found = from.length > 0 ? ways(linked, from, depth) : NOTHING
  if (found.by.length > 0) return { by: found.by, plain: false }
  const promised = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  if (promised && !UNDOES.test(name))
    return { by: [{ does: promised, with: `${shown(linked, call)}()`, strength: 'strong', ofSecret: true, at: cite(linked, call) }], plain: false }
  return PLAIN
}

/** `vault.encrypt`: as the code calls it. */
const shown = (linked: Linked, call: number): string => linked.whole.sourceOf(linked.whole.a[call] as number, 40).replace(/\s+/g, '')

/** Everything a function does to protect what it is given, calls of its own functions included. */
export function protectionsIn(linked: Linked, fn: number, depth = 0): Protection[] {
  const { whole, solver, effects } = linked
  if (depth > 3 || fn < 0) return []
  const found: Protection[] = []
  for (const node of effects.within(fn)) {
    if (whole.kind[node] !== Kind.Call) continue
    const known = knownCall(linked, node)
    if (known) found.push(known)
    else
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 3))
        if (callee !== fn) found.push(...protectionsIn(linked, callee, depth + 1))
  }
  return distinct(found)
}

const distinct = (all: Protection[]): Protection[] => [...new Map(all.map((it) => [`${it.at.file}:${it.at.line} ${it.with}`, it])).values()]

/** That a hash has no salt matters of what can be guessed. */
export const withoutRemark = (name: string, weak: boolean): string => (weak ? name : name.replace(/ without salt$/, ''))

/** How a function that changes a value on its way in is told. @param secret whether the value is a password, for which a fast hash is too weak */
export function transformation(name: string, at: Evidence, by: readonly Protection[], secret: boolean): Transformation {
  const [first] = by
  if (!first) return { name, at }
  const weak = first.does === 'hash' ? first.strength === 'broken' || (secret && first.strength === 'fast') : first.strength === 'broken'
  return { name, does: first.does, with: withoutRemark(first.with, weak), ...(weak ? { weak } : {}), at }
}
