/**
 * Samples of TypeScript and JavaScript in documents. In: the text of a fence and its first line. Out: what the sample says
 * of names, as far as it can be understood: samples leave things out, and many are no whole programs.
 */
import { ts } from 'ts-morph'
import type { Fence, Sample, SampleArguments, SampleClass, SampleOrigin, SampleParameter } from '../../types'
import { isSample, isTyped } from './sample-languages'

const LEFT_OUT = /(?<=^|[\s({[,;])(?:\.\.\.|…)(?=\s*(?:$|[)}\],;]|\/\/))/gm
const SAYS_SO =
  /(?:\/\/|\/\*)[^\n]*(?:\.\.\.|…|\betc\b|\brest of\b|\bomitted\b|\byour\b|\bhere\b|\bother\b|\bmore\b|\bsame as\b|\bexisting\b|\bas (?:above|before)\b)/i

export function sampleOf({ language, text, line }: Pick<Fence, 'language' | 'text' | 'line'>): Sample | undefined {
  if (!isSample({ language, text })) return undefined
  // Same length, so that places hold.
  const whole = text.replace(LEFT_OUT, (mark) => ' '.repeat(mark.length))
  const tree = ts.createSourceFile(
    'sample.tsx',
    whole,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    isTyped(language) ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  )
  const reader = new Reader(tree, line, whole !== text || SAYS_SO.test(text), brokenFrom(tree, whole))
  return reader.read()
}

/** Where the first error is; a brace that is missing at the end is none. */
function brokenFrom(tree: ts.SourceFile, text: string): number | undefined {
  const end = text.trimEnd().length
  return (tree as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] }).parseDiagnostics.find(({ start }) => start < end)?.start
}

class Reader {
  private readonly sample: Sample
  private readonly origins = new Map<string, SampleOrigin | undefined>()
  private readonly declared = new Set<string>()
  private readonly used = new Map<string, number>()
  private within = ''

  constructor(
    private readonly tree: ts.SourceFile,
    private readonly first: number,
    elided: boolean,
    private readonly broken: number | undefined,
  ) {
    this.sample = {
      elided,
      ...(broken === undefined ? {} : { brokenAt: this.lineAt(broken) }),
      imports: [],
      calls: [],
      reads: [],
      classes: [],
      functions: [],
      callbacks: [],
      shapes: [],
      types: [],
      objects: [],
      declared: [],
      free: [],
    }
  }

  read(): Sample {
    const { sample } = this
    ts.forEachChild(this.tree, this.visit)
    for (const read of sample.reads) this.trace(read, read.on)
    for (const call of sample.calls) this.trace(call, call.name)
    const until = sample.brokenAt ?? Number.POSITIVE_INFINITY
    const understood = <T extends { line: number }>(list: T[]): T[] => list.filter(({ line }) => line < until)
    sample.free = [...this.used].filter(([name]) => !this.declared.has(name)).map(([name, line]) => ({ name, line }))
    for (const key of ['imports', 'calls', 'reads', 'classes', 'functions', 'callbacks', 'shapes', 'types', 'objects', 'free'] as const)
      Object.assign(sample, { [key]: understood<{ line: number }>(sample[key]) })
    sample.declared = [...this.declared]
    return sample
  }

  private trace(of: { origin?: SampleOrigin }, name: string): void {
    const made = /^new ([\w$]+)\(\)$/.exec(name)?.[1]
    const origin: SampleOrigin | undefined = made ? { kind: 'new', name: made } : this.origins.get(name)
    if (origin) of.origin = origin
  }

  private lineAt(offset: number): number {
    return this.first + this.tree.getLineAndCharacterOfPosition(offset).line
  }

  private line(node: ts.Node): number {
    return this.lineAt(node.getStart(this.tree))
  }

  /** A name that is made twice stands for nothing that is sure. */
  private declare(name: string, origin?: SampleOrigin): void {
    const known = this.origins.get(name)
    const isSame = known?.kind === origin?.kind && known?.name === origin?.name && known?.specifier === origin?.specifier
    this.origins.set(name, this.declared.has(name) && !isSame ? undefined : origin)
    this.declared.add(name)
  }

