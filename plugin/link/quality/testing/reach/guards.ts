/** Guards of the program's own: a request that one lets pass or turns away is a test of it. In: doors and what tests call. Out: one entry a guard. */
import { Kind } from '../../../../graph'
import type { EntryPoint, Guard, TestReach } from '../../../../types'
import { runsOf } from '../../../entry-points/runs'
import { cite, isTestCode } from '../../../linked'
import type { KnownQuality } from '../../known'
import type { Called } from './called'

/** Methods by which frameworks ask a guard. */
const ENTRY = /^(?:use|canActivate|handle|intercept|validate)$/

export function guardsToTest(
  { linked, middleware }: KnownQuality,
  doors: readonly EntryPoint[],
  isRequested: (door: EntryPoint) => boolean,
  called: Called,
): TestReach[] {
  const { whole } = linked
  const found = new Map<number, { guard: Guard; doors: EntryPoint[] }>()
  const put = (guard: Guard, functions: readonly number[], behind: readonly EntryPoint[]) => {
    if (guard.role !== 'authentication' && guard.role !== 'authorization') return
    const own = functions.filter((fn) => isOf(guard, whole.functions[fn]?.fact.name ?? '', ownerOf(fn)))
    for (const fn of own.length > 0 ? own : named(guard)) {
      const known = found.get(fn)
      if (known) known.doors.push(...behind)
      else found.set(fn, { guard, doors: [...behind] })
    }
  }
  const ownerOf = (fn: number) => whole.classes[whole.functions[fn]?.owner ?? -1]?.fact.name ?? ''
  const byName = new Map<string, number[]>()
  for (const { fact, members, file } of whole.classes) {
    if (isTestCode(linked, (whole.files[file] as { path: string }).path)) continue
    const entry = members.find(({ name, node }) => ENTRY.test(name) && whole.kind[node] === Kind.Function)
    if (entry) byName.set(fact.name, [...(byName.get(fact.name) ?? []), whole.a[entry.node] as number])
  }
  // A class that a framework makes is known by its name alone; two of one name tell nothing.
  const named = ({ name }: Guard): number[] =>
    name.split(/[^\w$]+/).flatMap((word) => (byName.get(word)?.length === 1 ? (byName.get(word) as number[]) : []))
  for (const door of doors) for (const guard of door.guards) put(guard, runsOf(linked, door).before, [door])
  const before = [...new Set(doors.flatMap((door) => [...runsOf(linked, door).before]))]
  for (const guard of middleware) put(guard, before, doors)
  return [...found].map(([fn, { guard, doors: behind }]): TestReach => {
    const call = called.below.get(fn)
    const door = behind.find(isRequested)
    const { node, file } = whole.functions[fn] as { node: number; file: number }
    const loader = called.loaded.get(file)
    const count = new Set(behind).size
    return {
      subject: ownerOf(fn) || whole.functions[fn]?.fact.name || guard.name,
      kind: 'guard',
      at: cite(linked, node),
      reached: call !== undefined || door ? 'called' : loader !== undefined ? 'imported' : 'none',
      by: call !== undefined ? [cite(linked, call)] : door ? [door.at] : [],
      weight: Math.min(100, 60 + Math.min(40, 2 * count)),
      reasons: [`it decides who gets to ${count === 1 ? 'one entry point' : `${count} entry points`}`],
    }
  })
}

/** The guard is told by name; the function, by its own or that of its class. */
function isOf({ name }: Guard, fn: string, owner: string): boolean {
  const words = name.split(/[^\w$]+/)
  return (fn !== '' && words.includes(fn)) || (owner !== '' && words.includes(owner))
}
