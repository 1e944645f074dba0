/** Strategies of Passport that the code makes. In: the solved program. Out: each with the package that it comes from. */
import { Kind } from '../../../graph'
import { apiPathsOf, type Linked } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { isOfTests } from './scene'
import { packageOf } from './uses'

const made = new WeakMap<Linked, { node: number; name: string }[]>()

/** Strategies that the code makes, with the package of each: by `new`, or by `super(…)` in a class that extends one. */
export function strategiesMade(linked: Linked): readonly { node: number; name: string }[] {
  let known = made.get(linked)
  if (known) return known
  const { whole } = linked
  known = []
  made.set(linked, known)
  for (const node of merge([lookupOf(whole).of(Kind.New), lookupOf(whole).named(Kind.Call, 'super')])) {
    const name = whole.kind[node] === Kind.New ? packageOfNew(linked, node) : packageOfSuper(linked, node)
    if (name && !isOfTests(linked, node)) known.push({ node, name })
  }
  return known
}

function packageOfSuper(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  const owner = whole.functions[whole.functionOf(node)]?.owner ?? -1
  const base = owner < 0 ? -1 : (whole.classes[owner]?.extends ?? -1)
  if (base < 0) return undefined
  // `class X extends PassportStrategy(Strategy)`
  const strategy = whole.kind[base] === Kind.Call ? (whole.args(base)[0] ?? -1) : base
  return strategy < 0 ? undefined : passportName(packageOf(linked, strategy, ''))
}

function packageOfNew(linked: Linked, node: number): string | undefined {
  const { whole, solver, models } = linked
  for (const path of [...(solver.apiCalls.get(node) ?? []), ...apiPathsOf(linked, whole.a[node] as number)]) {
    const root = models.paths.rootOf(path)
    if (/^npm:(?:passport-|@[\w-]+\/passport-)/.test(root)) return passportName(packageOf(linked, whole.a[node] as number, root.slice(4)))
  }
  return undefined
}

const passportName = (name: string): string | undefined => (/(?:^|\/)passport-/.test(name) ? name : undefined)
