/** Routes of controllers: application's prefix, version, mount, controller and method put together, once for every application. */
import { Kind } from '../../graph'
import type { Evidence, Guard } from '../../types'
import { LabelKind } from '../labels'
import { cite, citeLine, type Linked } from '../linked'
import { joinPaths, pathCovers } from '../paths'
import type { Asking, FoundRoute } from '../routes/index'
import type { Membership } from './applications'
import { askingOf, decoratedGuards, inForce, parameterPipes } from './class-guards'
import { consumedBy } from './consumers'
import { argumentsOf, type Decoration, decorationsOf, type Member, optionOf, pathTextsOf, textsIn } from './decorations'
import { purposeOf, responsesOf } from './described'
import { hasMark, metadataOf } from './metadata'
import { parametersOf } from './parameters'
import { skippedRoles } from './skipped'
import { controllerOf, type DecoratedClass, type Surroundings } from './surroundings'
import { typesOf } from './types'

/** More applications and prefixes of one method than this are a mistake of ours. */
const MOST_PATHS = 64

export function routesOf(around: Surroundings, owner: DecoratedClass, member: Member, route: Decoration, ofMethod: Decoration[]): FoundRoute[] {
  const { linked, applications } = around
  const fn = member.node >= 0 && linked.whole.kind[member.node] === Kind.Function ? (linked.whole.a[member.node] as number) : -1
  const decorators = parameterDecorators(linked, fn)
  const name = `${linked.whole.classes[owner.cls]?.fact.name || 'anonymous'}.${member.name}`
  const given = parametersOf(linked, fn, decorators, ofMethod)
  const purpose = purposeOf(linked, ofMethod)
  const responses = responsesOf(linked, ofMethod)
  const at = placeOfDecorator(linked, route, member)
  return applications.of(owner.cls).flatMap((membership) =>
    methodsOf(linked, route).flatMap((method) =>
      pathsOf(around, owner, membership, ofMethod, pathTextsWith(linked, route, ofMethod), method)
        .slice(0, MOST_PATHS)
        .map(({ path, local, notes }) => ({
          framework: route.library,
          methods: [method],
          path,
          node: route.node,
          at,
          handlers: [
            {
              node: member.node >= 0 ? member.node : route.node,
              name,
              at: placeOf(linked, fn, route.node),
              labels: [],
              functions: fn < 0 ? [] : [fn],
            },
          ],
          guards: guardsOf(around, owner, membership, member, ofMethod, decorators, fn, local, method),
          asks: askingBefore(around, owner, membership, member, ofMethod),
          passes: passesOf(around, owner, local, method),
          schemas: [],
          limits: [],
          generated: false,
          serves: undefined,
          notes,
          given,
          ...(purpose ? { purpose } : {}),
          ...(responses.length > 0 ? { responses } : {}),
          ...(fn < 0 ? {} : { method: fn }),
        })),
    ),
  )
}

/** `httpMethod('purge', '/x')` says its method in an argument. */
function methodsOf(linked: Linked, route: Decoration): string[] {
  const { method = 'ALL' } = route.model
  if (!/^\d/.test(method)) return [method]
  const argument = argumentsOf(linked, route)[Number(method)]
  const found = argument === undefined ? [] : textsIn(linked, route, argument).map((text) => text.toUpperCase())
  return found.length > 0 ? found : ['ALL']
}

/** Some frameworks say the path in a decorator of its own: `@GET @Path('x')`. */
function pathTextsWith(linked: Linked, route: Decoration, ofMethod: readonly Decoration[]): string[] {
  return orEmpty([
    ...pathTextsOf(linked, route),
    ...ofMethod.filter(({ model }) => model.decorator === 'path').flatMap((path) => pathTextsOf(linked, path)),
  ])
}

interface Place {
  path: string
  /** Without the application's prefix and version. */
  local: string
  notes: string[]
}

