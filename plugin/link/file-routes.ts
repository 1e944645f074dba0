/**
 * Entry points that follow from where a file stands (Next.js and its kin). In: paths of files and their exports. Out: routes;
 * middleware files become guards of the paths they match.
 */
import { FunctionFlag, Kind } from '../graph'
import type { Guard } from '../types'
import { appliesTo, type Guards } from './guards'
import { LabelKind } from './labels'
import { calledName, cite, citeLine, type Linked } from './linked'
import { pathCovers } from './paths'
import type { FoundRoute } from './routes'
import type { WholeFunction } from './whole'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

export function fileRoutes(linked: Linked, guards: Guards, hasLibrary: (library: string, path: string) => boolean): FoundRoute[] {
  const { whole, models } = linked
  const routes: FoundRoute[] = []
  const actions = serverActions(linked)
  const middleware: { root: string; guards: Guard[]; matchers: string[]; applies: (path: string) => boolean }[] = []
  whole.files.forEach((facts, file) => {
    for (const { library, pattern, handlers } of models.fileRoutes) {
      const match = new RegExp(pattern).exec(facts.path)
      if (!match || !hasLibrary(library, facts.path)) continue
      const root = facts.path.slice(0, match.index)
      if (handlers === 'middleware') middleware.push({ root, ...middlewareOf(linked, guards, file) })
      else {
        const path = toPath(match[1] ?? '')
        if (path !== undefined) routes.push(...routesOf(linked, file, library, path, handlers, actions.get(file) ?? []))
      }
    }
  })
  for (const route of routes) {
    const { path } = whole.files[whole.fileOf(route.node)] as { path: string }
    for (const { root, guards: found, matchers, applies } of middleware)
      if (path.startsWith(root) && applies(route.path) && (matchers.length === 0 || matchers.some((matcher) => covers(matcher, route.path))))
        route.guards.unshift(...found)
  }
  return routes
}

/** `api/users/[id]/index` → `/api/users/:id`; groups in parentheses and slots say nothing about the path. A private folder has none. */
function toPath(inside: string): string | undefined {
  if (inside.split('/').some((segment) => segment.startsWith('_'))) return undefined
  const segments = inside
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'index' && !/^\(.*\)$/.test(segment) && !segment.startsWith('@'))
    .map((segment) =>
      segment
        .replace(/^\[\[\.\.\.(\w+)\]\]$/, ':$1*')
        .replace(/^\[\.\.\.(\w+)\]$/, ':$1*')
        .replace(/^\[(\w+)\]$/, ':$1'),
    )
  return `/${segments.join('/')}`
}

function routesOf(
  linked: Linked,
  file: number,
  library: string,
  path: string,
  kind: 'exports' | 'default' | 'action',
  actions: WholeFunction[],
): FoundRoute[] {
  const { whole, solver } = linked
  const facts = whole.files[file] as { path: string; directives: string[] }
  const exports = whole.exports[file] as { name: string; node: number; pos: number }[]
  const make = (methods: string[], name: string, node: number, pos: number, where: string): FoundRoute => {
    const functions = solver
      .of(node)
      .filter((label) => solver.labels.kind[label] === LabelKind.Function)
      .map((label) => solver.labels.data[label] as number)
    const line = citeLine(linked, file, whole.lineAt(file, skip(linked, file, pos)))
    return {
      framework: library,
      methods,
      path: where,
      node: whole.fileOf(node) === file ? node : Math.max(whole.base[file] as number, 0),
      handlers: [{ node, name, at: line, labels: solver.of(node), functions }],
      guards: [],
      schemas: [],
      limits: [],
      generated: false,
      serves: undefined,
      notes: [],
    }
  }
  if (kind === 'exports')
    return [
      ...exports.filter(({ name }) => METHODS.includes(name)).map(({ name, node, pos }) => make([name], name, node, pos, path)),
      // `export * from '../other/route'`
      ...exports
        .filter(({ name }) => name === '*')
        .flatMap(({ pos }) =>
          METHODS.flatMap((method) =>
            linked.values
              .exported(file, method)
              .slice(0, 1)
              .map((node) => make([method], method, node, pos, path)),
          ),
        ),
    ]
  if (kind === 'action') {
    if (!facts.directives.includes('use server'))
      return actions.map((fn) => ({
        ...make(['ACTION'], fn.fact.name, fn.node, fn.fact.pos, fn.fact.name || 'anonymous function'),
        notes: [ACTION_NOTE],
      }))
    return exports
      .filter(({ node, name }) => name !== '*' && solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Function))
      .map(({ name, node, pos }) => ({ ...make(['ACTION'], name, node, pos, name), notes: [ACTION_NOTE] }))
  }
  const found = exports.find(({ name }) => name === 'default')
  const node = found?.node ?? (whole.commonjs[file] as number[])[0]
  if (node === undefined) return []
  const route = make(['ALL'], 'default export', node, found?.pos ?? (whole.pos[node] as number), path)
  const named = route.handlers[0]?.functions.map((fn) => whole.functions[fn]?.fact.name).find((name) => name && name !== 'default')
  if (named && route.handlers[0]) route.handlers[0].name = named
  const tested = testedMethods(linked, route.handlers[0]?.functions ?? [])
  if (tested.length > 0) route.methods = tested
  return [route]
}

