/** Values are put where something may stand on the left of an assignment: names, properties, patterns. */
import { ts } from 'ts-morph'
import { ChoiceKind, Kind } from '../../graph'
import { fixedKey } from './fixed-keys'
import { isModuleExports, propertyText, strip } from './syntax'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

export function declareNames(w: Walker, name: ts.BindingName, constant: boolean, functionScoped: boolean): void {
  if (ts.isIdentifier(name)) w.declare(name.text, constant, functionScoped)
  else for (const element of name.elements) if (!ts.isOmittedExpression(element)) declareNames(w, element.name, constant, functionScoped)
}

/** Puts a value into a name or takes it apart into several. */
export function bind(w: Walker, name: ts.BindingName, value: number, constant: boolean, functionScoped: boolean): void {
  if (ts.isIdentifier(name)) {
    w.graph.name(value, name.text, name.pos)
    w.assign(w.declare(name.text, constant, functionScoped), value)
    return
  }
  const taken: string[] = []
  name.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return
    let part: number
    if (element.dotDotDotToken) {
      part = w.make(Kind.Rest, element, value, w.graph.string(taken.join(' ')))
    } else if (ts.isArrayBindingPattern(name)) {
      part = w.make(Kind.Load, element, value, w.graph.string(String(index)))
    } else {
      const key = element.propertyName ?? (element.name as ts.Identifier)
      const text = propertyText(key as ts.PropertyName)
      if (text === undefined) {
        part = w.make(Kind.LoadDynamic, element, value, w.value((key as ts.ComputedPropertyName).expression))
      } else {
        taken.push(text)
        part = w.make(Kind.Load, element, value, w.graph.string(text))
      }
    }
    if (element.initializer) part = w.graph.choice(ChoiceKind.Nullish, [part, w.value(element.initializer)], element.pos, element.end)
    bind(w, element.name, part, constant, functionScoped)
  })
}

/** Assignment to anything that can stand on the left. */
export function put(w: Walker, target: ts.Expression, value: number): void {
  const left = strip(target)
  if (ts.isIdentifier(left)) {
    const variable = w.scope.find(left.text)
    w.graph.name(value, left.text, left.pos)
    if (variable) w.assign(variable, value)
    else if (left.text === 'exports') w.graph.commonjs.push(value)
    else w.graph.node(Kind.Store, left.pos, left.end, w.make(Kind.Global, left, w.graph.string('globalThis')), w.graph.string(left.text), value)
  } else if (ts.isPropertyAccessExpression(left)) {
    if (isModuleExports(left, w.scope)) {
      w.graph.exportsObject()
      w.graph.commonjs.push(value)
      return
    }
    const object = w.value(left.expression)
    const { lastRoot: root, lastPath: path } = w
    w.graph.node(Kind.Store, left.name.pos, left.end, object, w.graph.string(left.name.text), value)
    if (root) w.setPath(root, path ? `${path}.${left.name.text}` : left.name.text, value)
  } else if (ts.isElementAccessExpression(left)) {
    const object = w.value(left.expression)
    const { lastRoot: root, lastPath: path } = w
    const key = left.argumentExpression
    if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) {
      w.graph.node(Kind.Store, left.pos, left.end, object, w.graph.string(key.text), value)
      if (root) w.setPath(root, path ? `${path}.${key.text}` : key.text, value)
    } else {
      w.graph.node(Kind.StoreDynamic, left.pos, left.end, object, w.value(key), value)
      if (!root) return
      w.forgetBelow(root, path)
      const name = fixedKey(w, key)
      if (name !== undefined) w.setPath(root, path ? `${path}.${name}` : name, value)
    }
  } else if (ts.isObjectLiteralExpression(left)) {
    const taken: string[] = []
    for (const property of left.properties) {
      if (ts.isShorthandPropertyAssignment(property)) {
        taken.push(property.name.text)
        let part = w.make(Kind.Load, property, value, w.graph.string(property.name.text))
        if (property.objectAssignmentInitializer)
          part = w.graph.choice(ChoiceKind.Nullish, [part, w.value(property.objectAssignmentInitializer)], property.pos, property.end)
        put(w, property.name, part)
      } else if (ts.isPropertyAssignment(property)) {
        const name = propertyText(property.name)
        if (name !== undefined) taken.push(name)
        const part =
          name === undefined
            ? w.make(Kind.LoadDynamic, property, value, w.value(property.name))
            : w.make(Kind.Load, property, value, w.graph.string(name))
        putWithDefault(w, property.initializer, part)
      } else if (ts.isSpreadAssignment(property)) {
        put(w, property.expression, w.make(Kind.Rest, property, value, w.graph.string(taken.join(' '))))
      }
    }
  } else if (ts.isArrayLiteralExpression(left)) {
    left.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return
      if (ts.isSpreadElement(element)) put(w, element.expression, w.make(Kind.Rest, element, value))
      else putWithDefault(w, element, w.make(Kind.Load, element, value, w.graph.string(String(index))))
    })
  } else {
    w.value(left)
  }
}

function putWithDefault(w: Walker, target: ts.Expression, part: number): void {
  if (ts.isBinaryExpression(target) && target.operatorToken.kind === SK.EqualsToken)
    put(w, target.left, w.graph.choice(ChoiceKind.Nullish, [part, w.value(target.right)], target.pos, target.end))
  else put(w, target, part)
}