export function pathsOf(
  around: Surroundings,
  owner: DecoratedClass,
  { settings, mountedAt }: Membership,
  ofMethod: readonly Decoration[],
  paths: readonly string[],
  method: string,
): Place[] {
  const { linked } = around
  const { versioning } = settings
  const written = firstOf(versionsOf(linked, ofMethod), versionsOf(linked, owner.decorations))
  const versions = written.length > 0 ? written : (versioning?.defaults ?? [])
  const inPath = versions.length > 0 && (!versioning || versioning.by === 'uri')
  const notes = !versioning
    ? written.length > 0
      ? ['Nothing that was read turns versioning on; the version is taken to be a part of the path']
      : []
    : versioning.by !== 'uri' && versions.length > 0
      ? [
          `Version ${versions.join(' or ')}, which clients ask for ${versioning.by === 'custom' ? 'in a way of the application' : `in the ${versioning.by}`}`,
        ]
      : []
  return prefixesOf(around, owner).flatMap((prefix) =>
    paths.flatMap((path) => {
      const local = joinPaths(mountedAt, joinPaths(joinPaths('', prefix), path)).replace(/(.)\/+$/, '$1')
      const excluded = settings.exclude.some((rule) => pathCovers(rule.path, local, false) && (rule.method === 'ALL' || rule.method === method))
      const global = excluded ? '' : settings.prefix
      return (inPath ? versions : ['']).map((version) => {
        const numbered = version === '' || /VERSION_NEUTRAL/.test(version) ? '' : `${versioning?.prefix ?? 'v'}${version}`
        return { path: joinPaths(joinPaths(global, numbered), local) || '/', local, notes }
      })
    }),
  )
}

/** Paths of a controller, in those of the controllers that name it as their child. */
function prefixesOf(around: Surroundings, { cls, controller, decorations }: DecoratedClass, depth = 0): string[] {
  const { linked, applications } = around
  const own = orEmpty(
    decorations
      .filter((decoration) => decoration === controller || decoration.model.decorator === 'path')
      .flatMap((path) => pathTextsOf(linked, path)),
  )
  const parents = depth > 4 ? [] : applications.parentsOf(cls)
  if (parents.length === 0) return own
  return parents.flatMap((parent) => {
    const ofParent = decorationsOf(linked, linked.whole.classes[parent]?.decorators ?? [])
    const above = { cls: parent, decorations: ofParent, controller: controllerOf(ofParent) }
    return prefixesOf(around, above, depth + 1).flatMap((prefix) => own.map((path) => joinPaths(joinPaths('', prefix), path)))
  })
}

function versionsOf(linked: Linked, decorations: readonly Decoration[]): string[] {
  for (const decoration of decorations) {
    const nodes =
      decoration.model.decorator === 'version'
        ? argumentsOf(linked, decoration).slice(0, 1)
        : decoration.model.decorator === 'controller'
          ? optionOf(linked, decoration, 'version')
          : []
    const versions = nodes.flatMap((node) => textsIn(linked, decoration, node))
    if (versions.length > 0) return versions
  }
  return []
}

export function guardsOf(
  { linked, guards, consumers }: Surroundings,
  { cls, decorations }: DecoratedClass,
  { settings }: Membership,
  member: Member,
  ofMethod: Decoration[],
  parameters: readonly number[],
  fn: number,
  local: string,
  method: string,
): Guard[] {
  const all = [...ofMethod, ...decorations]
  const isOpen = isMarkedOpen(linked, cls, member, all)
  const skipped = skippedRoles(linked, ofMethod, decorations)
  const metadata = metadataOf(linked, all)
  const found = [
    ...inForce(settings.guards, metadata, isOpen).filter(({ role }) => !skipped.has(role)),
    ...consumedBy(consumers, cls, local, method).flatMap((consumer) => consumer.guards),
    ...inForce(
      [...decoratedGuards(linked, guards, decorations, 'class'), ...decoratedGuards(linked, guards, ofMethod, 'route')],
      metadata,
      isOpen,
    ).filter(({ role, scope }) => !(scope === 'class' && skipped.has(role))),
    ...parameterPipes(linked, parameters),
  ]
  // A pipe for everything checks only what a class describes: an interface is gone when the program runs.
  return hasCheckedParameter(linked, fn, parameters) ? found : found.filter(({ role, scope }) => role !== 'validation' || scope === 'route')
}

