/** One code file in, its facts out. Consults nothing else: no option, no model, no other file. */
import { ts } from 'ts-morph'
import type { FileFacts, ValueGraph } from '../graph'
import { rowsByName } from '../rows-by-name'
import { mask } from '../secrets/mask'
import { frontMatterOf, scriptsOf } from './embedded'
import { healthOf, healthOfTemplate } from './health/index'
import { templateProgram } from './templates/index'
import type { TemplateProgram } from './templates/program'
import { walk } from './walk/index'

const SCRIPT_KINDS: Record<string, ts.ScriptKind> = rowsByName({
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JSX,
  mjs: ts.ScriptKind.JSX,
  cjs: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
})

export function extractFile(path: string, source: string): FileFacts {
  const extension = extensionOf(path)
  const { text, found } = mask(source)
  let code = text
  let kind = SCRIPT_KINDS[extension] ?? ts.ScriptKind.TS
  let template: TemplateProgram | undefined
  if (extension === 'vue' || extension === 'svelte' || extension === 'astro') {
    const script = extension === 'astro' ? frontMatterOf(text) : scriptsOf(text)
    code = script.text
    kind = script.typescript ? ts.ScriptKind.TS : ts.ScriptKind.JS
  } else if (SCRIPT_KINDS[extension] === undefined) {
    template = templateProgram(path, text)
    code = template.text
    kind = ts.ScriptKind.JS
  }
  const tree = ts.createSourceFile(
    path,
    code,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    kind,
  )
  const { graph, unread } = walk(tree)
  const health = template ? healthOfTemplate(text) : healthOf(tree, code, text, unread)
  if (template) intoTemplate(graph, template)
  else if (code !== text) intoScripts(graph, code)
  const error = (tree as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] }).parseDiagnostics.find(
    (diagnostic) => diagnostic.category === ts.DiagnosticCategory.Error && !TYPE_SYNTAX_IN_JS.has(diagnostic.code),
  )
  return {
    path,
    text,
    graph,
    ignores: ignoresIn(text),
    // Whether a template is well formed is for its own engine to say.
    problem: error && !template ? { message: ts.flattenDiagnosticMessageText(error.messageText, ' '), pos: error.start } : undefined,
    masked: found,
    directives: directivesOf(tree),
    health,
  }
}

/** A file without one that came here is a program that its first line says how to start. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : 'js'
}

/** Positions include what stands before a node. In a component file that may be markup, over which nobody could find the node again. */
function intoScripts(graph: ValueGraph, code: string): void {
  const settled = (pos: number) => {
    const space = /\s*/y
    space.lastIndex = pos
    space.test(code)
    return space.lastIndex
  }
  for (let node = 0; node < graph.pos.length; node++) graph.pos[node] = Math.min(settled(graph.pos[node] as number), graph.end[node] as number)
  for (let i = 2; i < graph.names.length; i += 3) graph.names[i] = settled(graph.names[i] as number)
  for (const list of [graph.functions, graph.classes, graph.exports, graph.imports, ...graph.classes.map(({ members }) => members)])
    for (const fact of list) fact.pos = settled(fact.pos)
}

/** Positions in the program that stands for a template become those in the template; what only the program says has none. */
function intoTemplate(graph: ValueGraph, { text, placeOf }: TemplateProgram): void {
  const settled = (pos: number) => {
    const space = /\s*/y
    space.lastIndex = pos
    space.test(text)
    return Math.max(0, placeOf(space.lastIndex))
  }
  const ended = (end: number) => placeOf(end - 1) + 1
  for (let node = 0; node < graph.pos.length; node++) {
    const end = ended(graph.end[node] as number)
    graph.pos[node] = Math.min(settled(graph.pos[node] as number), end)
    graph.end[node] = end
  }
  for (let i = 2; i < graph.names.length; i += 3) graph.names[i] = settled(graph.names[i] as number)
  for (const list of [graph.exports, graph.imports, ...graph.classes.map(({ members }) => members)])
    for (const fact of list) fact.pos = settled(fact.pos)
  for (const list of [graph.functions, graph.classes])
    for (const fact of list) {
      fact.end = ended(fact.end)
      fact.pos = Math.min(settled(fact.pos), fact.end)
    }
}

/** JavaScript with type annotations (Flow, or TypeScript in .js) is still understood. */
const TYPE_SYNTAX_IN_JS = new Set([8006, 8008, 8009, 8010, 8011, 8012, 8013, 8016])

function directivesOf(tree: ts.SourceFile): string[] {
  const directives: string[] = []
  for (const statement of tree.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break
    directives.push(statement.expression.text)
  }
  return directives
}

/**
 * `// plumbline-ignore RULE: reason`, with an optional `until YYYY-MM-DD` before the colon. Holds for its line and the next
 * line of code. A day in another notation is kept as it is, so that it does not hold, rather than for ever.
 */
const IGNORE =
  /(?:\/\/-?|\/\*|<!--|#|\{\{!(?:--)?)[ \t]*plumbline-ignore[ \t]+([\w-]+)(?:[ \t]+until[ \t]+(\d{4}-\d{2}-\d{2}\b|[^\s:]+(?=[ \t]*:)))?[ \t]*:?[ \t]*([^\n\r]*)/g

function ignoresIn(text: string): FileFacts['ignores'] {
  if (!text.includes('plumbline-ignore')) return []
  return [...text.matchAll(IGNORE)].map((match) => ({
    rule: match[1] as string,
    reason: (match[3] as string).replace(/\s*(?:\*\/|-->|-?-?\}\}|[-_]?%>|#\})\s*$/, '').trim(),
    ...(match[2] ? { until: match[2] } : {}),
    pos: match.index,
    endPos: match.index + match[0].length,
  }))
}
