/** Loops. */
import { ts } from 'ts-morph'
import { Kind, RegionKind } from '../../graph'
import { Scope } from '../scope'
import { bind, put } from './bindings'
import { on } from './walker'

const SK = ts.SyntaxKind

on<ts.WhileStatement>(SK.WhileStatement, (w, node) => {
  w.loop(node, 'loop', () => {
    const test = w.test(node.expression)
    w.enterRegion(RegionKind.Loop, test.condition, node.expression)
    w.refine(test, true)
    w.visit(node.statement)
  })
  return -1
})
on<ts.DoStatement>(SK.DoStatement, (w, node) => {
  w.loop(node, 'after', () => {
    w.enterRegion(RegionKind.Loop, -1, node.expression)
    w.visit(node.statement)
    w.value(node.expression)
  })
  return -1
})
on<ts.ForStatement>(SK.ForStatement, (w, node) => {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  if (node.initializer) {
    if (ts.isVariableDeclarationList(node.initializer)) w.visit(node.initializer)
    else w.value(node.initializer)
  }
  w.loop(node, 'loop', () => {
    const test = node.condition ? w.test(node.condition) : undefined
    w.enterRegion(RegionKind.Loop, test?.condition ?? -1, node.condition ?? node)
    if (test) w.refine(test, true)
    w.visit(node.statement)
    if (node.incrementor) w.value(node.incrementor)
  })
  w.scope = outer
  return -1
})
on<ts.ForOfStatement>([SK.ForOfStatement, SK.ForInStatement], (w, node) => {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  const iterable = w.value(node.expression)
  w.loop(node, 'loop', () => {
    w.enterRegion(RegionKind.Loop, iterable, node.expression)
    const element = w.make(node.kind === SK.ForOfStatement ? Kind.Element : Kind.Key, node.initializer, iterable)
    if (ts.isVariableDeclarationList(node.initializer)) {
      const declaration = node.initializer.declarations[0]
      if (declaration)
        bind(
          w,
          declaration.name,
          element,
          (node.initializer.flags & ts.NodeFlags.Const) !== 0,
          (node.initializer.flags & ts.NodeFlags.BlockScoped) === 0,
        )
    } else {
      put(w, node.initializer, element)
    }
    w.visit(node.statement)
  })
  w.scope = outer
  return -1
})
