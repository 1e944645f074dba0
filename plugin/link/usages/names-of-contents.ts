/**
 * Hashes that a content is stored under. In: what a hash came to. Out: whether it becomes part of a path and is nowhere compared: two
 * contents with the same hash share a place, and nothing is let through by it.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { isEqual, isUnequal, PLUS } from '../operators'
import { usesOf } from '../uses'
import { packageOf } from './origin'
import { returnedTo } from './returned-to'

const MOST_NODES = 120
/** The same text in another form, or with something around it. */
const KEEPS = /^(?:digest|toString|toLowerCase|toUpperCase|trim|slice|substring|substr|concat|replace|replaceAll)$/
const JOINS = /^(?:join|resolve|format)$/
const OF_PATHS = /^(?:path(?:\/posix)?|upath)$/
const OF_FILES = /^(?:fs(?:\/promises)?|fs-extra|graceful-fs)$/
const COMPARES = /^(?:timingSafeEqual|equals|compare|localeCompare|verify)$/

export function isNameOfContent(linked: Linked, made: readonly number[]): boolean {
  const { whole, solver } = linked
  const uses = usesOf(whole)
  const seen = new Set(made)
  const stack = [...made]
  let isPath = false
  const go = (node: number) => {
    if (node < 0 || seen.has(node)) return
    seen.add(node)
    stack.push(node)
  }
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.size > MOST_NODES) return false
    for (const user of Array.from(uses.of(node)))
      switch (whole.kind[user] as Kind) {
        case Kind.Refine:
        case Kind.Await:
        case Kind.Cell:
        case Kind.Choice:
        case Kind.Template:
          go(user)
          break
        case Kind.Binary:
          if (isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number)) return false
          if (whole.c[user] === PLUS) go(user)
          break
        case Kind.Load:
          // `hash.toString` of `hash.toString('hex')`
          if (KEEPS.test(whole.text(whole.b[user] as number))) for (const call of Array.from(uses.of(user))) if (whole.a[call] === user) go(call)
          break
        case Kind.Call: {
          const position = [...whole.args(user)].indexOf(node)
          if (position < 0) break
          if (COMPARES.test(calledName(linked, user))) return false
          const own = [...(solver.callees.get(user) ?? [])]
          for (const fn of own) go(whole.functions[fn]?.params[position] ?? -1)
          const library = own.length > 0 ? '' : (packageOf(linked, whole.a[user] as number) ?? '')
          if (OF_PATHS.test(library) && JOINS.test(calledName(linked, user))) isPath = true
          if (OF_FILES.test(library) && position === 0) isPath = true
          break
        }
      }
    // Where a function hands it back, its callers have it.
    for (const call of returnedTo(linked, node) ?? []) go(call)
  }
  return isPath
}
