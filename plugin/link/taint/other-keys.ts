/**
 * Data that are kept under one name and read under another: `settings.set('secret', …)`, `settings.get('theme')`. An object whose names are
 * computed holds all values in one place, so a way through it may lead from one name to another. In: the nodes of a way. Out: the two names,
 * where the calls on the way write both out.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'

export function underAnotherKey(linked: Linked, steps: readonly number[]): { put: string; read: string } | undefined {
  const { whole } = linked
  for (let index = 1; index < steps.length; index++) {
    const read = keyRead(linked, steps[index] as number)
    if (read < 0) continue
    const reads = textsOf(linked, read, steps.slice(index + 1), 'out')
    if (reads.length === 0) continue
    for (let before = index - 1; before >= 0; before--) {
      const value = steps[before] as number
      if (value >= whole.size) continue
      const keys = keysPut(linked, value)
      if (keys.length === 0) continue
      const puts = keys.map((key) => textsOf(linked, key, steps.slice(0, before + 1), 'in'))
      const isOther = puts.every((texts) => texts.length > 0 && !texts.some((text) => reads.includes(text)))
      if (isOther) return { put: puts[0]?.[0] as string, read: reads[0] as string }
      break
    }
  }
  return undefined
}

/** The name under which a node reads: of `settings[key]`, of `settings.get(key)` on a map. */
function keyRead(linked: Linked, node: number): number {
  const { whole, solver } = linked
  if (node >= whole.size) return -1
  if (whole.kind[node] === Kind.LoadDynamic) return whole.b[node] as number
  const isGet = whole.kind[node] === Kind.Call && !solver.callees.has(node) && calledName(linked, node) === 'get'
  return isGet ? (whole.args(node)[0] ?? -1) : -1
}

/** Names under which a value is kept in the function that it stands in. */
function keysPut(linked: Linked, value: number): number[] {
  const { whole, solver } = linked
  return [...lookupOf(whole).inFunction(whole.functionOf(value))].flatMap((node) => {
    if (whole.kind[node] === Kind.StoreDynamic) return whole.c[node] === value ? [whole.b[node] as number] : []
    if (whole.kind[node] !== Kind.Call || solver.callees.has(node) || calledName(linked, node) !== 'set') return []
    const [key, kept] = whole.args(node)
    return key !== undefined && kept === value ? [key] : []
  })
}

/**
 * Texts that a name may be on this way; none where that is not known. A parameter is what the call on the way was given.
 * @param steps those before the value that is kept, it included, or those behind the read
 */
function textsOf(linked: Linked, key: number, steps: readonly number[], direction: 'in' | 'out'): string[] {
  const { whole, solver, values } = linked
  const named = thingNamed(whole, key)
  if (named < 0 || named >= whole.size) return []
  if (whole.kind[named] !== Kind.Param) return exact(values.texts(named))
  const fn = whole.a[named] as number
  const onWay = new Set(steps)
  const calls = [...(solver.callers.get(fn) ?? [])].filter((call) =>
    direction === 'out' ? onWay.has(call) : whole.args(call).some((argument) => onWay.has(argument)),
  )
  const texts = calls.map((call) => {
    const argument = whole.args(call)[whole.b[named] as number]
    return argument === undefined ? [] : exact(values.texts(argument))
  })
  return texts.some((found) => found.length === 0) ? [] : texts.flat()
}

const exact = (texts: readonly { exact: boolean; value: string }[]): string[] =>
  texts.every((text) => text.exact) ? texts.map(({ value }) => value) : []
