/** Statements that nothing reaches, and statements that do nothing. In: a list of statements. Out: where they stand. */
import { ts } from 'ts-morph'
import type { IdleStatement } from '../../graph'

const SK = ts.SyntaxKind

export function idleAmong(statements: readonly ts.Statement[], found: IdleStatement[]): void {
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i] as ts.Statement
    if (statement.kind === SK.ExpressionStatement) {
      const expression = (statement as ts.ExpressionStatement).expression
      if (isWithoutEffect(expression)) found.push({ kind: 'no effect', pos: statement.pos, end: statement.end })
    } else if (i + 1 < statements.length && endsHere(statement)) {
      const rest = statements.slice(i + 1).filter(runs)
      const [first] = rest
      if (first) found.push({ kind: 'unreachable', pos: first.pos, end: (rest[rest.length - 1] as ts.Node).end })
      return
    }
  }
}

/** Whether control never comes out at the end of a statement. */
function endsHere(statement: ts.Statement): boolean {
  switch (statement.kind) {
    case SK.ReturnStatement:
    case SK.ThrowStatement:
    case SK.BreakStatement:
    case SK.ContinueStatement:
      return true
    case SK.Block: {
      const { statements } = statement as ts.Block
      const last = statements[statements.length - 1]
      return last !== undefined && endsHere(last)
    }
    case SK.IfStatement: {
      const { thenStatement, elseStatement } = statement as ts.IfStatement
      return elseStatement !== undefined && endsHere(thenStatement) && endsHere(elseStatement)
    }
    default:
      return false
  }
}

/** Functions and types hold wherever they stand; a `break` behind a `return` is habit. */
function runs(statement: ts.Statement): boolean {
  switch (statement.kind) {
    case SK.FunctionDeclaration:
    case SK.InterfaceDeclaration:
    case SK.TypeAliasDeclaration:
    case SK.EmptyStatement:
    case SK.BreakStatement:
      return false
    case SK.VariableStatement: {
      const { declarationList } = statement as ts.VariableStatement
      return (declarationList.flags & ts.NodeFlags.BlockScoped) !== 0 || declarationList.declarations.some(({ initializer }) => initializer)
    }
    default:
      return true
  }
}

/** Methods of arrays and texts that give something new and change nothing. */
const PURE = new Set('map filter slice concat flatMap flat toUpperCase toLowerCase trim toSorted toReversed padStart padEnd'.split(' '))
/** From `==` to `>>`: what computes and changes nothing. */
const COMPUTES = new Set([
  SK.EqualsEqualsToken,
  SK.EqualsEqualsEqualsToken,
  SK.ExclamationEqualsToken,
  SK.ExclamationEqualsEqualsToken,
  SK.PlusToken,
  SK.MinusToken,
  SK.AsteriskToken,
  SK.SlashToken,
])

function isWithoutEffect(expression: ts.Expression): boolean {
  if (expression.kind === SK.BinaryExpression) {
    const { left, operatorToken, right } = expression as ts.BinaryExpression
    return COMPUTES.has(operatorToken.kind) && isPlain(left) && isPlain(right)
  }
  if (expression.kind !== SK.CallExpression) return false
  const { expression: callee, arguments: given } = expression as ts.CallExpression
  if (callee.kind !== SK.PropertyAccessExpression || !PURE.has((callee as ts.PropertyAccessExpression).name.text)) return false
  if (!isPlain((callee as ts.PropertyAccessExpression).expression)) return false
  const [first] = given
  if (first?.kind !== SK.ArrowFunction) return false
  return given.length === 1 && isPlain((first as ts.ArrowFunction).body)
}

/** Names, their properties and literals: reading them changes nothing, as far as anybody means it to. */
function isPlain(node: ts.Node): boolean {
  switch (node.kind) {
    case SK.Identifier:
    case SK.ThisKeyword:
    case SK.StringLiteral:
    case SK.NumericLiteral:
    case SK.NoSubstitutionTemplateLiteral:
    case SK.TrueKeyword:
    case SK.FalseKeyword:
    case SK.NullKeyword:
      return true
    case SK.PropertyAccessExpression:
    case SK.ParenthesizedExpression:
    case SK.NonNullExpression:
    case SK.AsExpression:
      return isPlain((node as ts.PropertyAccessExpression).expression)
    case SK.BinaryExpression: {
      const { left, operatorToken, right } = node as ts.BinaryExpression
      return COMPUTES.has(operatorToken.kind) && isPlain(left) && isPlain(right)
    }
    default:
      return false
  }
}
