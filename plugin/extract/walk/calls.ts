/** Calls, `new`, and what is handed to them. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { named } from './callables'
import { isModuleExports, strip } from './syntax'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

function elementValue(w: Walker, element: ts.Expression): number {
  if (element.kind === SK.SpreadElement) return w.make(Kind.Spread, element, w.value((element as ts.SpreadElement).expression))
  return named(w, element, '')
}

export function listed(w: Walker, args: readonly ts.Expression[] | undefined): number[] {
  const values: number[] = []
  if (args) for (const argument of args) values.push(elementValue(w, argument))
  return values
}

on<ts.CallExpression>(SK.CallExpression, (w, node) => {
  const first = node.arguments[0]
  if (node.expression.kind === SK.ImportKeyword) {
    if (first && ts.isStringLiteralLike(first)) {
      w.graph.imports.push({ specifier: first.text, pos: first.pos, typeOnly: false, dynamic: true })
      return w.make(Kind.Import, node, w.graph.string(first.text), w.graph.string('*'))
    }
    return w.make(Kind.Call, node, w.make(Kind.Global, node, w.graph.string('import')), w.graph.list(listed(w, node.arguments)))
  }
  if (ts.isIdentifier(node.expression) && node.expression.text === 'require' && first && ts.isStringLiteralLike(first) && !w.scope.find('require')) {
    w.graph.imports.push({ specifier: first.text, pos: first.pos, typeOnly: false, dynamic: false })
    w.resetRoot()
    return w.make(Kind.Import, node, w.graph.string(first.text), w.graph.string('*'), 1)
  }
  const target = strip(node.expression)
  let callee: number
  let at: ts.Node = node
  if (ts.isPropertyAccessExpression(target) && !isModuleExports(target, w.scope) && target.expression.kind !== SK.MetaProperty) {
    // The method's own name is not what a condition tests: its receiver is.
    const object = w.value(target.expression)
    callee = w.make(Kind.Load, target.name, object, w.graph.string(target.name.text))
    at = target.name
  } else {
    callee = w.value(node.expression)
  }
  const args = listed(w, node.arguments)
  w.resetRoot()
  const call = w.graph.node(Kind.Call, at.pos, node.end, callee, w.graph.list(args))
  if (isProcessExit(target)) w.dead = true
  return call
})

function isProcessExit(target: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(target) && target.name.text === 'exit' && ts.isIdentifier(target.expression) && target.expression.text === 'process'
  )
}

on<ts.NewExpression>(SK.NewExpression, (w, node) => {
  const callee = w.value(node.expression)
  const args = listed(w, node.arguments)
  w.resetRoot()
  return w.make(Kind.New, node, callee, w.graph.list(args))
})
