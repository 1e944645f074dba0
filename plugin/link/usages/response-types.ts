/**
 * What kind of text an answer says it is, told beside each call that sends one: a browser runs scripts of HTML and of SVG, and
 * none of JSON. The type counts where it is set on the same response, before, and wherever the answer is sent.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { returnedSinksOf } from '../taint/propagation/returned-sinks'
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
  /** What the type is set on: what a chain of calls begins with, and the calls on the way, `h` and `h.response(text)`. */
  on: number
  through: readonly number[]
  type: Setting
}

export function responseTypes(linked: Linked): Usage[] {
  const found: Usage[] = []
  const statements = new Map<number, Statement[]>()
  const sinks = sinksOfKind(linked, 'html')
  for (const node of merge([[...sinks.keys()]])) {
    const sink = sinkAt(linked, node, (sinks.get(node) as { library: string }).library)
    if (!sink) continue
    const given = sink.options >= 0 ? typeOfOptions(linked, statements, sink.options, node, sinks) : MISSING
    const type =
      said(given) ??
      said(typeAfter(linked, statements, node)) ??
      said(typeBefore(linked, statements, node, sink.on, sinks)) ??
      typeOfStream(linked, node)
    found.push(usage(linked, node, 'response-type', sink.library, sink.api, { type }))
  }
  // What a handler gives back is an answer as well, and says by itself what it is, if anything does.
  for (const [fn, models] of returnedSinksOf(linked)) {
    const model = models.find(({ kind }) => kind === 'html')
    for (const node of (model && linked.whole.functions[fn]?.returns) ?? []) {
      const type = sinks.has(node) ? MISSING : typeOfStream(linked, node)
      if (type.state !== 'missing') found.push(usage(linked, node, 'response-type', model?.library ?? '', calledName(linked, node), { type }))
    }
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

const said = (type: Setting): Setting | undefined => (type.state === 'missing' ? undefined : type)

/** `h.response(text).type('text/plain')`: set on the very answer, wherever that is made. */
function typeAfter(linked: Linked, statements: Map<number, Statement[]>, sink: number): Setting {
  const region = linked.whole.region[sink] as number
  const after = statementsOf(linked, statements, linked.whole.functionOf(sink)).filter(
    ({ node, through }) => through.includes(sink) && linked.effects.isInside(region, linked.whole.region[node] as number),
  )
  return (after.find(({ type }) => type === SAVED) ?? after.at(-1))?.type ?? MISSING
}

/** `stream.headers = { 'content-type': … }` of a stream that is the answer: servers take its headers along. */
function typeOfStream(linked: Linked, sink: number): Setting {
  const { whole, values } = linked
  const made = new Set(madeAt(linked, sink))
  if (made.size === 0) return MISSING
  for (const store of lookupOf(whole).named(Kind.Store, 'headers')) {
    if (!values.definitions(whole.a[store] as number).some((definition) => made.has(definition))) continue
    const headers = whole.c[store] as number
    const disposition = values.propertyNames(headers).find((name) => /^content-disposition$/i.test(name))
    if (disposition && values.property(headers, disposition).some((value) => saysSaved(linked, value))) return SAVED
    const type = typeOfHeaders(linked, headers)
    if (type.state !== 'missing') return type
  }
  return MISSING
}

/** Where an object is made by `new`, in functions that give it back as well. */
function madeAt(linked: Linked, node: number, hops = 0): number[] {
  const { whole, solver, values } = linked
  return values.definitions(node).flatMap((definition) => {
    if (definition >= whole.size) return []
    if (whole.kind[definition] === Kind.New) return [definition]
    if (whole.kind[definition] === Kind.Await && hops < MOST_GIVERS) return madeAt(linked, whole.a[definition] as number, hops + 1)
    if (whole.kind[definition] !== Kind.Call || hops >= MOST_GIVERS) return []
    return [...(solver.callees.get(definition) ?? [])].flatMap((fn) =>
      (whole.functions[fn]?.returns ?? []).flatMap((given) => madeAt(linked, given, hops + 1)),
    )
  })
}
/** Functions that hand an object on, at most. */
const MOST_GIVERS = 4

function statementsOf(linked: Linked, statements: Map<number, Statement[]>, fn: number): Statement[] {
  let known = statements.get(fn)
  if (!known) {
    known = linked.effects.ofFunction(fn).flatMap((node) => statementAt(linked, node) ?? [])
    statements.set(fn, known)
  }
  return known
}

/** The last type that is set before on the same response where the answer is sent, in its function or one around it. */
function typeBefore(linked: Linked, statements: Map<number, Statement[]>, sink: number, on: number, sinks: ReadonlyMap<number, unknown>): Setting {
  const { whole } = linked
  if (on < 0) return MISSING
  let region = whole.region[sink] as number
  let inner = sink
  for (let fn = whole.functionOf(sink), hops = 0; hops < 6; hops++) {
    const before = statementsOf(linked, statements, fn).filter(
      ({ node, on: other, through }) =>
        isSame(linked, on, other) &&
        // The type of another answer that the same toolkit makes.
        !through.some((call) => sinks.has(call)) &&
        // What is assigned, `ctx.body = text`, is sent once all handlers are done.
        (whole.kind[sink] === Kind.Store || (whole.pos[node] as number) <= (whole.end[inner] as number)) &&
        linked.effects.isInside(region, whole.region[node] as number),
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
    return { node, ...chainOf(linked, whole.a[node] as number), type: settingOf(linked, whole.c[node] as number) }
  }
  if (kind !== Kind.Call) return undefined
  const receiver = receiverOf(linked, node)
  if (receiver < 0) return undefined
  const name = calledName(linked, node)
  const told = (type: Setting): Statement => ({ node, ...chainOf(linked, receiver), type })
  if (name === 'attachment') return told(SAVED)
  if (SETS_TYPE.has(name)) return told(settingAt(linked, node, '0'))
  if (SETS_HEADER.has(name)) {
    const first = settingAt(linked, node, '0')
    if (first.texts.some((text) => /^content-disposition$/i.test(text))) return saysSaved(linked, whole.args(node)[1] ?? -1) ? told(SAVED) : undefined
    if (first.texts.some(isTypeHeader)) return told(settingAt(linked, node, '1'))
    const type = typeOfHeaders(linked, whole.args(node)[0] ?? -1)
    return type.state === 'missing' ? undefined : told(type)
  }
  if (name === 'writeHead') {
    for (const argument of whole.args(node).slice(1)) {
      const type = typeOfHeaders(linked, argument)
      if (type.state !== 'missing') return told(type)
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
function typeOfOptions(
  linked: Linked,
  statements: Map<number, Statement[]>,
  options: number,
  sink: number,
  sinks: ReadonlyMap<number, unknown>,
): Setting {
  const { whole, values } = linked
  for (const headers of [...values.property(options, 'headers'), options]) {
    const written = typeOfHeaders(linked, headers)
    if (written.state !== 'missing') return written
    const made = rootOf(linked, headers)
    if (made >= 0 && made < whole.size && whole.kind[made] === Kind.New) {
      const given = typeOfHeaders(linked, whole.args(made)[0] ?? -1)
      const set = typeBefore(linked, statements, sink, made, sinks)
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
const rootOf = (linked: Linked, node: number): number => chainOf(linked, node).on

function chainOf({ whole }: Linked, node: number): { on: number; through: number[] } {
  const through: number[] = []
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
        if (whole.kind[callee] !== Kind.Load) return { on: at, through }
        through.push(at)
        at = whole.a[callee] as number
        break
      }
      case Kind.Cell: {
        const items = whole.items(whole.a[at] as number)
        if (items.length !== 1) return { on: at, through }
        at = items[0] as number
        break
      }
      default:
        return { on: at, through }
    }
  }
  return { on: at, through }
}

/** One node, or two parameters that hold the same object of a library. */
function isSame(linked: Linked, one: number, other: number): boolean {
  if (one === other) return true
  const { whole } = linked
  return whole.kind[one] === Kind.Global && whole.kind[other] === Kind.Global && whole.a[one] === whole.a[other] && apiPathsOf(linked, one).length > 0
}
