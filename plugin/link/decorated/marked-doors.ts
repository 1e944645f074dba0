/**
 * Marks that say what callers need: `@Roles('admin')`, `@MayHave(Kind.Site, 'data.siteId')`. In: doors with their marks and all that
 * stands in front of each. Out: of each door the marks that a guard in front of it asks by, and those that a guard refuses by
 * elsewhere and that none reads there.
 */
import { Kind } from '../../graph'
import type { AccessFault, Evidence } from '../../types'
import { calledName, cite, functionsAt, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { ByMarks } from '../routes/index'
import type { ClassGuard } from './class-guards'
import { type Decoration, decorationsOf, lineOf, textsIn } from './decorations'
import { keysLookedUp, type Looked, looksUp, type Mark, READS } from './metadata'

/** A handler that is marked, once for every application that it belongs to. */
export interface MarkedDoor {
  marks: ReadonlyMap<string, Mark>
  /** Guards and interceptors, also those that its marks spare it. */
  inFront: readonly ClassGuard[]
  /** Expressions behind `@` on the method and its class. */
  decorators: readonly number[]
  handler: Evidence
  /** Is told what was found. */
  tell: (found: ByMarks) => void
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

export function tellOfMarks(linked: Linked, doors: readonly MarkedDoor[], everywhere: readonly ClassGuard[]): void {
  const readers = new Readers(linked)
  for (const door of doors) {
    const asked = [...door.marks].flatMap(([key, mark]) =>
      door.inFront.some((by) => asksBy(linked, readers, by, key, mark)) ? [askedBy(linked, mark)] : [],
    )
    const faults = unread(linked, readers, door, doors, everywhere)
    if (asked.length > 0 || faults.length > 0) door.tell({ asked, faults })
  }
}

const reads = (readers: Readers, { classes = [] }: ClassGuard, key: string) => classes.some((cls) => readers.of(cls).keys.has(key))

/** Whether a guard asks callers for what a mark says, and is not told by it to let everyone pass. */
function asksBy(linked: Linked, readers: Readers, by: ClassGuard, key: string, { given }: Mark): boolean {
  const { guard, looked } = by
  const asks = guard.role === 'authentication' || guard.role === 'authorization'
  return asks && reads(readers, by, key) && looked !== undefined && !opens(looked, key) && saysWhat(linked, given)
}

function askedBy(linked: Linked, { decoration, given }: Mark): ByMarks['asked'][number] {
  const { whole } = linked
  const { written } = decoration
  const name = whole.kind[written] === Kind.Call ? calledName(linked, written) : linked.values.nameOf(written)
  return { name, texts: given.flatMap((node) => textsInside(linked, decoration, node)), at: cite(linked, written) }
}

/** Texts of a value, of its elements and of its members. */
function textsInside(linked: Linked, decoration: Decoration, node: number): string[] {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Object) return textsIn(linked, decoration, node)
  const entries = [...whole.items(whole.a[node] as number)]
  return entries.flatMap((entry) => (whole.kind[entry] === Kind.Property ? textsIn(linked, decoration, whole.b[entry] as number) : []))
}

/** Marks that a guard refuses by elsewhere, and that none in front of this door reads. */
function unread(linked: Linked, readers: Readers, door: MarkedDoor, doors: readonly MarkedDoor[], everywhere: readonly ClassGuard[]): AccessFault[] {
  const here = [...door.inFront, ...everywhere]
  if (here.some((each) => isUnclear(readers, each)) || door.decorators.some((node) => mayGuard(linked, node))) return []
  return [...door.marks].flatMap(([key, { decoration, given }]): AccessFault[] => {
    if (here.some((each) => reads(readers, each, key)) || readers.isReadElsewhere(key)) return []
    const others = doors.filter((other) => other.marks.has(key)).flatMap(({ inFront, handler }) => inFront.map((by) => ({ by, handler })))
    const other = others.find(({ by }) => reads(readers, by, key) && refusesBy(linked, by, key, given))
    if (!other) return []
    const at = cite(linked, decoration.written)
    const name = linked.whole.sourceOf(decoration.written, 60)
    return [{ fault: 'mark unread', name, by: other.by.guard.name, at, trace: [at, door.handler, other.handler] }]
  })
}

/** Whether a guard turns callers away for the sake of a key, and is not told by it to let everyone pass. */
function refusesBy(linked: Linked, { guard, looked }: ClassGuard, key: string, given: readonly number[]): boolean {
  if (guard.role !== 'authorization' || !looked || opens(looked, key)) return false
  return looked.needs.has(key) || looked.measures.has(key) || saysWhat(linked, given)
}

const opens = ({ opens: sets, opensAt }: Looked, key: string): boolean => sets.has(key) || opensAt.has(key)

/** More than that it is there. */
const saysWhat = ({ whole }: Linked, given: readonly number[]): boolean =>
  given.length > 0 && given.every((node) => whole.kind[node] !== Kind.Boolean)

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
