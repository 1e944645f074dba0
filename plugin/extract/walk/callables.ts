/** Functions and classes: parameters, bodies, members. */
import { ts } from 'ts-morph'
import { ChoiceKind, type ClassFact, type FunctionFact, FunctionFlag, Kind } from '../../graph'
import { bind } from './bindings'
import { hoist, reserveClass, reserveFunction } from './hoisting'
import { hasPropertyModifier, propertyText, strip } from './syntax'
import { typeOf } from './types'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

/** Walks parameters and body. `self` is the instance where the function is a class member. */
export function fillFunction(w: Walker, declaration: ts.FunctionLikeDeclaration, node: number, owner = -1): void {
  const index = w.graph.operand(node)
  const fact = w.graph.functions[index] as FunctionFact
  fact.owner = owner
  fact.parent = w.fn
  w.within(index, declaration, () => {
    for (const parameter of declaration.parameters) fillParameter(w, parameter, declaration, fact, index)
    if (declaration.type) fact.returnType = typeOf(w, declaration.type)
    const { body } = declaration
    if (!body) return
    if (namesArguments(w, declaration)) declareArguments(w, declaration, fact, index)
    if (ts.isBlock(body)) {
      const first = body.statements[0]
      if (first && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression) && first.expression.text === 'use server')
        fact.flags |= FunctionFlag.ServerAction
      hoist(w, body.statements)
      for (const statement of body.statements) w.visit(statement)
      if (!w.dead) fact.endsIn = w.graph.region
    } else {
      fact.returnsAt.push(body.pos, body.end, w.graph.region)
      fact.returns.push(w.value(body))
    }
  })
}

/** Whether the body, or an arrow in it, says `arguments`. Arrows have none of their own. */
function namesArguments(w: Walker, { kind, body }: ts.FunctionLikeDeclaration): boolean {
  if (!body || kind === SK.ArrowFunction) return false
  const at = w.source.text.indexOf('arguments', body.pos)
  return at >= 0 && at < body.end && says(body)
}

const says = (node: ts.Node): boolean =>
  ts.isIdentifier(node)
    ? node.text === 'arguments'
    : !(ts.isFunctionLike(node) && node.kind !== SK.ArrowFunction) && ts.forEachChild(node, (child) => says(child) || undefined) === true

/** A list of everything that was handed over: what has names, and what comes after it, which is a parameter that nobody wrote. */
function declareArguments(w: Walker, { body, parameters }: ts.FunctionLikeDeclaration, fact: FunctionFact, index: number): void {
  if (!body || w.scope.variables.has('arguments')) return
  if (!parameters.at(-1)?.dotDotDotToken) fact.params.push(w.make(Kind.Param, body, index, fact.params.length, 1))
  const rest = fact.params.at(-1) as number
  const all = fact.params.length === 1 ? rest : w.make(Kind.Array, body, w.graph.list([...fact.params.slice(0, -1), w.make(Kind.Spread, body, rest)]))
  const variable = w.declare('arguments', true)
  variable.current = all
  variable.values.push(all)
}

function fillParameter(
  w: Walker,
  parameter: ts.ParameterDeclaration,
  declaration: ts.FunctionLikeDeclaration,
  fact: FunctionFact,
  index: number,
): void {
  const { name } = parameter
  const plain = ts.isIdentifier(name) ? name.text : undefined
  if (plain === 'this') return
  const position = fact.params.length
  const param = w.make(Kind.Param, parameter, index, position, parameter.dotDotDotToken ? 1 : 0)
  fact.params.push(param)
  fact.paramNames.push(plain ?? name.getText(w.source))
  if (parameter.type) w.graph.annotate(param, typeOf(w, parameter.type))
  if (parameter.modifiers)
    for (const modifier of parameter.modifiers)
      if (ts.isDecorator(modifier)) w.graph.parameterDecorators.push({ function: index, index: position, expression: w.value(modifier.expression) })
  const value = parameter.initializer
    ? w.graph.choice(ChoiceKind.Nullish, [param, w.value(parameter.initializer)], parameter.pos, parameter.end)
    : param
  bind(w, name, value, false, false)
  if (declaration.kind === SK.Constructor && parameter.modifiers?.length && plain !== undefined && hasPropertyModifier(parameter))
    w.graph.node(Kind.Store, parameter.pos, parameter.end, w.selfOf(), w.graph.string(plain), value)
}

