/** Which doors take files through which parser. In: the parsers. Out: a door with its parser, and the functions that run behind it. */
import { Kind } from '../../../../graph'
import type { EntryPoint } from '../../../../types'
import { runsOf } from '../../../entry-points/runs'
import { cite, type Linked, receiverOf } from '../../../linked'
import { lookupOf } from '../../../lookup'
import type { Parser } from './parsers'

export interface UploadDoor {
  parser: Parser
  /** undefined where no door was found that the parser stands at. */
  entry: EntryPoint | undefined
  /** Functions that run behind the parser, and those that they call. */
  functions: number[]
}

/** How deep calls are followed from a handler, and most functions of one door. */
const DEEPEST = 2
const MOST_FUNCTIONS = 60

/** Methods that put a parser to use. */
const USES = new Set(['single', 'array', 'fields', 'any', 'none', 'parse'])

export function uploadDoors(linked: Linked, parsers: readonly Parser[], entryPoints: readonly EntryPoint[]): UploadDoor[] {
  if (parsers.length === 0) return []
  const lines = new Map<string, Parser[]>()
  const inside = new Map<number, Parser[]>()
  for (const parser of parsers)
    for (const call of [parser.call, ...usesOf(linked, parser)]) {
      const { file, line } = cite(linked, call)
      push(lines, `${file}:${line}`, parser)
      for (const fn of runners(linked, call)) push(inside, fn, parser)
    }
  const doors = entryPoints.filter(({ kind }) => kind !== 'static').map((entry) => ({ entry, runs: ownRuns(linked, entry) }))
  const isWide = standingEverywhere(doors.map(({ runs }) => runs))
  const readers = readersOfFiles(linked)
  const takes = once(
    (fn) => !isWide(fn) && (inside.has(fn) || readers.has(fn) || calleesOf(linked, fn).some((callee) => inside.has(callee) || readers.has(callee))),
  )
  const found: UploadDoor[] = []
  for (const { entry, runs } of doors) {
    const guards = entry.guards.flatMap((guard) =>
      (lines.get(`${guard.at.file}:${guard.at.line}`) ?? []).map((parser) => ({ parser, scope: guard.scope })),
    )
    const isRead = runs.some(takes) || entry.parameters.some(({ in: place, shape }) => place === 'file' || shape?.type === 'file')
    const own = guards.filter(({ scope }) => scope === 'route' || scope === 'handler')
    // Following calls costs; most doors have nothing to do with uploads.
    if (own.length === 0 && !isRead) continue
    const functions = reached(
      linked,
      runs.filter((fn) => !isWide(fn)),
    )
    const by = new Set([...own.map(({ parser }) => parser), ...functions.flatMap((fn) => inside.get(fn) ?? [])])
    if (by.size === 0) for (const { parser } of guards) by.add(parser)
    if (by.size === 0) for (const parser of parsers) if (/fastify/.test(parser.kind.title)) by.add(parser)
    for (const parser of by) found.push({ parser, entry, functions })
  }
  for (const parser of parsers)
    if (!found.some((door) => door.parser === parser) && isOnDuty(linked, parser)) found.push({ parser, entry: undefined, functions: [] })
  return found
}

function ownRuns(linked: Linked, entry: EntryPoint): number[] {
  const { before, handlers } = runsOf(linked, entry)
  return [...new Set([...before, ...handlers])]
}

/** What stands before most doors is about all requests, and takes no file for any. */
function standingEverywhere(runs: readonly (readonly number[])[]): (fn: number) => boolean {
  const counts = new Map<number, number>()
  for (const functions of runs) for (const fn of functions) counts.set(fn, (counts.get(fn) ?? 0) + 1)
  const most = Math.max(4, runs.length / 2)
  return (fn) => (counts.get(fn) ?? 0) > most
}

/** Functions that read the files of a request, or ask a plugin for them, and those around and one call above. */
function readersOfFiles(linked: Linked): Set<number> {
  const { whole, values, solver } = linked
  const lookup = lookupOf(whole)
  const isRequest = (node: number) => /^(?:req|request|ctx|context)$/.test(values.nameOf(node))
  const loads = [...lookup.named(Kind.Load, new Set(['files', 'file']))].filter((load) => isRequest(whole.a[load] as number))
  const calls = [...lookup.named(Kind.Call, new Set(['file', 'files', 'parts', 'saveRequestFiles']))].filter((call) =>
    isRequest(receiverOf(linked, call)),
  )
  const found = new Set<number>()
  for (const node of [...loads, ...calls]) for (const fn of runners(linked, node)) found.add(fn)
  for (const fn of [...found])
    for (const call of solver.callers.get(fn) ?? []) if (whole.kind[call] === Kind.Call) for (const outer of runners(linked, call)) found.add(outer)
  return found
}

function calleesOf({ effects, solver }: Linked, fn: number): number[] {
  return effects.ofFunction(fn).flatMap((node) => [...(solver.callees.get(node) ?? [])])
}

function once(judge: (fn: number) => boolean): (fn: number) => boolean {
  const known = new Map<number, boolean>()
  return (fn) => {
    let is = known.get(fn)
    if (is === undefined) {
      is = judge(fn)
      known.set(fn, is)
    }
    return is
  }
}

/** One that is registered for everything, or that a route is given: nothing says that it is dead. */
function isOnDuty(linked: Linked, parser: Parser): boolean {
  return usesOf(linked, parser).length > 0
}

/** `upload.single('photo')`: calls on what a parser's call hands back. */
function usesOf(linked: Linked, { call }: Parser): number[] {
  const { values } = linked
  return [...lookupOf(linked.whole).named(Kind.Call, USES)].filter((use) => {
    const receiver = receiverOf(linked, use)
    return receiver >= 0 && (receiver === call || values.definitions(receiver).includes(call))
  })
}

/** Functions in which a call stands. */
function runners({ whole }: Linked, call: number): number[] {
  const found: number[] = []
  for (let fn = whole.functionOf(call); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) found.push(fn)
  return found
}

function reached({ whole, effects, solver }: Linked, from: readonly number[]): number[] {
  const found = new Set(from)
  let edge = [...found]
  for (let depth = 0; depth < DEEPEST && found.size < MOST_FUNCTIONS; depth++) {
    const next: number[] = []
    for (const fn of edge)
      for (const node of effects.within(fn)) {
        if (whole.kind[node] !== Kind.Call && whole.kind[node] !== Kind.New) continue
        for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2)) {
          if (found.has(callee)) continue
          found.add(callee)
          next.push(callee)
        }
      }
    edge = next
  }
  return [...found]
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}
