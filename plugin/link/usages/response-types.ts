/**
 * What kind of text an answer says it is, told beside each call that sends one: a browser runs scripts of HTML and of SVG, and
 * none of JSON. The type counts where it is set on the same response, before, and wherever the answer is sent.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { merge } from '../lookup'
import { sinksOfKind, usage } from './modelled'
import { settingAt, settingOf } from './setting'

/** Methods that set one header by name, in the common frameworks. */
const SETS_HEADER = new Set(['set', 'header', 'setHeader', 'append', 'appendHeader', 'writeHeader'])
/** Methods that set the type alone: express, koa, fastify, hapi. */
const SETS_TYPE = new Set(['type', 'contentType'])
const MISSING: Setting = { state: 'missing', texts: [] }
/** Handed over to be saved: `Content-Disposition: attachment`. */
const SAVED: Setting = { state: 'constant', texts: ['application/octet-stream'] }

interface Statement {
  node: number
  /** What the type is set on. */
  on: number
  type: Setting
}

export function responseTypes(linked: Linked): Usage[] {
  const found: Usage[] = []
  const statements = new Map<number, Statement[]>()
  const sinks = sinksOfKind(linked, 'html')
  for (const node of merge([[...sinks.keys()]])) {
    const sink = sinkAt(linked, node, (sinks.get(node) as { library: string }).library)
    if (!sink) continue
    const given = sink.options >= 0 ? typeOfOptions(linked, statements, sink.options, node) : MISSING
    const type = given.state !== 'missing' ? given : typeBefore(linked, statements, node, sink.on)
    found.push(usage(linked, node, 'response-type', sink.library, sink.api, { type }))
  }
  return found
}

/** A call or assignment that sends HTML, as models say: what it is sent on, and options that stand beside the text. */
function sinkAt(linked: Linked, node: number, library: string): { on: number; options: number; library: string; api: string } | undefined {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call || kind === Kind.New) {
    return {
      on: kind === Kind.New ? -1 : rootOf(linked, receiverOf(linked, node)),
      options: whole.args(node)[1] ?? -1,
      library,
      api: calledName(linked, node),
    }
  }
  if (kind === Kind.Store) {
    return { on: rootOf(linked, whole.a[node] as number), options: -1, library, api: whole.text(whole.b[node] as number) }
  }
  return undefined
}

/** The last type that is set before on the same response where the answer is sent, in its function or one around it. */
function typeBefore(linked: Linked, statements: Map<number, Statement[]>, sink: number, on: number): Setting {
  const { whole, effects } = linked
  if (on < 0) return MISSING
  let region = whole.region[sink] as number
  let inner = sink
  for (let fn = whole.functionOf(sink), hops = 0; hops < 6; hops++) {
    let known = statements.get(fn)
    if (!known) {
      known = effects.ofFunction(fn).flatMap((node) => statementAt(linked, node) ?? [])
      statements.set(fn, known)
    }
    const before = known.filter(
      ({ node, on: other }) =>
        isSame(linked, on, other) &&
        (whole.pos[node] as number) <= (whole.end[inner] as number) &&
        effects.isInside(region, whole.region[node] as number),
    )
    // What is saved as a file is not shown, whatever its type.
    const last = before.find(({ type }) => type === SAVED) ?? before.at(-1)
    if (last) return last.type
    const fact = whole.functions[fn]
    if (!fact || fact.node < 0) return MISSING
    inner = fact.node
    region = whole.region[inner] as number
    fn = fact.parent
  }
  return MISSING
}

function statementAt(linked: Linked, node: number): Statement | undefined {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Store) {
    const name = whole.text(whole.b[node] as number)
    if (name !== 'type' && name !== 'contentType') return undefined
    return { node, on: rootOf(linked, whole.a[node] as number), type: settingOf(linked, whole.c[node] as number) }
  }
  if (kind !== Kind.Call) return undefined
  const receiver = receiverOf(linked, node)
  if (receiver < 0) return undefined
  const name = calledName(linked, node)
  const on = () => rootOf(linked, receiver)
  if (name === 'attachment') return { node, on: on(), type: SAVED }
  if (SETS_TYPE.has(name)) return { node, on: on(), type: settingAt(linked, node, '0') }
  if (SETS_HEADER.has(name)) {
    const first = settingAt(linked, node, '0')
    if (first.texts.some((text) => /^content-disposition$/i.test(text)))
      return saysSaved(linked, whole.args(node)[1] ?? -1) ? { node, on: on(), type: SAVED } : undefined
    if (first.texts.some(isTypeHeader)) return { node, on: on(), type: settingAt(linked, node, '1') }
    const type = typeOfHeaders(linked, whole.args(node)[0] ?? -1)
    return type.state === 'missing' ? undefined : { node, on: on(), type }
  }
  if (name === 'writeHead') {
    for (const argument of whole.args(node).slice(1)) {
      const type = typeOfHeaders(linked, argument)
      if (type.state !== 'missing') return { node, on: on(), type }
    }
  }
  return undefined
}

/** The text, or the call of a library that puts it together, says so, whatever the case. */
function saysSaved({ whole }: Linked, value: number): boolean {
  if (value < 0) return false
  const written = whole.sourceOf(value)
  return /\battachment\b/.test(written) && !/\binline\b|\?/.test(written)
}

/** `new Response(text, { headers: { 'Content-Type': … } })`, or headers that were put together before. */
function typeOfOptions(linked: Linked, statements: Map<number, Statement[]>, options: number, sink: number): Setting {
  const { whole, values } = linked
  for (const headers of [...values.property(options, 'headers'), options]) {
    const written = typeOfHeaders(linked, headers)
    if (written.state !== 'missing') return written
    const made = rootOf(linked, headers)
    if (made >= 0 && made < whole.size && whole.kind[made] === Kind.New) {
      const given = typeOfHeaders(linked, whole.args(made)[0] ?? -1)
      const set = typeBefore(linked, statements, sink, made)
      if (set.state !== 'missing') return set
      if (given.state !== 'missing') return given
    }
  }
  return MISSING
}

function typeOfHeaders(linked: Linked, headers: number): Setting {
  if (headers < 0) return MISSING
  const name = linked.values.propertyNames(headers).find(isTypeHeader)
  return name === undefined ? MISSING : settingOf(linked, headers, [name])
}

const isTypeHeader = (name: string) => /^content-type$/i.test(name)

/** What a chain of calls and members begins with: `response` of `response.status(200).type('json')`. */
function rootOf({ whole }: Linked, node: number): number {
  let at = node
  for (let hops = 0; at >= 0 && at < whole.size && hops < 12; hops++) {
    switch (whole.kind[at] as Kind) {
      case Kind.Refine:
      case Kind.Await:
      case Kind.Load:
        at = whole.a[at] as number
        break
      case Kind.Call: {
        const callee = whole.a[at] as number
        if (whole.kind[callee] !== Kind.Load) return at
        at = whole.a[callee] as number
        break
      }
      case Kind.Cell: {
        const items = whole.items(whole.a[at] as number)
        if (items.length !== 1) return at
        at = items[0] as number
        break
      }
      default:
        return at
    }
  }
  return at
}

/** One node, or two parameters that hold the same object of a library. */
function isSame(linked: Linked, one: number, other: number): boolean {
  if (one === other) return true
  const { whole } = linked
  return whole.kind[one] === Kind.Global && whole.kind[other] === Kind.Global && whole.a[one] === whole.a[other] && apiPathsOf(linked, one).length > 0
}
