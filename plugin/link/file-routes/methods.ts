/** Methods that a handler asks for: `if (req.method === 'POST')`, `switch (req.method)`. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal } from '../operators'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** @param functions handlers; what stands in functions inside them counts as well */
export function testedMethods(linked: Linked, functions: number[]): string[] {
  const { whole, effects } = linked
  const lookup = lookupOf(whole)
  const found = new Set<string>()
  const seen = new Set<number>()
  const stack = [...functions]
  while (stack.length > 0 && seen.size < 200) {
    const fn = stack.pop() as number
    if (seen.has(fn)) continue
    seen.add(fn)
    stack.push(...effects.functionsIn(fn))
    for (const node of lookup.inFunction(fn)) {
      // `handlers[req.method](req, res)`
      if (whole.kind[node] === Kind.LoadDynamic && linked.values.nameOf(whole.b[node] as number) === 'method')
        for (const name of linked.values.propertyNames(whole.a[node] as number)) if (METHODS.includes(name)) found.add(name)
      if (whole.kind[node] !== Kind.Binary) continue
      const operator = whole.c[node] as number
      // Refusing every method but one is asking for that one.
      if (!isEqual(operator) && !isUnequal(operator)) continue
      for (const [one, other] of [
        [whole.a[node], whole.b[node]],
        [whole.b[node], whole.a[node]],
      ] as [number, number][]) {
        const text = whole.kind[one] === Kind.String ? whole.text(whole.a[one] as number).toUpperCase() : ''
        if (METHODS.includes(text) && linked.values.nameOf(other) === 'method') found.add(text)
      }
    }
  }
  // Answering a preflight or a probe first says nothing about what follows.
  if ([...found].every((method) => method === 'OPTIONS' || method === 'HEAD')) return []
  return METHODS.filter((method) => found.has(method))
}
