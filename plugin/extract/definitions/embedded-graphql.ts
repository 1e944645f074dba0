/**
 * GraphQL schemas inside code: templates tagged `gql` or `graphql`, and texts that begin definitions of types. In: the facts
 * of one file. Out: what its schemas declare together, with lines of the file.
 */
import { type Definition, type FileFacts, Kind, type ValueGraph } from '../../graph'
import { schemaOf } from './graphql'

/** What a schema says and no code does: a type without `=`, or a schema's roots. */
const DECLARES = /(?:^|[\s"'`}])(?:extend\s+)?(?:type\s+[A-Z_]\w*[^=;(){}`]*\{|schema\s*(?:@[^{]*)?\{)/
const TAG = /^(?:gql|graphql|GraphQL|sdl|typeDefs)$/

export function embeddedSchema({ path, text, graph }: FileFacts): { definition?: Definition } {
  if (!DECLARES.test(text)) return {}
  const found: Pick<Definition, 'operations' | 'types'> = { operations: [], types: [] }
  // What a text is part of stands behind it.
  let [start, end] = [0, 0]
  for (let node = graph.kind.length - 1; node >= 0; node--) {
    const kind = graph.kind[node] as Kind
    if (kind !== Kind.String && kind !== Kind.Template && kind !== Kind.Tagged) continue
    const pos = graph.pos[node] as number
    if (pos >= start && pos < end) continue
    const written = contentOf(text.slice(graph.pos[node], graph.end[node]), kind === Kind.Tagged)
    if (!written || !DECLARES.test(written.content) || (kind === Kind.Tagged && !TAG.test(tagOf(graph, node)))) continue
    start = pos
    end = graph.end[node] as number
    const before = text.slice(0, pos + written.offset).split('\n').length - 1
    try {
      const schema = schemaOf(written.content, before)
      found.operations.unshift(...schema.operations)
      found.types.unshift(...schema.types)
    } catch {
      // A text that only looks like a schema, such as an example in a message: nothing declares it.
    }
  }
  if (found.operations.length === 0 && found.types.length === 0) return {}
  return { definition: { path, format: 'graphql', ...found } }
}

/** What stands between the quotes, with what is put in while running as blanks, so that lines stay. */
function contentOf(source: string, isTagged: boolean): { content: string; offset: number } | undefined {
  const offset = isTagged ? source.indexOf('`') : (/^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*/.exec(source)?.[0].length ?? 0)
  const quote = source[offset]
  if (quote !== '`' && quote !== '"' && quote !== "'") return undefined
  const inner = source.slice(offset + 1, source.lastIndexOf(quote))
  const content =
    quote === '`' ? withoutHoles(inner).replace(/\\`/g, "' ").replace(/\\\\/g, '\\ ') : inner.replace(/\\n/g, ' \n').replace(/\\["']/g, ' "')
  return { content, offset: offset + 1 }
}

function withoutHoles(template: string): string {
  let kept = ''
  let depth = 0
  for (let at = 0; at < template.length; at++) {
    const char = template[at] as string
    if (depth === 0 && char === '$' && template[at + 1] === '{') {
      depth = 1
      kept += '  '
      at++
    } else if (depth > 0) {
      if (char === '{') depth++
      else if (char === '}') depth--
      kept += char === '\n' ? '\n' : ' '
    } else kept += char
  }
  return kept
}

function tagOf(graph: ValueGraph, node: number): string {
  const tag = graph.a[node] as number
  switch (graph.kind[tag] as Kind) {
    case Kind.Import:
      return importedName(graph, tag)
    case Kind.Load:
      return graph.strings[graph.b[tag] as number] ?? ''
    case Kind.Cell:
      return graph.strings[graph.b[tag] as number] ?? ''
    case Kind.Global:
      return graph.strings[graph.a[tag] as number] ?? ''
    default:
      // `const gql = require('graphql-tag')` and tags that the file makes itself.
      return 'gql'
  }
}

/** `import gql from 'graphql-tag'` imports what the module calls `default`. */
function importedName(graph: ValueGraph, node: number): string {
  const name = graph.strings[graph.b[node] as number] ?? ''
  return name === 'default' || name === '*' ? 'gql' : name
}