const ACTION_NOTE = 'Server Action: called by its own identifier, not by a path'

/** Functions whose body begins with 'use server', by file. */
function serverActions({ whole }: Linked): Map<number, WholeFunction[]> {
  const found = new Map<number, WholeFunction[]>()
  for (const fn of whole.functions)
    if (fn.fact.flags & FunctionFlag.ServerAction) {
      const list = found.get(fn.file)
      if (list) list.push(fn)
      else found.set(fn.file, [fn])
    }
  return found
}

/** Methods a handler asks for: `if (req.method === 'POST')`, `switch (req.method)`. */
function testedMethods(linked: Linked, functions: number[]): string[] {
  const { whole } = linked
  const found = new Set<string>()
  for (const fn of functions) {
    const fact = whole.functions[fn]
    if (!fact) continue
    const from = whole.base[fact.file] as number
    const to = whole.base[fact.file + 1] as number
    for (let node = from; node < to; node++) {
      if (whole.kind[node] !== Kind.Binary || !COMPARES.has(whole.c[node] as number)) continue
      if ((whole.pos[node] as number) < fact.fact.pos || (whole.end[node] as number) > fact.fact.end) continue
      for (const [one, other] of [
        [whole.a[node], whole.b[node]],
        [whole.b[node], whole.a[node]],
      ] as [number, number][])
        if (whole.kind[one] === Kind.String && METHODS.includes(whole.text(whole.a[one] as number)) && endsInMethod(linked, other))
          found.add(whole.text(whole.a[one] as number))
    }
  }
  return METHODS.filter((method) => found.has(method))
}

/** ts.SyntaxKind of ==, !=, === and !==: refusing every method but one is asking for that one. */
const COMPARES = new Set([35, 36, 37, 38])

function endsInMethod(linked: Linked, node: number): boolean {
  return linked.values.nameOf(node) === 'method'
}

function middlewareOf(linked: Linked, guards: Guards, file: number): { guards: Guard[]; matchers: string[]; applies: (path: string) => boolean } {
  const { whole, values, solver } = linked
  const exports = whole.exports[file] as { name: string; node: number }[]
  const found: Guard[] = []
  let applies = (_path: string): boolean => true
  const handler = exports.find(({ name }) => name === 'middleware' || name === 'proxy') ?? exports.find(({ name }) => name === 'default')
  if (handler) {
    const behaviour = guards.ofNode(handler.node)
    applies = (path) => appliesTo(behaviour, path)
    const roles = [...behaviour.roles]
    for (const label of solver.of(handler.node)) {
      const path = solver.labels.kind[label] === LabelKind.Api ? (solver.labels.data[label] as number) : -1
      const role = path < 0 ? undefined : linked.models.roles.get(path)?.role
      if (role && !roles.includes(role)) roles.push(role)
    }
    const node = handler.node < whole.size ? handler.node : (whole.base[file] as number)
    for (const role of roles)
      found.push({ name: `middleware (${calledName(linked, node) || 'this file'})`, role, scope: 'path', at: cite(linked, node) })
  }
  const config = exports.find(({ name }) => name === 'config')
  const matchers = config
    ? values
        .property(config.node, 'matcher')
        .flatMap((node) => values.elements(node))
        .flatMap((node) => [...values.property(node, 'source'), node])
        .flatMap((node) => values.texts(node))
        .map(({ value }) => value)
    : []
  return { guards: found, matchers, applies }
}

/** A matcher of Next: a path with `:name*`, or one with a regular expression in parentheses. */
function covers(matcher: string, path: string): boolean {
  if (/\(\?!/.test(matcher)) {
    const excluded = /\(\?!([^)]*)\)/.exec(matcher)?.[1]?.split('|') ?? []
    return !excluded.some((part) => part !== '' && path.slice(1).startsWith(part.replace(/[\\$.].*$/, '')))
  }
  if (/\/:\w+\*$/.test(matcher)) return pathCovers(matcher.replace(/\/:\w+\*$/, ''), path, true)
  return pathCovers(matcher.replace(/\(\.\*\)/, '*'), path, /\*/.test(matcher))
}

function skip(linked: Linked, file: number, pos: number): number {
  const { text } = linked.whole.files[file] as { text: string }
  const rest = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(pos, pos + 4000))
  return pos + (rest?.[0].length ?? 0)
}
