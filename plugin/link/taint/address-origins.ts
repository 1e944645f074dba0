/**
 * Which addresses a parsed one was made of: `new URL(text)`, there or in whoever hands it over. In: the object whose query is read. Out:
 * the nodes of the texts, undefined where one of them is not known.
 */
import { Kind } from '../../graph'
import { calledName, isTestCode, type Linked } from '../linked'
import { parsesAddress } from './parts'

const MOST_HOPS = 10
const MOST_CALLERS = 8

/** Functions that hand out a setting of the environment by its name. */
const HANDS_OUT = /^(?:env|getenv|getEnv|requireEnv|getEnvOrThrow|getRequiredEnv|assertEnv|useEnv)$/

export function addressesOf(linked: Linked, node: number, hops = 0): number[] | undefined {
  const { whole } = linked
  if (node >= 0 && node < whole.size && parsesAddress(linked, node)) {
    const [text] = whole.args(node)
    return text === undefined ? undefined : [text]
  }
  return all(originsOf(linked, node, hops), (each) => addressesOf(linked, each, hops + 1))
}

/** Written in the code, or set where the program is installed. */
export function isOperatorsOwn(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.String || kind === Kind.Undefined) return true
  if (kind === Kind.Load && whole.kind[whole.a[node] as number] === Kind.Load && whole.text(whole.b[whole.a[node] as number] as number) === 'env')
    return true
  if (
    kind === Kind.Call &&
    HANDS_OUT.test(calledName(linked, node)) &&
    [...whole.args(node)].every((argument) => isOperatorsOwn(linked, argument, hops + 1))
  )
    return true
  const origins = originsOf(linked, node, hops)
  return origins !== undefined && origins.length > 0 && origins.every((each) => isOperatorsOwn(linked, each, hops + 1))
}

/** Where a value comes from, one step back; undefined where that is not known in full. */
function originsOf(linked: Linked, node: number, hops: number): number[] | undefined {
  const { whole, solver, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
    case Kind.Await:
      return [whole.a[node] as number]
    case Kind.Choice:
    case Kind.Cell:
      return whole.items(whole.a[node] as number).filter((way) => !isNothing(linked, way))
    case Kind.Param: {
      // What tests hand over, nobody sends.
      const isRun = (call: number) => !isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)
      const callers = [...(solver.callers.get(whole.a[node] as number) ?? [])].filter(isRun)
      if (callers.length === 0 || callers.length > MOST_CALLERS) return undefined
      if (callers.some((call) => whole.args(call).some((argument) => whole.kind[argument] === Kind.Spread))) return undefined
      const given = callers.flatMap((call) => whole.args(call)[whole.b[node] as number] ?? [])
      return given.filter((each) => !isNothing(linked, each))
    }
    case Kind.Call: {
      const callees = [...(solver.callees.get(node) ?? [])]
      if (callees.length > 0) return callees.flatMap((fn) => whole.functions[fn]?.returns ?? []).filter((each) => !isNothing(linked, each))
      // `attempt(() => new URL(text))`: what a library runs once for its caller, it hands back.
      const [run, ...others] = whole.args(node)
      if (run === undefined || others.length > 0 || whole.kind[run] !== Kind.Function || whole.kind[whole.a[node] as number] === Kind.Load)
        return undefined
      return [...(whole.functions[whole.a[run] as number]?.returns ?? [])]
    }
    default: {
      const made = values.definitions(node).filter((each) => each !== node)
      return made.length > 0 ? made : undefined
    }
  }
}

const isNothing = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Null || whole.kind[node] === Kind.Undefined

function all(nodes: readonly number[] | undefined, of: (node: number) => number[] | undefined): number[] | undefined {
  if (nodes === undefined || nodes.length === 0) return undefined
  const found: number[] = []
  for (const node of nodes) {
    const part = of(node)
    if (part === undefined) return undefined
    found.push(...part)
  }
  return found
}
