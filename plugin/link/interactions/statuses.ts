/** With which status an exception ends a request. In: what is thrown or handed to an error handler. Out: a status, where the code says one. */
import { STATUS_CODES } from 'node:http'
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'

const squeezed = (text: string): string => text.replace(/[^a-z]/gi, '').toLowerCase()
const BY_WORDS = new Map(Object.entries(STATUS_CODES).map(([code, words]) => [squeezed(words ?? ''), Number(code)]))
/** Names that frameworks and programs give exceptions, where they differ from the words of the standard. */
const BY_NAME: [RegExp, number][] = [
  [/^(?:unauthenticated|notauthenticated|authentication|auth|invalidcredentials|invalidtoken)/, 401],
  [/^(?:forbidden|accessdenied|permissiondenied|notallowed|authorization)/, 403],
  [/notfound$/, 404],
  [/^(?:validation|badinput|invalidinput|userinput|badrequest)/, 400],
  [/^(?:alreadyexists|duplicate)/, 409],
]

export function statusOf(linked: Linked, thrown: number): number | undefined {
  const { whole } = linked
  const kind = whole.kind[thrown] as Kind
  if (kind === Kind.Refine || kind === Kind.Await) return statusOf(linked, whole.a[thrown] as number)
  if (kind !== Kind.New && kind !== Kind.Call) return undefined
  for (const argument of whole.args(thrown)) {
    const status = statusIn(linked, argument) ?? linked.values.property(argument, 'status').map((node) => statusIn(linked, node))[0]
    if (status !== undefined && status >= 400) return status
  }
  return byName(calledName(linked, thrown)) ?? ofClass(linked, thrown)
}

function byName(name: string): number | undefined {
  const words = squeezed(name).replace(/(?:exception|error|err|response)$/, '')
  if (words === '') return undefined
  return BY_WORDS.get(words) ?? BY_NAME.find(([pattern]) => pattern.test(words))?.[1]
}

/** A number, or a constant that is called like a status: `HttpStatus.NOT_FOUND`. */
function statusIn({ values, whole }: Linked, node: number): number | undefined {
  const found = values.numbers(node).find((number) => Number.isInteger(number) && number >= 100 && number < 600)
  if (found !== undefined) return found
  return whole.kind[node] === Kind.Load ? BY_WORDS.get(squeezed(whole.text(whole.b[node] as number))) : undefined
}

/** `super(404, …)` or `this.status = 404` in the constructor of what is thrown. */
function ofClass(linked: Linked, made: number, hops = 0): number | undefined {
  const { whole, solver, effects } = linked
  for (const fn of solver.callees.get(made) ?? [])
    for (const node of effects.ofFunction(fn)) {
      if (whole.kind[node] === Kind.Store && /^status(?:Code)?$/.test(whole.text(whole.b[node] as number))) {
        const status = statusIn(linked, whole.c[node] as number)
        if (status !== undefined) return status
      }
      if (whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'super') continue
      for (const argument of whole.args(node)) {
        const status = statusIn(linked, argument)
        if (status !== undefined && status >= 400) return status
      }
      if (hops < 2) return ofClass(linked, node, hops + 1)
    }
  return undefined
}

/** `401 Unauthorized` */
export const statusText = (status: number): string => (STATUS_CODES[status] ? `${status} ${STATUS_CODES[status]}` : String(status))
