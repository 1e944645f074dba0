/**
 * What the finders of routes share: routers as a tree. A router is an object with identity; registrations stand on routers, and
 * mounts say below which other router one is reached. Everything here is about putting in and asking, nothing about meaning.
 */
import { Kind } from '../../graph'
import type { AccessFault, Evidence, Guard, Parameter, Response } from '../../types'
import type { Guards } from '../guards'
import type { Handed } from '../handed'
import { LabelKind } from '../labels'
import { type Linked, receiverOf } from '../linked'
import type { Act, Place } from '../models'
import { type Order, Timeline } from '../order'
import type { Context } from '../values/index'

/** A value among the handlers of a registration. */
export interface Handler {
  node: number
  name: string
  at: Evidence
  /** Labels in the context of the registration. */
  labels: readonly number[]
  /** Functions of the program that it may be; of a wrapper's result, what it wraps. */
  functions: number[]
  /** Where it is made by a wrapper: what that wraps here. */
  wraps?: readonly { node: number; labels: readonly number[] }[]
  /** The call by which it runs the first of its functions, where that differs from one registration to the next. */
  runs?: number
  /** What it does, where its name or its place says so and its code does not: `middleware('auth')`, `options: { auth: 'jwt' }`. */
  role?: Guard['role']
  /** Roles it asks for, as the code writes them. */
  roles?: string[]
}

/** A function that answers whether a request may go on, and how the handler behind it is marked: `SetMetadata('scope', Scope.album)`. */
export interface Asking {
  fn: number
  /** Texts by key. */
  marks: ReadonlyMap<string, readonly string[]>
}

/** Of a function that nothing is told to. */
export const NO_MARKS: Asking['marks'] = new Map()

/** What the marks of a door come to. */
export interface ByMarks {
  /** Marks that a guard in front asks by, each with the texts that it is set to. */
  asked: { name: string; texts: readonly string[]; at: Evidence }[]
  faults: AccessFault[]
}

/** A route before guards and answers are worked out. */
export interface FoundRoute {
  framework: string
  methods: string[]
  path: string
  node: number
  handlers: Handler[]
  guards: Guard[]
  /** Functions of the program that a request meets before the route's own handlers; `own` where they stand at the very path, `unasked` where they are made to ask for rights and were given none. */
  passes?: { fn: number; own: boolean; unasked?: true }[]
  /** Handlers that a request meets before the last, in the order in which they were told; those of the route itself come last. */
  front?: readonly InFront[]
  /** Functions of guards that are classes, each of which answers whether a request may go on. */
  asks?: readonly Asking[]
  /** What decorators note on its handler. */
  byMarks?: ByMarks
  schemas: number[]
  limits: number[]
  /** Schemas and texts that are given with it, with the name under which each is given: `querystring`, `response`, `summary`. */
  told?: { place: string; node: number }[]
  generated: boolean
  serves: 'files' | 'directory listing' | undefined
  notes: string[]
  /** Checks of rights in front of paths that its own may be one of: a step of it is not known. */
  perhaps?: Guard[]
  /** Nodes of the conditions under which it is registered. */
  asked?: number[]
  /** A library decides here who somebody is: that it turns others away demands no caller who is known already. */
  signsIn?: true
  /** For a class method: what decorators say of its parameters. */
  method?: number
  /** Where it is told, where that is no node. */
  at?: Evidence
  /** Parameters that the place or the way of calling says. */
  given?: Parameter[]
  handed?: Handed
  /** What `ALL` and `ANY` stand for, where it is not every method. */
  answersTo?: string[]
  /** What the path limits its parameters to, as regular expressions by name. */
  limited?: ReadonlyMap<string, string>
  /** The same of a path that is an expression as a whole, by number or name of its groups. */
  groups?: ReadonlyMap<string, string>
  /** What it is for, and how it answers, where decorators or settings of the route say so. */
  purpose?: string
  responses?: Response[]
  /** Files whose own code, outside functions, runs for a request; with none and no handler the route shows a page that runs nothing. */
  modules?: number[]
  /** Regions of its handler's functions that run for it, where the others run for other routes. */
  regions?: number[]
}

