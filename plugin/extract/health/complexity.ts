/**
 * Figures of every function of a file. In: its raw tree. Out: for each function how many paths lead through it, how hard they are
 * to follow, and statements of it that nothing reaches or that do nothing.
 *
 * Cyclomatic (McCabe 1976) as ESLint 9's rule `complexity`, variant classic, counts: 1, and 1 more for each `if`, loop, `catch`,
 * `case` with a test, `?:`, `&&`, `||`, `??` and their assignments, `?.`, and default of a parameter or of a part of a pattern.
 *
 * Cognitive (G. Ann Campbell, "Cognitive Complexity", SonarSource, version 1.7) as eslint-plugin-sonarjs 4 counts: `if`, `?:`,
 * `switch`, loops and `catch` cost 1 and 1 more for each of these around them in the same function; `else`, jumps to a label and
 * runs of `&&` cost 1. What is written `a || b` or `a ?? b`, or shows a part of a page, costs nothing; functions inside count apart.
 */
import { ts } from 'ts-morph'
import type { FunctionFigures, IdleStatement } from '../../graph'
import { each, eachChild, holdsNoCode } from '../children'
import { idleAmong } from './idle'
import { memberName, targetName } from './names'

const SK = ts.SyntaxKind

interface Frame {
  cyclomatic: number
  cognitive: number
  /** Structures around, inside the function. */
  nesting: number
}

export interface Figures {
  functions: FunctionFigures[]
  idle: IdleStatement[]
}

/** Of the file that is being walked. Not closed over: a closure a file would be compiled again for each. */
let found: Figures
/** Where paths and costs are counted: the function around. Initialisers of fields have paths of their own. */
let paths: Frame
let costs: Frame
/** Name that the next function gets from what it is put into. */
let hint = ''
let hintFor: ts.Node | undefined
/** `&&` and the like that were counted with the run that they are part of, or cost nothing. */
let counted: Set<ts.Node>

export function figuresOf(tree: ts.SourceFile): Figures {
  found = { functions: [], idle: [] }
  paths = frame()
  costs = paths
  hintFor = undefined
  counted = new Set()
  idleAmong(tree.statements, found.idle)
  each(tree.statements, walk)
  return found
}

const frame = (): Frame => ({ cyclomatic: 1, cognitive: 0, nesting: 0 })

function nested(node: ts.Node | undefined): void {
  costs.nesting++
  walk(node)
  costs.nesting--
}

const structure = () => {
  costs.cognitive += costs.nesting + 1
  paths.cyclomatic++
}

function walk(node: ts.Node | undefined): void {
  if (!node || holdsNoCode(node.kind)) return
  switch (node.kind) {
    case SK.PropertyAccessExpression:
      if ((node as ts.PropertyAccessExpression).questionDotToken) paths.cyclomatic++
      walk((node as ts.PropertyAccessExpression).expression)
      return
    case SK.ElementAccessExpression:
      if ((node as ts.ElementAccessExpression).questionDotToken) paths.cyclomatic++
      walk((node as ts.ElementAccessExpression).expression)
      walk((node as ts.ElementAccessExpression).argumentExpression)
      return
    case SK.CallExpression:
      walkCall(node as ts.CallExpression)
      return
    case SK.VariableDeclaration:
      walkDeclaration(node as ts.VariableDeclaration)
      return
    case SK.Block:
      idleAmong((node as ts.Block).statements, found.idle)
      each((node as ts.Block).statements, walk)
      return
    case SK.PropertyAssignment:
      walk((node as ts.PropertyAssignment).name)
      put((node as ts.PropertyAssignment).initializer, memberName((node as ts.PropertyAssignment).name))
      return
    case SK.ShorthandPropertyAssignment:
      if ((node as ts.ShorthandPropertyAssignment).objectAssignmentInitializer) paths.cyclomatic++
      walk((node as ts.ShorthandPropertyAssignment).objectAssignmentInitializer)
      return
    case SK.BindingElement:
    case SK.Parameter:
      if ((node as ts.BindingElement).initializer) paths.cyclomatic++
      each((node as ts.ParameterDeclaration).modifiers, walk)
      walk((node as ts.BindingElement).propertyName)
      walk((node as ts.BindingElement).name)
      walk((node as ts.BindingElement).initializer)
      return
    case SK.BinaryExpression:
      walkBinary(node as ts.BinaryExpression)
      return
    case SK.IfStatement:
      walkIf(node as ts.IfStatement, false)
      return
    case SK.ConditionalExpression:
      structure()
      walk((node as ts.ConditionalExpression).condition)
      nested((node as ts.ConditionalExpression).whenTrue)
      nested((node as ts.ConditionalExpression).whenFalse)
      return
    case SK.ForStatement:
      structure()
      walkList((node as ts.ForStatement).initializer)
      walk((node as ts.ForStatement).condition)
      walk((node as ts.ForStatement).incrementor)
      nested((node as ts.ForStatement).statement)
      return
    case SK.ForInStatement:
    case SK.ForOfStatement:
      structure()
      walkList((node as ts.ForOfStatement).initializer)
      walk((node as ts.ForOfStatement).expression)
      nested((node as ts.ForOfStatement).statement)
      return
    case SK.WhileStatement:
    case SK.DoStatement:
      structure()
      walk((node as ts.WhileStatement).expression)
      nested((node as ts.WhileStatement).statement)
      return
    case SK.SwitchStatement:
      walkSwitch(node as ts.SwitchStatement)
      return
    case SK.CatchClause:
      structure()
      walkList((node as ts.CatchClause).variableDeclaration)
      nested((node as ts.CatchClause).block)
      return
    case SK.BreakStatement:
    case SK.ContinueStatement:
      if ((node as ts.BreakStatement).label) costs.cognitive++
      return
    case SK.PropertyDeclaration:
      walkField(node as ts.PropertyDeclaration)
      return
    case SK.ClassStaticBlockDeclaration: {
      const around = paths
      paths = frame()
      walk((node as ts.ClassStaticBlockDeclaration).body)
      paths = around
      return
    }
    case SK.ExportAssignment:
      put((node as ts.ExportAssignment).expression, 'default')
      return
    case SK.JsxExpression:
      costFree((node as ts.JsxExpression).expression)
      walk((node as ts.JsxExpression).expression)
      return
    case SK.ArrowFunction:
    case SK.FunctionExpression:
    case SK.FunctionDeclaration:
    case SK.MethodDeclaration:
    case SK.Constructor:
    case SK.GetAccessor:
    case SK.SetAccessor:
      walkFunction(node as ts.FunctionLikeDeclaration)
      return
    default:
      eachChild(node, walk)
  }
}

