/** serverless.yml: functions, what starts them, and the resources beside them. */
import escapeStringRegexp from 'escape-string-regexp'
import type { DeclaredReference } from '../../types'
import { readJson } from '../manifests/read/json'
import { at, entriesOf, itemsOf, type Located, mapsIn, textOf } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'
import { namesIn, resourcesOf } from './cloudformation'
import { environment } from './compose'
import type { DeploymentReader } from './reader'

export const serverless: DeploymentReader = {
  from: 'serverless',
  claims: ({ name }) => /^serverless(?:[.-].+)?\.(?:ya?ml|json)$/i.test(name),
  read(source, tell) {
    const root = source.name.endsWith('.json') ? readJson(source) : readYaml(source)[0]
    const stack = textOf(at(root, 'service')) ?? textOf(at(root, 'service', 'name'))
    const resources = resourcesOf(at(root, 'resources', 'Resources'), tell)
    const ids = new Set(resources.map(({ name }) => name))
    const functions = entriesOf(at(root, 'functions'))
    const isHttp = (event: Located) => entriesOf(event).some(({ key }) => /^http(?:Api)?$|^websocket$|^alb$/.test(key))
    const gateway = functions.find(({ value }) => itemsOf(at(value, 'events')).some(isHttp))
    const shared = environment(at(root, 'provider', 'environment'))
    return {
      ...(stack === undefined ? {} : { stack }),
      units: [
        ...(gateway ? [tell.unit('HTTP events', 'ingress', 'http events', gateway.line)] : []),
        ...functions.map((entry) => {
          const { key, value, line } = entry
          const handler = textOf(at(value, 'handler'))
          const image = textOf(at(value, 'image'))
          const events = itemsOf(at(value, 'events'))
          const http = events.find(isHttp)
          const named = namesIn(entry, ids, tell)
          const fed = new Set(
            namesIn({ ...entry, value: at(value, 'events') ?? value }, at(value, 'events') ? ids : new Set(), tell).map(({ to }) => to),
          )
          const variables = [...environment(at(value, 'environment')), ...shared]
          return tell.unit(key, 'function', 'function', line, {
            ...(handler === undefined ? {} : { command: handler }),
            ...(image === undefined ? {} : { image }),
            refers: [
              ...(http ? [{ ...tell.named('HTTP events', entriesOf(http)[0]?.key ?? 'http', http.line), incoming: true as const }] : []),
              ...named.map((each): DeclaredReference => (fed.has(each.to) ? { ...each, incoming: true } : each)),
              ...variables.flatMap(({ name, value: text, line: there }) =>
                [...ids]
                  .filter((id) => text !== undefined && new RegExp(`\\b${escapeStringRegexp(id)}\\b`).test(text))
                  .map((id) => tell.named(id, name, there)),
              ),
              ...mapsIn(at(root, 'provider', 'environment')).flatMap((each) =>
                ['Ref', 'Fn::GetAtt'].flatMap((word) => {
                  const target = at(each, word)
                  const to = textOf(target) ?? textOf(itemsOf(target)[0])
                  return target && to !== undefined && ids.has(to) ? [tell.named(to, 'environment', target.line)] : []
                }),
              ),
            ].filter(
              ({ to, label }, index, all) =>
                all.findIndex((other) => other.to === to && (other.label === label || other.to !== 'HTTP events')) === index,
            ),
          })
        }),
        ...resources,
      ],
    }
  },
}
