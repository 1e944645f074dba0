/**
 * Values that code asks a configuration for: `config.get('app.prefix')`. In: such a call. Out: the texts that the factories
 * of the configuration give it, or the default in the call.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'

const ASKS = new Set(['get', 'getOrThrow'])
/** Calls that are handed factories of configuration. */
const GIVES = new Set(['registerAs', 'forRoot', 'forRootAsync', 'forFeature'])

export function configuredTexts(linked: Linked, node: number): string[] {
  const { values, whole } = linked
  const written = values.texts(node)
  const exact = written.filter((text) => text.exact)
  if (exact.length > 0) return exact.map(({ value }) => value)
  for (const made of values.definitions(node)) {
    if (made >= whole.size || whole.kind[made] !== Kind.Call) continue
    const found = configuredValues(linked, made)
      .flatMap((value) => values.texts(value))
      .filter((text) => text.exact)
      .map(({ value }) => value)
    if (found.length > 0) return found
  }
  return written.map(({ value }) => value)
}

/** What a call that asks for a key is given, as the factories write it, and what stands in for it; nothing for any other call. */
export function configuredValues(linked: Linked, call: number): number[] {
  const { values, whole } = linked
  if (!ASKS.has(calledName(linked, call))) return []
  const [key, fallback] = whole.args(call)
  const name = key === undefined ? undefined : values.texts(key).find((text) => text.exact)?.value
  if (name === undefined) return []
  return [...valuesOf(linked, name), ...(fallback === undefined ? [] : [fallback])]
}

/** `app.prefix`: of the factory registered as `app` its `prefix`, or of a factory that was loaded `app.prefix`. */
function valuesOf(linked: Linked, key: string): number[] {
  const { values, whole } = linked
  const names = key.split('.')
  return [...lookupOf(whole).called(GIVES)].flatMap((call) => {
    const [first, second] = whole.args(call)
    if (first === undefined) return []
    if (calledName(linked, call) === 'registerAs')
      return second !== undefined && values.texts(first).some(({ value }) => value === names[0]) ? resultsOf(linked, second, names.slice(1)) : []
    return values
      .property(first, 'load')
      .flatMap((list) => values.elements(list))
      .flatMap((factory) => resultsOf(linked, factory, names))
  })
}

function resultsOf({ solver, values, whole }: Linked, factory: number, names: string[]): number[] {
  let found = solver
    .of(factory)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
  for (const name of names) found = found.flatMap((node) => values.property(node, name))
  return found
}
