/** Calls, `new`, and what is handed to them. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { listed } from './arguments'
import { defined, reflectedCall } from './reflected'
import { isModuleExports, strip } from './syntax'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

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
    const reflected = reflectedCall(w, node, target)
    if (reflected !== undefined) return reflected
    // The method's own name is not what a condition tests: its receiver is.
    const object = w.value(target.expression)
    const borrowed = borrowedCall(w, node, target, object)
    if (borrowed !== undefined) return borrowed
    callee = w.make(Kind.Load, target.name, object, w.graph.string(target.name.text))
    at = target.name
  } else {
    callee = w.value(node.expression)
  }
  const args = listed(w, node.arguments)
  if (ts.isPropertyAccessExpression(target)) defined(w, node, target, args)
  w.resetRoot()
  const call = w.graph.node(Kind.Call, at.pos, node.end, callee, w.graph.list(args))
  if (isProcessExit(target)) w.dead = true
  return call
})

/** Their prototypes lend methods; so do literals, `[].slice`. */
const LENDERS = new Set(['Array', 'Object', 'String'])

/**
 * `Array.prototype.slice.call(list, 1)` is `list.slice(1)`, `push.apply(list, more)` is `list.push(...more)`: whoever reads calls need not
 * know that a method was borrowed. Undefined where it is none of the language's, and for `toString`, which is borrowed to tell types.
 */
function borrowedCall(w: Walker, node: ts.CallExpression, { name }: ts.PropertyAccessExpression, method: number): number | undefined {
  const [receiver, ...rest] = node.arguments
  if ((name.text !== 'call' && name.text !== 'apply') || !receiver || receiver.kind === SK.SpreadElement) return undefined
  if (w.graph.kindOf(method) !== Kind.Load) return undefined
  const called = w.graph.nameOf(method)
  if (!lends(w, w.graph.operand(method), w.graph.textOf(called))) return undefined
  const load = w.make(Kind.Load, name, w.value(receiver), called)
  const args = name.text === 'call' ? listed(w, rest) : rest.slice(0, 1).map((list) => w.make(Kind.Spread, list, w.value(list)))
  w.resetRoot()
  return w.graph.node(Kind.Call, name.pos, node.end, load, w.graph.list(args))
}

function lends({ graph }: Walker, object: number, method: string): boolean {
  if (method === 'toString') return false
  switch (graph.kindOf(object)) {
    case Kind.Array:
    case Kind.String:
      return true
    case Kind.Object:
      return Object.hasOwn(Object.prototype, method)
    case Kind.Load: {
      const global = graph.operand(object)
      return (
        graph.textOf(graph.nameOf(object)) === 'prototype' && graph.kindOf(global) === Kind.Global && LENDERS.has(graph.textOf(graph.operand(global)))
      )
    }
    default:
      return false
  }
}

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