/** A handler in front of another, and which parts of the path the two see alike. */
export interface InFront {
  node: number
  /** Functions that it may be. */
  functions: readonly number[]
  /** Parameters of the path that are the same to both; undefined for all of them. */
  params: readonly string[] | undefined
  /** What it puts in place of one of them is seen behind it. */
  rewrites: boolean
  /** It is run for the sake of one parameter, and handed that at this place. */
  param?: { name: string; value: number }
  /** One of the handlers of the route itself. */
  isOwn: boolean
  /** Stands there only under some settings. */
  isConditional: boolean
}

/** Functions that are run for a path that is an expression, and hand on to others. */
export interface BehindExpression {
  functions: readonly number[]
  /** What its groups match, by number or name. */
  groups: ReadonlyMap<string, string>
}

export interface Registration {
  order: Order
  node: number
  /** Relative to its router. */
  paths: string[]
  /** undefined: all. */
  methods: string[] | undefined
  handlers: Handler[]
  /** A route, middleware for what follows, or a hook for everything. */
  kind: 'route' | 'use' | 'hook'
  framework: string
  schemas: number[]
  limits: number[]
  /** Schemas and texts that are given with it, with the name under which each is given: `querystring`, `response`, `summary`. */
  told?: { place: string; node: number }[]
  generated: boolean
  /** Says for itself that callers need not sign in, whatever holds for the others: `auth: false`. */
  open?: boolean
  answersTo?: string[]
  /** A hook for routes alone whose path has this parameter, which its handlers are handed at that place. */
  param?: { name: string; value: number; inherited: boolean }
}

export interface Mount {
  parent: number
  order: Order
  node: number
  path: string
  handlers: Handler[]
  /** Guards of the parent hold whatever the order: Fastify's plugins inherit hooks. */
  inheritsHooks: boolean
}

/** Class, or call, → its own of the routers that these have in common. */
export type Apart = ReadonlyMap<number, number>

/** The function that makes a router, and the router of each call from outside that leads to it. */
export interface Made {
  fn: number
  /** It gives the router back; otherwise it puts it below another by itself. */
  isHandedOn: boolean
  own: ReadonlyMap<number, number>
  /** Call → calls from outside for which it makes one: of `create()` in a function that hands it on, those of that function. */
  outer: ReadonlyMap<number, readonly number[]>
}

/** A call of a library, and what it means. */
export type Meant = [call: number, library: string, act: Act]

export interface RouteTree {
  linked: Linked
  /** In source order; grows while plugins are registered. */
  calls: Meant[]
  guards: Guards
  timeline: Timeline
  registrations: Map<number, Registration[]>
  /** Child → where it is mounted. */
  mounts: Map<number, Mount[]>
  prefixes: Map<number, string[]>
  /** Objects that remember a path: `router.route('/x')`. */
  builders: Map<number, { node: number; context: Context; paths: string[] }[]>
  /** Plugin instances that are their parent: wrapped so that what they register is the parent's. */
  merged: Map<number, number>
  /** Router that a class shares with those that extend it, or a call with others, → class or call → its own. */
  apart: ReadonlyMap<number, Apart>
  /** Those of them that calls of one function have in common. */
  perCall: ReadonlyMap<number, Made>
  /** Body of a group, as a Function node → the group, a router of its own. */
  groups: Map<number, number>
}

export function newTree(linked: Linked, guards: Guards): RouteTree {
  return {
    linked,
    calls: [],
    guards,
    timeline: new Timeline(linked),
    registrations: new Map(),
    mounts: new Map(),
    prefixes: new Map(),
    builders: new Map(),
    merged: new Map(),
    apart: new Map(),
    perCall: new Map(),
    groups: new Map(),
  }
}

/** What is put on a router inside the body of a group is the group's. */
export function put(tree: RouteTree, shared: number, registration: Registration): void {
  for (const at of eachOf(tree, shared)) putOn(tree, at, registration)
}

/** What is said of a router of many classes, by which of them is not known, is said of all. */
function eachOf({ apart }: RouteTree, router: number): Iterable<number> {
  return apart.get(router)?.values() ?? [router]
}

function putOn(tree: RouteTree, at: number, registration: Registration): void {
  const router = groupAround(tree, registration.order, at) ?? tree.merged.get(at) ?? at
  const list = tree.registrations.get(router)
  if (list) list.push(registration)
  else tree.registrations.set(router, [registration])
}

export function putMount(tree: RouteTree, shared: number, given: Mount): void {
  // Nothing tells which of them stands below which.
  if (tree.apart.has(shared) && tree.apart.get(shared) === tree.apart.get(given.parent)) return
  for (const parent of eachOf(tree, given.parent)) for (const child of eachOf(tree, shared)) mountOn(tree, child, { ...given, parent })
}