/** Middleware that modules put in front. */
const passesOf = ({ consumers }: Surroundings, { cls }: DecoratedClass, local: string, method: string): FoundRoute['passes'] =>
  [...new Set(consumedBy(consumers, cls, local, method).flatMap(({ functions }) => functions))].map((fn) => ({ fn, own: false }))

function askingBefore(
  { linked, guards }: Surroundings,
  { cls, decorations }: DecoratedClass,
  { settings }: Membership,
  member: Member,
  ofMethod: Decoration[],
): Asking[] {
  const given = [...settings.guards, ...decoratedGuards(linked, guards, decorations, 'class'), ...decoratedGuards(linked, guards, ofMethod, 'route')]
  return askingOf(given, metadataOf(linked, [...ofMethod, ...decorations]), isMarkedOpen(linked, cls, member, [...ofMethod, ...decorations]))
}

function isMarkedOpen(linked: Linked, cls: number, member: Member, all: readonly Decoration[]): boolean {
  const isPublic = all.some(({ model }) => model.decorator === 'public')
  return isPublic || hasMark(linked, [...(linked.whole.classes[cls]?.decorators ?? []), ...member.decorators])
}

function hasCheckedParameter(linked: Linked, fn: number, parameters: readonly number[]): boolean {
  const { solver, whole } = linked
  if (parameters.length === 0) return false
  return whole.parameterDecorators.some(({ fn: of, index }) => {
    const param = of === fn ? whole.functions[fn]?.params[index] : undefined
    const type = param === undefined ? undefined : typesOf(linked).get(param)
    if (type === undefined || whole.kind[type] !== Kind.TypeRef) return false
    return solver
      .of(whole.a[type] as number)
      .some(
        (label) =>
          solver.labels.kind[label] === LabelKind.Class &&
          (whole.classes[solver.labels.data[label] as number]?.members ?? []).some(({ decorators }) => decorators.length > 0),
      )
  })
}

const expressions = new WeakMap<Linked, Map<number, number[]>>()
/** Decorators of a function's parameters. */
function parameterDecorators(linked: Linked, fn: number): readonly number[] {
  let known = expressions.get(linked)
  if (!known) {
    known = new Map()
    for (const { fn: of, expression } of linked.whole.parameterDecorators) {
      const list = known.get(of)
      if (list) list.push(expression)
      else known.set(of, [expression])
    }
    expressions.set(linked, known)
  }
  return known.get(fn) ?? []
}

/** The line of the decorator that the method bears, also where that is made of others or is not called. */
function placeOfDecorator(linked: Linked, { written }: Decoration, member: Member): Evidence {
  const { whole, values } = linked
  if (whole.kind[written] === Kind.Call) return cite(linked, written)
  const { text } = whole.files[member.file] as { text: string }
  const at = text.indexOf(`@${values.nameOf(written)}`, member.pos)
  return citeLine(linked, member.file, whole.lineAt(member.file, at >= 0 ? at : member.pos))
}

export function placeOf(linked: Linked, fn: number, fallback: number): Evidence {
  const { whole } = linked
  const fact = whole.functions[fn]
  if (!fact) return cite(linked, fallback)
  // Past the decorators, to the line with the method's name.
  const { text } = whole.files[fact.file] as { text: string }
  const at = text.indexOf(`${fact.fact.name}(`, fact.fact.pos)
  return citeLine(linked, fact.file, whole.lineAt(fact.file, at >= 0 && at < fact.fact.end ? at : fact.fact.pos))
}

const orEmpty = (texts: string[]) => (texts.length > 0 ? texts : [''])
const firstOf = (...lists: string[][]) => lists.find((list) => list.length > 0) ?? []
