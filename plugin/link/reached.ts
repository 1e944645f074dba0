/**
 * Which doors lead to which lines. In: the solved program and its doors. Out: every function that a handler is or leads to, with
 * its lines and the routes, so that whatever is found on a line can be told with the requests that get there.
 */
import type { EntryPoint, ReachedLines } from '../types'
import { runsOf } from './entry-points/runs'
import type { Linked } from './linked'

/** A function that more routes lead to is a common part: to name one of them would say nothing of it. */
const MOST_ROUTES = 12
/** The same for what stands in front of handlers: a check of one route belongs to it, one of many is middleware. */
const MOST_BEFORE = 3

/** Sorted by file, then first line; a function inside another comes after it. */
export function reachedLines(linked: Linked, entryPoints: EntryPoint[]): ReachedLines[] {
  const doors = [...entryPoints].sort((one, other) => ORDER[one.authRequired.answer] - ORDER[other.authRequired.answer])
  const called = callsOf(linked)
  const routes = spread(linked, called, doors, 'handlers', MOST_ROUTES)
  for (const [fn, those] of spread(linked, called, doors, 'before', MOST_BEFORE)) if (!routes.has(fn)) routes.set(fn, those)
  const lines: ReachedLines[] = []
  for (const [fn, those] of routes) {
    const place = placeOf(linked, fn)
    if (those.length > 0 && place) lines.push({ ...place, routes: those })
  }
  return lines.sort((one, other) => compare(one.file, other.file) || one.line - other.line || other.endLine - one.endLine)
}

/** Whoever gets in without a name is the first that comes to mind. */
const ORDER: Record<EntryPoint['authRequired']['answer'], number> = { no: 0, unknown: 1, 'not-looked': 1, yes: 2 }

/**
 * Routes by function; an empty list stands for more than `most`. Each function is gone through once for each of its first routes
 * and once more for the one that is too many, so what is common to all costs no more than the rest.
 */
function spread(linked: Linked, called: Calls, doors: EntryPoint[], of: 'handlers' | 'before', most: number): Map<number, string[]> {
  const routes = new Map<number, string[]>()
  const starts = startsOf(linked, called, doors, of, most)
  for (const door of doors) {
    const route = `${door.method} ${door.path}`
    const stack = [...(starts.get(door) ?? [])]
    while (stack.length > 0) {
      const fn = stack.pop() as number
      const known = routes.get(fn)
      if (known && (known.length === 0 || known.includes(route))) continue
      if (!known) routes.set(fn, [route])
      else if (known.length < most) known.push(route)
      else known.length = 0
      stack.push(...called(fn), ...linked.effects.functionsIn(fn))
    }
  }
  return routes
}

/**
 * Functions that a door begins with. What wraps handlers, to catch their errors, leads to all of them whichever door it stands
 * at: where one of a door's functions leads to another, and more doors have it, only the other one counts. Of what many doors have
 * not all that it leads to is known.
 */
function startsOf(linked: Linked, called: Calls, doors: EntryPoint[], of: 'handlers' | 'before', most: number): Map<EntryPoint, number[]> {
  const byPlace = of === 'handlers' ? functionsByPlace(linked, doors) : new Map<string, number[]>()
  const uses = new Map<number, number>()
  const usesOf = (fn: number) => uses.get(fn) ?? 0
  const all = doors.flatMap((door) => {
    if (door.kind === 'static') return []
    const written = door.handler ? (byPlace.get(`${door.handler.at.file}:${door.handler.at.line}`) ?? []) : []
    const functions = [...new Set([...runsOf(linked, door)[of], ...written])]
    for (const fn of functions) uses.set(fn, usesOf(fn) + 1)
    return [{ door, functions }]
  })
  const leadsTo = (fn: number, other: number) =>
    called(fn).includes(other) || linked.effects.functionsIn(fn).some((inner) => inner === other || called(inner).includes(other))
  return new Map(
    all.map(({ door, functions }) => [
      door,
      functions.filter((fn) => !functions.some((other) => other !== fn && usesOf(other) < usesOf(fn) && (usesOf(fn) > most || leadsTo(fn, other)))),
    ]),
  )
}

function functionsByPlace({ whole, fileIndex }: Linked, doors: EntryPoint[]): Map<string, number[]> {
  const files = new Set(doors.flatMap(({ handler }) => (handler ? [fileIndex.get(handler.at.file) ?? -1] : [])))
  const found = new Map<string, number[]>()
  whole.functions.forEach(({ node }, fn) => {
    const file = node < 0 ? -1 : whole.fileOf(node)
    if (!files.has(file)) return
    const place = `${(whole.files[file] as { path: string }).path}:${whole.linesOf(node)[0]}`
    const known = found.get(place)
    if (known) known.push(fn)
    else found.set(place, [fn])
  })
  return found
}

type Calls = (fn: number) => readonly number[]

function callsOf({ effects, solver }: Linked): Calls {
  const known = new Map<number, number[]>()
  return (fn) => {
    let calls = known.get(fn)
    if (!calls) {
      calls = [...new Set(effects.ofFunction(fn).flatMap((node) => [...(solver.callees.get(node) ?? [])]))]
      known.set(fn, calls)
    }
    return calls
  }
}

function placeOf({ whole }: Linked, fn: number): Omit<ReachedLines, 'routes'> | undefined {
  const node = whole.functions[fn]?.node ?? -1
  if (node < 0) return undefined
  const [line, endLine] = whole.linesOf(node)
  return { file: (whole.files[whole.fileOf(node)] as { path: string }).path, line, endLine }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
