/** What annotations name, as far as it can be followed to a declaration. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { literalOf, propertyText } from './syntax'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

/** A TypeRef or Interface node for what an annotation names; -1 where it names nothing that could be followed. */
export function typeOf(w: Walker, node: ts.TypeNode): number {
  switch (node.kind) {
    case SK.TypeReference: {
      const reference = node as ts.TypeReferenceNode
      const named = entity(w, reference.typeName)
      // Each keeps its place: `Request<never, never, Body>`.
      const types = (reference.typeArguments ?? []).map((argument) => typeOf(w, argument))
      const args = types.map((type, index) => (type >= 0 ? type : w.make(Kind.Unknown, reference.typeArguments?.[index] ?? node)))
      return w.make(Kind.TypeRef, node, named, w.graph.list(args), 0)
    }
    case SK.ArrayType: {
      const inner = typeOf(w, (node as ts.ArrayTypeNode).elementType)
      return inner < 0 ? -1 : w.make(Kind.TypeRef, node, inner, w.graph.list([]), 1)
    }
    case SK.UnionType:
    case SK.IntersectionType: {
      let first = -1
      const values: (string | number | boolean)[] = []
      for (const part of (node as ts.UnionTypeNode).types) {
        if (part.kind === SK.UndefinedKeyword) continue
        if (part.kind === SK.LiteralType) {
          values.push(...literalOf(part as ts.LiteralTypeNode))
          continue
        }
        const type = typeOf(w, part)
        if (type >= 0 && (first < 0 || isKeyword(w, first))) first = type
      }
      return first < 0 ? literals(w, node, values) : first
    }
    case SK.LiteralType:
      return literals(w, node, literalOf(node as ts.LiteralTypeNode))
    case SK.TypeQuery:
      return entity(w, (node as ts.TypeQueryNode).exprName)
    case SK.ParenthesizedType:
      return typeOf(w, (node as ts.ParenthesizedTypeNode).type)
    case SK.TypeOperator:
      return typeOf(w, (node as ts.TypeOperatorNode).type)
    case SK.TypeLiteral: {
      w.graph.interfaces.push({ name: '', extends: [], members: [] })
      const index = w.graph.interfaces.length - 1
      const value = w.make(Kind.Interface, node, index)
      fillInterface(w, index, (node as ts.TypeLiteralNode).members)
      return value
    }
    case SK.StringKeyword:
    case SK.NumberKeyword:
    case SK.BooleanKeyword:
    case SK.BigIntKeyword:
    case SK.AnyKeyword:
    case SK.UnknownKeyword:
      return w.make(Kind.TypeRef, node, w.make(Kind.Global, node, w.graph.string(ts.tokenToString(node.kind) as string)), w.graph.list([]), 0)
    default:
      return -1
  }
}

/** A type that allows these values and no other. */
function literals(w: Walker, node: ts.TypeNode, values: (string | number | boolean)[]): number {
  if (values.length === 0) return -1
  w.graph.interfaces.push({ name: '', extends: [], members: [], values })
  return w.make(Kind.Interface, node, w.graph.interfaces.length - 1)
}

function isKeyword(w: Walker, type: number): boolean {
  const inner = w.graph.operand(type)
  return w.graph.kindOf(type) === Kind.TypeRef && inner >= 0 && w.graph.kindOf(inner) === Kind.Global
}

export function entity(w: Walker, name: ts.EntityName): number {
  if (ts.isIdentifier(name)) {
    const type = w.scope.findType(name.text)
    if (type !== undefined) return type
    const variable = w.scope.find(name.text)
    if (variable) {
      variable.isRead = true
      return variable.constant && variable.current >= 0 ? variable.current : w.cellOf(variable)
    }
    return w.make(Kind.Global, name, w.graph.string(name.text))
  }
  return w.make(Kind.Load, name, entity(w, name.left), w.graph.string(name.right.text))
}

export function fillInterface(w: Walker, index: number, members: readonly ts.TypeElement[]): void {
  const fact = w.graph.interfaces[index] as (typeof w.graph.interfaces)[number]
  for (const member of members) {
    if (!ts.isPropertySignature(member)) continue
    const name = propertyText(member.name)
    if (name !== undefined) fact.members.push({ name, type: member.type ? typeOf(w, member.type) : -1, optional: member.questionToken !== undefined })
  }
}
