/** How a text comes about that something reads as more than text. In: a call and the place of the text. Out: one of four sorts. */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../graph'
import type { Interpreter } from '../../../types'
import type { SinkModel } from '../../flow-models'
import { atPlace, calledName, type Linked, receiverOf } from '../../linked'
import { PLUS } from '../../operators'
import { settingOf } from '../../usages/setting'

export type Sort = Interpreter['examples'][number]['sort']

/** What tells most first: one way of putting a text together counts for all. */
export const SORTS: Sort[] = ['built', 'untold', 'bound', 'fixed']

export function sortOf(linked: Linked, row: string, call: number, { spots }: SinkModel): Sort {
  const { whole } = linked
  const args = whole.args(call)
  // A tag is given the values apart from the text.
  if (whole.kind[call] === Kind.Tagged) return args.length > 1 ? 'bound' : 'fixed'
  const spot = spots[0] ?? '0'
  const at =
    spot === 'receiver'
      ? receiverOf(linked, call)
      : /^\d+\./.test(spot)
        ? atPlace(linked, call, spot)[0]
        : args[spot === '*' ? 0 : Number.parseInt(spot, 10)]
  if (at === undefined || at < 0) return 'untold'
  const sort = textOf(linked, at)
  if (row === 'sql' && sort === 'fixed' && hasBindings(linked, call)) return 'bound'
  // A query object whose fields the code writes.
  if (row === 'nosql' && sort === 'untold' && isObject(linked, at)) return 'bound'
  if (row === 'shell' && !/^exec(?:Sync|Async|P)?$|^system$|^shell/.test(calledName(linked, call)) && args.length > 1 && sort !== 'built')
    return 'bound'
  return sort
}

/** How a text comes about. */
export function textOf(linked: Linked, node: number, hops = 0): Sort {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 4) return 'untold'
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
    case Kind.Boolean:
    case Kind.Null:
    case Kind.Undefined:
    case Kind.Function:
      return 'fixed'
    case Kind.Tagged:
      return whole.args(node).length > 1 ? 'bound' : 'fixed'
    case Kind.Template:
      return isOfConstants(linked, node) ? 'fixed' : 'built'
    case Kind.Binary:
      if (whole.c[node] === PLUS) return isOfConstants(linked, node) ? 'fixed' : 'built'
      return 'untold'
    case Kind.Choice:
    case Kind.Cell: {
      const sorts = whole
        .items(whole.a[node] as number)
        .slice(0, 8)
        .map((item) => textOf(linked, item, hops + 1))
      return SORTS.find((sort) => sorts.includes(sort)) ?? 'untold'
    }
    case Kind.Refine:
    case Kind.Await:
      return textOf(linked, whole.a[node] as number, hops + 1)
    default: {
      if (isFixed(linked, node)) return 'fixed'
      const [made] = values.definitions(node)
      return made === undefined || made === node ? 'untold' : textOf(linked, made, hops + 1)
    }
  }
}

/** Every part is written in the code: `String(request.query.q ?? '')` has a value that is, and is not such a part. */
function isOfConstants(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 6) return false
  const all = (parts: readonly number[]): boolean => parts.every((part) => isOfConstants(linked, part, hops + 1))
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
    case Kind.Boolean:
    case Kind.Null:
    case Kind.Undefined:
      return true
    case Kind.Template:
    case Kind.Binary:
      return isFixed(linked, node) && all(whole.madeOf(node))
    case Kind.Choice:
    case Kind.Cell:
      return all([...whole.items(whole.a[node] as number)])
    case Kind.Refine:
    case Kind.Await:
      return isOfConstants(linked, whole.a[node] as number, hops + 1)
    case Kind.Call:
      return isFixed(linked, node) && all([...whole.args(node), ...[receiverOf(linked, node)].filter((it) => it >= 0)])
    default: {
      const made = values.definitions(node).filter((it) => it !== node)
      return made.length > 0 ? all(made) : false
    }
  }
}

const isFixed = (linked: Linked, node: number): boolean => settingOf(linked, node).state === 'constant'

/** `query(text, [id])`, `query(text, { replacements })`, `where('id = :id', { id })`, `run(text, id)`; not `orderBy('name', 'ASC')`. */
function hasBindings(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  const [first, ...others] = whole.args(call)
  const rest = others.filter((argument) => !isFunction(linked, argument) && (isObject(linked, argument) || !isFixed(linked, argument)))
  const texts = first === undefined ? [] : values.texts(first).map(({ value }) => value)
  const isNamed = (name: string) => texts.some((text) => new RegExp(`[:@$]${escapeStringRegexp(name)}\\b`).test(text))
  return rest.some((argument) => {
    const names = isObject(linked, argument) ? values.propertyNames(argument) : undefined
    return (
      names === undefined ||
      names.some((name) => /^(?:replacements|bind|values|params|parameters|binds)$/.test(name) || (/^\w+$/.test(name) && isNamed(name))) ||
      names.length === 0
    )
  })
}

function isObject({ whole, values }: Linked, node: number): boolean {
  return values.definitions(node).some((made) => made < whole.size && whole.kind[made] === Kind.Object)
}

const isFunction = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Function