function walkList(node: ts.Node | undefined): void {
  if (node?.kind === SK.VariableDeclarationList) each((node as ts.VariableDeclarationList).declarations, walk)
  else walk(node)
}

/** A function without a name takes that of what it is put into, also through the wrapper that it is the only function of. */
function put(value: ts.Expression | undefined, name: string): void {
  if (!value) return
  let inner: ts.Expression = value
  while (isAround(inner)) inner = inner.expression
  if (inner.kind === SK.ArrowFunction || inner.kind === SK.FunctionExpression) {
    hint = name
    hintFor = inner
  } else if (inner.kind === SK.CallExpression) {
    const functions = (inner as ts.CallExpression).arguments.filter(({ kind }) => kind === SK.ArrowFunction || kind === SK.FunctionExpression)
    if (functions.length === 1) {
      hint = name
      hintFor = functions[0]
    }
  }
  walk(value)
}

function isAround(node: ts.Expression): node is ts.ParenthesizedExpression | ts.AsExpression {
  return node.kind === SK.ParenthesizedExpression || node.kind === SK.AsExpression || node.kind === SK.SatisfiesExpression
}

function walkCall(node: ts.CallExpression): void {
  if (node.questionDotToken) paths.cyclomatic++
  walk(node.expression)
  each(node.arguments, walk)
}

function walkDeclaration({ name, initializer }: ts.VariableDeclaration): void {
  if (name.kind === SK.Identifier) put(initializer, name.text)
  else {
    walk(name)
    walk(initializer)
  }
}

function walkField({ modifiers, name, initializer }: ts.PropertyDeclaration): void {
  each(modifiers, walk)
  walk(name)
  const around = paths
  paths = frame()
  put(initializer, memberName(name))
  paths = around
}

function walkIf(node: ts.IfStatement, isElseIf: boolean): void {
  paths.cyclomatic++
  costs.cognitive += isElseIf ? 1 : costs.nesting + 1
  walk(node.expression)
  nested(node.thenStatement)
  const { elseStatement } = node
  if (!elseStatement) return
  if (elseStatement.kind === SK.IfStatement) walkIf(elseStatement as ts.IfStatement, true)
  else {
    costs.cognitive++
    nested(elseStatement)
  }
}

function walkSwitch({ expression, caseBlock }: ts.SwitchStatement): void {
  costs.cognitive += costs.nesting + 1
  walk(expression)
  costs.nesting++
  for (const clause of caseBlock.clauses) {
    if (clause.kind === SK.CaseClause) {
      paths.cyclomatic++
      walk(clause.expression)
    }
    idleAmong(clause.statements, found.idle)
    each(clause.statements, walk)
  }
  costs.nesting--
}

function isLogical(operator: ts.SyntaxKind): boolean {
  return operator === SK.AmpersandAmpersandToken || operator === SK.BarBarToken || operator === SK.QuestionQuestionToken
}

function isDestructured({ kind }: ts.Node): boolean {
  return kind === SK.ObjectLiteralExpression || kind === SK.ArrayLiteralExpression
}

