/** The regular expressions of the program: where each is written, and which of them a value may be. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { remember } from '../lookup'
import { partsOf } from './syntax'

export interface Written {
  /** Node that makes it: the literal, the call of `RegExp`, or the text that a method takes for one. */
  node: number
  pattern: string
  /** Undefined where they are computed. */
  flags: string | undefined
  form: 'literal' | 'constructor' | 'text'
}

/** Longest way from a use to where an expression is written, in names and properties. */
const MOST_HOPS = 6

/** Expressions that a value may be; none where it is something else, or made while running. */
export function expressionsOf(linked: Linked, node: number, hops = 0): Written[] {
  if (node < 0 || node >= linked.whole.size || hops > MOST_HOPS) return []
  return remembered(linked, node, hops, () => findExpressions(linked, node, hops))
}

const remembered = remember<Written[]>()

function findExpressions(linked: Linked, node: number, hops: number): Written[] {
  const { whole, values, solver } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Regex:
      return [{ node, ...partsOf(whole.text(whole.a[node] as number)), form: 'literal' }]
    case Kind.New:
    case Kind.Call:
      return made(linked, node, hops)
    case Kind.Choice:
    case Kind.Cell:
      return distinct(whole.items(whole.a[node] as number).flatMap((item) => expressionsOf(linked, item, hops + 1)))
    case Kind.Refine:
      return expressionsOf(linked, whole.a[node] as number, hops + 1)
    case Kind.Load:
    case Kind.Import:
      return distinct(
        values
          .definitions(node)
          .filter((at) => at !== node)
          .flatMap((at) => expressionsOf(linked, at, hops + 1)),
      )
    case Kind.Param:
      return solver
        .of(node)
        .filter((label) => solver.labels.kind[label] === LabelKind.Value && whole.kind[solver.labels.data[label] as number] === Kind.Regex)
        .flatMap((label) => expressionsOf(linked, solver.labels.data[label] as number, hops + 1))
    default:
      return []
  }
}

/** `new RegExp('a+', 'g')`, `RegExp(/a+/, 'i')`. */
function made(linked: Linked, node: number, hops: number): Written[] {
  const { whole } = linked
  const callee = whole.a[node] as number
  if (callee < 0 || whole.kind[callee] !== Kind.Global || whole.text(whole.a[callee] as number) !== 'RegExp') return []
  const [source, flagsNode] = whole.args(node)
  if (source === undefined) return []
  const given = flagsNode === undefined ? '' : textOf(linked, flagsNode)
  const inner = expressionsOf(linked, source, hops + 1)
  if (inner.length > 0)
    return inner.map(({ pattern, flags }) => ({ node, pattern, flags: flagsNode === undefined ? flags : given, form: 'constructor' }))
  return exactTexts(linked, source).map((pattern) => ({ node, pattern, flags: given, form: 'constructor' }))
}

function distinct(list: Written[]): Written[] {
  return [...new Map(list.map((item) => [`${item.node} ${item.pattern}`, item])).values()]
}

/** Texts a value may be; none where some of it is made while running. */
export function exactTexts(linked: Linked, node: number): string[] {
  if (node < 0) return []
  const texts = linked.values.texts(node)
  return texts.every(({ exact }) => exact) ? texts.map(({ value }) => value) : []
}

/** The one text that a value is. */
export function textOf(linked: Linked, node: number): string | undefined {
  const texts = exactTexts(linked, node)
  return texts.length === 1 ? texts[0] : undefined
}