  private bind(name: ts.BindingName, origin?: SampleOrigin): void {
    if (ts.isIdentifier(name)) this.declare(name.text, origin)
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) this.bind(element.name)
  }

  private readonly visit = (node: ts.Node): void => {
    if (this.broken !== undefined && node.pos > this.broken) return
    if (ts.isImportDeclaration(node)) return void this.imported(node)
    if (ts.isExportDeclaration(node)) return
    if (ts.isVariableDeclaration(node)) return void this.variable(node)
    if (ts.isParameter(node)) {
      this.bind(node.name, typeOf(node.type))
      ts.forEachChild(node, (child) => child !== node.name && this.visit(child))
      return
    }
    if (ts.isClassLike(node)) return void this.classLike(node)
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return void this.shape(node)
    if (ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node)) {
      if (ts.isIdentifier(node.name)) this.declare(node.name.text)
      ts.forEachChild(node, (child) => child !== node.name && this.visit(child))
      return
    }
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) {
      if (node.name) {
        this.declare(node.name.text)
        if (this.within === '') this.functionLike(node.name, node)
      }
      const outer = this.within
      if (node.name && outer === '') this.within = node.name.text
      ts.forEachChild(node, (child) => child !== node.name && this.visit(child))
      this.within = outer
      return
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return void this.call(node)
    if (ts.isPropertyAccessExpression(node)) return void this.property(node)
    if (ts.isDecorator(node)) return void this.decorator(node)
    if (ts.isTypeReferenceNode(node)) return void this.typeReference(node)
    if (ts.isTypeParameterDeclaration(node)) {
      this.declare(node.name.text)
      if (node.constraint) this.visit(node.constraint)
      return
    }
    if (ts.isIdentifier(node)) return void this.use(node)
    if (ts.isPropertyAssignment(node)) {
      if (ts.isComputedPropertyName(node.name)) this.visit(node.name)
      return void this.visit(node.initializer)
    }
    if (ts.isShorthandPropertyAssignment(node)) return void this.use(node.name)
    if (ts.isBindingElement(node)) {
      if (node.initializer) this.visit(node.initializer)
      return
    }
    if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isPropertyDeclaration(node) || ts.isJsxAttribute(node)) {
      ts.forEachChild(node, (child) => child !== node.name && this.visit(child))
      return
    }
    if (ts.isCatchClause(node) && node.variableDeclaration) this.bind(node.variableDeclaration.name)
    if (ts.isLabeledStatement(node) || ts.isBreakOrContinueStatement(node)) {
      ts.forEachChild(node, (child) => !ts.isIdentifier(child) && this.visit(child))
      return
    }
    ts.forEachChild(node, this.visit)
  }

  private use({ text, pos }: ts.Identifier): void {
    if (text !== '' && text !== 'undefined' && !this.used.has(text))
      this.used.set(text, this.lineAt(pos + (/^\s*/.exec(this.tree.text.slice(pos))?.[0].length ?? 0)))
  }

  private imported(node: ts.ImportDeclaration): void {
    if (!ts.isStringLiteral(node.moduleSpecifier)) return
    const specifier = node.moduleSpecifier.text
    const names: Sample['imports'][number]['names'] = []
    const add = (local: ts.Identifier, imported: string) => {
      names.push({ imported, local: local.text, line: this.line(local) })
      this.declare(local.text, { kind: 'import', name: imported, specifier })
    }
    const clause = node.importClause
    if (clause?.name) add(clause.name, 'default')
    if (clause?.namedBindings) {
      if (ts.isNamespaceImport(clause.namedBindings)) add(clause.namedBindings.name, '*')
      else for (const { name, propertyName } of clause.namedBindings.elements) add(name, (propertyName ?? name).text)
    }
    this.sample.imports.push({ specifier, line: this.line(node.moduleSpecifier), names })
  }

  private variable({ name, type, initializer }: ts.VariableDeclaration): void {
    const value = initializer && bare(initializer)
    const required = value && requiredBy(value)
    if (required) {
      const { specifier, member } = required
      const line = this.line(value)
      const names: Sample['imports'][number]['names'] = []
      const add = (local: ts.Identifier, imported: string) => {
        names.push({ imported, local: local.text, line: this.line(local) })
        this.declare(local.text, { kind: 'import', name: imported, specifier })
      }
      if (ts.isIdentifier(name)) add(name, member ?? '*')
      else if (ts.isObjectBindingPattern(name) && member === undefined) {
        for (const element of name.elements) {
          const imported = element.propertyName && ts.isIdentifier(element.propertyName) ? element.propertyName.text : undefined
          if (ts.isIdentifier(element.name) && !element.dotDotDotToken) add(element.name, imported ?? element.name.text)
          else this.bind(element.name)
        }
      } else this.bind(name)
      this.sample.imports.push({ specifier, line, names })
      return
    }
    const made = value && ts.isNewExpression(value) && ts.isIdentifier(value.expression) ? value.expression.text : undefined
    this.bind(name, type ? typeOf(type) : made ? { kind: 'new', name: made } : undefined)
    if (value && ts.isObjectLiteralExpression(value) && ts.isIdentifier(name))
      this.sample.objects.push({ name: name.text, line: this.line(name), ...this.keysOf(value) })
    if (type) this.visit(type)
    if (!initializer) return
    const outer = this.within
    if (outer === '' && value && ts.isFunctionLike(value) && ts.isIdentifier(name)) {
      this.within = name.text
      this.functionLike(name, value)
    }
    this.visit(initializer)
    this.within = outer
  }

  private call(node: ts.CallExpression | ts.NewExpression): void {
    const callee = bare(node.expression)
    const required = requiredBy(node)
    if (required) this.sample.imports.push({ specifier: required.specifier, line: this.line(node), names: [] })
    else if (ts.isIdentifier(callee)) {
      this.sample.calls.push({ name: callee.text, isNew: ts.isNewExpression(node), line: this.line(callee), given: this.given(node.arguments) })
      this.callbacks(callee.text, node.arguments ?? [])
      this.use(callee)
    } else if (ts.isPropertyAccessExpression(callee)) this.property(callee, ts.isCallExpression(node) ? this.given(node.arguments) : undefined)
    else this.visit(callee)
    for (const argument of node.typeArguments ?? []) this.visit(argument)
    for (const argument of node.arguments ?? []) this.visit(argument)
  }

  private functionLike({ text }: ts.Identifier, node: ts.SignatureDeclaration): void {
    this.sample.functions.push({ name: text, line: this.line(node.name ?? node), parameters: this.parametersOf(node.parameters) })
  }

  /** Told apart by what is called and by the first argument where that is a name or a text. */
  private callbacks(name: string, args: readonly ts.Expression[]): void {
    const first = args[0]
    const call = first && (ts.isIdentifier(first) || ts.isStringLiteralLike(first)) ? `${name}(${first.text})` : undefined
    if (call === undefined) return
    args.forEach((argument, index) => {
      const value = bare(argument)
      if (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
        this.sample.callbacks.push({ call, index, line: this.line(value), parameters: this.parametersOf(value.parameters) })
    })
  }

  private property(node: ts.PropertyAccessExpression, given?: SampleArguments): void {
    const on = chainOf(node.expression)
    if (on !== undefined && ts.isIdentifier(node.name) && node.name.text !== '')
      this.sample.reads.push({ on, member: node.name.text, line: this.line(node.name), within: this.within, ...(given ? { given } : {}) })
    this.visit(node.expression)
  }

  private decorator({ expression }: ts.Decorator): void {
    if (!ts.isIdentifier(expression)) return void this.visit(expression)
    this.sample.calls.push({ name: expression.text, isNew: false, line: this.line(expression), given: { count: 0, spread: true, objects: [] } })
    this.use(expression)
  }

  private given(args: readonly ts.Expression[] | undefined): SampleArguments {
    const list = args ?? []
    return {
      count: list.length,
      spread: list.some(ts.isSpreadElement),
      objects: list.flatMap((argument, index) => {
        const value = bare(argument)
        return ts.isObjectLiteralExpression(value) ? [{ index, ...this.keysOf(value) }] : []
      }),
    }
  }

  private keysOf({ properties }: ts.ObjectLiteralExpression): { keys: { name: string; line: number }[]; open: boolean } {
    const keys = properties.flatMap((property) => {
      const { name } = property
      return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [{ name: name.text, line: this.line(name) }] : []
    })
    return { keys, open: keys.length < properties.length }
  }

  private typeReference(node: ts.TypeReferenceNode): void {
    if (ts.isIdentifier(node.typeName)) {
      this.sample.types.push({ name: node.typeName.text, line: this.line(node.typeName) })
    }
    for (const argument of node.typeArguments ?? []) this.visit(argument)
  }

  private classLike(node: ts.ClassLikeDeclaration): void {
    const name = node.name?.text ?? ''
    if (name) this.declare(name)
    const made: SampleClass = { name, line: this.line(node.name ?? node), implements: [], members: [] }
    for (const { token, types } of node.heritageClauses ?? [])
      for (const { expression } of types) {
        if (!ts.isIdentifier(expression)) continue
        this.sample.types.push({ name: expression.text, line: this.line(expression) })
        if (token === ts.SyntaxKind.ImplementsKeyword) made.implements.push({ name: expression.text, line: this.line(expression) })
        else {
          made.extends = expression.text
          this.use(expression)
        }
      }
    for (const modifier of node.modifiers ?? []) this.visit(modifier)
    const outer = this.within
    for (const member of node.members) {
      const called = member.name && ts.isIdentifier(member.name) ? member.name.text : ts.isConstructorDeclaration(member) ? 'constructor' : undefined
      if (called)
        made.members.push({
          name: called,
          line: this.line(member.name ?? member),
          ...(ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) ? { parameters: this.parametersOf(member.parameters) } : {}),
        })
      this.within = `${name}.${called ?? ''}`
      this.visit(member)
    }
    this.within = outer
    if (name) this.sample.classes.push(made)
  }

  private parametersOf(parameters: readonly ts.ParameterDeclaration[]): SampleParameter[] {
    return parameters.map((parameter) => ({
      name: ts.isIdentifier(parameter.name) ? parameter.name.text : '',
      ...(parameter.type ? { type: this.textOf(parameter.type) } : {}),
      ...(parameter.questionToken || parameter.initializer ? { optional: true } : {}),
      ...(parameter.dotDotDotToken ? { rest: true } : {}),
      line: this.line(parameter.name),
    }))
  }

  private textOf(node: ts.Node): string {
    return node.getText(this.tree).replace(/\s+/g, ' ')
  }

  private shape(node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): void {
    this.declare(node.name.text)
    for (const parameter of node.typeParameters ?? []) this.declare(parameter.name.text)
    const members = ts.isInterfaceDeclaration(node) ? node.members : ts.isTypeLiteralNode(node.type) ? node.type.members : undefined
    if (members)
      this.sample.shapes.push({
        name: node.name.text,
        line: this.line(node.name),
        members: members.flatMap((member) =>
          member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))
            ? [
                {
                  name: member.name.text,
                  line: this.line(member.name),
                  ...(ts.isPropertySignature(member) && member.type ? { type: this.textOf(member.type) } : {}),
                },
              ]
            : [],
        ),
      })
  }
}

