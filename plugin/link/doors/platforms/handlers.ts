/** Functions that settings name, and what they read of the event that they are given. */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Parameter } from '../../../types'
import { cite, type Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { nodesBelow } from '../cli/environment'
import { functionsOf } from '../entry'

/** `src/users.list` or `worker.ts#scheduled`, relative to a directory: the exported value. */
export function exportedHandler(linked: Linked, directory: string, handler: string): number[] {
  const { fileIndex, values, whole } = linked
  const hash = handler.lastIndexOf('#')
  const cut = hash >= 0 ? hash : handler.lastIndexOf('.')
  if (cut <= 0) return []
  const parts: string[] = []
  for (const part of `${directory}/${handler.slice(0, cut)}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  const name = handler.slice(cut + 1)
  const stem = parts.join('/').replace(/\.[cm]?[jt]sx?$/, '')
  // What is deployed is made from sources next to it.
  const stems = [stem, stem.replace(/(^|\/)(?:dist|build|lib|out|\.build)\//, '$1src/'), stem.replace(/(^|\/)(?:dist|build|lib|out|\.build)\//, '$1')]
  for (const each of new Set(stems))
    for (const extension of ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs', '.tsx', '/index.ts', '/index.js']) {
      const file = fileIndex.get(`${each}${extension}`)
      if (file === undefined) continue
      const found = values.exported(file, name).filter((node) => node < whole.size)
      if (found.length > 0) return found
      // `export default { scheduled() {} }`, `module.exports = async (context) => {}`
      const fallback = values.exported(file, 'default').flatMap((node) => {
        const member = values.property(node, name)
        return member.length > 0 ? member : name === 'default' || name === 'handler' || name === 'run' ? [node] : []
      })
      return fallback.filter((node) => node < whole.size)
    }
  return []
}

/** A handler through wrappers: of `middy(f).use(g)` and `wrap(f)`, f. */
export function innerFunctions(linked: Linked, nodes: readonly number[], depth = 0): number[] {
  const { whole, values } = linked
  const own = functionsOf(linked, nodes)
  if (own.length > 0 || depth > 4) return own
  const found = new Set<number>()
  for (const node of nodes)
    for (const made of values.definitions(node)) {
      if (whole.kind[made] !== Kind.Call) continue
      const callee = whole.a[made] as number
      const args = whole.args(made).filter((argument) => argument !== node)
      const inner = innerFunctions(linked, args, depth + 1)
      if (inner.length > 0) for (const fn of inner.slice(0, 1)) found.add(fn)
      else if (whole.kind[callee] === Kind.Load) for (const fn of innerFunctions(linked, [whole.a[callee] as number], depth + 1)) found.add(fn)
    }
  return [...found]
}

const PLACES: Record<string, Parameter['in']> = rowsByName({
  queryStringParameters: 'query',
  multiValueQueryStringParameters: 'query',
  pathParameters: 'path',
  headers: 'header',
  multiValueHeaders: 'header',
  cookies: 'cookie',
})

/** What handlers of API Gateway and function URLs read: `event.pathParameters.id`, `JSON.parse(event.body).name`. */
export function eventParameters(linked: Linked, functions: readonly number[]): Parameter[] {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const found = new Map<string, Parameter>()
  const put = (name: string, place: Parameter['in'], node: number) => {
    if (!/^(?:length|\[\]|toString|map|forEach|trim|split)$/.test(name) && !found.has(`${place} ${name}`))
      found.set(`${place} ${name}`, { name, in: place, at: cite(linked, node) })
  }
  /** The place of a request that a value is: a Load of one of the event's fields, through `?? {}` and variables. */
  const placeOf = (node: number, hops = 0): Parameter['in'] | undefined => {
    if (node < 0 || node >= whole.size || hops > 5) return undefined
    switch (whole.kind[node] as Kind) {
      case Kind.Load: {
        const name = whole.text(whole.b[node] as number)
        return Object.hasOwn(PLACES, name) &&
          (whole.kind[whole.a[node] as number] === Kind.Param || values.nameOf(whole.a[node] as number) === 'event')
          ? PLACES[name]
          : undefined
      }
      case Kind.Choice:
      case Kind.Cell:
        return whole
          .items(whole.a[node] as number)
          .map((item) => placeOf(item, hops + 1))
          .find(Boolean)
      case Kind.Refine:
      case Kind.Await:
        return placeOf(whole.a[node] as number, hops + 1)
      case Kind.Call: {
        const callee = whole.a[node] as number
        const isParse = whole.kind[callee] === Kind.Load && whole.text(whole.b[callee] as number) === 'parse'
        const [body] = whole.args(node)
        return isParse && body !== undefined && isBody(body) ? 'json' : undefined
      }
      default:
        return undefined
    }
  }
  const isBody = (node: number, hops = 0): boolean => {
    if (node < 0 || hops > 5) return false
    if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number) === 'body'
    return whole.kind[node] !== Kind.Call && whole.madeOf(node).some((part) => isBody(part, hops + 1))
  }
  for (const fn of nodesBelow(linked, functions))
    for (const node of lookup.inFunction(fn))
      if (whole.kind[node] === Kind.Load) {
        const place = placeOf(whole.a[node] as number)
        if (place) put(whole.text(whole.b[node] as number), place, node)
      } else if (whole.kind[node] === Kind.LoadDynamic) {
        const place = placeOf(whole.a[node] as number)
        if (place) for (const { value, exact } of values.texts(whole.b[node] as number)) if (exact) put(value, place, node)
      }
  return [...found.values()]
}
