/**
 * serverless.yml: what runs a function. In: YAML or JSON. Out: one operation for each event of a function, its handler as the file
 * writes it, and whether an authorizer stands before it.
 */
import type { DefinedOperation } from '../../graph'
import { at, type Entry, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import { cronOf, lastPart, pathParameters, type Told, teller } from './platform'
import type { DefinitionReader } from './reader'
import { readDocument } from './text'

export const serverless: DefinitionReader = {
  format: 'serverless',
  reads: (path, text) => /(?:^|\/)serverless(?:[.-][^/]+)?\.(?:ya?ml|json)$/i.test(path) && /functions/.test(text),
  read(text, path) {
    const document = readDocument(text, path)
    const tell = teller(text)
    const lists = oneOrMore(at(document, 'functions'))
    const base = (textOf(at(document, 'provider', 'httpApi', 'basePath')) ?? '').replace(/\/+$/, '')
    const operations = lists.flatMap((functions) =>
      entriesOf(functions).flatMap(({ value }) => {
        const handler = textOf(at(value, 'handler')) ?? textOf(at(value, 'entrypoint'))
        const purpose = textOf(at(value, 'description'))
        return [
          ...itemsOf(at(value, 'events')).flatMap((event) => {
            // `- http: GET /a` and `- schedule` alone are both events.
            const entry = entriesOf(event)[0] ?? ({ key: textOf(event) ?? '', line: event.line, value: event } satisfies Entry)
            return operationOf(entry, base).map((told) => tell({ ...told, handler, purpose, line: entry.line }))
          }),
          ...entriesOf(value)
            .filter(({ key, value: url }) => key === 'url' && textOf(url) !== 'false')
            .map(({ value: url, line }) =>
              tell({ kind: 'http', method: 'ANY', path: '/', handler, purpose, line, ...securedBy(at(url, 'authorizer'), line) }),
            ),
        ]
      }),
    )
    const service = at(document, 'service')
    return { name: textOf(service) ?? textOf(at(service, 'name')), operations, types: [] }
  },
}

function operationOf({ key, value, line }: Entry, base: string): Omit<Told, 'line'>[] {
  const field = (...keys: string[]) => keys.map((name) => textOf(at(value, name))).find((text) => text !== undefined)
  const own = value.kind === 'scalar' && key !== '' ? textOf(value) : undefined
  switch (key) {
    case 'http':
    case 'httpApi': {
      const [method, path] = own ? (/^(\S+)\s+(\S+)$/.exec(own)?.slice(1) ?? ['*', own]) : [field('method') ?? '*', field('path') ?? '*']
      return [
        http(
          method as string,
          `${key === 'httpApi' ? base : ''}/${(path as string).replace(/^\/+/, '')}`,
          securedBy(at(value, 'authorizer'), line),
          schemaParameters(value),
        ),
      ]
    }
    case 'alb': {
      const path = textOf(oneOrMore(at(value, 'conditions', 'path'))[0]) ?? '/'
      const method = textOf(oneOrMore(at(value, 'conditions', 'method'))[0]) ?? '*'
      return [http(method, path, securedBy(at(value, 'conditions', 'authorizer') ?? at(value, 'authorizer'), line))]
    }
    case 'schedule':
      return oneOrMore(value.kind === 'scalar' ? value : at(value, 'rate')).map((rate) => ({
        kind: 'schedule',
        method: 'CRON',
        path: cronOf(textOf(rate) ?? ''),
      }))
    case 'websocket': {
      const route = own ?? field('route') ?? '$default'
      if (route === '$disconnect') return []
      return [
        {
          kind: 'websocket',
          method: 'SEND',
          path: route === '$connect' ? 'connection' : route === '$default' ? 'message' : route,
          ...securedBy(at(value, 'authorizer'), line),
        },
      ]
    }
    case 'sqs':
    case 'sns':
    case 'stream':
    case 'kafka':
    case 'msk':
    case 'rabbitmq':
    case 'activemq':
      return [{ kind: 'queue', method: 'SUBSCRIBE', path: lastPart(own ?? field('arn', 'topicName', 'queue', 'topic') ?? reference(value)) }]
    case 's3':
      return [{ kind: 'event', method: 'ON', path: `${own ?? field('bucket') ?? 'bucket'} ${field('event') ?? 's3:ObjectCreated:*'}` }]
    case 'eventBridge':
    case 'cloudwatchEvent': {
      const rate = field('schedule')
      if (rate) return [{ kind: 'schedule', method: 'CRON', path: cronOf(rate) }]
      const types = oneOrMore(at(value, key === 'eventBridge' ? 'pattern' : 'event', 'detail-type')).flatMap((each) => textOf(each) ?? [])
      return (types.length > 0 ? types : [field('eventBus') ?? 'an event']).map((path) => ({ kind: 'event', method: 'ON', path }))
    }
    case 'cognitoUserPool':
    case 'iot':
    case 'cloudwatchLog':
    case 'alexaSkill':
      return [{ kind: 'event', method: 'ON', path: own ?? field('trigger', 'pool', 'sql', 'logGroup') ?? key }]
    default:
      return []
  }
}

function http(method: string, path: string, secured: Pick<Told, 'secured'>, parameters: DefinedOperation['parameters'] = []): Omit<Told, 'line'> {
  // `{proxy+}` takes the rest of the path; `*` alone is every path.
  const plain = path === '/*' ? '/*' : path
  return {
    kind: 'http',
    method: method === '*' || /^any$/i.test(method) ? 'ANY' : method.toUpperCase(),
    path: plain,
    ...secured,
    parameters: [...pathParameters(plain), ...parameters],
  }
}

/** An authorizer's name, or the name in its settings. */
function securedBy(authorizer: Located | undefined, line: number): Pick<Told, 'secured'> {
  if (!authorizer) return {}
  const by =
    textOf(authorizer) ?? textOf(at(authorizer, 'name')) ?? textOf(at(authorizer, 'type')) ?? lastPart(textOf(at(authorizer, 'arn')) ?? 'authorizer')
  return by === 'NONE' || by === 'false' ? {} : { secured: { yes: true, by, line: authorizer.line || line } }
}

/** `request: { parameters: { querystrings: { page: true } } }`. */
function schemaParameters(value: Located): DefinedOperation['parameters'] {
  const given = at(value, 'request', 'parameters')
  return [
    ...entriesOf(at(given, 'querystrings')).map(({ key, value: must }) => ({ name: key, in: 'query' as const, required: isRequired(must) })),
    ...entriesOf(at(given, 'headers')).map(({ key, value: must }) => ({ name: key, in: 'header' as const, required: isRequired(must) })),
  ]
}

function isRequired(value: Located): boolean {
  return textOf(value) === 'true' || textOf(at(value, 'required')) === 'true'
}

/** `Fn::GetAtt: [Orders, Arn]`, `Ref: Orders`: the resource that is meant. */
function reference(value: Located): string {
  const arn = at(value, 'arn') ?? value
  const list = [...oneOrMore(at(arn, 'Fn::GetAtt')), ...oneOrMore(at(arn, 'Ref')), ...(arn.kind === 'list' ? itemsOf(arn) : [])]
  return textOf(list[0])?.split('.')[0] ?? 'a name that is not in the file'
}
