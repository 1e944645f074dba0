/**
 * Guards that a decorator says are skipped: `@SkipThrottle()`. In: the decorations of a method and of its class. Out: the roles that
 * are skipped whole. What skips one of several limits by its name (`@SkipThrottle({ chat: true })`) leaves the others in force.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf, remember } from '../lookup'
import type { Decoration } from './decorations'

/** What the one limit is called that has no name. */
const UNNAMED = 'default'

/** What is nearest to the handler is said of it. */
export function skippedRoles(linked: Linked, ofMethod: readonly Decoration[], ofClass: readonly Decoration[]): Set<string | undefined> {
  const skipped = new Set<string | undefined>()
  const said = new Set<string | undefined>()
  for (const decorations of [ofMethod, ofClass])
    for (const { node, model } of decorations) {
      if (model.decorator !== 'skip' || said.has(model.role)) continue
      said.add(model.role)
      if (skipsAll(linked, node)) skipped.add(model.role)
    }
  return skipped
}

function skipsAll(linked: Linked, decorator: number): boolean {
  const { whole, values } = linked
  const [given] = whole.kind[decorator] === Kind.Call ? whole.args(decorator) : []
  const [object] = given === undefined ? [] : values.definitions(given)
  if (object === undefined || object >= whole.size || whole.kind[object] !== Kind.Object) return true
  const names = new Set<string>()
  let isOn = false
  for (const entry of whole.items(whole.a[object] as number)) {
    if (whole.kind[entry] !== Kind.Property) return true
    const value = whole.b[entry] as number
    if (whole.kind[value] === Kind.Boolean && whole.a[value] === 0) continue
    isOn = true
    for (const name of namesOf(linked, entry)) names.add(name)
  }
  if (!isOn) return false
  const limits = limitsOf(linked)
  return limits.length === 0 ? names.size === 0 || names.has(UNNAMED) : limits.every((name) => names.has(name))
}

function namesOf({ whole, values }: Linked, entry: number): string[] {
  if (whole.a[entry] !== -1) return [whole.text(whole.a[entry] as number)]
  return values.texts(whole.c[entry] as number).flatMap(({ exact, value }) => (exact ? [value] : []))
}

/** Names of the limits that the program sets: `{ name: 'chat', ttl: 60_000, limit: 20 }`. */
const limitsOf = (linked: Linked): string[] => known(linked, 0, 0, () => findLimits(linked))
const known = remember<string[]>()

function findLimits({ whole, values }: Linked): string[] {
  const lookup = lookupOf(whole)
  const names = new Set<string>()
  for (const entry of lookup.named(Kind.Property, 'ttl')) {
    const object = lookup.objectOf(entry)
    if (object < 0) continue
    const of = (name: string) =>
      whole
        .items(whole.a[object] as number)
        .find((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === name)
    if (of('limit') === undefined) continue
    const name = of('name')
    const texts = name === undefined ? [UNNAMED] : values.texts(whole.b[name] as number).map(({ value }) => value)
    for (const text of texts) names.add(text)
  }
  return [...names]
}
