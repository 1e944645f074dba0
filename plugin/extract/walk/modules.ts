/** Imports and exports. */
import { ts } from 'ts-morph'
import { Kind } from '../../graph'
import { named } from './callables'
import { entity } from './types'
import { on } from './walker'

const SK = ts.SyntaxKind

on<ts.ImportDeclaration>(SK.ImportDeclaration, (w, node) => {
  if (!ts.isStringLiteral(node.moduleSpecifier) || w.hoistedNode(node) !== undefined) return -1
  const specifier = node.moduleSpecifier.text
  const clause = node.importClause
  // Walked when its block is hoisted, and met again in order.
  w.noteHoisted(node, -1)
  const typeOnly = clause?.phaseModifier === SK.TypeKeyword
  w.graph.imports.push({ specifier, pos: node.pos, typeOnly, dynamic: false })
  if (!clause) return -1
  const module = w.graph.string(specifier)
  const declare = (local: ts.Identifier, imported: string) => {
    const value = w.make(Kind.Import, local, module, w.graph.string(imported))
    const variable = w.declare(local.text, true)
    w.assign(variable, value)
    w.note(variable, 'import', local.pos)
  }
  if (clause.name) declare(clause.name, 'default')
  if (clause.namedBindings) {
    if (ts.isNamespaceImport(clause.namedBindings)) declare(clause.namedBindings.name, '*')
    else for (const element of clause.namedBindings.elements) declare(element.name, (element.propertyName ?? element.name).text)
  }
  return -1
})
on<ts.ImportEqualsDeclaration>(SK.ImportEqualsDeclaration, (w, node) => {
  if (ts.isExternalModuleReference(node.moduleReference) && ts.isStringLiteral(node.moduleReference.expression)) {
    const specifier = node.moduleReference.expression.text
    w.graph.imports.push({ specifier, pos: node.pos, typeOnly: node.isTypeOnly, dynamic: false })
    w.assign(w.declare(node.name.text, true), w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*'), 1))
  } else if (!ts.isExternalModuleReference(node.moduleReference)) {
    w.assign(w.declare(node.name.text, true), entity(w, node.moduleReference))
  }
  return -1
})
on<ts.ExportDeclaration>(SK.ExportDeclaration, (w, node) => {
  const specifier = node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined
  if (specifier !== undefined) w.graph.imports.push({ specifier, pos: node.pos, typeOnly: node.isTypeOnly, dynamic: false })
  const clause = node.exportClause
  if (!clause) {
    if (specifier !== undefined)
      w.graph.exports.push({ name: '*', node: w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*')), pos: node.pos })
  } else if (ts.isNamespaceExport(clause)) {
    if (specifier !== undefined)
      w.graph.exports.push({ name: clause.name.text, node: w.make(Kind.Import, node, w.graph.string(specifier), w.graph.string('*')), pos: node.pos })
  } else {
    for (const element of clause.elements) {
      const imported = (element.propertyName ?? element.name).text
      if (specifier !== undefined) {
        const value = w.make(Kind.Import, element, w.graph.string(specifier), w.graph.string(imported))
        w.graph.exports.push({ name: element.name.text, node: value, pos: element.pos })
      } else {
        const variable = w.scope.find(imported)
        const type = w.scope.findType(imported)
        if (variable) w.exportLater(element.name.text, variable, element.pos)
        else if (type !== undefined) w.graph.exports.push({ name: element.name.text, node: type, pos: element.pos })
      }
    }
  }
  return -1
})
on<ts.ExportAssignment>(SK.ExportAssignment, (w, node) => {
  const value = named(w, node.expression, 'default')
  if (node.isExportEquals) {
    w.graph.exportsObject()
    w.graph.commonjs.push(value)
  } else {
    w.graph.exports.push({ name: 'default', node: value, pos: node.pos })
  }
  return -1
})
