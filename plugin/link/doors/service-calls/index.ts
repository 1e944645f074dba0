/**
 * Calls of other services. In: calls whose API path is under `services` of a model, packages under `serviceClients` and
 * `serviceCommands`. Out: which host each asks, who decides that, and what it asks for. Code of tests is left out.
 */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { ServiceCall } from '../../../types'
import { callsToPaths } from '../../acts'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { ServiceModel } from '../../service-models'
import { type Context, NO_CONTEXT } from '../../values/index'
import type { DoorDetector } from '../door'
import { type Address, addressOf, below, type Host, hostAt, type Written, writtenAt } from './address'
import { documentsOf } from './documents'
import { atPlaces, importedFrom, makerName, makersOf } from './places'
import { sdkCalls } from './sdks'
import { stubCalls } from './stubs'
import { waysTo } from './ways'

/** One call may ask for so many addresses. */
const MOST_ROWS = 64
const SAME_ORIGIN: Host = { text: 'same origin', from: 'code' }
const NOT_TOLD: Host = { text: '{…}', from: 'unknown' }
const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|QUERY|CONNECT|TRACE)$/
/** Addresses of what a program has itself. */
const OWN = /^(?:data|blob|file|about|chrome(?:-extension)?):/i
const LIKE: Record<string, string> = rowsByName({
  DEL: 'DELETE',
  POSTFORM: 'POST',
  PUTFORM: 'PUT',
  PATCHFORM: 'PATCH',
  GETJSON: 'GET',
  GETSCRIPT: 'GET',
  JSONP: 'GET',
  SENDBEACON: 'POST',
})

export const serviceCalls: DoorDetector = ({ linked, extracted }) => {
  const asked = modelled(linked)
  const bases = basesOf(
    linked,
    asked.filter(({ model }) => model.sets),
  )
  const found = [
    ...asked.filter(({ model }) => !model.sets).flatMap(({ call, path, model }) => callsOf(linked, call, path, model, bases)),
    ...sdkCalls(linked),
    ...stubCalls(linked, extracted.definitions),
  ]
  const once = new Map(
    found
      .filter(({ host, path }) => host.text !== '{import.meta.url}' && !OWN.test(path))
      .map((row) => [[row.at.file, row.at.line, row.library, row.method, row.host.text, row.path].join(' '), row]),
  )
  return { serviceCalls: [...once.values()] }
}

interface Asked {
  call: number
  path: number
  model: ServiceModel
}

/** Calls that a model knows, in source order; the more telling model where two know one. */
function modelled(linked: Linked): Asked[] {
  const { solver, models } = linked
  const found: Asked[] = []
  for (const call of callsToPaths(linked, (path) => models.services.services.has(path))) {
    let isOurs: boolean | undefined
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const model of models.services.services.get(path) ?? []) {
        isOurs ??= !isTestCode(linked, cite(linked, call).file)
        if (!isOurs || (model.packages && !model.packages.test(libraryOf(linked, call, model)))) continue
        found.push({ call, path, model })
      }
  }
  return found
}

const libraryOf = (linked: Linked, call: number, { library }: { library: string }) => importedFrom(linked, linked.whole.a[call] as number) ?? library

/** Addresses that come before those of a library's other calls: `axios.defaults.baseURL = …`, the endpoint of a GraphQL client. */
function basesOf(linked: Linked, asked: readonly Asked[]): Map<string, Written[]> {
  const { models, whole } = linked
  const found = new Map<string, Map<string, Written>>()
  const add = (library: string, node: number, context: Context) => {
    const known = found.get(library) ?? new Map<string, Written>()
    for (const written of writtenAt(linked, node, context)) known.set(written.text, written)
    found.set(library, known)
  }
  for (const { call, model } of asked) for (const { node, context } of atPlaces(linked, call, model.address)) add(model.library, node, context)
  for (const [path, list] of models.services.services)
    for (const model of list) {
      const { step, parent } = models.paths.node(path)
      if (!model.sets || model.address.length > 0 || parent < 0) continue
      for (const store of lookupOf(whole).named(Kind.Store, step.slice(1))) {
        const paths = pathsOf(linked, whole.a[store] as number)
        if (paths.includes(parent) && !isTestCode(linked, cite(linked, store).file)) add(model.library, whole.c[store] as number, NO_CONTEXT)
      }
    }
  return new Map([...found].map(([library, written]) => [library, [...written.values()]]))
}

