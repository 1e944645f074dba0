/** Addresses as the code puts them together. In: a node, in one way of getting there. Out: host, who decides it, and path with holes. */
import { Kind } from '../../../graph'
import type { ServiceCall } from '../../../types'
import { calledName, type Linked, receiverOf } from '../../linked'
import { PLUS } from '../../operators'
import { type Context, NO_CONTEXT } from '../../values/index'
import { type Origin, originOf } from './origin'

export type Host = ServiceCall['host']

/** An address in the making: its text, with `{name}` for what is not known, and the node that each part stands for. */
export interface Written {
  text: string
  /** Leaves in order, as far as they are told apart. */
  parts: { node: number; context: Context }[]
}

export interface Address {
  host: Host
  path: string
}

const MOST_TEXTS = 8
const MOST_HOPS = 8
/** Scheme and host of an address that says them. */
const WHOLE = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)([^#]*)/i
/** Functions that join a base and a path. */
const JOINS = /^(?:urljoin|urlJoin|joinURL|joinUrl|joinPaths|resolve|withBase)$/

/** Texts of an address, one for each that it may be. */
export function writtenAt(linked: Linked, node: number, context: Context = NO_CONTEXT, hops = 0): Written[] {
  const { whole, values } = linked
  if (hops > MOST_HOPS || node < 0) return []
  const bound = context.bindings.get(node)
  if (bound) return writtenAt(linked, bound.node, bound.context, hops + 1)
  if (node >= whole.size) return textsAt(linked, node, context)
  const made = values.definitions(node)
  const [only = node] = made
  const at = made.length === 1 ? only : node
  switch (whole.kind[at] as Kind) {
    case Kind.New:
      if (/^(?:URL|Request)$/.test(calledName(linked, at)))
        return ofParts(linked, whole.args(at).slice(0, calledName(linked, at) === 'URL' ? 2 : 1), context, hops)
      break
    case Kind.Call: {
      const name = calledName(linked, at)
      const receiver = receiverOf(linked, at)
      const [first] = whole.args(at)
      if (JOINS.test(name)) return joinedOf(linked, [...whole.args(at)], context, hops)
      if (receiver >= 0 && /^(?:toString|toJSON|trim|clone)$/.test(name)) return writtenAt(linked, receiver, context, hops + 1)
      if (first !== undefined && /^(?:String|encodeURI|parse|format|URL)$/.test(name)) return writtenAt(linked, first, context, hops + 1)
      break
    }
    case Kind.Load: {
      const name = whole.text(whole.b[at] as number)
      if (name === 'href') return writtenAt(linked, whole.a[at] as number, context, hops + 1)
      const owner = context.bindings.get(whole.a[at] as number)
      const given = owner ? values.property(owner.node, name, owner.context) : []
      if (owner && given.length === 1) return writtenAt(linked, given[0] as number, owner.context, hops + 1)
      break
    }
    case Kind.Refine:
    case Kind.Await:
      return writtenAt(linked, whole.a[at] as number, context, hops + 1)
    default:
      break
  }
  return textsAt(linked, node, context)
}

/** `new URL(path, base)`: the base comes first in the address. */
function ofParts(linked: Linked, args: number[], context: Context, hops: number): Written[] {
  return joinedOf(linked, args.length > 1 ? [args[1] as number, args[0] as number] : args, context, hops)
}

function joinedOf(linked: Linked, nodes: number[], context: Context, hops: number): Written[] {
  let found: Written[] = []
  nodes.forEach((node, index) => {
    const ways = writtenAt(linked, node, context, hops + 1)
    if (index === 0) found = ways
    else if (ways.length > 0) found = found.flatMap((base) => ways.map((way) => below(base, way))).slice(0, MOST_TEXTS)
  })
  return found
}

/** A path below a base; an address that is whole needs none. */
export function below(base: Written, written: Written): Written {
  if (WHOLE.test(written.text)) return written
  const text = `${base.text.replace(/\/+$/, '')}${written.text === '' || /^[/?]/.test(written.text) ? '' : '/'}${written.text}`
  return { text, parts: [...base.parts, ...written.parts] }
}

function textsAt(linked: Linked, node: number, context: Context): Written[] {
  const parts = partsOf(linked, node, context)
  let texts = parts.length > 0 || node >= linked.whole.size ? [''] : []
  for (const part of parts) {
    const ways = partTexts(linked, part)
    texts = texts.flatMap((text) => ways.map((way) => text + way)).slice(0, MOST_TEXTS)
  }
  if (node >= linked.whole.size) texts = linked.values.texts(node, context).map(({ value }) => value)
  return texts.map((text) => ({ text, parts }))
}

/** What a function is handed stays a hole unless the way there says it: each of its callers may ask for something else. */
function partTexts(linked: Linked, { node, context }: Written['parts'][number]): string[] {
  const { values, whole } = linked
  let root = node
  while (whole.kind[root] === Kind.Load || whole.kind[root] === Kind.Refine) root = whole.a[root] as number
  if (whole.kind[root] === Kind.Param && !context.bindings.has(root)) return [`{${values.nameOf(node) || '…'}}`]
  const texts = values.texts(node, context).map(({ value }) => value)
  return texts.length > 0 ? texts.slice(0, MOST_TEXTS) : ['{…}']
}

/** Leaves of a text that is put together, each followed to where it is written as long as there is one such place. */
function partsOf(linked: Linked, node: number, context: Context, hops = 0): Written['parts'] {
  const { whole, values } = linked
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return []
  const bound = context.bindings.get(node)
  if (bound) return partsOf(linked, bound.node, bound.context, hops + 1)
  switch (whole.kind[node] as Kind) {
    case Kind.Template:
      return whole.items(whole.a[node] as number).flatMap((item) => partsOf(linked, item, context, hops + 1))
    case Kind.Binary:
      if (whole.c[node] === PLUS)
        return [whole.a[node] as number, whole.b[node] as number].flatMap((item) => partsOf(linked, item, context, hops + 1))
      break
    case Kind.String:
      return whole.text(whole.a[node] as number) === '' ? [] : [{ node, context }]
    case Kind.Refine:
    case Kind.Await:
      return partsOf(linked, whole.a[node] as number, context, hops + 1)
    default: {
      const made = values.definitions(node)
      if (made.length === 1 && made[0] !== node) return partsOf(linked, made[0] as number, context, hops + 1)
    }
  }
  return [{ node, context }]
}

/**
 * Host and path of a text.
 * @param relative what an address without a host is told to ask
 */
export function addressOf(linked: Linked, written: Written, relative: Host): Address {
  const { text, parts } = written
  const match = WHOLE.exec(text)
  if (match) {
    const full = (match[1] as string).replace(/^[^@]*@/, '')
    // `https://api.example.com{path}`: what is put behind a whole host is a path.
    const host = /^([^{]*\.[a-z]{2,}(?::\d+)?)\{/i.exec(full)?.[1] ?? full
    const path = full.slice(host.length) + (match[2] as string)
    const [origin, said] = inHost(linked, written, match[0].length - path.length)
    return { host: host === '' ? relative : named(host, host.includes('{') || said ? origin : CODE), path }
  }
  if (text.startsWith('{')) {
    const [first] = parts
    const origin = first ? originOf(linked, first.node, first.context) : UNKNOWN
    const end = text.indexOf('}') + 1
    const name = origin.name ?? text.slice(1, end - 1)
    const rest = text.slice(end)
    // What stands behind the name up to a slash belongs to the host: `{HOST}:3000/users`.
    const more = /^[^/?#{]*/.exec(rest)?.[0] ?? ''
    return { host: named(`{${name}}${more}`, origin), path: rest.slice(more.length) }
  }
  // A host without a scheme: `localhost:50051`.
  if (/^[\w.-]+:\d+(?:\/|$)/.test(text)) {
    const slash = text.indexOf('/')
    return { host: named(slash < 0 ? text : text.slice(0, slash), decided(linked, parts[0])), path: slash < 0 ? '' : text.slice(slash) }
  }
  return { host: relative, path: text }
}

const CODE: Origin = { from: 'code', name: undefined }
const UNKNOWN: Origin = { from: 'unknown', name: undefined }

const named = (text: string, { from, name }: Origin): Host => ({ text, from, ...(name === undefined || from === 'code' ? {} : { name }) })

function decided(linked: Linked, part: Written['parts'][number] | undefined): Origin {
  if (!part) return CODE
  const origin = originOf(linked, part.node, part.context)
  return origin.from === 'unknown' ? CODE : origin
}

/**
 * Who decides the host: the first part within it that is not the code's own; and whether something other than the code may put another
 * text in the place of one that is written (`process.env.API ?? 'https://…'`).
 * @param length characters of scheme and host
 */
function inHost(linked: Linked, { parts }: Written, length: number): [origin: Origin, said: boolean] {
  let known = 0
  for (const part of parts) {
    if (known >= length) break
    const { whole } = linked
    if (part.node < whole.size && whole.kind[part.node] === Kind.String) {
      known += whole.text(whole.a[part.node] as number).length
      continue
    }
    const origin = originOf(linked, part.node, part.context)
    if (origin.from !== 'code') return [origin, origin.from !== 'unknown']
    known += Math.max(...linked.values.texts(part.node, part.context).map(({ value }) => value.length), 0)
  }
  return [UNKNOWN, false]
}

/** Other words for who decides a host that stands apart from its path. */
export function hostAt(linked: Linked, node: number, context: Context): Host[] {
  return writtenAt(linked, node, context).map((written) => {
    if (WHOLE.test(written.text)) return addressOf(linked, written, { text: '', from: 'unknown' }).host
    const [part] = written.parts
    const origin = part ? originOf(linked, part.node, part.context) : UNKNOWN
    return written.text.startsWith('{') ? named(`{${origin.name ?? written.text.slice(1, -1)}}`, origin) : named(written.text, decided(linked, part))
  })
}
