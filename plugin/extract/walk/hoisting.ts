/** What a block declares is known before its first statement runs: functions, classes, types, names. */
import { ts } from 'ts-morph'
import { type ClassFact, FunctionFlag, Kind } from '../../graph'
import { Scope } from '../scope'
import { declareNames } from './bindings'
import type { Walker } from './walker'

const SK = ts.SyntaxKind

export function hoist(w: Walker, statements: readonly ts.Statement[]): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case SK.FunctionDeclaration: {
        const declaration = statement as ts.FunctionDeclaration
        const node = reserveFunction(w, declaration, declaration.name?.text ?? 'default')
        w.noteHoisted(declaration, node)
        // One without a body is declared elsewhere, or an overload of the one that follows.
        if (declaration.name && (declaration.body || !w.scope.variables.has(declaration.name.text))) {
          const variable = w.declare(declaration.name.text, true)
          variable.current = node
          variable.values.push(node)
          if (declaration.body) w.note(variable, 'function', declaration.name.pos)
        }
        break
      }
      case SK.ClassDeclaration: {
        const declaration = statement as ts.ClassDeclaration
        if (declaration.name) {
          const node = reserveClass(w, declaration, declaration.name.text)
          w.noteHoisted(declaration, node)
          const variable = w.declare(declaration.name.text, true)
          variable.current = node
          variable.values.push(node)
          w.note(variable, 'class', declaration.name.pos)
        }
        break
      }
      case SK.InterfaceDeclaration: {
        const declaration = statement as ts.InterfaceDeclaration
        const name = declaration.name.text
        if (w.scope.types?.has(name)) break
        w.graph.interfaces.push({ name, extends: [], members: [] })
        w.scope.declareType(name, w.make(Kind.Interface, declaration, w.graph.interfaces.length - 1))
        break
      }
      case SK.TypeAliasDeclaration: {
        const declaration = statement as ts.TypeAliasDeclaration
        const node = w.make(Kind.Interface, declaration, w.graph.interfaces.length)
        w.graph.interfaces.push({ name: declaration.name.text, extends: [], members: [] })
        w.scope.declareType(declaration.name.text, node)
        break
      }
      case SK.EnumDeclaration:
        // Types above it name it; what is only written there needs nothing that comes before.
        if ((statement as ts.EnumDeclaration).members.every(({ initializer }) => !initializer || ts.isLiteralExpression(initializer)))
          w.visit(statement)
        break
      case SK.ImportDeclaration:
        w.visit(statement)
        break
      case SK.VariableStatement: {
        const list = (statement as ts.VariableStatement).declarationList
        const constant = (list.flags & ts.NodeFlags.Const) !== 0
        const functionScoped = (list.flags & ts.NodeFlags.BlockScoped) === 0
        for (const declaration of list.declarations) declareNames(w, declaration.name, constant, functionScoped)
        break
      }
    }
  }
}

export function reserveFunction(w: Walker, declaration: ts.SignatureDeclaration, name: string): number {
  const reserved = w.hoistedNode(declaration)
  if (reserved !== undefined) return reserved
  let flags = 0
  const { modifiers } = declaration as ts.FunctionDeclaration
  if (modifiers)
    for (const { kind } of modifiers) {
      if (kind === SK.AsyncKeyword) flags |= FunctionFlag.Async
      else if (kind === SK.StaticKeyword) flags |= FunctionFlag.Static
      else if (kind === SK.PrivateKeyword || kind === SK.ProtectedKeyword) flags |= FunctionFlag.Private
    }
  if ((declaration as ts.FunctionDeclaration).asteriskToken) flags |= FunctionFlag.Generator
  if (declaration.kind === SK.ArrowFunction) flags |= FunctionFlag.Arrow
  if (declaration.kind === SK.GetAccessor) flags |= FunctionFlag.Getter
  if (declaration.kind === SK.SetAccessor) flags |= FunctionFlag.Setter
  if (declaration.kind === SK.Constructor) flags |= FunctionFlag.Constructor
  if (declaration.kind === SK.MethodDeclaration) flags |= FunctionFlag.Method
  w.graph.functions.push({
    name,
    flags,
    params: [],
    paramNames: [],
    returns: [],
    returnsAt: [],
    endsIn: -1,
    self: -1,
    parent: w.fn,
    owner: -1,
    pos: declaration.pos,
    end: declaration.end,
    returnType: -1,
  })
  return w.make(Kind.Function, declaration, w.graph.functions.length - 1)
}

export function reserveClass(w: Walker, declaration: ts.ClassLikeDeclaration, name: string): number {
  const fact: ClassFact = { name, pos: declaration.pos, end: declaration.end, extends: -1, constructor_: -1, members: [], decorators: [], self: -1 }
  w.graph.classes.push(fact)
  return w.make(Kind.Class, declaration, w.graph.classes.length - 1)
}

export function block(w: Walker, statements: readonly ts.Statement[]): void {
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  hoist(w, statements)
  const region = w.graph.region
  for (const statement of statements) w.visit(statement)
  w.graph.region = region
  w.scope = outer
}
