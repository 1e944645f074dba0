/**
 * Ports that the system listens on, is published at, or is said to when nothing else is set. In: the solved program, its
 * variables, facts of manifests. Out: one entry a port and place. A server whose port is not known is there with port 0, so
 * that nobody takes the rest for all.
 */
import type { Extracted } from '../../graph'
import { Kind } from '../../graph'
import type { EnvironmentVariable, Port } from '../../types'
import { cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

export function portsOf(linked: Linked, environment: EnvironmentVariable[], { manifests }: Pick<Extracted, 'manifests'>): Port[] {
  return [...listened(linked), ...defaults(environment), ...manifests.flatMap(({ path, facts }) => facts.flatMap((fact) => stated(path, fact)))].sort(
    (a, b) => (a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : a.at.line - b.at.line || a.port - b.port),
  )
}

function listened(linked: Linked): Port[] {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const asked = (call: number): number[] => {
    const first = whole.args(call)[0]
    if (first === undefined) return []
    const option = values.property(first, 'port')
    return option.length > 0 ? option : [first]
  }
  const calls = [
    ...[...lookup.named(Kind.Call, 'listen')].map((call) => ({ call, nodes: asked(call) })),
    // Servers of Bun, Deno and Hono are told in an object; `serve` of anything else has no such key.
    ...[...lookup.named(Kind.Call, 'serve')].flatMap((call) => {
      const nodes = whole.args(call).length > 0 ? values.property(whole.args(call)[0] as number, 'port') : []
      return nodes.length > 0 ? [{ call, nodes }] : []
    }),
  ]
  return calls.flatMap(({ call, nodes }): Port[] => {
    const at = cite(linked, call)
    if (isTestCode(linked, at.file)) return []
    const known = [
      ...new Set(
        nodes.flatMap((node) => values.texts(node).flatMap(({ value, exact }) => (exact && /^\d{1,5}$/.test(value) ? [Number(value)] : []))),
      ),
    ]
    // `listen(0)` asks for any free port, and `listen('event')` is of something else.
    return (known.length > 0 ? known : [0]).map((port) => ({ port, from: 'listen', at }))
  })
}

function defaults(environment: EnvironmentVariable[]): Port[] {
  return environment.flatMap(({ name, default: text, because, reads }): Port[] => {
    const at = because ?? reads[0]
    return /(?:^|_)PORT$/.test(name) && text !== undefined && /^\d{2,5}$/.test(text) && at
      ? [{ port: Number(text), from: 'default', variable: name, at }]
      : []
  })
}

function stated(path: string, fact: Extracted['manifests'][number]['facts'][number]): Port[] {
  const { kind, ecosystem, name, value, line, text } = fact
  const at = { file: path, line, text }
  if (kind === 'service' && ecosystem === 'port') {
    const from = value?.startsWith('exposed') ? 'image' : 'compose'
    return portsIn(name).map((port) => ({ port, from, at }))
  }
  if (kind !== 'script') return []
  return [...(value ?? '').matchAll(/(?:--port[= ]|(?:^|\s)-p[= ]?|\bPORT=)(\d{2,5})\b/g)].map((match) => ({
    port: Number(match[1]),
    from: 'script',
    at,
  }))
}

/** `127.0.0.1:8080:80/tcp`, `${PORT:-3000}:3000`, `3000-3002`. */
function portsIn(written: string): number[] {
  const plain = written.replace(/\$\{\w+:?-(\d+)\}/g, '$1').replace(/\/(?:tcp|udp)$/, '')
  return [...new Set(plain.split(':').flatMap((part) => part.split('-').flatMap((each) => (/^\d{2,5}$/.test(each) ? [Number(each)] : []))))]
}

/** Numbers that may be a port, wherever the code has them: alone, in quotes, or after a colon. */
export function numbersIn({ whole }: Linked): Map<number, string[]> {
  const told = new Map<number, number[]>()
  whole.strings.forEach((text, index) => {
    if (text.length > 300 || !/\d{2}/.test(text)) return
    const numbers = /^\d{2,5}$/.test(text)
      ? [Number(text)]
      : text.includes(':')
        ? [...text.matchAll(/:(\d{2,5})\b/g)].map((match) => Number(match[1]))
        : []
    if (numbers.length > 0) told.set(index, numbers)
  })
  const found = new Map<number, Set<string>>()
  for (const node of lookupOf(whole).of(Kind.String, Kind.Number))
    for (const number of told.get(whole.a[node] as number) ?? []) {
      const files = found.get(number) ?? new Set()
      files.add((whole.files[whole.fileOf(node)] as { path: string }).path)
      found.set(number, files)
    }
  return new Map([...found].sort(([a], [b]) => a - b).map(([number, files]) => [number, [...files]]))
}

export function hostsIn({ whole }: Linked): string[] {
  const wanted = ['0.0.0.0', '127.0.0.1', 'localhost', '::']
  return wanted.filter((host) => whole.strings.some((text) => text.length < 300 && (text === host || text.includes(`//${host}`))))
}
