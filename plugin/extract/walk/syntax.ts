/** Small questions about syntax. */
import { ts } from 'ts-morph'
import type { Scope } from '../scope'

const SK = ts.SyntaxKind

/** What a literal type allows; nothing for `null`. */
export function literalOf({ literal }: ts.LiteralTypeNode): (string | number | boolean)[] {
  if (ts.isStringLiteral(literal)) return [literal.text]
  if (ts.isNumericLiteral(literal)) return [Number(literal.text)]
  return literal.kind === SK.TrueKeyword ? [true] : literal.kind === SK.FalseKeyword ? [false] : []
}

/** By kind, 1 for what stands around an expression and changes nothing: one look-up instead of five questions. */
const WRAPPERS = new Uint8Array(SK.Count)
for (const kind of [SK.ParenthesizedExpression, SK.AsExpression, SK.NonNullExpression, SK.SatisfiesExpression, SK.TypeAssertionExpression])
  WRAPPERS[kind] = 1

/** Without parentheses, type assertions and `!`. */
export function strip(node: ts.Expression): ts.Expression {
  let inner = node
  while (WRAPPERS[inner.kind] === 1) inner = (inner as ts.ParenthesizedExpression).expression
  return inner
}

export function stripNot(node: ts.Expression): ts.Expression {
  let inner = strip(node)
  while (ts.isPrefixUnaryExpression(inner) && inner.operator === SK.ExclamationToken) inner = strip(inner.operand)
  return inner
}

/** Names that stand by themselves in `isPath || (isLong && !isAddress)`, or beside a number: `index >= 0`. */
export function alternativesOf(node: ts.Expression): string[] {
  const inner = stripNot(node)
  if (ts.isIdentifier(inner)) return [inner.text]
  if (!ts.isBinaryExpression(inner)) return []
  const operator = inner.operatorToken.kind
  if (operator >= SK.LessThanToken && operator <= SK.ExclamationEqualsEqualsToken) {
    const [left, right] = [strip(inner.left), strip(inner.right)]
    const named = isNumber(right) ? left : isNumber(left) ? right : undefined
    return named && ts.isIdentifier(named) ? [named.text] : []
  }
  return operator === SK.AmpersandAmpersandToken || operator === SK.BarBarToken ? [...alternativesOf(inner.left), ...alternativesOf(inner.right)] : []
}

const isNumber = (node: ts.Expression): boolean =>
  ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && node.operator === SK.MinusToken && ts.isNumericLiteral(node.operand))

export function propertyText(name: ts.PropertyName): string | undefined {
  if (ts.isComputedPropertyName(name)) {
    const key = name.expression
    return ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined
  }
  return (name as ts.Identifier).text
}

export function hasPropertyModifier(parameter: ts.ParameterDeclaration): boolean {
  return (
    parameter.modifiers?.some((modifier) => [SK.PrivateKeyword, SK.PublicKeyword, SK.ProtectedKeyword, SK.ReadonlyKeyword].includes(modifier.kind)) ??
    false
  )
}

export function isModuleExports(node: ts.PropertyAccessExpression, scope: Scope): boolean {
  return node.name.text === 'exports' && ts.isIdentifier(node.expression) && node.expression.text === 'module' && !scope.find('module')
}

/** A name that follows a value around: `const f = function () {}`, `{ f: () => … }`, `x.f = () => …`. */
export function nameOf(target: ts.Expression): string {
  const inner = strip(target)
  if (ts.isIdentifier(inner)) return inner.text
  return ts.isPropertyAccessExpression(inner) ? inner.name.text : ''
}