function walkBinary(node: ts.BinaryExpression): void {
  const operator = node.operatorToken.kind
  if (isLogical(operator)) {
    paths.cyclomatic++
    if (!counted.has(node)) runs(node)
  } else if (operator === SK.BarBarEqualsToken || operator === SK.AmpersandAmpersandEqualsToken || operator === SK.QuestionQuestionEqualsToken)
    paths.cyclomatic++
  else if (operator === SK.EqualsToken) {
    if (isDestructured(node.left)) defaults(node.left)
    else {
      walk(node.left)
      put(node.right, targetName(node.left))
      return
    }
  }
  walk(node.left)
  walk(node.right)
}

/** `[a = 1] = list` and `({ a: b = 1 } = it)`: what looks like an assignment inside is a default. It is one path as well. */
function defaults(pattern: ts.Node): void {
  const parts =
    pattern.kind === SK.ArrayLiteralExpression ? (pattern as ts.ArrayLiteralExpression).elements : (pattern as ts.ObjectLiteralExpression).properties
  for (const part of parts) {
    const target = part.kind === SK.PropertyAssignment ? (part as ts.PropertyAssignment).initializer : part
    if (isDestructured(target)) defaults(target)
    else if (target.kind === SK.BinaryExpression && (target as ts.BinaryExpression).operatorToken.kind === SK.EqualsToken) {
      paths.cyclomatic++
      if (isDestructured((target as ts.BinaryExpression).left)) defaults((target as ts.BinaryExpression).left)
    }
  }
}

/** Operators of an expression as they are read, without its parentheses. */
function operatorsOf(node: ts.Node, found: ts.BinaryExpression[]): ts.BinaryExpression[] {
  let inner = node
  while (inner.kind === SK.ParenthesizedExpression) inner = (inner as ts.ParenthesizedExpression).expression
  if (inner.kind !== SK.BinaryExpression || !isLogical((inner as ts.BinaryExpression).operatorToken.kind)) return found
  operatorsOf((inner as ts.BinaryExpression).left, found)
  found.push(inner as ts.BinaryExpression)
  return operatorsOf((inner as ts.BinaryExpression).right, found)
}

function runs(node: ts.BinaryExpression): void {
  let before: ts.SyntaxKind | undefined
  for (const operation of operatorsOf(node, [])) {
    counted.add(operation)
    const operator = operation.operatorToken.kind
    if (operator === SK.AmpersandAmpersandToken && before !== operator) costs.cognitive++
    before = operator
  }
}

/** `{isOpen && <Menu />}` is how a part of a page is shown; it costs nothing as long as nothing else is mixed in. */
function costFree(node: ts.Expression | undefined): void {
  if (!node) return
  const operations = operatorsOf(node, [])
  const [first] = operations
  if (!first || operations.some(({ operatorToken }) => operatorToken.kind !== first.operatorToken.kind)) return
  const isChoice = (side: ts.Node): boolean => {
    let inner = side
    while (inner.kind === SK.ParenthesizedExpression) inner = (inner as ts.ParenthesizedExpression).expression
    return inner.kind === SK.ConditionalExpression
  }
  if (operations.some(({ left, right }) => isChoice(left) || isChoice(right))) return
  for (const operation of operations) counted.add(operation)
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.kind === SK.Constructor) return 'constructor'
  if (node.kind === SK.ArrowFunction || node.kind === SK.FunctionExpression)
    return (node as ts.FunctionExpression).name?.text ?? (hintFor === node ? hint : '')
  return memberName(node.name as ts.PropertyName | undefined) || (node.kind === SK.FunctionDeclaration ? 'default' : '')
}

function walkFunction(node: ts.FunctionLikeDeclaration): void {
  if (!node.body) return
  // Decorators belong to the class around.
  for (const modifier of node.modifiers ?? []) if (modifier.kind === SK.Decorator) walk(modifier)
  const [pathsAround, costsAround] = [paths, costs]
  const figures: FunctionFigures = { name: nameOf(node), pos: placeOf(node), end: node.end, cyclomatic: 1, cognitive: 0, parameters: 0 }
  found.functions.push(figures)
  const own = frame()
  paths = own
  costs = own
  for (const parameter of node.parameters) {
    if (!(parameter.name.kind === SK.Identifier && parameter.name.text === 'this')) figures.parameters++
    walk(parameter)
  }
  walk(node.body)
  figures.cyclomatic = own.cyclomatic
  figures.cognitive = own.cognitive
  paths = pathsAround
  costs = costsAround
}

/** A method begins where its name does, behind its decorators. Trivia in front is left to whoever prints a line. */
function placeOf(node: ts.FunctionLikeDeclaration): number {
  const decorators = node.modifiers?.filter(({ kind }) => kind === SK.Decorator)
  return decorators?.length ? (decorators[decorators.length - 1] as ts.Node).end : node.pos
}
