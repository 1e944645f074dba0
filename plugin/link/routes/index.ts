/**
 * The table of HTTP entry points of frameworks with routers. In: calls whose API path has an act. Out: entry points with full
 * paths and the guards in force. A router is an object with identity; mounts and plugins make a tree of them, and a route is
 * reported once for every way from a root of that tree.
 */
import type { Guard } from '../../types'
import { Guards } from '../guards'
import type { Linked } from '../linked'
import { joinPaths } from '../paths'
import { registerAll } from './acts'
import { collectedRoutes } from './collectors'
import { applicationWide, isEntry, routesOf } from './in-force'
import { loopbackRoutes } from './loopback'
import { withOwnRouters } from './own-routers'
import { pathGroups } from './path-groups'
import { askedForIn, rawServerRoutes } from './raw-servers'
import { sailsRoutes } from './sails'
import { tableRoutes } from './tables'
import { type BehindExpression, type FoundRoute, type Handler, newTree, type Registration, type RouteTree } from './tree'
import { isOfTests, waysTo } from './ways'

export { type Asking, type BehindExpression, type ByMarks, type FoundRoute, type Handler, type InFront, NO_MARKS } from './tree'

/** Addresses that middleware asks for itself. */
const asked = (tree: RouteTree, { handlers, node, framework }: Registration) =>
  handlers.flatMap(({ functions }) => functions.flatMap((fn) => askedForIn(tree, fn, node, framework)))

const behindExpressions = ({ linked }: RouteTree, { node, paths, handlers, kind }: Registration): BehindExpression[] =>
  kind === 'hook'
    ? []
    : paths.flatMap((path) => {
        const groups = pathGroups(linked, node, path)
        return groups && groups.size > 0 ? [{ functions: handlers.flatMap(({ functions }) => functions), groups }] : []
      })

export class Routes {
  readonly guards: Guards
  /** Routes of routers that nothing mounts. */
  readonly unmounted: FoundRoute[] = []
  /** Middleware in force for whole applications, in order. */
  readonly applicationWide: Guard[] = []
  /** By function: paths below the router that it is registered for, empty where it runs for others as well. */
  readonly registered = new Map<number, Set<string>>()
  /** Middleware of paths that are expressions. */
  readonly handingOn: BehindExpression[] = []
  private tree: RouteTree | undefined

  constructor(private readonly linked: Linked) {
    this.guards = new Guards(linked)
  }

  find(): FoundRoute[] {
    const tree = newTree(this.linked, this.guards)
    this.tree = tree
    registerAll(tree)
    const found: FoundRoute[] = []
    const routers = [...new Set([...tree.registrations.keys(), ...tree.mounts.keys()])]
    const ofTests = new Set(routers.filter((router) => isOfTests(tree, router)))
    const own = new Set(
      routers.filter((router) => !ofTests.has(router)).flatMap((router) => (tree.registrations.get(router) ?? []).map(({ node }) => node)),
    )
    for (const router of routers) {
      const ways = waysTo(tree, router)
      for (const registration of tree.registrations.get(router) ?? []) {
        // Tests put the program's routes on routers of their own as well: the address that they have there is none of the program's.
        if (ofTests.has(router) && own.has(registration.node)) continue
        const isRoute = registration.kind === 'route' && registration.framework === 'express'
        this.register(registration.handlers, isRoute ? registration.paths : [''])
        if (registration.kind === 'use')
          for (const way of ways.slice(0, 1))
            for (const route of asked(tree, registration))
              found.push({ ...route, path: joinPaths(joinPaths(way.prefix, registration.paths[0] ?? ''), route.path) })
        if (!isEntry(tree, registration)) {
          this.handingOn.push(...behindExpressions(tree, registration))
          continue
        }
        if (ways.length === 0) this.unmounted.push(...routesOf(tree, registration, router, { prefix: '', chain: [] }))
        for (const way of ways) found.push(...routesOf(tree, registration, router, way))
      }
      if (ways.some(({ chain }) => chain.length === 0)) this.applicationWide.push(...applicationWide(tree, router))
    }
    const others = [
      ...collectedRoutes(tree, new Set([...found, ...this.unmounted].map(({ node }) => node))),
      ...rawServerRoutes(tree),
      ...tableRoutes(tree),
      ...loopbackRoutes(tree),
      ...sailsRoutes(tree),
    ]
    for (const { handlers } of others) this.register(handlers, [''])
    return [...withOwnRouters(tree, found, this.unmounted), ...others]
  }

  private register(handlers: readonly Handler[], paths: readonly string[]): void {
    for (const fn of handlers.flatMap(({ functions }) => functions)) {
      const known = this.registered.get(fn)
      if (known) for (const path of paths) known.add(path)
      else this.registered.set(fn, new Set(paths))
    }
  }

  /** What a request meets before a handler that a library made: `app.use('/graphql', signedIn, graphqlHTTP(…))`. After `find`. */
  guardsBefore(isHandler: (node: number) => boolean): Guard[] {
    for (const [router, registrations] of this.tree?.registrations ?? [])
      for (const registration of registrations)
        if (registration.kind !== 'hook' && registration.handlers.some(({ node }) => isHandler(node))) {
          const [way] = waysTo(this.tree as RouteTree, router)
          return routesOf(this.tree as RouteTree, registration, router, way ?? { prefix: '', chain: [] })[0]?.guards ?? []
        }
    return []
  }
}
