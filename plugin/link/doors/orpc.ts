/**
 * Procedures of oRPC: `os.route({ method, path }).input(schema).handler(f)` in plain objects. In: handlers that are given a
 * router. Out: an entry point for each procedure, at its own route, or at the path of its names.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Guard, Parameter } from '../../types'
import type { Guards } from '../guards'
import { refusesAnyCaller } from '../guards/for-any-caller'
import { INPUT } from '../handed'
import { calledName, cite, isTest, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { NO_MARKS } from '../routes/index'
import { shapeOf } from '../shapes/index'
import type { DoorDetector } from './door'
import { entryOf, functionsOf } from './entry'
import { rememberResolved } from './resolved'
import { textOf } from './written'

const HANDLERS = new Set(['RPCHandler', 'OpenAPIHandler'])
const DEEPEST = 10

export const orpcDoors: DoorDetector = ({ linked, guards }) => {
  const { whole, modules } = linked
  const isThere = whole.files.some(({ path, graph }) =>
    graph.imports.some(({ specifier }) => {
      if (!specifier.startsWith('@orpc/')) return false
      const to = modules.resolve(path, specifier)
      return to.kind !== 'file'
    }),
  )
  if (!isThere) return {}
  const found = new Map<string, EntryPoint>()
  for (const call of lookupOf(whole).named(Kind.New, HANDLERS)) {
    const [router] = whole.args(call)
    if (router === undefined || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const isOpenApi = calledName(linked, call) === 'OpenAPIHandler'
    const prefix = prefixOf(linked, call)
    for (const { names, node } of proceduresIn(linked, router, []))
      for (const entry of entryPoints(linked, guards, names, node, prefix, isOpenApi)) found.set(`${entry.method} ${entry.path}`, entry)
  }
  return { entryPoints: [...found.values()] }
}

/** `handler.handle(request, { prefix: '/rpc' })`, in the file that makes the handler. */
function prefixOf(linked: Linked, made: number): string {
  const { whole, values } = linked
  const file = whole.fileOf(made)
  for (const call of lookupOf(whole).called('handle')) {
    const receiver = receiverOf(linked, call)
    const isIts =
      receiver >= 0 && (values.definitions(receiver).includes(made) || (whole.fileOf(call) === file && /handler/i.test(values.nameOf(receiver))))
    if (!isIts) continue
    for (const argument of whole.args(call))
      for (const node of values.property(argument, 'prefix')) {
        const text = textOf(linked, node)
        if (text !== undefined) return `/${text.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, '')
      }
  }
  return ''
}

function proceduresIn(linked: Linked, node: number, names: string[]): { names: string[]; node: number }[] {
  const { whole, values } = linked
  if (names.length > DEEPEST) return []
  return values.definitions(node).flatMap((made): { names: string[]; node: number }[] => {
    if (whole.kind[made] === Kind.Object)
      return whole.items(whole.a[made] as number).flatMap((entry) => {
        if (whole.kind[entry] === Kind.Spread) return proceduresIn(linked, whole.a[entry] as number, names)
        const key = whole.a[entry] === -1 ? textOf(linked, whole.c[entry] as number) : whole.text(whole.a[entry] as number)
        return key === undefined ? [] : proceduresIn(linked, whole.b[entry] as number, [...names, key])
      })
    if (whole.kind[made] !== Kind.Call) return []
    const called = calledName(linked, made)
    // Made so that a client or a server action may call it as well.
    if (called === 'callable' || called === 'actionable') return proceduresIn(linked, receiverOf(linked, made), names)
    if (called === 'handler') return [{ names, node: made }]
    // `os.router({ … })`, `base.prefix('/x').router({ … })`
    const [first] = whole.args(made)
    return called === 'router' && first !== undefined ? proceduresIn(linked, first, names) : []
  })
}

function entryPoints(linked: Linked, guards: Guards, names: readonly string[], end: number, prefix: string, isOpenApi: boolean): EntryPoint[] {
  const { whole, values } = linked
  const inputs: number[] = []
  const uses: number[] = []
  let route = -1
  for (let at = receiverOf(linked, end), hops = 0; at >= 0 && hops < 60; hops++) {
    const [made = at] = values.definitions(at)
    if (whole.kind[made] !== Kind.Call) break
    const [first] = whole.args(made)
    const step = calledName(linked, made)
    if (first !== undefined) {
      if (step === 'input') inputs.unshift(first)
      else if (step === 'use') uses.unshift(first)
      else if (step === 'route' && route < 0) route = first
    }
    at = receiverOf(linked, made)
  }
  const told = (name: string) => (route < 0 ? undefined : values.property(route, name).flatMap((node) => textOf(linked, node) ?? [])[0])
  const method = isOpenApi ? (told('method') ?? 'POST') : 'POST'
  const path = isOpenApi ? (told('path') ?? `/${names.join('/')}`) : `/${names.join('/')}`
  const inPath = new Set([...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name))
  const place = method === 'GET' ? ('query' as const) : ('json' as const)
  const parameters = inputs.flatMap((node): Parameter[] =>
    (shapeOf(linked, node)?.fields ?? []).map((field) => ({
      name: field.name,
      in: isOpenApi && inPath.has(field.name) ? 'path' : place,
      shape: field.shape,
      required: field.required,
      at: cite(linked, node),
    })),
  )
  const entry = entryOf(linked, guards, {
    kind: 'http',
    framework: '@orpc/server',
    method,
    path: `${prefix}${path}`,
    node: end,
    handlers: [...whole.args(end)],
    parameters,
    purpose: told('summary') ?? told('description') ?? '',
    guards: uses.flatMap((node) => guardsAt(linked, guards, node)),
  })
  const [input] = inputs
  const procedure: EntryPoint = {
    ...entry,
    handler: entry.handler && { ...entry.handler, name: names.join('.') },
    validated:
      input === undefined ? entry.validated : { answer: 'yes', reason: 'A schema is given with the procedure', evidence: [cite(linked, input)] },
  }
  const asks = uses.flatMap((node) => functionsOf(linked, [node, ...middlewareIn(linked, node)])).map((fn) => ({ fn, marks: NO_MARKS }))
  rememberResolved(procedure, { functions: functionsOf(linked, [...whole.args(end)]), by: 'together', handed: INPUT, asks })
  return [procedure]
}

/** Middleware that throws `ORPCError('UNAUTHORIZED')` or turns away in another way. */
function guardsAt(linked: Linked, guards: Guards, node: number): Guard[] {
  const { whole } = linked
  const inner = middlewareIn(linked, node)
  const roles = new Set<Guard['role']>()
  for (const fn of functionsOf(linked, [node, ...inner])) {
    for (const { role } of guards.ofFunction(fn).denials) roles.add(role)
    for (const call of linked.effects.within(fn)) {
      if (calledName(linked, call) !== 'ORPCError' || refusesAnyCaller(linked, call)) continue
      const code = textOf(linked, whole.args(call)[0])
      if (code === 'UNAUTHORIZED') roles.add('authentication')
      if (code === 'FORBIDDEN') roles.add('authorization')
    }
  }
  if (roles.size === 0) roles.add('other')
  return [...roles].map((role) => ({ name: whole.sourceOf(node, 60), role, scope: 'route', at: cite(linked, node) }))
}

/** Functions handed to `os.middleware(…)`, also where that is described: `oo.spec(os.middleware(…), { security })`. */
function middlewareIn(linked: Linked, node: number, hops = 0): number[] {
  const { whole, values } = linked
  return values.definitions(node).flatMap((made): number[] => {
    if (whole.kind[made] !== Kind.Call || hops > 4) return []
    const [first] = whole.args(made)
    if (calledName(linked, made) === 'middleware') return [...whole.args(made)]
    return calledName(linked, made) === 'spec' && first !== undefined ? middlewareIn(linked, first, hops + 1) : []
  })
}
