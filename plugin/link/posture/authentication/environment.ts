/** Schemas of the environment. In: the solved program. Out: variable → what stands in where it is not set, with its line. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { numberOf } from './numbers'

/** As variables of the environment are called. */
export const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

const defaults = new WeakMap<Linked, Map<string, { text: string; at: Evidence }>>()

/** Variable → what a schema puts in where it is not set: `PORT: Joi.number().default(3000)`, `str({ default: 'x' })`. */
export function environment(linked: Linked): Map<string, { text: string; at: Evidence }> {
  let known = defaults.get(linked)
  if (known) return known
  known = new Map()
  defaults.set(linked, known)
  const { whole } = linked
  const lookup = lookupOf(whole)
  for (const property of lookup.named(Kind.Property, VARIABLE)) {
    const text = defaultIn(linked, whole.b[property] as number)
    if (text !== undefined) known.set(whole.text(whole.a[property] as number), { text, at: cite(linked, property) })
  }
  // convict: `{ env: 'PORT', default: 3000 }`
  for (const property of lookup.named(Kind.Property, 'env')) {
    const [name] = linked.values.texts(whole.b[property] as number)
    const object = lookup.objectOf(property)
    const [value] = object < 0 ? [] : linked.values.property(object, 'default')
    const text = value === undefined ? undefined : linked.values.texts(value).find(({ exact }) => exact)?.value
    if (name?.exact && VARIABLE.test(name.value) && text !== undefined) known.set(name.value, { text, at: cite(linked, value as number) })
  }
  return known
}

function defaultIn(linked: Linked, node: number): string | undefined {
  const { whole, values } = linked
  for (let at = node, hops = 0; at >= 0 && hops < 14 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
    const [first] = whole.args(at)
    if (first === undefined) continue
    const nodes = calledName(linked, at) === 'default' ? [first] : whole.kind[first] === Kind.Object ? values.property(first, 'default') : []
    for (const value of nodes) {
      const number = numberOf(linked, value)
      if (number !== undefined) return String(number)
      const text = values.texts(value).find(({ exact }) => exact)?.value
      if (text !== undefined) return text
    }
  }
  return undefined
}
