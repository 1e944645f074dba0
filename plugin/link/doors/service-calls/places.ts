/** What stands at the places that a model names: arguments of a call, and of the call that made what it is called on. */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { type Context, NO_CONTEXT } from '../../values/index'

const MADE = /^receiver\.(.+)$/
const MOST_HOPS = 4

/** Nodes at the first of several places where something is. */
export function atPlaces(
  linked: Linked,
  call: number,
  places: readonly string[],
  context: Context = NO_CONTEXT,
): { node: number; context: Context }[] {
  for (const place of places) {
    const made = MADE.exec(place)?.[1]
    const found = made === undefined ? within(linked, call, place, context) : ofMakers(linked, call, made)
    if (found.length > 0) return found
  }
  return []
}

function within(linked: Linked, call: number, place: string, context: Context): { node: number; context: Context }[] {
  const [index, ...names] = place.split('.')
  const argument = linked.whole.args(call)[Number(index)]
  if (argument === undefined || linked.whole.kind[argument] === Kind.Spread) return []
  let found = [{ node: argument, context }]
  for (const name of names) found = found.flatMap((each) => members(linked, each.node, name, each.context))
  return found
}

function members(linked: Linked, node: number, name: string, context: Context): { node: number; context: Context }[] {
  const bound = context.bindings.get(node)
  if (bound) return members(linked, bound.node, name, bound.context)
  return linked.values.property(node, name, context).map((each) => ({ node: each, context }))
}

/** Through those that one client was made of: `base.extend({ headers })` asks where `base` asks. */
function ofMakers(linked: Linked, call: number, place: string, hops = 0): { node: number; context: Context }[] {
  if (hops > MOST_HOPS) return []
  return makersOf(linked, call).flatMap((maker) => {
    const own = within(linked, maker, place, NO_CONTEXT)
    return own.length > 0 ? own : ofMakers(linked, maker, place, hops + 1)
  })
}

/** Calls that make what this one is called on. */
export function makersOf(linked: Linked, call: number): number[] {
  const receiver = receiverOf(linked, call)
  const owner = receiver >= 0 ? receiver : (linked.whole.a[call] as number)
  return makersAt(linked, owner, call)
}

function makersAt(linked: Linked, owner: number, call: number): number[] {
  const { solver, whole, values } = linked
  const isMade = (node: number) => node < whole.size && (whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New) && node !== call
  const found = new Set<number>()
  for (const label of solver.of(owner)) {
    const data = solver.labels.data[label] as number
    if (solver.labels.kind[label] === LabelKind.ApiObject && isMade(data)) found.add(data)
  }
  if (found.size > 0) return [...found].slice(0, MOST_HOPS)
  const made = values.definitions(owner).filter(isMade).slice(0, MOST_HOPS)
  // `openai.chat.completions.create`: what stands before its members.
  return made.length === 0 && whole.kind[owner] === Kind.Load ? makersAt(linked, whole.a[owner] as number, call) : made
}

/** Package that a value is from, through the program's own modules: `stripe` of `import { stripe } from './payments'`. */
export function importedFrom(linked: Linked, node: number, hops = 0): string | undefined {
  const { whole, values, modules } = linked
  if (hops > 12 || node < 0 || node >= whole.size) return undefined
  const written = () => {
    for (const made of values.definitions(node)) {
      const found = made === node ? undefined : importedFrom(linked, made, hops + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  switch (whole.kind[node] as Kind) {
    case Kind.Import: {
      const specifier = whole.text(whole.a[node] as number)
      const { kind } = modules.resolve((whole.files[whole.fileOf(node)] as { path: string }).path, specifier)
      return kind === 'file' ? written() : kind === 'unresolved' ? undefined : specifier.replace(/^node:/, '')
    }
    case Kind.Load:
      return importedFrom(linked, whole.a[node] as number, hops + 1) ?? written()
    case Kind.LoadDynamic:
    case Kind.Await:
    case Kind.Refine:
    case Kind.Call:
    case Kind.New:
      return importedFrom(linked, whole.a[node] as number, hops + 1)
    case Kind.Cell:
    case Kind.Choice:
      for (const item of whole.items(whole.a[node] as number)) {
        const found = importedFrom(linked, item, hops + 1)
        if (found !== undefined) return found
      }
      return undefined
    default:
      return written()
  }
}

/** Function that a node is called by in the code: `Greeter` of `new proto.Greeter(…)`. */
export const makerName = (linked: Linked, call: number): string => makersOf(linked, call).map((maker) => calledName(linked, maker))[0] ?? ''
