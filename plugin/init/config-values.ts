/** What a name or a function in a configuration must stand for. In: nodes of its tree. Out: the node that is meant, or a doubt. */
import { ts } from 'ts-morph'

/** Completes the sentence "It was left alone, since …". */
export class Doubt extends Error {}

/** Without parentheses and what only types say. */
export function unwrapped(node: ts.Node): ts.Node {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isNonNullExpression(node)
  return isWrapper ? unwrapped(node.expression) : node
}

export function literalOf(root: ts.Node, text: string): ts.Node | undefined {
  return below(root).find((node) => ts.isStringLiteralLike(node) && node.text === text)
}

/**
 * The value of a property; undefined when the object surely has none.
 * @throws Doubt when something may add it, or replace it
 */
export function propertyNamed(name: string, object: ts.ObjectLiteralExpression): ts.Node | undefined {
  const isIt = (property: ts.ObjectLiteralElementLike) =>
    property.name !== undefined && !ts.isComputedPropertyName(property.name) && property.name.text === name
  const own = object.properties.filter(isIt)
  if (own.length > 1) throw new Doubt(`it names ${name} more than once`)
  const [property] = own
  const later = property ? object.properties.slice(object.properties.indexOf(property) + 1) : object.properties
  if (later.some(ts.isSpreadAssignment)) throw new Doubt(`what it spreads may hold ${name} as well`)
  if (later.some((it) => it.name && ts.isComputedPropertyName(it.name))) throw new Doubt(`a computed property may be ${name}`)
  if (!property) return undefined
  if (ts.isPropertyAssignment(property)) return property.initializer
  if (ts.isShorthandPropertyAssignment(property)) return property.name
  throw new Doubt(`its ${name} are made by a function`)
}

/**
 * What a variable was given, when nothing gives it anything else.
 * @param methods that may be called on it
 * @throws Doubt when there are two variables of that name, or it is changed, or handed to somebody who may change it
 */
export function settled(name: ts.Identifier, source: ts.SourceFile, methods: string[]): ts.Node {
  const mentions = below(source).filter((node): node is ts.Identifier => ts.isIdentifier(node) && node.text === name.text && !isMemberName(node))
  const declarations = mentions.map((mention) => declarationOf(mention)).filter((node) => node !== undefined)
  const [declaration] = declarations
  if (declarations.length !== 1 || !declaration) throw new Doubt(`${name.text} is not declared in it, or more than once`)
  for (const mention of mentions) {
    if (mention === name || declarationOf(mention)) continue
    const member = ts.isPropertyAccessExpression(mention.parent) ? mention.parent : undefined
    const isCalled = member !== undefined && ts.isCallExpression(member.parent) && member.parent.expression === member
    const isFine = member && (isCalled ? methods.includes(member.name.text) : methods.length === 0 && member.name.text !== 'plugins')
    if (!isFine) throw new Doubt(`${name.text} is used in line ${source.getLineAndCharacterOfPosition(mention.getStart(source)).line + 1} as well`)
  }
  if (ts.isFunctionDeclaration(declaration)) return declaration
  if (!declaration.initializer) throw new Doubt(`${name.text} has no value where it is declared`)
  return declaration.initializer
}

function declarationOf(name: ts.Identifier): ts.VariableDeclaration | ts.FunctionDeclaration | undefined {
  const { parent } = name
  return (ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent)) && parent.name === name ? parent : undefined
}

/** `x` of `a.x` and of `{ x: 1 }` is no variable. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node
}

/** @throws Doubt unless there is one `return`, and it is reached whenever the function ends well */
export function returned(made: ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration): ts.Node {
  if (made.asteriskToken || !made.body) throw new Doubt('the function it exports gives back no object')
  if (!ts.isBlock(made.body)) return made.body
  const returns = below(made.body, ts.isFunctionLike).filter(ts.isReturnStatement)
  const [only] = returns
  if (returns.length !== 1 || !only?.expression) throw new Doubt('the function it exports does not give back its configuration in one place')
  return only.expression
}

/** All nodes under one, in the order of the text. @param isClosed what is not entered */
function below(root: ts.Node, isClosed: (node: ts.Node) => boolean = () => false): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    if (!isClosed(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(root, visit)
  return found
}