function pathsOf({ solver }: Linked, node: number): number[] {
  return solver.of(node).map((label) => solver.labels.data[label] as number)
}

/** Rows of one call: of the call itself, or of the calls of the function around it where those decide what is asked. */
function callsOf(linked: Linked, call: number, path: number, model: ServiceModel, bases: Map<string, Written[]>): ServiceCall[] {
  const own = rowsIn(linked, call, path, model, bases, NO_CONTEXT, call)
  const open = own.filter(isOpen)
  if (open.length === 0) return own
  const nodes = [...linked.whole.args(call)]
  const others = waysTo(linked, nodes)
    .flatMap(({ context, at }) => rowsIn(linked, call, path, model, bases, context, at < 0 ? call : at))
    .filter((row) => !isOpen(row))
  return others.length === 0 ? own : [...own.filter((row) => !isOpen(row)), ...others].slice(0, MOST_ROWS)
}

/** Host or path are not told by the call itself. */
const isOpen = ({ host, path, protocol }: ServiceCall) =>
  protocol !== 'graphql' &&
  ((host.from === 'unknown' && host.text.startsWith('{')) || /^\/?\{[^}]*\}$/.test(path) || (host.text === '' && path === ''))

function rowsIn(
  linked: Linked,
  call: number,
  path: number,
  model: ServiceModel,
  bases: Map<string, Written[]>,
  context: Context,
  at: number,
): ServiceCall[] {
  const library = libraryOf(linked, call, model)
  const document = model.operation?.startsWith('document ') ? documentsOf(linked, call, model.operation.slice('document '.length).split('|')) : []
  const row = (address: Address, method: string | undefined, operation: string | undefined): ServiceCall => ({
    protocol: model.protocol,
    library,
    method,
    host: address.host,
    path: operation ?? address.path,
    at: cite(linked, at),
  })
  const addresses = addressesOf(linked, call, path, model, bases, context).slice(0, MOST_ROWS)
  if (document.length > 0) return document.flatMap(({ method, name }) => addresses.slice(0, 1).map((address) => row(address, method, name)))
  const operation = operationOf(linked, call, model)
  return addresses.map((address) => row(address, methodOf(linked, call, path, model, context), operation))
}

function addressesOf(linked: Linked, call: number, path: number, model: ServiceModel, bases: Map<string, Written[]>, context: Context): Address[] {
  const relative = relativeTo(linked, call, path, model, bases)
  if (model.host !== undefined) return [{ host: { text: model.host, from: 'code' }, path: '' }]
  const hosts = atPlaces(linked, call, model.hostAt, context).flatMap((each) => hostAt(linked, each.node, each.context))
  if (hosts.length > 0) {
    const paths = atPlaces(linked, call, model.pathAt, context).flatMap((each) => writtenAt(linked, each.node, each.context))
    return hosts.flatMap((host) => (paths.length > 0 ? paths.map(({ text }) => ({ host, path: text })) : [{ host, path: '/' }]))
  }
  const own = atPlaces(linked, call, model.base, context).flatMap((each) => writtenAt(linked, each.node, each.context))
  const known = own.length > 0 ? own : (bases.get(model.library) ?? [])
  const [base] = known
  // Options as a whole may stand where an address may: they are looked into before they are taken for one.
  const places = model.address.filter((place) => place.includes('.'))
  const inside = atPlaces(linked, call, places, context)
  const given = inside.length > 0 ? inside : atPlaces(linked, call, model.address, context).filter(({ node }) => !isObject(linked, node))
  const written = given.flatMap((each) => writtenAt(linked, each.node, each.context))
  if (written.length === 0) {
    if (base) return [addressOf(linked, base, relative)]
    return [{ host: relative === SAME_ORIGIN && model.address.length > 0 ? NOT_TOLD : relative, path: '' }]
  }
  return written.flatMap((each) =>
    base && (own.length > 0 || known.length === 1)
      ? (own.length > 0 ? own : [base]).map((before) => addressOf(linked, below(before, each), relative))
      : [addressOf(linked, each, relative)],
  )
}