export function functionValue(w: Walker, declaration: ts.FunctionLikeDeclaration, name: string, owner = -1): number {
  const node = reserveFunction(w, declaration, name)
  fillFunction(w, declaration, node, owner)
  return node
}

export function fillClass(w: Walker, declaration: ts.ClassLikeDeclaration, node: number): void {
  const index = w.graph.operand(node)
  const fact = w.graph.classes[index] as ClassFact
  const decorated = (of: ts.Node) => (ts.canHaveDecorators(of) ? (ts.getDecorators(of) ?? []) : []).map((decorator) => w.value(decorator.expression))
  fact.decorators = decorated(declaration)
  for (const clause of declaration.heritageClauses ?? [])
    if (clause.token === SK.ExtendsKeyword && clause.types[0]) fact.extends = w.value(clause.types[0].expression)
  fact.self = w.graph.node(Kind.This, declaration.pos, declaration.pos, -1)
  for (const member of declaration.members) {
    if (
      ts.isMethodDeclaration(member) ||
      ts.isGetAccessorDeclaration(member) ||
      ts.isSetAccessorDeclaration(member) ||
      ts.isConstructorDeclaration(member)
    ) {
      const name = member.kind === SK.Constructor ? 'constructor' : (propertyText(member.name as ts.PropertyName) ?? '')
      const decorators = decorated(member)
      const value = functionValue(w, member, name, index)
      const isStatic = ((w.graph.functions[w.graph.operand(value)] as { flags: number }).flags & FunctionFlag.Static) !== 0
      if (member.kind === SK.Constructor) fact.constructor_ = w.graph.operand(value)
      else fact.members.push({ name, node: value, static: isStatic, type: -1, pos: member.pos, decorators })
    } else if (ts.isPropertyDeclaration(member)) {
      const name = propertyText(member.name) ?? ''
      const isStatic = member.modifiers?.some((modifier) => modifier.kind === SK.StaticKeyword) ?? false
      const type = member.type ? typeOf(w, member.type) : -1
      const decorators = decorated(member)
      const { initializer } = member
      let value = initializer ? w.withSelf(isStatic ? node : fact.self, () => named(w, initializer, name)) : -1
      if (value < 0 && type >= 0) value = w.make(Kind.Unknown, member)
      if (value >= 0 && type >= 0) w.graph.annotate(value, type)
      const optional = member.questionToken !== undefined
      fact.members.push({ name, node: value, static: isStatic, type, pos: member.pos, decorators, ...(optional ? { optional } : {}) })
    } else if (ts.isClassStaticBlockDeclaration(member)) {
      w.withSelf(node, () => w.visit(member.body))
    }
  }
}

/** An initialiser that takes the name of what it is put into, when it is an anonymous function or class. */
export function named(w: Walker, initializer: ts.Expression, name: string): number {
  const inner = strip(initializer)
  switch (inner.kind) {
    case SK.ArrowFunction:
      return functionValue(w, inner as ts.ArrowFunction, name)
    case SK.FunctionExpression:
      if ((inner as ts.FunctionExpression).name) break
      return functionValue(w, inner as ts.FunctionExpression, name)
    case SK.ClassExpression: {
      if ((inner as ts.ClassExpression).name) break
      const node = reserveClass(w, inner as ts.ClassExpression, name)
      fillClass(w, inner as ts.ClassExpression, node)
      return node
    }
  }
  return w.value(initializer)
}
