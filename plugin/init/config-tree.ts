/**
 * Where a Docusaurus configuration lists its plugins. In: its text, which is read and never run. Out: the place in the
 * text, as offsets; or why it cannot be told. Doubt is an answer: a wrong place would break a site.
 */
import { ts } from 'ts-morph'
import { Doubt, literalOf, propertyNamed, returned, settled, unwrapped } from './config-values'

/** Between brackets of an array or braces of an object; offsets into the text. */
export interface Brackets {
  open: number
  close: number
  /** Where each element starts and ends, without the comma. */
  items: { start: number; end: number }[]
  hasTrailingComma: boolean
}

export type Found =
  /** @property line counted from 1 */
  | { kind: 'there'; line: number }
  | { kind: 'list'; at: Brackets }
  /** The configuration, which names no plugins yet. */
  | { kind: 'object'; at: Brackets }
  | { kind: 'unsure'; why: string }

/**
 * @param file its name says which language it is
 * @param names of the plugin: in full, and short ones, which mean it only where a plugin is named
 */
export function findPlugins(text: string, file: string, names: { full: string; short: string }): Found {
  const kind = /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: unknown[] }
  if (parseDiagnostics.length > 0) return { kind: 'unsure', why: 'it has a syntax error' }
  const named = literalOf(source, names.full)
  if (named) return there(named, source)
  try {
    const config = objectOf(exported(source), source)
    const plugins = propertyNamed('plugins', config)
    if (!plugins) return { kind: 'object', at: brackets(config, config.properties, source) }
    const list = listOf(plugins, source)
    const short = list.elements.find((element) => nameIn(element) === names.short)
    return short ? there(short, source) : { kind: 'list', at: brackets(list, list.elements, source) }
  } catch (error) {
    if (error instanceof Doubt) return { kind: 'unsure', why: error.message }
    throw error
  }
}

const there = (node: ts.Node, source: ts.SourceFile): Found => ({
  kind: 'there',
  line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
})

function brackets(node: ts.Node, items: ts.NodeArray<ts.Node>, source: ts.SourceFile): Brackets {
  return {
    open: node.getStart(source),
    close: node.end - 1,
    items: items.map((item) => ({ start: item.getStart(source), end: item.end })),
    hasTrailingComma: items.hasTrailingComma === true,
  }
}

/** `export default`, `export { x as default }`, `export =` and `module.exports =`, at the top of the file. */
function exported(source: ts.SourceFile): ts.Node {
  const found = source.statements.flatMap((statement): ts.Node[] => {
    if (ts.isExportAssignment(statement)) return [statement.expression]
    if (ts.isFunctionDeclaration(statement)) {
      const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
      return isDefault ? [statement] : []
    }
    if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.filter(({ name }) => name.text === 'default').map(({ name, propertyName }) => propertyName ?? name)
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return []
    const { left, operatorToken, right } = statement.expression
    return operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText(source) === 'module.exports' ? [right] : []
  })
  if (found.length === 1) return found[0]!
  throw new Doubt(found.length === 0 ? 'no export of a configuration was recognised in it' : 'it exports more than one configuration')
}

/** The object that Docusaurus is handed, through names and functions that can give back nothing else. */
function objectOf(node: ts.Node, source: ts.SourceFile, steps = 0): ts.ObjectLiteralExpression {
  const value = unwrapped(node)
  if (ts.isObjectLiteralExpression(value)) return value
  // A name that stands for itself by way of others would go round for ever.
  if (steps > 5) throw new Doubt('the configuration is handed on too often to follow')
  if (ts.isIdentifier(value)) return objectOf(settled(value, source, []), source, steps + 1)
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isFunctionDeclaration(value))
    return objectOf(returned(value), source, steps + 1)
  throw new Doubt('the configuration it exports is not an object that is written in it')
}

function listOf(plugins: ts.Node, source: ts.SourceFile): ts.ArrayLiteralExpression {
  const value = unwrapped(plugins)
  if (ts.isArrayLiteralExpression(value)) return withoutHoles(value)
  // What is added to the list elsewhere does not hinder ours.
  if (ts.isIdentifier(value)) {
    const meant = unwrapped(settled(value, source, ['push', 'unshift']))
    if (ts.isArrayLiteralExpression(meant)) return withoutHoles(meant)
  }
  // The idiom for plugins that are sometimes left out: [a, isProduction && b].filter(Boolean)
  if (ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression) && value.expression.name.text === 'filter') {
    const list = unwrapped(value.expression.expression)
    if (ts.isArrayLiteralExpression(list) && value.arguments[0]?.getText(source) === 'Boolean') return withoutHoles(list)
  }
  throw new Doubt('its plugins are not a list that is written in it')
}

function withoutHoles(list: ts.ArrayLiteralExpression): ts.ArrayLiteralExpression {
  if (list.elements.some(ts.isOmittedExpression)) throw new Doubt('its list of plugins has a hole')
  return list
}

/** Of `'name'` and of `['name', options]`. */
function nameIn(element: ts.Node): string | undefined {
  const value = unwrapped(element)
  if (ts.isArrayLiteralExpression(value)) return value.elements[0] && nameIn(value.elements[0])
  return ts.isStringLiteralLike(value) ? value.text : undefined
}
