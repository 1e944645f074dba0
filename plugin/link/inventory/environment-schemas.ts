/**
 * Schemas of the environment: objects whose keys are names of variables and whose values say what is demanded of each. Told
 * by the library that the values come from, and by keys that are all written like variables.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { EnvironmentVariable, Evidence } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

export interface Demand {
  name: string
  through: string
  required: EnvironmentVariable['required']
  fallback: string | undefined
  values: string[]
  at: Evidence
}

const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

/** What a value is when nothing more is said of it. */
const LIBRARIES: Record<string, { required: boolean }> = rowsByName({
  joi: { required: false },
  '@hapi/joi': { required: false },
  celebrate: { required: false },
  zod: { required: true },
  yup: { required: false },
  envalid: { required: true },
  valibot: { required: true },
  'env-var': { required: false },
  '@sinclair/typebox': { required: true },
})

export function demandedBySchemas(linked: Linked): Demand[] {
  const { whole } = linked
  const demands: Demand[] = []
  for (const object of lookupOf(whole).of(Kind.Object)) {
    const entries = whole.items(whole.a[object] as number).filter((item) => whole.kind[item] === Kind.Property && (whole.a[item] as number) >= 0)
    if (entries.length === 0) continue
    const names = entries.map((entry) => whole.text(whole.a[entry] as number))
    if (!names.every((name) => VARIABLE.test(name)) || (names.length === 1 && !(names[0] as string).includes('_'))) continue
    if (isTestCode(linked, (whole.files[whole.fileOf(object)] as { path: string }).path)) continue
    entries.forEach((entry, index) => {
      const value = whole.b[entry] as number
      const chain = chainOf(linked, value)
      const library = chain && LIBRARIES[chain.library]
      if (!chain || !library) return
      const calls = chain.calls
      const at = cite(linked, entry)
      const fallback = argumentOf(linked, calls, /^(?:default|prefault|catch)$/) ?? optionOf(linked, calls.at(-1), 'default')
      const isOptional = calls.some((call) => /^(?:optional|nullish|allow|default|prefault|catch|exist)$/.test(calledName(linked, call)))
      const required = calls.some((call) => calledName(linked, call) === 'required') || (library.required && !isOptional && fallback === undefined)
      demands.push({
        name: names[index] as string,
        through: chain.library.replace('@hapi/', ''),
        required: fallback !== undefined ? 'no' : required ? 'yes' : 'no',
        fallback,
        values: allowed(linked, calls),
        at,
      })
    })
  }
  return demands
}

/** `Joi.string().valid('a').required()`: the calls, innermost first, and the library they begin at. */
function chainOf(linked: Linked, node: number): { library: string; calls: number[] } | undefined {
  const { whole } = linked
  const calls: number[] = []
  for (let at = node, hops = 0; at >= 0 && hops < 40; hops++) {
    switch (whole.kind[at] as Kind) {
      case Kind.Call: {
        calls.unshift(at)
        const receiver = receiverOf(linked, at)
        at = receiver >= 0 ? receiver : (whole.a[at] as number)
        break
      }
      case Kind.Load:
      case Kind.Refine:
        at = whole.a[at] as number
        break
      case Kind.Cell:
        at = whole.items(whole.a[at] as number)[0] ?? -1
        break
      case Kind.Import:
        return calls.length > 0 ? { library: whole.text(whole.a[at] as number), calls } : undefined
      default:
        return undefined
    }
  }
  return undefined
}

function argumentOf(linked: Linked, calls: number[], name: RegExp): string | undefined {
  const { whole, values } = linked
  const call = calls.find((at) => name.test(calledName(linked, at)))
  const first = call === undefined ? undefined : whole.args(call)[0]
  return first === undefined ? undefined : (values.texts(first).find(({ exact }) => exact)?.value ?? whole.sourceOf(first, 80))
}

/** `str({ default: 'x' })` of envalid. */
function optionOf({ whole, values }: Linked, call: number | undefined, name: string): string | undefined {
  const options = call === undefined ? undefined : whole.args(call)[0]
  if (options === undefined) return undefined
  for (const node of values.property(options, name)) {
    const exact = values.texts(node).find((text) => text.exact)
    if (exact) return exact.value
  }
  return undefined
}

/** Texts that `valid(…)`, `enum([…])` and `oneOf([…])` are given. */
function allowed(linked: Linked, calls: number[]): string[] {
  const { whole, values } = linked
  const call = calls.find((at) => /^(?:valid|enum|oneOf|picklist|choices)$/.test(calledName(linked, at)))
  if (call === undefined) return []
  const nodes = whole.args(call).flatMap((node) => (whole.kind[node] === Kind.Array ? [...whole.items(whole.a[node] as number)] : [node]))
  return nodes.flatMap((node) => values.texts(node).flatMap(({ value, exact }) => (exact ? [value] : [])))
}