/** Without parentheses, `await`, `!` and type assertions. */
function bare(node: ts.Expression): ts.Expression {
  let inner = node
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAwaitExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  )
    inner = inner.expression
  return inner
}

/** `require('x')`, `import('x')`, `require('x').member`. */
function requiredBy(node: ts.Expression): { specifier: string; member?: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const of = requiredBy(bare(node.expression))
    return of && of.member === undefined ? { ...of, member: node.name.text } : undefined
  }
  if (!ts.isCallExpression(node)) return undefined
  const isRequire = (ts.isIdentifier(node.expression) && node.expression.text === 'require') || node.expression.kind === ts.SyntaxKind.ImportKeyword
  const first = node.arguments[0]
  return isRequire && first && ts.isStringLiteralLike(first) ? { specifier: first.text } : undefined
}

function typeOf(type: ts.TypeNode | undefined): SampleOrigin | undefined {
  return type && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && !type.typeArguments
    ? { kind: 'type', name: type.typeName.text }
    : undefined
}

/** `factory(Pet)().make` as text; undefined where it begins with something that has no name. */
function chainOf(expression: ts.Expression): string | undefined {
  const node = bare(expression)
  if (ts.isIdentifier(node)) return node.text || undefined
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this'
  if (ts.isPropertyAccessExpression(node)) {
    const on = chainOf(node.expression)
    return on === undefined ? undefined : `${on}.${node.name.text}`
  }
  if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) ? `new ${node.expression.text}()` : undefined
  if (ts.isCallExpression(node)) {
    const on = chainOf(node.expression)
    const first = node.arguments[0]
    return on === undefined ? undefined : `${on}(${first && ts.isIdentifier(first) ? first.text : ''})`
  }
  return undefined
}
