/** Plain values, names, properties, literals, functions and classes as values. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { Scope } from '../scope'
import { listed } from './arguments'
import { fillClass, fillFunction, functionValue, named } from './callables'
import { fixedKey } from './fixed-keys'
import { reserveClass, reserveFunction } from './hoisting'
import { isModuleExports, propertyText } from './syntax'
import { typeOf } from './types'
import { on } from './walker'

const SK = ts.SyntaxKind

/** What is a node of its own wherever it is written. */
const READ = new Set([Kind.Load, Kind.LoadDynamic, Kind.Call, Kind.Await])

on<ts.Identifier>(SK.Identifier, (w, node) => {
  const variable = w.scope.find(node.text)
  if (variable) return w.read(variable)
  w.resetRoot()
  if (node.text === 'undefined') return w.make(Kind.Undefined, node)
  if (node.text === 'exports') return w.graph.exportsObject()
  return w.make(Kind.Global, node, w.graph.string(node.text))
})
on(SK.ThisKeyword, (w) => w.readSelf())
on(SK.SuperKeyword, (w, node) => w.make(Kind.Global, node, w.graph.string('super')))
on<ts.StringLiteral>([SK.StringLiteral, SK.NoSubstitutionTemplateLiteral], (w, node) => w.make(Kind.String, node, w.graph.string(node.text)))
on<ts.NumericLiteral>([SK.NumericLiteral, SK.BigIntLiteral], (w, node) => w.make(Kind.Number, node, w.graph.string(node.text)))
on<ts.RegularExpressionLiteral>(SK.RegularExpressionLiteral, (w, node) => w.make(Kind.Regex, node, w.graph.string(node.text)))
on(SK.TrueKeyword, (w, node) => w.make(Kind.Boolean, node, 1))
on(SK.FalseKeyword, (w, node) => w.make(Kind.Boolean, node, 0))
on(SK.NullKeyword, (w, node) => w.make(Kind.Null, node))
on<ts.TemplateExpression>(SK.TemplateExpression, (w, node) => {
  const parts: number[] = []
  if (node.head.text) parts.push(w.make(Kind.String, node.head, w.graph.string(node.head.text)))
  for (const span of node.templateSpans) {
    parts.push(w.value(span.expression))
    if (span.literal.text) parts.push(w.make(Kind.String, span.literal, w.graph.string(span.literal.text)))
  }
  w.resetRoot()
  return w.make(Kind.Template, node, w.graph.list(parts))
})
on<ts.TaggedTemplateExpression>(SK.TaggedTemplateExpression, (w, node) => {
  const tag = w.value(node.tag)
  const parts: number[] = []
  if (ts.isTemplateExpression(node.template)) {
    parts.push(w.make(Kind.String, node.template.head, w.graph.string(node.template.head.text)))
    for (const span of node.template.templateSpans) {
      parts.push(w.value(span.expression))
      parts.push(w.make(Kind.String, span.literal, w.graph.string(span.literal.text)))
    }
  } else {
    parts.push(w.make(Kind.String, node.template, w.graph.string(node.template.text)))
  }
  w.resetRoot()
  return w.make(Kind.Tagged, node, tag, w.graph.list(parts))
})
on<ts.ParenthesizedExpression>(
  [SK.ParenthesizedExpression, SK.AsExpression, SK.NonNullExpression, SK.SatisfiesExpression, SK.TypeAssertionExpression],
  (w, node) => {
    const value = w.visit(node.expression)
    const type = (node as unknown as ts.AsExpression).type
    if (!type || value < 0) return value
    const kind = w.graph.kindOf(value)
    if (kind === Kind.Unknown) w.graph.annotate(value, typeOf(w, type))
    // A variable's value is one node for all who read it, and a cast speaks of one place.
    else if (READ.has(kind) && type.kind === SK.TypeReference) w.graph.cast(value, typeOf(w, type))
    return value
  },
)
on<ts.PropertyAccessExpression>(SK.PropertyAccessExpression, (w, node) => {
  if (isModuleExports(node, w.scope)) {
    w.resetRoot()
    return w.graph.exportsObject()
  }
  if (node.expression.kind === SK.MetaProperty) return w.make(Kind.Global, node, w.graph.string(`import.meta.${node.name.text}`))
  const object = w.value(node.expression)
  const { lastRoot: root, lastPath: path } = w
  return w.property(object, node.name.text, node.name, root, path)
})
on<ts.ElementAccessExpression>(SK.ElementAccessExpression, (w, node) => {
  const object = w.value(node.expression)
  const { lastRoot: root, lastPath: path } = w
  const key = node.argumentExpression
  if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) return w.property(object, key.text, node, root, path)
  const name = fixedKey(w, key)
  const index = w.value(key)
  if (root && name !== undefined) return w.indexed(object, index, name, node, root, path)
  const value = w.make(Kind.LoadDynamic, node, object, index)
  w.resetRoot()
  return value
})

on<ts.SpreadElement>(SK.SpreadElement, (w, node) => w.make(Kind.Spread, node, w.value(node.expression)))
on<ts.ObjectLiteralExpression>(SK.ObjectLiteralExpression, (w, node) => {
  const entries: number[] = []
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      entries.push(w.make(Kind.Spread, property, w.value(property.expression)))
      continue
    }
    const name = propertyText(property.name)
    const computed = name === undefined ? w.value((property.name as ts.ComputedPropertyName).expression) : -1
    let value: number
    if (ts.isShorthandPropertyAssignment(property)) value = w.value(property.name)
    else if (ts.isPropertyAssignment(property)) value = named(w, property.initializer, name ?? '')
    else value = functionValue(w, property, name ?? '')
    entries.push(w.make(Kind.Property, property, name === undefined ? -1 : w.graph.string(name), value, computed))
  }
  w.resetRoot()
  return w.make(Kind.Object, node, w.graph.list(entries))
})
on<ts.ArrayLiteralExpression>(SK.ArrayLiteralExpression, (w, node) => {
  const items = listed(w, node.elements)
  w.resetRoot()
  return w.make(Kind.Array, node, w.graph.list(items))
})
on<ts.FunctionExpression>([SK.ArrowFunction, SK.FunctionExpression], (w, node) => {
  if (node.name) {
    const outer = w.scope
    w.scope = new Scope(outer, w.fn, false)
    const value = reserveFunction(w, node, node.name.text)
    const variable = w.declare(node.name.text, true)
    variable.current = value
    fillFunction(w, node, value)
    w.scope = outer
    return value
  }
  return functionValue(w, node, '')
})
on<ts.ClassExpression>(SK.ClassExpression, (w, node) => {
  const value = reserveClass(w, node, node.name?.text ?? '')
  const outer = w.scope
  if (node.name) {
    w.scope = new Scope(outer, w.fn, false)
    w.declare(node.name.text, true).current = value
  }
  fillClass(w, node, value)
  w.scope = outer
  w.resetRoot()
  return value
})
on<ts.AwaitExpression>(SK.AwaitExpression, (w, node) => {
  const value = w.value(node.expression)
  w.resetRoot()
  return w.make(Kind.Await, node, value)
})
on<ts.YieldExpression>(SK.YieldExpression, (w, node) => {
  const value = w.value(node.expression)
  return w.make(Kind.Yield, node, node.asteriskToken && node.expression ? w.make(Kind.Element, node.expression, value) : value)
})
