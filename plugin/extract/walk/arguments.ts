/** What is handed to a call, and the items of a list. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { named } from './callables'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

export function listed(w: Walker, args: readonly ts.Expression[] | undefined): number[] {
  const values: number[] = []
  if (args) for (const argument of args) values.push(elementValue(w, argument))
  return values
}

function elementValue(w: Walker, element: ts.Expression): number {
  if (element.kind === SK.SpreadElement) return w.make(Kind.Spread, element, w.value((element as ts.SpreadElement).expression))
  return named(w, element, '')
}
