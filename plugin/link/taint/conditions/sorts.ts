/**
 * Of what sort a value is, as a test says: `typeof value === 'string'`, or by a property that only some have. In: what is tested. Out:
 * kinds of harm that values of the sort do not do, and whether a property tells of which sort its owner is.
 */
import { Kind } from '../../../graph'
import { apiPathsOf, type Linked } from '../../linked'
import { ALL, NEEDS_TEXT, NUMBER, PROTOTYPE, TEXT_ONLY } from '../kinds'
import { isAddress } from '../parts'
import type { SameValues } from '../same-values'

export class Sorts {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** What it says that `typeof value` is a text, or is not. */
  typeSays(type: number, equal: boolean): number {
    const text = this.same.textOf(type)
    if (text === 'number' || text === 'boolean' || text === 'bigint') return equal ? NUMBER : 0
    if (text === 'string') return equal ? TEXT_ONLY : NEEDS_TEXT
    if (text === 'undefined') return equal ? ALL : 0
    // A type other than object leaves texts; `typeof x !== 'object'`.
    if (text === 'object') return equal ? NEEDS_TEXT : TEXT_ONLY | PROTOTYPE
    if (text === 'function') return equal ? PROTOTYPE | NEEDS_TEXT : 0
    return 0
  }

  /** A property that texts do not have: `target.nodeType`. */
  isOfObjects(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Load) return false
    const name = whole.text(whole.b[node] as number)
    // A parsed address is an object that is a text to whoever asks for one.
    return (
      !(name in String.prototype) &&
      !/^\d+$/.test(name) &&
      this.same.isSame(whole.a[node] as number, value) &&
      !isAddress(this.linked, this.same.plain(value))
    )
  }

  /** A property that the prototype of all objects does not have: what has it is something else. */
  isPutOn(node: number, value: number): boolean {
    const { whole } = this.linked
    return (
      whole.kind[node] === Kind.Load && !(whole.text(whole.b[node] as number) in Object.prototype) && this.same.isSame(whole.a[node] as number, value)
    )
  }

  /**
   * Something, where a property that is missing equals nothing: a value of the code's, or what the program keeps of whoever asks.
   * What comes with a request may be left out of it.
   */
  isThere(node: number): boolean {
    const { whole, models } = this.linked
    const at = this.same.plain(node)
    if (this.same.isFixed(at, 0)) return whole.kind[at] !== Kind.Undefined && whole.kind[at] !== Kind.Null
    if (whole.kind[at] !== Kind.Load) return false
    const paths = apiPathsOf(this.linked, whole.a[at] as number)
    return paths.length > 0 && paths.every((path) => !isSent(models, path, whole.text(whole.b[at] as number)))
  }
}

/** What something of the language is called where it stands, by itself or as a member: `Array`, `globalThis.Array`. */
export function nameOf({ whole }: Linked, node: number): string {
  if (node < 0) return ''
  if (whole.kind[node] === Kind.Global) return whole.text(whole.a[node] as number)
  if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number)
  return ''
}

/** A member, or what it is part of, that models say the sender decides. */
function isSent({ paths, requests, flows }: Linked['models'], base: number, member: string): boolean {
  const named = paths.find(base, `.${member}`)
  for (let at = named >= 0 ? named : base; at >= 0; at = paths.node(at).parent) if (requests.has(at) || flows.sources.has(at)) return true
  return false
}
