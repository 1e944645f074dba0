/**
 * Who waits while a function runs. In: the solved program and its doors. Out: by function, the door it is reached by first (those
 * that need no name before others) and how much that tells: requests, background work, start of the program, or nothing known.
 */
import type { EntryPoint, EntryPointKind } from '../../../types'
import { runsOf } from '../../entry-points/runs'
import { calledName, isTestCode, type Linked } from '../../linked'

export type Exposure = 'request' | 'background' | 'startup' | 'unknown'

const REQUESTS = new Set<EntryPointKind>(['http', 'graphql', 'rpc', 'websocket', 'webhook'])
const BACKGROUND = new Set<EntryPointKind>(['event', 'queue', 'schedule'])
const FIRST: Record<EntryPoint['authRequired']['answer'], number> = { no: 0, unknown: 1, 'not-looked': 1, yes: 2 }

/** A table of handlers is smaller; the callback of a helper that everybody uses is not. */
const MOST_CALLEES = 12

interface Reached {
  door: EntryPoint
  /** Call that leads here, -1 at the door itself. */
  by: number
}

export class RequestPath {
  private readonly requests: Map<number, Reached>
  private readonly background: Map<number, Reached>
  private readonly started: Set<number>

  constructor(
    private readonly linked: Linked,
    doors: readonly EntryPoint[],
  ) {
    const ordered = [...doors].sort((one, other) => FIRST[one.authRequired.answer] - FIRST[other.authRequired.answer])
    this.requests = this.spread(ordered.filter(({ kind }) => REQUESTS.has(kind)))
    this.background = this.spread(ordered.filter(({ kind }) => BACKGROUND.has(kind)))
    this.started = this.startedFrom()
  }

  exposureOf(fn: number): Exposure {
    if (fn < 0) return 'startup'
    if (this.requests.has(fn)) return 'request'
    if (this.background.has(fn)) return 'background'
    return this.started.has(fn) ? 'startup' : 'unknown'
  }

  doorOf(fn: number): EntryPoint | undefined {
    return (this.requests.get(fn) ?? this.background.get(fn))?.door
  }

  /** Calls from the door to a function, the door's own first; at most so many. */
  wayTo(fn: number, most = 4): number[] {
    const { whole } = this.linked
    const calls: number[] = []
    for (let at = fn, hops = 0; at >= 0 && hops < 30; hops++) {
      const by = (this.requests.get(at) ?? this.background.get(at))?.by ?? -1
      if (by < 0) break
      calls.unshift(by)
      at = whole.functionOf(by)
    }
    return calls.slice(0, most)
  }

  private spread(doors: EntryPoint[]): Map<number, Reached> {
    const { linked } = this
    const found = new Map<number, Reached>()
    const queue: number[] = []
    const byPlace = this.functionsAt(doors)
    for (const door of doors) {
      const { handlers, before } = runsOf(linked, door)
      const written = door.handler ? (byPlace.get(`${door.handler.at.file}:${door.handler.at.line}`) ?? []) : []
      for (const fn of [...handlers, ...written, ...before])
        if (!found.has(fn)) {
          found.set(fn, { door, by: -1 })
          queue.push(fn)
        }
    }
    for (let i = 0; i < queue.length; i++) {
      const fn = queue[i] as number
      const { door, by } = found.get(fn) as Reached
      for (const inner of linked.effects.functionsIn(fn))
        if (!found.has(inner)) {
          found.set(inner, { door, by })
          queue.push(inner)
        }
      for (const call of linked.effects.ofFunction(fn))
        for (const callee of this.surelyCalled(call))
          if (!found.has(callee)) {
            found.set(callee, { door, by: call })
            queue.push(callee)
          }
    }
    return found
  }

  /** What a call leads to, as far as it says something of this caller: where values of many callers meet, it says nothing. */
  private surelyCalled(call: number): Iterable<number> {
    const { linked } = this
    const callees = [...(linked.solver.callees.get(call) ?? [])]
    if (callees.length < 2) return callees
    const name = calledName(linked, call)
    const named = callees.filter((callee) => linked.whole.functions[callee]?.fact.name === name)
    return named.length > 0 ? named : callees.length > MOST_CALLEES ? [] : callees
  }

  private functionsAt(doors: readonly EntryPoint[]): Map<string, number[]> {
    const { whole, fileIndex } = this.linked
    const files = new Set(doors.flatMap(({ handler }) => (handler ? [fileIndex.get(handler.at.file) ?? -1] : [])))
    const found = new Map<string, number[]>()
    whole.functions.forEach(({ node, file }, fn) => {
      if (node < 0 || !files.has(file)) return
      const place = `${whole.files[file]?.path}:${whole.linesOf(node)[0]}`
      const known = found.get(place)
      if (known) known.push(fn)
      else found.set(place, [fn])
    })
    return found
  }

  /** What module level calls, and what that calls. A function that is only written there is not called. */
  private startedFrom(): Set<number> {
    const { linked } = this
    const { whole, solver, effects } = linked
    const found = new Set<number>()
    const stack = effects.ofFunction(-1).filter((call) => !isTestCode(linked, whole.files[whole.fileOf(call)]?.path ?? ''))
    while (stack.length > 0)
      for (const callee of solver.callees.get(stack.pop() as number) ?? [])
        if (!found.has(callee)) {
          found.add(callee)
          for (const inner of this.runAtOnce(callee)) {
            found.add(inner)
            stack.push(...effects.ofFunction(inner))
          }
        }
    return found
  }

  /** A function, and those inside it that are handed to a call: module level has no door that they could be. */
  private runAtOnce(fn: number): number[] {
    const all = [fn]
    for (let i = 0; i < all.length; i++)
      for (const inner of this.linked.effects.functionsIn(all[i] as number))
        if (this.linked.values.callAround(this.linked.whole.functions[inner]?.node ?? -1) >= 0) all.push(inner)
    return all
  }
}