function mountOn(tree: RouteTree, child: number, given: Mount): void {
  const group = groupAround(tree, given.order, given.parent)
  const mount = group === undefined || group === child ? given : { ...given, parent: group }
  const list = tree.mounts.get(child)
  if (!list) tree.mounts.set(child, [mount])
  else if (!list.some(({ parent, path, node }) => parent === mount.parent && path === mount.path && node === mount.node)) list.push(mount)
}

/** The innermost group in whose body something runs; none for a router that was made in that body. */
function groupAround(tree: RouteTree, order: Order, router: number): number | undefined {
  const group = innermostGroup(tree, order)
  if (group === undefined) return undefined
  const { data } = tree.linked.solver.labels
  return innermostGroup(tree, tree.timeline.of(data[router] as number)) === group ? undefined : group
}

function innermostGroup({ groups }: RouteTree, order: Order): number | undefined {
  if (groups.size === 0) return undefined
  for (let i = order.length - 1; i >= 0; i--) {
    const group = groups.get(order[i] as number)
    if (group !== undefined) return group
  }
  return undefined
}

/** Routers that a call is made on, directly or through a member: `server.auth.default()`. */
export function routersOfCall(tree: RouteTree, call: number): number[] {
  const { whole } = tree.linked
  for (let node = receiverOf(tree.linked, call), hops = 0; node >= 0 && hops < 3; hops++) {
    const routers = routersAt(tree, node)
    if (routers.length > 0) return routers
    node = whole.kind[node] === Kind.Load ? (whole.a[node] as number) : -1
  }
  return []
}

/** Router objects a value may be. */
export function routersAt({ linked: { solver } }: RouteTree, node: number, labels = solver.of(node)): number[] {
  if (node < 0) return []
  return labels.filter((label) => solver.labels.kind[label] === LabelKind.ApiObject)
}

/** Objects that a call itself makes, as distinct from the receiver that a chain hands back. */
export function madeAt(tree: RouteTree, call: number): number[] {
  return routersAt(tree, call).filter((label) => tree.linked.solver.labels.data[label] === call)
}

/** Values at a place of a call, or of one element of a list of options. `a|b`: at a, and where nothing is there, at b. */
export function valuesAt({ linked }: RouteTree, call: number, place: Place, context: Context, element = -1): number[] {
  for (const way of place.split('|')) {
    const names = way.split('.')
    const first = element < 0 ? linked.whole.args(call)[Number(names.shift())] : element
    let nodes = first === undefined ? [] : [first]
    for (const name of names) nodes = nodes.flatMap((node) => propertyAt(linked, node, name, context))
    if (nodes.length > 0) return nodes
  }
  return []
}

/** A property of options, of what a module exports, or of an instance. */
function propertyAt({ solver, values, whole }: Linked, node: number, name: string, context: Context): number[] {
  const found = values.property(node, name, context)
  if (found.length > 0) return found
  return values.labels(node, context).flatMap((label) => {
    const kind = solver.labels.kind[label]
    if (kind !== LabelKind.Module && kind !== LabelKind.Instance && kind !== LabelKind.Class) return []
    const field = solver.fieldsOf.get(label)?.get(whole.string(name))
    return field === undefined ? [] : [field]
  })
}

/** Texts of an argument, or of each element when it is a list. What is not known stands in braces. */
export function pathsAt(tree: RouteTree, call: number, place: Place, context: Context, element = -1): string[] {
  const { values, whole } = tree.linked
  const texts: string[] = []
  // An object instead of a path says it in one of its properties: `{ path: '/info', version: '1' }`.
  const nodes = place.split('|').flatMap((way) => valuesAt(tree, call, way, context, element))
  const plain = nodes.filter((node) => whole.kind[node] !== Kind.Object)
  for (const node of plain.length > 0 ? plain : nodes)
    for (const item of values.elements(node, context)) {
      const found = values.texts(item, context)
      if (found.some(({ exact }) => exact)) texts.push(...found.filter(({ exact }) => exact).map(({ value }) => value))
      else if (found.length > 0) texts.push(...found.map(({ value }) => value))
      else if (whole.kind[item] !== undefined) texts.push('{unknown}')
    }
  return [...new Set(texts)]
}
