/**
 * Whether tests come by what matters. In: doors, guards, functions and tests. Out: one entry a subject, what matters most first,
 * with how a test gets there: by a request, by a call, or only by loading the file.
 */
import { calledDoor } from '../../../../door-lookup'
import type { CodeHealth, EntryPoint, Evidence, TestReach } from '../../../../types'
import { runsOf } from '../../../entry-points/runs'
import { cite, citeLine, isTestCode } from '../../../linked'
import type { KnownQuality } from '../../known'
import { calledByTests } from './called'
import { functionsToTest } from './functions'
import { guardsToTest } from './guards'
import { requestedDoors } from './matching'
import { namedInTests } from './messages'
import { requestsIn } from './requests'
import { isPayment, weightOf } from './weight'

/** A function that more callers have is a common part: a test of it says nothing of one door. */
const MOST_CALLERS = 2

/** @param tests files with tests, and their helpers */
export function reachOf(known: KnownQuality, health: CodeHealth, tests: Set<number>): TestReach[] {
  const { linked, imports, entryPoints } = known
  const { whole, solver, effects, fileIndex } = linked
  const called = calledByTests(linked, imports, tests)
  const doors = entryPoints.filter(
    ({ kind, method, at, generated }) =>
      kind !== 'static' && kind !== 'cli' && !generated && method !== 'HEAD' && method !== 'OPTIONS' && !isTestCode(linked, at.file),
  )
  const requested = requestedDoors(doors, requestsIn(linked, tests))
  const named = namedInTests(linked, doors, tests)
  const complexity = new Map(health.functions.map(({ at, cyclomatic }) => [`${at.file}:${at.line}`, cyclomatic]))
  const complexityOf = (fn: number) => {
    const node = whole.functions[fn]?.node ?? -1
    return node < 0 ? 0 : (complexity.get(`${(whole.files[whole.fileOf(node)] as { path: string }).path}:${whole.linesOf(node)[0]}`) ?? 0)
  }
  const handlersOf = handlerFunctions(known, doors)

  function wayTo(door: EntryPoint): Pick<TestReach, 'reached' | 'by'> {
    const request = requested.get(door)?.node ?? named.get(door)
    if (request !== undefined) return { reached: 'called', by: [cite(linked, request)] }
    const handlers = handlersOf(door)
    for (const fn of handlers) {
      const call = called.below.get(fn)
      if (call !== undefined) return { reached: 'called', by: [cite(linked, call)] }
    }
    // The work of a door is often a function of its own, which tests call without the door.
    for (const fn of handlers.flatMap((handler) => [handler, ...effects.functionsIn(handler)]))
      for (const node of effects.ofFunction(fn))
        for (const to of solver.callees.get(node) ?? []) {
          const call = called.direct.get(to)
          if (call === undefined) continue
          const callers = [...(solver.callers.get(to) ?? [])].filter((caller) => !tests.has(whole.fileOf(caller)))
          if (callers.length <= MOST_CALLERS) return { reached: 'called', by: [cite(linked, call)] }
        }
    const file = fileIndex.get(door.handler?.at.file ?? door.at.file)
    const loader = file === undefined ? undefined : called.loaded.get(file)
    if (loader !== undefined) return { reached: 'imported', by: [firstImport(loader)] }
    return { reached: 'none', by: [] }
  }

  const firstImport = (file: number): Evidence =>
    citeLine(linked, file, whole.lineAt(file, Math.max(0, (whole.files[file] as { text: string }).text.search(/\b(?:import|require)\b/))))

  const reach = doors.map((door): TestReach => {
    const { weight, reasons } = weightOf(
      door,
      Math.max(
        0,
        ...handlersOf(door)
          .flatMap((fn) => [fn, ...effects.functionsIn(fn)])
          .map(complexityOf),
      ),
    )
    const writes = door.data?.some(({ does }) => does !== 'read')
    return {
      subject: calledDoor(door),
      kind: isPayment(door) ? 'payment' : writes ? 'data write' : 'entry point',
      at: door.at,
      ...wayTo(door),
      weight,
      reasons,
    }
  })
  const isReached = new Set(reach.filter(({ reached }) => reached === 'called').map(({ at, subject }) => `${subject} ${at.file}:${at.line}`))
  const guards = guardsToTest(known, doors, (door) => isReached.has(`${calledDoor(door)} ${door.at.file}:${door.at.line}`), called)
  const told = new Set(
    doors.flatMap((door) => [...handlersOf(door).flatMap((fn) => [fn, ...effects.functionsIn(fn)]), ...runsOf(linked, door).before]),
  )
  return [...reach, ...guards, ...functionsToTest(known, health, called, told)].sort(
    (one, other) =>
      other.weight - one.weight || compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.subject, other.subject),
  )
}

/** Functions that answer at a door: those that were followed, else what stands where its handler does. */
function handlerFunctions({ linked }: KnownQuality, doors: EntryPoint[]): (door: EntryPoint) => readonly number[] {
  const { whole, fileIndex } = linked
  const files = new Set(doors.flatMap(({ handler }) => (handler ? [fileIndex.get(handler.at.file) ?? -1] : [])))
  const byPlace = new Map<string, number[]>()
  whole.functions.forEach(({ node, file }, fn) => {
    if (node < 0 || !files.has(file)) return
    const place = `${(whole.files[file] as { path: string }).path}:${whole.linesOf(node)[0]}`
    byPlace.set(place, [...(byPlace.get(place) ?? []), fn])
  })
  const known = new Map<EntryPoint, readonly number[]>()
  return (door) => {
    let functions = known.get(door)
    if (!functions) {
      const { handlers } = runsOf(linked, door)
      functions = handlers.length > 0 ? handlers : door.handler ? (byPlace.get(`${door.handler.at.file}:${door.handler.at.line}`) ?? []) : []
      known.set(door, functions)
    }
    return functions
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
