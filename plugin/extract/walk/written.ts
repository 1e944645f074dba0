/** What a file assigns to, looked through before it is walked. */
import { ts } from 'ts-morph'
import { strip } from './syntax'

const SK = ts.SyntaxKind

/** Names that something is assigned to anywhere in a file, and names whose properties are. */
export interface Written {
  names: Set<string>
  members: Set<string>
}

/** Of the file that is being looked through. Not passed along nor closed over: a closure a file would be compiled again for each. */
let written: Written

export function writtenIn(source: ts.SourceFile): Written {
  written = { names: new Set(), members: new Set() }
  lookAll(source.statements)
  return written
}

function noteTarget(node: ts.Node): void {
  const left = strip(node as ts.Expression)
  if (ts.isIdentifier(left)) written.names.add(left.text)
  else if (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)) {
    let root: ts.Expression = left
    while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = strip(root.expression)
    if (ts.isIdentifier(root)) written.members.add(root.text)
    else if (root.kind === SK.ThisKeyword) written.members.add('this')
  } else if (ts.isArrayLiteralExpression(left)) left.elements.forEach(noteTarget)
  else if (ts.isObjectLiteralExpression(left)) left.properties.forEach(noteTarget)
  else if (ts.isShorthandPropertyAssignment(left)) written.names.add(left.name.text)
  else if (ts.isPropertyAssignment(left)) noteTarget(left.initializer)
  else if (ts.isSpreadElement(left) || ts.isSpreadAssignment(left)) noteTarget(left.expression)
  else if (ts.isBinaryExpression(left)) noteTarget(left.left)
}

function lookAll(nodes: readonly ts.Node[] | undefined): void {
  if (nodes) for (let i = 0; i < nodes.length; i++) look(nodes[i])
}

/**
 * Kinds that are most of a tree are spelled out: each reads the fields of one shape of object, and leaves are not even asked,
 * which takes a third of the time of `ts.forEachChild`.
 */
function look(node: ts.Node | undefined): void {
  if (!node) return
  // Leaves and types assign nothing.
  const { kind } = node
  if (kind < SK.FirstNode || (kind >= SK.FirstTypeNode && kind <= SK.LastTypeNode)) return
  switch (kind) {
    case SK.ImportDeclaration:
    case SK.InterfaceDeclaration:
    case SK.TypeAliasDeclaration:
      break
    case SK.PropertyAccessExpression:
      look((node as ts.PropertyAccessExpression).expression)
      break
    case SK.CallExpression:
      look((node as ts.CallExpression).expression)
      lookAll((node as ts.CallExpression).arguments)
      break
    case SK.ExpressionStatement:
      look((node as ts.ExpressionStatement).expression)
      break
    case SK.VariableStatement:
      look((node as ts.VariableStatement).declarationList)
      break
    case SK.VariableDeclaration:
      look((node as ts.VariableDeclaration).name)
      look((node as ts.VariableDeclaration).initializer)
      break
    case SK.ReturnStatement:
      look((node as ts.ReturnStatement).expression)
      break
    case SK.IfStatement:
      look((node as ts.IfStatement).expression)
      look((node as ts.IfStatement).thenStatement)
      look((node as ts.IfStatement).elseStatement)
      break
    case SK.Block:
      lookAll((node as ts.Block).statements)
      break
    case SK.ArrowFunction:
      lookAll((node as ts.ArrowFunction).parameters)
      look((node as ts.ArrowFunction).body)
      break
    case SK.Parameter:
      lookAll((node as ts.ParameterDeclaration).modifiers)
      look((node as ts.ParameterDeclaration).name)
      look((node as ts.ParameterDeclaration).initializer)
      break
    case SK.ObjectLiteralExpression:
      lookAll((node as ts.ObjectLiteralExpression).properties)
      break
    case SK.PropertyAssignment:
      look((node as ts.PropertyAssignment).name)
      look((node as ts.PropertyAssignment).initializer)
      break
    case SK.ArrayLiteralExpression:
      lookAll((node as ts.ArrayLiteralExpression).elements)
      break
    case SK.JsxElement:
      look((node as ts.JsxElement).openingElement)
      lookAll((node as ts.JsxElement).children)
      break
    case SK.JsxAttributes:
      lookAll((node as ts.JsxAttributes).properties)
      break
    case SK.JsxAttribute:
      look((node as ts.JsxAttribute).initializer)
      break
    case SK.JsxExpression:
      look((node as ts.JsxExpression).expression)
      break
    case SK.BinaryExpression: {
      const { left, operatorToken, right } = node as ts.BinaryExpression
      if (operatorToken.kind >= SK.FirstAssignment && operatorToken.kind <= SK.LastAssignment) noteTarget(left)
      look(left)
      look(right)
      break
    }
    case SK.PrefixUnaryExpression:
    case SK.PostfixUnaryExpression: {
      const { operator, operand } = node as ts.PrefixUnaryExpression
      if (operator === SK.PlusPlusToken || operator === SK.MinusMinusToken) noteTarget(operand)
      look(operand)
      break
    }
    case SK.ForOfStatement:
    case SK.ForInStatement: {
      const { initializer } = node as ts.ForOfStatement
      if (!ts.isVariableDeclarationList(initializer)) noteTarget(initializer)
      ts.forEachChild(node, look)
      break
    }
    case SK.VariableDeclarationList: {
      const { declarations } = node as ts.VariableDeclarationList
      // `var x` twice is one variable.
      if ((node.flags & ts.NodeFlags.BlockScoped) === 0) for (const { name } of declarations) if (ts.isIdentifier(name)) written.names.add(name.text)
      lookAll(declarations)
      break
    }
    default:
      ts.forEachChild(node, look)
  }
}
