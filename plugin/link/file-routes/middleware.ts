/**
 * Files that run before the routes of an application or of a directory. In: a middleware file. Out: its guards, and which
 * routes it sees: those of its root or directory, as far as a matcher or its own tests of the path say.
 */
import { Kind } from '../../graph'
import type { Guard } from '../../types'
import { appliesTo, type Behaviour } from '../guards/behaviour'
import { LabelKind } from '../labels'
import { calledName, cite, citeLine, type Linked } from '../linked'
import { pathCovers } from '../paths'
import { type FiledRoute, functionsOf, type Place } from './handlers'

export interface Middleware {
  /** Files of routes that it runs before begin with this. */
  directory: string
  library: string
  /** Runs before pages alone: layouts do not run for other routes. */
  pagesOnly: boolean
  guards: Guard[]
  /** Where it is a route itself: it runs before others, and not before its own. */
  file?: number
  sees(path: string): boolean
}

const NAMES = ['middleware', 'proxy', 'handle', 'onRequest', 'handler', 'default']

export function middlewareOf(place: Place): Middleware {
  const { linked, guards, file, model } = place
  const { values, solver, models, whole } = linked
  const exports = whole.exports[file] as { name: string; node: number }[]
  const names = model.exports ? [...model.exports.keys()] : NAMES
  const handler = names.map((name) => exports.find((entry) => entry.name === name)).find((entry) => entry !== undefined)
  const found: Guard[] = []
  const behaviours: Behaviour[] = []
  const handlers = handler ? inSequence(linked, handler.node) : (whole.commonjs[file] as number[])
  for (const node of handlers) {
    const behaviour = guards.ofNode(node)
    behaviours.push(behaviour)
    const roles = new Set(behaviour.roles)
    for (const label of solver.of(node)) {
      const role = solver.labels.kind[label] === LabelKind.Api ? models.roles.get(solver.labels.data[label] as number)?.role : undefined
      if (role) roles.add(role)
    }
    const own = node < whole.size && whole.fileOf(node) === file
    const name = own ? calledName(linked, node) : functionsOf({ linked, guards }, node).map((fn) => whole.functions[fn]?.fact.name)[0]
    for (const role of roles)
      found.push({
        name: `${handler?.name === 'default' || !handler ? 'middleware' : handler.name} (${name || 'this file'})`,
        role,
        scope: 'path',
        at: own ? cite(linked, node) : citeLine(linked, file, 1),
      })
  }
  const config = exports.find(({ name }) => name === 'config')
  const matchers = config
    ? values
        .property(config.node, 'matcher')
        .flatMap((node) => values.elements(node))
        .flatMap((node) => [...values.property(node, 'source'), node])
        .flatMap((node) => values.texts(node))
        .filter(({ exact }) => exact)
        .map(({ value }) => value)
    : []
  const path = (whole.files[file] as { path: string }).path
  return {
    directory: isBelow(model.pattern) ? path.slice(0, path.lastIndexOf('/') + 1) : place.root,
    library: model.library,
    pagesOnly: model.handlers === 'layout',
    guards: found,
    sees: (route) =>
      behaviours.every((behaviour) => appliesTo(behaviour, route)) && (matchers.length === 0 || matchers.some((matcher) => covers(matcher, route))),
  }
}

/**
 * Files of Remix and its kin around which others are laid out: the loader of `admin.tsx` or `admin+/_layout.tsx` has run before the
 * page of `admin.users.tsx` or `admin+/users.tsx` is shown, and sends away whom it does not let in.
 */
export function layoutsOf(place: Place): Middleware[] {
  const { linked, file, model } = place
  const { path } = linked.whole.files[file] as { path: string }
  const name = path.replace(/\.\w+$/, '').replace(/\/route$/, '')
  if (/(?:^|[/.])_?index$/.test(name) || !linked.whole.exports[file]?.some((exported) => exported.name === 'loader')) return []
  const layout = middlewareOf({ ...place, model: { ...model, handlers: 'layout', exports: new Map([['loader', ['GET']]]) } })
  if (layout.guards.length === 0) return []
  const stem = name.replace(/_layout$/, '')
  const guards = layout.guards.map((guard) => ({ ...guard, name: `loader of ${path.slice(path.lastIndexOf('/') + 1)}` }))
  return (stem === name ? [`${name}.`, `${name}/`] : [stem]).map((directory) => ({ ...layout, guards, directory, file }))
}

/** A pattern with a group tells the directory that the middleware stands in. */
const isBelow = (pattern: RegExp) => /\((?!\?)/.test(pattern.source)

/** `[one, other]`, `sequence(one, other)`: each for itself. */
function inSequence(linked: Linked, node: number): number[] {
  const { values, whole } = linked
  const made = values.definitions(node).flatMap((definition) => {
    if (whole.kind[definition] === Kind.Call && calledName(linked, definition) === 'sequence') return [...whole.args(definition)]
    return whole.kind[definition] === Kind.Array ? [...whole.items(whole.a[definition] as number)] : []
  })
  return made.length > 0 ? made : [node]
}

export function putInForce(middleware: readonly Middleware[], routes: readonly FiledRoute[], linked: Linked): void {
  for (const route of routes) {
    const { path } = linked.whole.files[route.file] as { path: string }
    const own = middleware.filter(
      ({ directory, library, pagesOnly, file, sees }) =>
        file !== route.file && library === route.framework && path.startsWith(directory) && (!pagesOnly || isPage(route)) && sees(route.path),
    )
    // Outer directories run first.
    own.sort((one, other) => one.directory.length - other.directory.length)
    route.guards.unshift(...own.flatMap(({ guards }) => guards))
  }
}

const isPage = ({ modules, handlers, methods }: FiledRoute) =>
  methods.includes('GET') && (modules !== undefined || handlers.some(({ name }) => /^(?:load|default|loader)$/.test(name)))

/** A matcher of Next: a path with `:name*`, or one with a regular expression in parentheses. */
export function covers(matcher: string, path: string): boolean {
  if (/\(\?!/.test(matcher)) {
    const expression = expressionOf(matcher)
    // What cannot be told is taken to run: a guard too many is looked at, one too few is reported as missing.
    return expression === undefined || expression.test(path.slice(0, 200).replace(/[:{]([\w-]+)[}*?]?/g, '$1'))
  }
  if (/\/:\w+[*+]$/.test(matcher)) return pathCovers(matcher.replace(/\/:\w+[*+]$/, ''), path, true)
  return pathCovers(matcher.replace(/\(\.\*\)/, '*'), path, /\*/.test(matcher))
}

/** Texts from analysed code become expressions only where they are short and repeat nothing that repeats. */
function expressionOf(matcher: string): RegExp | undefined {
  if (matcher.length > 400 || /[*+}]\)[*+{]/.test(matcher)) return undefined
  try {
    return new RegExp(`^${matcher.replace(/\/:\w+\*/g, '(?:/.*)?').replace(/\/:\w+/g, '/[^/]+')}/?$`)
  } catch {
    return undefined
  }
}
