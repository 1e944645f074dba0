/** How documents speak of routes: method and path in code, in lists and tables, in HTTP samples and in calls of curl. */
import type { DocumentFacts, Passage } from '../../types'

export interface RouteMention {
  /** Capitals; undefined where none is said. */
  method: string | undefined
  /** Without host, query and fragment. */
  path: string
  /** Of an address with a host. */
  host?: string
  line: number
  text: string
  heading: number
  passage?: Passage
  /** `sample`: a request that is sent; its path has values where the route has parameters. */
  form: 'named' | 'row' | 'sample'
}

const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|DEL|OPTIONS)$/
const METHOD_AND_PATH = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|DEL|OPTIONS)\b[\s:|`*]*(\/[^\s`|"'<>),;]*|https?:\/\/[^\s`|"'<>),;]+)/g
const LOCAL =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|(?:api|www)?\.?example\.(?:com|org)|host|<host>|your-?domain\.com|\{\{?\s*(?:base_?url|host|url)\s*\}?\})(?::[\w{}$]+)?$/i

const known = new WeakMap<DocumentFacts, RouteMention[]>()

export function routeMentions(document: DocumentFacts): RouteMention[] {
  let found = known.get(document)
  if (!found) {
    found = document.format === 'env' ? [] : [...inPassages(document), ...inFences(document)].sort((a, b) => a.line - b.line)
    known.set(document, found)
  }
  return found
}

function inPassages(document: DocumentFacts): RouteMention[] {
  const { passages } = document
  return passages.flatMap((passage): RouteMention[] => {
    const { raw, line, heading, cell, codes, kind } = passage
    const lines = raw.split('\n')
    const base = (at: number) => ({ line: at, text: lines[at - line] ?? raw, heading, passage })
    // A path that a link hides is an address of the document's own.
    const shown = raw.replace(/\]\([^)]*\)/g, (link) => ']'.padEnd(link.length))
    const whole = [...shown.matchAll(METHOD_AND_PATH)].flatMap((match) => {
      const address = addressOf(match[2] as string)
      return address ? [{ method: methodOf(match[1] as string), ...address, ...base(line + newlines(raw, match.index)), form: 'named' as const }] : []
    })
    if (whole.length > 0) return whole
    if (cell && cell.row >= 0) {
      const path = /^[`*\s]*(\/[^\s`*]*)[`*\s]*$/.exec(raw)?.[1]
      const address = path === undefined ? undefined : addressOf(path)
      if (!address) return []
      const row = passages.filter((other) => other.cell?.table === cell.table && other.cell.row === cell.row)
      const method = row.map((other) => other.raw.replace(/[`*\s]/g, '').toUpperCase()).find((text) => METHOD.test(text))
      return [{ method: method && methodOf(method), ...address, ...base(line), form: 'row' }]
    }
    if (kind === 'heading') return []
    return codes.flatMap(({ text, line: at }) => {
      const address = /^\/[\w:{}<>.*-]+(?:\/[\w:{}<>.*-]*)*(?:\?.*)?$/.test(text) && !/\.[a-z]{1,5}$/i.test(text) ? addressOf(text) : undefined
      return address ? [{ method: undefined, ...address, ...base(at), form: 'named' as const }] : []
    })
  })
}

function inFences({ fences }: DocumentFacts): RouteMention[] {
  return fences.flatMap(({ language, text, line, heading }) => {
    const lines = text.split('\n')
    return lines.flatMap((raw, index): RouteMention[] => {
      const at = { line: line + index, text: raw, heading }
      const request = /^\s*(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(\S+)(?:\s+HTTP\/[\d.]+)?\s*(?:#.*)?$/.exec(raw)
      if (request && /^(?:http|rest|txt|text|plaintext|)$/.test(language)) {
        const address = addressOf(request[2] as string)
        return address ? [{ method: request[1] as string, ...address, ...at, form: 'sample' }] : []
      }
      if (!/\bcurl\b/.test(raw)) return []
      // A call goes on over lines that end in a backslash.
      let whole = raw
      for (let next = index; /\\\s*$/.test(lines[next] as string) && next + 1 < lines.length; next++)
        whole = `${whole.replace(/\\\s*$/, '')} ${lines[next + 1]}`
      const url = /(?:^|[\s'"])((?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?\/[^\s'"]*)/.exec(whole)?.[1]
      const address = url === undefined ? undefined : addressOf(/^http/.test(url) ? url : `http://${url}`)
      if (!address) return []
      const method =
        /(?:-X|--request)[\s=]*'?"?([A-Z]+)/.exec(whole)?.[1] ??
        (/\s(?:-d|--data\S*|-F|--form|--json)[\s=]/.test(whole) ? 'POST' : /\s(?:-I|--head)\b/.test(whole) ? 'HEAD' : 'GET')
      return [{ method, ...address, ...at, form: 'sample' }]
    })
  })
}

function addressOf(text: string): { path: string; host?: string } | undefined {
  const absolute = /^https?:\/\/([^/]+)(\/.*)?$/.exec(text)
  if (absolute && !LOCAL.test(absolute[1] as string)) return undefined
  const path = (absolute ? (absolute[2] ?? '/') : text).split(/[?#]/)[0]?.replace(/[.,;:]+$/, '') ?? ''
  if (!path.startsWith('/') || path.startsWith('//')) return undefined
  return { path, ...(absolute ? { host: absolute[1] as string } : {}) }
}

function methodOf(text: string): string {
  return text === 'DEL' ? 'DELETE' : text
}

function newlines(text: string, until: number): number {
  return text.slice(0, until).split('\n').length - 1
}
