/** Whether a condition is decided before the program runs: `3 > 5`, `!enabled` of a constant that is never written again. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import type { GraphBuilder } from '../builder'
import type { Walker } from './walker'

const SK = ts.SyntaxKind
const MOST_DEPTH = 4

/** Undefined where it depends on anything. */
export function truthOf(w: Walker, condition: number): boolean | undefined {
  const known = knownOf(w.graph, condition, 0)
  return known && Boolean(known.value)
}

type Known = { value: string | number | boolean | null | undefined }

function knownOf(graph: GraphBuilder, node: number, depth: number): Known | undefined {
  if (node < 0 || depth > MOST_DEPTH) return undefined
  const [a, b, c] = graph.operandsOf(node)
  const inner = (of: number) => knownOf(graph, of, depth + 1)
  switch (graph.kindOf(node)) {
    case Kind.Boolean:
      return { value: a === 1 }
    case Kind.Number:
      return { value: Number(graph.textOf(a)) }
    case Kind.String:
      return { value: graph.textOf(a) }
    case Kind.Null:
      return { value: null }
    case Kind.Unary: {
      const of = inner(a)
      if (!of) return undefined
      if (c === SK.ExclamationToken) return { value: !of.value }
      return c === SK.MinusToken && typeof of.value === 'number' ? { value: -of.value } : undefined
    }
    case Kind.Binary: {
      const [left, right] = [inner(a), inner(b)]
      return left && right && typeof left.value === typeof right.value ? compared(left.value, right.value, c) : undefined
    }
    default:
      return undefined
  }
}

function compared(left: Known['value'], right: Known['value'], operator: number): Known | undefined {
  switch (operator) {
    case SK.EqualsEqualsToken:
    case SK.EqualsEqualsEqualsToken:
      return { value: left === right }
    case SK.ExclamationEqualsToken:
    case SK.ExclamationEqualsEqualsToken:
      return { value: left !== right }
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  switch (operator) {
    case SK.LessThanToken:
      return { value: left < right }
    case SK.LessThanEqualsToken:
      return { value: left <= right }
    case SK.GreaterThanToken:
      return { value: left > right }
    case SK.GreaterThanEqualsToken:
      return { value: left >= right }
    case SK.PlusToken:
      return { value: left + right }
    case SK.MinusToken:
      return { value: left - right }
    case SK.AsteriskToken:
      return { value: left * right }
    default:
      return undefined
  }
}
