/**
 * Files that only whoever runs the program names: by the environment, by its settings, by where it lies. In: a path, and what is written
 * there. Out: whether nobody else has a hand in either. The directory that all users of a machine share is another matter.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { pathsOfCall } from './modelled'

const MOST_PARTS = 80
const MOST_HOPS = 8
/** Calls that make a path, or a text, of what they are handed. */
const MAKES = /^(?:join|resolve|normalize|dirname|basename|fileURLToPath|String|toString|trim|replace|concat|stringify|dump|from)$/
/** Places that are the program's, or its user's own. */
const PLACES = /^(?:cwd|homedir)$/
const OF_PROGRAM = /^(?:__dirname|__filename|import\.meta\.\w+)$/
/** What the program makes by itself. */
const MADE = /^(?:randomBytes|randomUUID|randomInt|now|toISOString)$/
const SETTINGS = /^npm:(?:@nestjs\/config|config|nconf|convict|rc|node-config)$/

/** @param of a path leads from places of the program's own on; what is written may hold what the program makes by itself */
export function isOfOperator(linked: Linked, value: number, of: 'path' | 'content'): boolean {
  const { whole, solver, values } = linked
  const seen = new Set([value])
  const stack = [value]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const parts = seen.size > MOST_PARTS || at >= whole.size ? undefined : partsOf(at)
    if (parts === undefined) return false
    for (const part of parts)
      if (!seen.has(part)) {
        seen.add(part)
        stack.push(part)
      }
  }
  return !isShared()

  /** What a value is made of; undefined where somebody else may have decided it. */
  function partsOf(node: number): readonly number[] | undefined {
    switch (whole.kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
      case Kind.Regex:
        return []
      case Kind.Global:
        return of === 'path' && OF_PROGRAM.test(whole.text(whole.a[node] as number)) ? [] : undefined
      case Kind.Param: {
        const callers = [...(solver.callers.get(whole.a[node] as number) ?? [])]
        const given = callers.map((call) => whole.args(call)[whole.b[node] as number] ?? -1)
        return given.length > 0 && given.every((argument) => argument >= 0) ? given : undefined
      }
      case Kind.Call:
        return partsOfCall(node)
      case Kind.Load: {
        if (isSetting(node)) return of === 'path' ? [] : undefined
        const made = values.definitions(node).filter((each) => each !== node)
        return made.length > 0 ? made : undefined
      }
      case Kind.Import: {
        const made = values.definitions(node).filter((each) => each !== node)
        return made.length > 0 ? made : undefined
      }
      case Kind.Object:
      case Kind.Array:
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Template:
      case Kind.Binary:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Spread:
        return whole.madeOf(node)
      default:
        return undefined
    }
  }

  function partsOfCall(call: number): readonly number[] | undefined {
    const own = [...(solver.callees.get(call) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
    if (own.length > 0) return own
    const name = calledName(linked, call)
    if (of === 'path' && (PLACES.test(name) || isOfSettings(call))) return []
    if (of === 'content' && MADE.test(name)) return []
    if (!MAKES.test(name)) return undefined
    const receiver = receiverOf(linked, call)
    // `path.join`, `JSON.stringify`: the module is no part of it.
    const isText = receiver >= 0 && /^(?:toString|trim|replace|concat)$/.test(name)
    return [...(isText ? [receiver] : []), ...whole.args(call)]
  }

  /** `process.env.DATA_DIR` */
  function isSetting(load: number): boolean {
    const object = whole.a[load] as number
    return (
      whole.kind[object] === Kind.Load && whole.text(whole.b[object] as number) === 'env' && whole.sourceOf(whole.a[object] as number) === 'process'
    )
  }

  /** `config.get('dataDir')` */
  function isOfSettings(call: number): boolean {
    const paths = [...pathsOfCall(linked, call), ...apiPathsOf(linked, receiverOf(linked, call))]
    return calledName(linked, call) === 'get' && paths.some((path) => SETTINGS.test(linked.models.paths.rootOf(path)))
  }

  function isShared(): boolean {
    return of === 'path' && values.texts(value).some(({ value: text }) => /^(?:\{tmpdir\}|\/tmp|\/var\/tmp)(?:\/|$)/.test(text))
  }
}

/** Begins where the program lies, or where it is run: nobody else writes there. */
export const isInOwnDirectory = (linked: Linked, path: number): boolean => beginsInOwn(linked, path, 0) && isOfOperator(linked, path, 'path')

function beginsInOwn(linked: Linked, node: number, hops: number): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Global:
      return OF_PROGRAM.test(whole.text(inner))
    case Kind.Call:
      return calledName(linked, node) === 'cwd' || (MAKES.test(calledName(linked, node)) && beginsInOwn(linked, whole.args(node)[0] ?? -1, hops + 1))
    case Kind.Template: {
      const first = [...whole.items(inner)].find((item) => whole.kind[item] !== Kind.String || whole.text(whole.a[item] as number) !== '')
      return beginsInOwn(linked, first ?? -1, hops + 1)
    }
    case Kind.Binary:
      return beginsInOwn(linked, inner, hops + 1)
    default: {
      const made = values.definitions(node).filter((each) => each !== node)
      return made.length > 0 && made.every((each) => beginsInOwn(linked, each, hops + 1))
    }
  }
}
