/** Acts of a model file, onto API paths. What is not written gets its usual value here, and nowhere else. */
import type { ActFile } from './act-keys'
import type { Act } from './acts'

/** By API path: what calling it does. */
export type Acts = Map<number, { library: string; act: Act }[]>

export function addActs(acts: Acts, library: string, file: ActFile, located: (source: string) => number[]): void {
  const act = (call: string | string[], meaning: Act) => {
    for (const source of [call].flat())
      for (const at of located(source)) {
        const known = acts.get(at)
        if (known) known.push({ library, act: meaning })
        else acts.set(at, [{ library, act: meaning }])
      }
  }
  for (const { call, method, path: where, handlers, schemas, limits, tells, each, auth, answersTo } of file.routes ?? [])
    act(call, {
      act: 'route',
      method,
      path: where,
      handlers,
      schemas: schemas ?? [],
      limits: limits ?? [],
      tells: tells ?? [],
      each,
      auth,
      answersTo,
    })
  for (const { call, path: where } of file.builders ?? []) act(call, { act: 'builder', path: where })
  for (const call of file.uses ?? []) act(call, { act: 'use' })
  for (const { call, plugin, prefix, handlers, each, options } of file.registers ?? [])
    act(call, { act: 'register', plugin, prefix, handlers: handlers ?? [], each, options })
  for (const { call, handler, names, role } of file.hooks ?? []) act(call, { act: 'hook', handler, names, role })
  for (const { call, name, handler, value, inherited } of file.params ?? [])
    act(call, { act: 'param', name, handler, value, inherited: inherited ?? false })
  for (const { call, body, prefix } of file.groups ?? []) act(call, { act: 'group', body, prefix })
  for (const { call, handler } of file.servers ?? []) act(call, { act: 'serve', handler })
  for (const { call, routes } of file.tables ?? []) act(call, { act: 'table', routes })
  for (const { call, parent, path: where } of file.attaches ?? []) act(call, { act: 'attach', parent, path: where })
  for (const { call, only, except, without } of file.narrows ?? []) act(call, { act: 'narrow', only, except, without: without ?? [] })
  for (const { call, path: where } of file.prefixes ?? []) act(call, { act: 'prefix', path: where })
  for (const { call, paths: where, base, keys, controller, actions, existing, dotted, only, except } of file.resources ?? [])
    act(call, {
      act: 'resource',
      paths: where,
      base,
      keys,
      controller,
      actions: actions ?? {},
      existing: existing ?? false,
      dotted: dotted ?? false,
      only,
      except,
    })
  for (const { call, directory, prefix } of file.autoloads ?? []) act(call, { act: 'autoload', directory, prefix })
  for (const { call, kind, method, label, handler, handledBy, payload, event, told, ignore } of file.listeners ?? [])
    act(call, { act: 'listen', kind, method, label, handler, handledBy, payload, event, told: told ?? false, ignore: ignore ?? [] })
  for (const { call, kind, topic, payload, ignore } of file.publications ?? [])
    act(call, { act: 'publish', kind, topic, payload, ignore: ignore ?? [] })
  for (const { call, path: where, target } of file.mounted ?? []) act(call, { act: 'mounted', path: where, target })
  for (const { call, name, value, of } of file.decorates ?? []) act(call, { act: 'decorate', name, value, of })
  for (const { call, setting, at } of file.settings ?? []) act(call, { act: 'setting', setting, at })
  for (const { call, path: where, plugin } of file.graphqlServers ?? []) act(call, { act: 'graphql', path: where, plugin: plugin ?? false })
  for (const { call, routes, prefix } of file.contracts ?? []) act(call, { act: 'contract', routes, prefix })
  for (const { call, service, implementation } of file.grpcServers ?? []) act(call, { act: 'grpc', service, implementation })
  for (const { call, router, path: where, plugin, usual } of file.procedureServers ?? [])
    act(call, { act: 'procedures', router, path: where, plugin: plugin ?? false, usual: usual ?? '/api/trpc' })
  for (const { call, kind, name } of file.connections ?? []) act(call, { act: 'connect', kind, name })
}
