/** Headers of answers whose values matter to a browser, however they are set: one use a header. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { callsOfKind, modelsOfCall, usage } from './modelled'
import { settingOf } from './setting'

/** Lower case. Methods called `set` are many; only these names tell that headers are meant. */
const HEADERS = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'content-security-policy',
  'x-frame-options',
  'x-xss-protection',
  'x-content-type-options',
  'strict-transport-security',
  'referrer-policy',
  'permissions-policy',
  'feature-policy',
  'set-cookie',
  'cache-control',
  'content-disposition',
  'clear-site-data',
])

interface Header {
  name: string
  value: number
}

export function responseHeaders(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  /** Function → whether its answers let credentials through. */
  const credentials = new Map<number, Setting>()
  const headers: { node: number; header: Header }[] = []
  for (const [node, set] of allHeaders(linked))
    for (const header of set) {
      headers.push({ node, header })
      if (header.name === 'access-control-allow-credentials') credentials.set(whole.functionOf(node), settingOf(linked, header.value))
    }
  for (const { node, header } of headers) {
    const setting = settingOf(linked, header.value)
    // A policy is often put together: what is written of it counts.
    const known = setting.texts.length > 0 ? setting.texts : values.texts(header.value).map(({ value }) => value)
    found.push(
      usage(linked, whole.kind[node] === Kind.Object ? header.value : node, 'response-header', 'http', header.name, {
        name: { state: 'constant', texts: [header.name] },
        value: { ...setting, texts: known },
        credentials: credentials.get(whole.functionOf(node)) ?? { state: 'missing', texts: [] },
      }),
    )
  }
  return found
}

const known = new WeakMap<Linked, { changes: number; headers: Map<number, Header[]> }>()

/** Nodes that set headers, in ascending order, each with these. */
export function allHeaders(linked: Linked): ReadonlyMap<number, Header[]> {
  const { whole, solver } = linked
  const before = known.get(linked)
  if (before?.changes === solver.changes) return before.headers
  const lookup = lookupOf(whole)
  const answers = new Set<number>()
  for (const entry of lookup.named(Kind.Property, 'statusCode')) answers.add(lookup.objectOf(entry))
  answers.delete(-1)
  const candidates = merge([
    lookup.named(Kind.Call, SETS),
    lookup.named(Kind.New, RESPONSE),
    lookup.named(Kind.Store, (name) => HEADERS.has(name.toLowerCase())),
    lookup.of(Kind.StoreDynamic),
    [...answers],
    callsOfKind(linked, CHANGED).map(([call]) => call),
  ])
  const headers = new Map<number, Header[]>()
  for (const node of candidates) {
    const set = headersOf(linked, node)
    if (set.length > 0) headers.set(node, set)
  }
  known.set(linked, { changes: solver.changes, headers })
  return headers
}

/** What Electron is given in place of the headers that a server sent. */
const CHANGED = 'changed-answer'

/** Calls that may set headers; Nest's decorator among them. */
const SETS = /^(?:writeHead|setHeader|set|header|headers|append|appendHeader|addHeader|Header|json|redirect)$/
const RESPONSE = /^(?:Next)?Response$/

/** Headers that a call, an assignment or an answer written as an object sets. */
function headersOf(linked: Linked, node: number): Header[] {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Call: {
      const name = calledName(linked, node)
      const args = whole.args(node)
      // Who else may read it is no matter of the program's own there.
      if (modelsOfCall(linked, node).some(({ kind }) => kind === CHANGED))
        return [...args]
          .flatMap((argument) => values.property(argument, 'responseHeaders'))
          .flatMap((value) => ofObject(linked, value))
          .filter((header) => !header.name.startsWith('access-control-'))
      if (name === 'writeHead') return [...args].flatMap((argument) => ofObject(linked, argument))
      // Nest's decorator has no receiver.
      if (!/^(?:setHeader|set|header|headers|append|appendHeader|addHeader|Header)$/.test(name)) {
        if (name !== 'json' && name !== 'redirect') return []
        return args[1] === undefined ? [] : values.property(args[1], 'headers').flatMap((value) => ofObject(linked, value))
      }
      if (name !== 'Header' && receiverOf(linked, node) < 0) return []
      const [first, second] = args
      if (first === undefined) return []
      if (second === undefined) return ofObject(linked, first)
      return named(values.texts(first)[0]?.value, second)
    }
    case Kind.New: {
      const init = whole.args(node)[1]
      if (init === undefined || !RESPONSE.test(calledName(linked, node))) return []
      return values.property(init, 'headers').flatMap((value) => ofObject(linked, value))
    }
    case Kind.StoreDynamic:
      if (values.nameOf(whole.a[node] as number) !== 'headers') return []
      return named(values.texts(whole.b[node] as number)[0]?.value, whole.c[node] as number)
    case Kind.Store:
      if (values.nameOf(whole.a[node] as number) !== 'headers') return []
      return named(whole.text(whole.b[node] as number), whole.c[node] as number)
    // What functions behind a gateway return: { statusCode, headers }.
    case Kind.Object: {
      const names = namesIn(linked, node)
      return names.has('statusCode') && names.has('headers') ? values.property(node, 'headers').flatMap((value) => ofObject(linked, value)) : []
    }
    default:
      return []
  }
}

function namesIn({ whole }: Linked, object: number): Set<string> {
  const names = new Set<string>()
  for (const entry of whole.items(whole.a[object] as number))
    if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1) names.add(whole.text(whole.a[entry] as number))
  return names
}

function named(name: string | undefined, value: number): Header[] {
  const lower = name?.toLowerCase()
  return lower !== undefined && HEADERS.has(lower) ? [{ name: lower, value }] : []
}

function ofObject(linked: Linked, node: number): Header[] {
  return linked.values.propertyNames(node).flatMap((name) => linked.values.property(node, name).flatMap((value) => named(name, value)))
}
