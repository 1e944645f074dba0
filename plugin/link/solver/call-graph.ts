/** Who calls what: functions of the program and API paths, from either end. */

export class CallGraph {
  /** Function → nodes that call it. */
  readonly callers: Map<number, Set<number>> = new Map()
  /** Call node → functions of the program it may run. Sets of one are shared: nobody adds to them but this. */
  readonly callees: Map<number, Set<number>> = new Map()
  /** Call node → API paths it may call; shared like those of `callees`. */
  readonly apiCalls: Map<number, Set<number>> = new Map()
  /** The same from the other end: API path → calls of it, in the order in which they were met. */
  readonly callsOfPath: Map<number, number[]> = new Map()
  private readonly oneFunction = new Map<number, Set<number>>()
  private readonly onePath = new Map<number, Set<number>>()

  /** A call runs a function of the program; false where that was known. */
  join(call: number, fn: number): boolean {
    if (!relate(this.callees, call, fn, this.oneFunction)) return false
    const callers = this.callers.get(fn)
    if (callers) callers.add(call)
    else this.callers.set(fn, new Set([call]))
    return true
  }

  /** A call is one of an API path; false where that was known. */
  joinPath(call: number, path: number): boolean {
    if (!relate(this.apiCalls, call, path, this.onePath)) return false
    const calls = this.callsOfPath.get(path)
    if (calls) calls.push(call)
    else this.callsOfPath.set(path, [call])
    return true
  }
}

/** Adds to what a call runs; false where it was known. Most calls run one thing, which others run too: one set for all of them. */
function relate(map: Map<number, Set<number>>, call: number, value: number, ones: Map<number, Set<number>>): boolean {
  const known = map.get(call)
  if (!known) {
    let one = ones.get(value)
    if (!one) {
      one = new Set([value])
      ones.set(value, one)
    }
    map.set(call, one)
    return true
  }
  if (known.has(value)) return false
  if (known.size === 1) map.set(call, new Set([...known, value]))
  else known.add(value)
  return true
}
