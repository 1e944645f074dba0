/** Elements of JSX. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { named } from './callables'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

function jsxAttributes(w: Walker, attributes: ts.JsxAttributes): number {
  const entries = attributes.properties.map((attribute) => {
    if (ts.isJsxSpreadAttribute(attribute)) return w.make(Kind.Spread, attribute, w.value(attribute.expression))
    const { initializer } = attribute
    const name = ts.isIdentifier(attribute.name) ? attribute.name.text : attribute.name.getText(w.source)
    const value = !initializer
      ? w.make(Kind.Boolean, attribute, 1)
      : ts.isJsxExpression(initializer)
        ? initializer.expression
          ? named(w, initializer.expression, name)
          : w.make(Kind.Undefined, initializer)
        : w.value(initializer)
    return w.make(Kind.Property, attribute, w.graph.string(name), value)
  })
  return w.make(Kind.Object, attributes, w.graph.list(entries))
}

function jsxTag(w: Walker, tag: ts.JsxTagNameExpression): number {
  if (ts.isIdentifier(tag) && /^[a-z]/.test(tag.text)) return w.make(Kind.String, tag, w.graph.string(tag.text))
  return w.value(tag)
}

on<ts.JsxElement>(SK.JsxElement, (w, node) => {
  const tag = jsxTag(w, node.openingElement.tagName)
  const attributes = jsxAttributes(w, node.openingElement.attributes)
  const children = node.children.filter((child) => child.kind !== SK.JsxText).map((child) => w.value(child))
  w.resetRoot()
  return w.make(Kind.Jsx, node, tag, attributes, w.graph.list(children))
})
on<ts.JsxSelfClosingElement>(SK.JsxSelfClosingElement, (w, node) => {
  const tag = jsxTag(w, node.tagName)
  const attributes = jsxAttributes(w, node.attributes)
  w.resetRoot()
  return w.make(Kind.Jsx, node, tag, attributes, w.graph.list([]))
})
on<ts.JsxFragment>(SK.JsxFragment, (w, node) => {
  const children = node.children.filter((child) => child.kind !== SK.JsxText).map((child) => w.value(child))
  return w.make(Kind.Jsx, node, w.make(Kind.String, node, w.graph.string('')), -1, w.graph.list(children))
})
on<ts.JsxExpression>(SK.JsxExpression, (w, node) => (node.expression ? named(w, node.expression, '') : w.make(Kind.Undefined, node)))
