/**
 * Whether a wrapper asks who is calling at one of the routes it wraps: `wrap({ auth: 'none', handler })`, where it refuses under
 * `!user && auth !== 'none'`. In: a route and the comparison. Out: whether that holds there; undefined where no option of the route
 * decides it.
 */
import { Kind } from '../../graph'
import { givenAt, makersOf, optionTested } from '../guards/refusals-by-option'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import { isEqual } from '../operators'
import type { FoundRoute } from '../routes/index'

/** Nodes that are looked at on the way from the comparison to the option. */
const MOST_NODES = 60

export function holdsAt(linked: Linked, { handlers }: Pick<FoundRoute, 'handlers'>, test: number): boolean | undefined {
  const { whole, values } = linked
  if (whole.kind[test] !== Kind.Binary) return isGivenAt(linked, handlers, test)
  const sides = [whole.a[test] as number, whole.b[test] as number]
  const written = sides.findIndex((side) => whole.kind[side] === Kind.String)
  if (written < 0) return undefined
  const literal = whole.text(whole.a[sides[written] as number] as number)
  const asked = sides[1 - written] as number
  for (const { node } of handlers)
    for (const made of values.definitions(node).slice(0, 4)) {
      if (made >= whole.size || whole.kind[made] !== Kind.Call) continue
      const option = optionOf(linked, asked, linked.solver.callees.get(made) ?? new Set())
      if (!option) continue
      const argument = whole.args(made)[option.index]
      const given = argument === undefined ? [] : values.property(argument, option.name).filter((value) => values.definitions(value).length > 0)
      const texts = (given.length > 0 ? given : option.otherwise).flatMap((value) => values.texts(value))
      const [only] = texts
      if (texts.length !== 1 || !only?.exact) return undefined
      return (only.value === literal) === isEqual(whole.c[test] as number)
    }
  return undefined
}

/** `!user && options.strict`, by what the call says that made a handler. */
function isGivenAt(linked: Linked, handlers: FoundRoute['handlers'], test: number): boolean | undefined {
  const option = optionTested(linked, test, true)
  if (!option) return undefined
  const [maker, other] = handlers.flatMap(({ node }) => makersOf(linked, node)).filter(({ callee }) => callee === option.fn)
  const given = maker && !other ? givenAt(linked, maker.call, option) : undefined
  return given === undefined ? undefined : given === option.is
}

interface Option {
  index: number
  name: string
  /** What stands for it where it is not given. */
  otherwise: number[]
}

/** The option of one of some wrappers that a value is, through what helpers are handed. */
function optionOf({ whole, solver }: Linked, from: number, wrappers: ReadonlySet<number>): Option | undefined {
  const otherwise: number[] = []
  const seen = new Set<number>()
  const stack = [from]
  let found: Option | undefined
  for (let node = stack.pop(); node !== undefined && seen.size < MOST_NODES; node = stack.pop()) {
    if (node < 0 || seen.has(node)) continue
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.String) otherwise.push(node)
    else if (kind === Kind.Param) {
      const [fn, index] = [whole.a[node] as number, whole.b[node] as number]
      for (const call of solver.callers.get(fn) ?? []) stack.push(whole.args(call)[index] ?? -1)
    } else if (kind === Kind.Load) {
      const of = thingNamed(whole, whole.a[node] as number)
      if (whole.kind[of] === Kind.Param && wrappers.has(whole.a[of] as number))
        found ??= { index: whole.b[of] as number, name: whole.text(whole.b[node] as number), otherwise }
    } else if (kind === Kind.Choice || kind === Kind.Cell || kind === Kind.Refine) stack.push(...whole.madeOf(node))
  }
  return found
}
