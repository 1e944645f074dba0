/** Statements that neither branch nor loop. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { bind } from './bindings'
import { named } from './callables'
import { block } from './hoisting'
import { strip, stripNot } from './syntax'
import { typeOf } from './types'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

on<ts.Block>(SK.Block, (w, node) => {
  block(w, node.statements)
  return -1
})
on<ts.ExpressionStatement>(SK.ExpressionStatement, (w, node) => {
  w.value(node.expression)
  return -1
})
on<ts.VariableStatement>(SK.VariableStatement, (w, node) => {
  w.visit(node.declarationList)
  if (ts.getModifiers(node)?.some((modifier) => modifier.kind === SK.ExportKeyword)) {
    const exportName = (name: ts.BindingName): void => {
      if (ts.isIdentifier(name)) {
        const variable = w.scope.find(name.text)
        if (variable) w.exportLater(name.text, variable, name.pos)
      } else for (const element of name.elements) if (!ts.isOmittedExpression(element)) exportName(element.name)
    }
    for (const declaration of node.declarationList.declarations) exportName(declaration.name)
  }
  return -1
})
on<ts.VariableDeclarationList>(SK.VariableDeclarationList, (w, node) => {
  const constant = (node.flags & ts.NodeFlags.Const) !== 0
  const functionScoped = (node.flags & ts.NodeFlags.BlockScoped) === 0
  for (const declaration of node.declarations) {
    if (!declaration.initializer) {
      if (ts.isIdentifier(declaration.name)) {
        const variable = w.declare(declaration.name.text, constant, functionScoped)
        const type = declaration.type ? typeOf(w, declaration.type) : -1
        if (functionScoped && variable.current >= 0) continue
        const value = w.make(type >= 0 ? Kind.Unknown : Kind.Undefined, declaration)
        w.graph.annotate(value, type)
        w.assign(variable, value)
      }
      continue
    }
    const { initializer } = declaration
    const tests = constant && ts.isIdentifier(declaration.name) && isTest(initializer)
    const { result, mentions } = tests ? w.recording(() => w.value(initializer)) : { result: -1, mentions: undefined }
    const value = tests ? result : named(w, initializer, ts.isIdentifier(declaration.name) ? declaration.name.text : '')
    if (declaration.type) w.graph.annotate(value, typeOf(w, declaration.type))
    bind(w, declaration.name, value, constant, functionScoped)
    // What is declared with `using` is there for its end.
    if ((node.flags & ts.NodeFlags.Using) === 0) noteNames(w, declaration.name, ts.isFunctionLike(strip(initializer)) ? 'function' : 'variable')
    if (mentions) {
      const variable = w.scope.find((declaration.name as ts.Identifier).text)
      if (variable) variable.tests = mentions
    }
  }
  return -1
})

/** Places in a list have no names of their own, and what stands beside a rest is named to leave it out. */
function noteNames(w: Walker, name: ts.BindingName, kind: 'function' | 'variable'): void {
  if (ts.isIdentifier(name)) {
    const variable = w.scope.find(name.text)
    if (variable) w.note(variable, kind, name.pos)
  } else if (ts.isObjectBindingPattern(name) && !name.elements.some(({ dotDotDotToken }) => dotDotDotToken))
    for (const element of name.elements) noteNames(w, element.name, 'variable')
}

/** Whether an initialiser is a question whose answer may be asked for later. */
function isTest(node: ts.Expression): boolean {
  const inner = stripNot(node)
  if (ts.isBinaryExpression(inner)) {
    const operator = inner.operatorToken.kind
    return (
      (operator >= SK.LessThanToken && operator <= SK.ExclamationEqualsEqualsToken) ||
      operator === SK.AmpersandAmpersandToken ||
      operator === SK.BarBarToken ||
      operator === SK.InKeyword ||
      operator === SK.InstanceOfKeyword
    )
  }
  return ts.isCallExpression(inner) && inner.arguments.length > 0 && inner.arguments.every((argument) => !ts.isFunctionLike(argument))
}

on<ts.ReturnStatement>(SK.ReturnStatement, (w, node) => {
  const value = node.expression ? named(w, node.expression, '') : w.make(Kind.Undefined, node)
  const fact = w.graph.functions[w.fn]
  if (fact) {
    fact.returns.push(value)
    fact.returnsAt.push(node.pos, node.end, w.graph.region)
  }
  w.dead = true
  return -1
})
on<ts.ThrowStatement>(SK.ThrowStatement, (w, node) => {
  w.make(Kind.Throw, node, w.value(node.expression))
  w.dead = true
  return -1
})
on<ts.BreakStatement>(SK.BreakStatement, (w, node) => {
  w.leave(node.label?.text, true)
  return -1
})
on<ts.ContinueStatement>(SK.ContinueStatement, (w, node) => {
  w.leave(node.label?.text, false)
  return -1
})
on<ts.LabeledStatement>(SK.LabeledStatement, (w, node) => {
  w.setLabel(node.label.text)
  if (ts.isIterationStatement(node.statement, false) || ts.isSwitchStatement(node.statement) || ts.isLabeledStatement(node.statement))
    return w.visit(node.statement)
  w.loop(node, 'block', () => void w.visit(node.statement))
  return -1
})
on([SK.EmptyStatement, SK.DebuggerStatement, SK.OmittedExpression], () => -1)
on<ts.Decorator>(SK.Decorator, (w, node) => w.value(node.expression))
on<ts.ExpressionWithTypeArguments>(SK.ExpressionWithTypeArguments, (w, node) => w.value(node.expression))
