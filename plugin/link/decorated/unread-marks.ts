/**
 * Marks that say what callers need, on doors where nobody looks at them: `@Roles('admin')` without the guard that reads it. In: doors
 * with their marks and all that stands in front of each. Out: the marks that a guard refuses by elsewhere, and that none reads there.
 */
import { Kind } from '../../graph'
import type { AccessFault, Evidence } from '../../types'
import { cite, functionsAt, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { ClassGuard } from './class-guards'
import { decorationsOf, lineOf } from './decorations'
import { keysLookedUp, looksUp, type Mark, READS } from './metadata'

/** A handler that is marked, once for every application that it belongs to. */
export interface MarkedDoor {
  marks: ReadonlyMap<string, Mark>
  /** Guards and interceptors, also those that its marks spare it. */
  inFront: readonly ClassGuard[]
  /** Expressions behind `@` on the method and its class. */
  decorators: readonly number[]
  handler: Evidence
  /** Is told what was found. */
  tell: (fault: AccessFault) => void
}

/** Methods, beside those of guards, by which metadata is read. */
const ALL_READS: ReadonlySet<string> = new Set([...READS, 'getMetadata', 'getOwnMetadata'])
/** Calls from a method of a guard to where it reads. */
const MOST_CALLS = 4
const MOST_FUNCTIONS = 200
/** Decorators of libraries that may put a guard there themselves. */
const MAY_GUARD = /guard|auth(?!or)|protect|secure|permission|role|access|rights?$/i
/** Decorators of libraries that describe for documents what code asks for. */
const DESCRIBES = /^Api[A-Z]/

/** Calls of a guard's class that read metadata. */
interface Reads {
  calls: ReadonlySet<number>
  keys: ReadonlySet<string>
  /** It reads something that cannot be told. */
  unclear: boolean
}

export function tellUnreadMarks(linked: Linked, doors: readonly MarkedDoor[], everywhere: readonly ClassGuard[]): void {
  const readers = new Readers(linked)
  const reading = ({ classes = [] }: ClassGuard, key: string) => classes.some((cls) => readers.of(cls).keys.has(key))
  for (const door of doors) {
    if ([...door.inFront, ...everywhere].some((each) => isUnclear(readers, each)) || door.decorators.some((node) => mayGuard(linked, node))) continue
    for (const [key, { decoration, given }] of door.marks) {
      if ([...door.inFront, ...everywhere].some((each) => reading(each, key)) || readers.isReadElsewhere(key)) continue
      const others = doors.filter((other) => other.marks.has(key)).flatMap(({ inFront, handler }) => inFront.map((by) => ({ by, handler })))
      const other = others.find(({ by }) => reading(by, key) && refusesBy(linked, by, key, given))
      if (!other) continue
      const at = cite(linked, decoration.written)
      door.tell({
        fault: 'mark unread',
        name: linked.whole.sourceOf(decoration.written, 60),
        by: other.by.guard.name,
        at,
        trace: [at, door.handler, other.handler],
      })
    }
  }
}

/** Whether a guard turns callers away for the sake of a key, and is not told by it to let everyone pass. */
function refusesBy({ whole }: Linked, { guard, looked }: ClassGuard, key: string, given: readonly number[]): boolean {
  if (guard.role !== 'authorization' || !looked || looked.opens.has(key) || looked.opensAt.has(key)) return false
  return looked.needs.has(key) || looked.measures.has(key) || (given.length > 0 && given.every((node) => whole.kind[node] !== Kind.Boolean))
}

/** Whether what a guard reads could not be told: its code is elsewhere and it may ask for anything. */
function isUnclear(readers: Readers, { guard, classes = [] }: ClassGuard): boolean {
  return guard.opaque === true || (classes.length === 0 && guard.role === 'authorization') || classes.some((cls) => readers.of(cls).unclear)
}

/** Whether a decorator may put a guard in front in a way that was not taken apart. */
function mayGuard(linked: Linked, node: number): boolean {
  const { whole, solver, effects, models, values } = linked
  if (decorationsOf(linked, [node]).length > 0) return false
  const isCalled = whole.kind[node] === Kind.Call
  const callees = isCalled ? [...(solver.callees.get(node) ?? [])] : functionsAt(linked, node)
  const guards = (call: number) => decorationsOf(linked, [call]).some(({ model }) => model.decorator === 'guards')
  if (callees.length > 0) return callees.some((fn) => effects.within(fn).some((call) => whole.kind[call] === Kind.Call && guards(call)))
  const name = values.nameOf(isCalled ? (whole.a[node] as number) : node)
  const paths = isCalled ? [...(solver.apiCalls.get(node) ?? [])].map((path) => models.paths.show(path)) : []
  return (MAY_GUARD.test(name) && !DESCRIBES.test(name)) || (isCalled && paths.length === 0)
}

/** What classes of guards read, and what else reads metadata. */
class Readers {
  private readonly known = new Map<number, Reads>()
  private elsewhere: ReadonlySet<string> | undefined

  constructor(private readonly linked: Linked) {}

  of(cls: number): Reads {
    let known = this.known.get(cls)
    if (!known) {
      known = this.find(cls)
      this.known.set(cls, known)
    }
    return known
  }

  private find(cls: number): Reads {
    const { linked } = this
    const { whole, effects, solver } = linked
    const calls = new Set<number>()
    const seen = new Set<number>()
    let reached = lineOf(linked, cls).flatMap((each) =>
      (whole.classes[each]?.members ?? []).flatMap(({ node }) => (node >= 0 && whole.kind[node] === Kind.Function ? [whole.a[node] as number] : [])),
    )
    for (let depth = 0; depth <= MOST_CALLS && reached.length > 0; depth++) {
      const next: number[] = []
      for (const fn of reached) {
        if (seen.has(fn) || seen.size >= MOST_FUNCTIONS) continue
        seen.add(fn)
        for (const node of effects.within(fn)) {
          if (whole.kind[node] !== Kind.Call) continue
          if (looksUp(linked, node, ALL_READS)) calls.add(node)
          next.push(...(solver.callees.get(node) ?? []))
        }
      }
      reached = next
    }
    const keys = [...calls].map((call) => keysLookedUp(linked, call))
    return { calls, keys: new Set(keys.flatMap((each) => each ?? [])), unclear: keys.includes(undefined) }
  }

  /** Whether anything but a guard reads a key: an interceptor that keeps a trail, a service that lists what there is. */
  isReadElsewhere(key: string): boolean {
    if (!this.elsewhere) {
      const { linked } = this
      const { whole } = linked
      const guards = whole.classes.flatMap(({ members }, cls) => (members.some(({ name }) => name === 'canActivate') ? [cls] : []))
      const ofGuards = new Set(guards.flatMap((cls) => [...this.of(cls).calls]))
      const isOther = (call: number) =>
        looksUp(linked, call, ALL_READS) && !ofGuards.has(call) && !isTest((whole.files[whole.fileOf(call)] as { path: string }).path)
      const others = [...lookupOf(whole).named(Kind.Call, ALL_READS)].filter(isOther)
      this.elsewhere = new Set(others.flatMap((call) => keysLookedUp(linked, call) ?? []))
    }
    return this.elsewhere.has(key)
  }
}
