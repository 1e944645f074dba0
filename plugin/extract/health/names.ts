/** What a function is called. In: the node that it is put into. Out: its name as the code says it; '' where it says none. */
import { ts } from 'ts-morph'

const SK = ts.SyntaxKind

/** Longer targets are computations, not names. In characters. */
const MOST_NAME = 80

/** Name of what an expression is put into: `find`, `this.find`, `schema.statics.paginate`. */
export function targetName(target: ts.Node): string {
  const parts: string[] = []
  let at: ts.Node = target
  while (at.kind === SK.PropertyAccessExpression) {
    parts.unshift((at as ts.PropertyAccessExpression).name.text)
    at = (at as ts.PropertyAccessExpression).expression
  }
  if (at.kind === SK.ThisKeyword) parts.unshift('this')
  else if (ts.isIdentifier(at)) parts.unshift(at.text)
  else if (parts.length > 1) parts.shift()
  const name = parts.join('.')
  return name.length > MOST_NAME ? '' : name
}

export function memberName(name: ts.PropertyName | undefined): string {
  if (!name) return ''
  switch (name.kind) {
    case SK.Identifier:
    case SK.PrivateIdentifier:
    case SK.StringLiteral:
    case SK.NumericLiteral:
    case SK.NoSubstitutionTemplateLiteral:
      return (name as ts.Identifier).text
    default:
      return ''
  }
}
