/** What a file assigns to, looked through before it is walked. */
import { ts } from 'ts-morph'
import { each, eachChild, holdsNoCode } from '../children'
import { strip } from './syntax'

const SK = ts.SyntaxKind

/** Names that something is assigned to anywhere in a file, and names whose properties are. */
export interface Written {
  names: Set<string>
  members: Set<string>
  /** By name: where it is assigned to. Left out where a name may get its value by something else. */
  places: Map<string, WrittenAt[]>
}

interface WrittenAt {
  pos: number
  /** Where the function around starts, -1 for none. */
  around: number
}

/** Names of `var`, and names that something else declares: a `var` of the same name may be the same variable. */
let vars: Set<string>
let others: Set<string>

/** Of the file that is being looked through. Not passed along nor closed over: a closure a file would be compiled again for each. */
let written: Written
let around: number

export function writtenIn(source: ts.SourceFile): Written {
  written = { names: new Set(), members: new Set(), places: new Map() }
  around = -1
  vars = new Set()
  others = new Set()
  each(source.statements, look)
  for (const name of vars)
    if (others.has(name)) {
      written.names.add(name)
      written.places.delete(name)
    }
  return written
}

function noteName({ text, pos }: ts.Identifier): void {
  written.names.add(text)
  const places = written.places.get(text)
  if (places) places.push({ pos, around })
  else written.places.set(text, [{ pos, around }])
}

function noteTarget(node: ts.Node): void {
  const left = strip(node as ts.Expression)
  if (ts.isIdentifier(left)) noteName(left)
  else if (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)) {
    let root: ts.Expression = left
    while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = strip(root.expression)
    if (ts.isIdentifier(root)) written.members.add(root.text)
    else if (root.kind === SK.ThisKeyword) written.members.add('this')
  } else if (ts.isArrayLiteralExpression(left)) left.elements.forEach(noteTarget)
  else if (ts.isObjectLiteralExpression(left)) left.properties.forEach(noteTarget)
  else if (ts.isShorthandPropertyAssignment(left)) noteName(left.name)
  else if (ts.isPropertyAssignment(left)) noteTarget(left.initializer)
  else if (ts.isSpreadElement(left) || ts.isSpreadAssignment(left)) noteTarget(left.expression)
  else if (ts.isBinaryExpression(left)) noteTarget(left.left)
}

function noteBound(pattern: ts.BindingName): void {
  if (ts.isIdentifier(pattern)) {
    if (vars.has(pattern.text)) noteName(pattern)
    others.add(pattern.text)
  } else for (const element of pattern.elements) if (ts.isBindingElement(element)) noteBound(element.name)
}

function look(node: ts.Node | undefined): void {
  if (!node || holdsNoCode(node.kind)) return
  switch (node.kind) {
    case SK.BinaryExpression: {
      const { left, operatorToken } = node as ts.BinaryExpression
      if (operatorToken.kind >= SK.FirstAssignment && operatorToken.kind <= SK.LastAssignment) noteTarget(left)
      break
    }
    case SK.PrefixUnaryExpression:
    case SK.PostfixUnaryExpression: {
      const { operator, operand } = node as ts.PrefixUnaryExpression
      if (operator === SK.PlusPlusToken || operator === SK.MinusMinusToken) noteTarget(operand)
      break
    }
    case SK.ForOfStatement:
    case SK.ForInStatement: {
      const { initializer } = node as ts.ForOfStatement
      if (!ts.isVariableDeclarationList(initializer)) noteTarget(initializer)
      break
    }
    case SK.VariableDeclarationList: {
      if ((node.flags & ts.NodeFlags.BlockScoped) === 0)
        for (const { name, initializer } of (node as ts.VariableDeclarationList).declarations) {
          // `var x` twice is one variable; one without a value gets it by an assignment, or never.
          if (!ts.isIdentifier(name)) noteBound(name)
          else if (vars.has(name.text) || !initializer) noteName(name)
          else vars.add(name.text)
        }
      break
    }
    case SK.Parameter:
    case SK.FunctionDeclaration:
    case SK.ClassDeclaration: {
      const { name } = node as ts.ParameterDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration
      if (name && ts.isIdentifier(name)) others.add(name.text)
      else if (name) noteBound(name)
      break
    }
  }
  const before = around
  // A field gets its value when an object is made.
  if (ts.isFunctionLike(node) || node.kind === SK.PropertyDeclaration) around = node.pos
  eachChild(node, look)
  around = before
}
