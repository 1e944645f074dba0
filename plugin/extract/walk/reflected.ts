/**
 * Operations of the language that are written as calls: `Reflect.get(object, 'name')` is `object.name`, `Reflect.construct(Shop, list)`
 * is `new Shop(...list)`, and `Object.defineProperty(object, 'name', { value })` puts something there. Whoever reads the graph need not
 * know which of the two was written.
 */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { listed } from './arguments'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

type Written = (w: Walker, node: ts.CallExpression, args: readonly ts.Expression[]) => number

/** By how many arguments they are meant with: what is called on something else than the object itself stays a call. */
const REFLECTED: Readonly<Record<string, Readonly<Record<number, Written>>>> = {
  get: { 2: read },
  set: { 3: written },
  has: { 2: (w, node, [object, key]) => w.make(Kind.Binary, node, w.value(key as ts.Expression), w.value(object as ts.Expression), SK.InKeyword) },
  apply: { 3: applied },
  construct: { 2: constructed },
}

/** The node that stands for a call of `Reflect`; undefined where the call is any other. */
export function reflectedCall(w: Walker, node: ts.CallExpression, target: ts.PropertyAccessExpression): number | undefined {
  if (!isGlobal(w, target.expression, 'Reflect') || node.arguments.some(ts.isSpreadElement)) return undefined
  const of = REFLECTED[target.name.text]
  if (!of || !Object.hasOwn(REFLECTED, target.name.text)) return undefined
  const value = of[node.arguments.length]?.(w, node, node.arguments)
  if (value !== undefined) w.resetRoot()
  return value
}

function read(w: Walker, node: ts.CallExpression, [object, key]: readonly ts.Expression[]): number {
  const from = w.value(object as ts.Expression)
  return isName(key) ? w.make(Kind.Load, node, from, w.graph.string(key.text)) : w.make(Kind.LoadDynamic, node, from, w.value(key as ts.Expression))
}

function written(w: Walker, node: ts.CallExpression, [object, key, given]: readonly ts.Expression[]): number {
  const into = w.value(object as ts.Expression)
  const name = isName(key) ? -1 : w.value(key as ts.Expression)
  const value = w.value(given as ts.Expression)
  if (isName(key)) w.make(Kind.Store, node, into, w.graph.string(key.text), value)
  else w.make(Kind.StoreDynamic, node, into, name, value)
  return w.make(Kind.Unknown, node)
}

function applied(w: Walker, node: ts.CallExpression, args: readonly ts.Expression[]): number {
  const [fn, ...rest] = args as [ts.Expression, ...ts.Expression[]]
  const load = w.make(Kind.Load, fn, w.value(fn), w.graph.string('apply'))
  return w.make(Kind.Call, node, load, w.graph.list(listed(w, rest)))
}

function constructed(w: Walker, node: ts.CallExpression, [made, list]: readonly ts.Expression[]): number {
  const callee = w.value(made as ts.Expression)
  const args = w.make(Kind.Spread, list as ts.Expression, w.value(list as ts.Expression))
  return w.make(Kind.New, node, callee, w.graph.list([args]))
}

/** `Object.defineProperty(object, 'name', { value })`, and with `get` what that answers. @param args the nodes of the call's arguments */
export function defined(w: Walker, node: ts.CallExpression, target: ts.PropertyAccessExpression, args: readonly number[]): void {
  const key = node.arguments[1]
  if (target.name.text !== 'defineProperty' || args.length !== 3 || !isName(key) || !isGlobal(w, target.expression, 'Object')) return
  const [object, , descriptor] = args as [number, number, number]
  const store = (value: number) => w.make(Kind.Store, key, object, w.graph.string(key.text), value)
  const value = w.graph.propertyOf(descriptor, 'value')
  const getter = w.graph.propertyOf(descriptor, 'get')
  if (value >= 0) store(value)
  if (getter >= 0) store(w.make(Kind.Call, key, getter, w.graph.list([])))
}

const isName = (node: ts.Expression | undefined): node is ts.StringLiteralLike => node !== undefined && ts.isStringLiteralLike(node)

const isGlobal = (w: Walker, node: ts.Expression, name: string): boolean => ts.isIdentifier(node) && node.text === name && !w.scope.find(name)