const isObject = ({ whole, values }: Linked, node: number) => values.definitions(node).some((made) => whole.kind[made] === Kind.Object)

/** Whom an address without a host asks: the page's own server, or whoever a client was made for that is not seen here. */
function relativeTo(linked: Linked, call: number, path: number, model: ServiceModel, bases: Map<string, Written[]>): Host {
  if ((bases.get(model.library)?.length ?? 0) > 1) return NOT_TOLD
  if (model.protocol === 'grpc') return NOT_TOLD
  const { paths } = linked.models
  if (!model.base.some((place) => place.startsWith('receiver'))) return SAME_ORIGIN
  return paths.rootOf(path).startsWith('type:') && makersOf(linked, call).length === 0 ? NOT_TOLD : SAME_ORIGIN
}

function methodOf(linked: Linked, call: number, path: number, model: ServiceModel, context: Context): string | undefined {
  const { whole, models } = linked
  if (model.method === undefined) return model.otherwise
  if (model.method === 'member') {
    const { step } = models.paths.node(path)
    const name = (/^\.[a-z]/i.test(step) && step !== '.*' ? step.slice(1) : calledName(linked, call)).toUpperCase()
    return METHODS.test(name) ? name : (LIKE[name] ?? model.otherwise)
  }
  if (METHODS.test(model.method)) return model.method
  const places = model.method.split('|')
  const given = atPlaces(linked, call, places, context)
  const [text] = given.flatMap(({ node, context: inner }) => constantsOf(linked, node, inner))
  if (text !== undefined) return text.toUpperCase()
  if (given.length > 0) return undefined
  // Options that come from elsewhere as a whole may name any method.
  const hidden = places.some((place) => {
    const argument = whole.args(call)[Number(place.split('.')[0])]
    return argument !== undefined && place.includes('.') && place.startsWith('1') && !isObject(linked, argument) && isHidden(linked, argument)
  })
  return hidden ? undefined : model.otherwise
}

/** Options that cannot be seen; a function that is called back is none. */
function isHidden({ values, whole }: Linked, node: number): boolean {
  const name = values.nameOf(node)
  return name !== '' && whole.kind[node] !== Kind.Function && !/^(?:cb|callback|done|next|fn|handler|on[A-Z]\w*|resolve)$/.test(name)
}

/** Texts in one way of getting there; what stands in counts where nothing is handed over. */
function constantsOf(linked: Linked, node: number, context: Context, hops = 0): string[] {
  const { whole, values } = linked
  if (hops > 6 || node < 0) return []
  const bound = context.bindings.get(node)
  if (bound) return constantsOf(linked, bound.node, bound.context, hops + 1)
  if (node >= whole.size) return values.texts(node).flatMap(({ value, exact }) => (exact ? [value] : []))
  switch (whole.kind[node] as Kind) {
    case Kind.Param:
      return []
    case Kind.Choice: {
      const items = [...whole.items(whole.a[node] as number)]
      // Without a way there, what is handed over is not known.
      if (context.bindings.size === 0 && items.some((item) => whole.kind[item] === Kind.Param)) return []
      const [written, others] = [items.filter((item) => whole.kind[item] === Kind.String), items.filter((item) => whole.kind[item] !== Kind.String)]
      const handed = others.flatMap((item) => constantsOf(linked, item, context, hops + 1))
      return handed.length > 0 ? handed : written.flatMap((item) => constantsOf(linked, item, context, hops + 1))
    }
    default:
      return values.texts(node, context).flatMap(({ value, exact }) => (exact ? [value] : []))
  }
}

function operationOf(linked: Linked, call: number, model: ServiceModel): string | undefined {
  const { values } = linked
  const { operation } = model
  if (operation === undefined || operation.startsWith('document ')) return undefined
  const member = receiverOf(linked, call) >= 0 ? calledName(linked, call) : ''
  if (operation === 'member') return member
  if (operation === 'stub') return [makerName(linked, call), member].filter(Boolean).join('/')
  const [node] = atPlaces(linked, call, operation.replace(/ member$/, '').split('|'))
  const text = node && (values.texts(node.node, node.context)[0]?.value ?? '').replace(/^\{(.*)\}$/, '$1')
  return operation.endsWith(' member') ? [text, member].filter(Boolean).join('/') : (text ?? member)
}
