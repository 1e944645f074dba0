/** The two XML formats: Clover (`<file path>` with `<line num count>`) and Cobertura (`<class filename>` with `<line number hits>`). */
import { Parser } from 'htmlparser2'
import type { LinesOfFile } from './lines'

export function clover(text: string): LinesOfFile[] {
  return linesOf(text, { file: 'file', path: ({ path, name }) => path ?? name, line: 'num', hits: 'count' })
}

export function cobertura(text: string): LinesOfFile[] {
  return linesOf(text, { file: 'class', path: ({ filename }) => filename, line: 'number', hits: 'hits' })
}

interface Names {
  file: string
  path: (attributes: Record<string, string>) => string | undefined
  line: string
  hits: string
}

function linesOf(text: string, { file, path, line, hits }: Names): LinesOfFile[] {
  const found = new Map<string, Map<string, number>>()
  let lines: Map<string, number> | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === file) {
          const source = path(attributes)
          lines = source === undefined ? undefined : (found.get(source) ?? new Map())
          if (source !== undefined && lines) found.set(source, lines)
        } else if (name === 'line' && lines && attributes[line] !== undefined) {
          const key = attributes[line] as string
          // Cobertura lists the lines of methods again in their class.
          lines.set(key, Math.max(lines.get(key) ?? 0, Number(attributes[hits] ?? 0)))
        }
      },
      onclosetag(name) {
        if (name === file) lines = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return [...found].map(([source, of]) => ({ path: source, total: of.size, covered: [...of.values()].filter((count) => count > 0).length }))
}
