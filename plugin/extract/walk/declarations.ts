/** Functions, classes, enums, types and namespaces as statements. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { fillClass, fillFunction } from './callables'
import { block, reserveClass, reserveFunction } from './hoisting'
import { propertyText } from './syntax'
import { entity, fillInterface, typeOf } from './types'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

on<ts.FunctionDeclaration>(SK.FunctionDeclaration, (w, node) => {
  const value = w.hoistedNode(node) ?? reserveFunction(w, node, node.name?.text ?? 'default')
  if (node.body) fillFunction(w, node, value)
  exportDeclared(w, node, node.name?.text, value)
  return -1
})
on<ts.ClassDeclaration>(SK.ClassDeclaration, (w, node) => {
  const value = w.hoistedNode(node) ?? reserveClass(w, node, node.name?.text ?? 'default')
  fillClass(w, node, value)
  exportDeclared(w, node, node.name?.text, value)
  return -1
})
on<ts.EnumDeclaration>(SK.EnumDeclaration, (w, node) => {
  if (w.hoistedNode(node) !== undefined) return -1
  const entries = node.members.map((member, index) => {
    const name = propertyText(member.name)
    const value = member.initializer ? w.value(member.initializer) : w.make(Kind.Number, member, w.graph.string(String(index)))
    return w.make(Kind.Property, member, name === undefined ? -1 : w.graph.string(name), value)
  })
  const value = w.make(Kind.Object, node, w.graph.list(entries))
  w.noteHoisted(node, value)
  w.assign(w.declare(node.name.text, true), value)
  exportDeclared(w, node, node.name.text, value)
  return -1
})
function exportDeclared(w: Walker, node: ts.HasModifiers, name: string | undefined, value: number): void {
  const modifiers = ts.getModifiers(node)
  if (!modifiers?.some((modifier) => modifier.kind === SK.ExportKeyword)) return
  const isDefault = modifiers.some((modifier) => modifier.kind === SK.DefaultKeyword)
  const variable = name === undefined ? undefined : w.scope.find(name)
  if (variable) variable.isRead = true
  if (isDefault) w.graph.exports.push({ name: 'default', node: value, pos: node.pos })
  else if (name) w.graph.exports.push({ name, node: value, pos: node.pos })
}
on<ts.InterfaceDeclaration>(SK.InterfaceDeclaration, (w, node) => {
  const value = w.scope.findType(node.name.text)
  if (value === undefined) return -1
  const index = w.graph.operand(value)
  for (const clause of node.heritageClauses ?? [])
    for (const type of clause.types) {
      const parent = ts.isIdentifier(type.expression) ? entity(w, type.expression) : -1
      if (parent >= 0) (w.graph.interfaces[index] as { extends: number[] }).extends.push(parent)
    }
  fillInterface(w, index, node.members)
  exportDeclared(w, node, node.name.text, value)
  return -1
})
on<ts.TypeAliasDeclaration>(SK.TypeAliasDeclaration, (w, node) => {
  const value = w.scope.findType(node.name.text)
  if (value === undefined) return -1
  const index = w.graph.operand(value)
  if (ts.isTypeLiteralNode(node.type)) fillInterface(w, index, node.type.members)
  else
    for (const type of ts.isIntersectionTypeNode(node.type) ? node.type.types : [node.type]) {
      const parent = typeOf(w, type)
      if (parent >= 0) (w.graph.interfaces[index] as { extends: number[] }).extends.push(parent)
    }
  exportDeclared(w, node, node.name.text, value)
  return -1
})
on<ts.ModuleDeclaration>(SK.ModuleDeclaration, (w, node) => {
  const { body } = node
  if (body && ts.isModuleBlock(body)) w.withoutExports(() => block(w, body.statements))
  return -1
})
