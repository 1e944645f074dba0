/**
 * CloudFormation and its serverless form (SAM). In: a template; tags such as `!Ref` and `!GetAtt` are read as the text behind them.
 * Out: one operation for each event of a function, handlers with the folder that the template gives them.
 */
import { at, type Entry, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import { cronOf, lastPart, pathParameters, type Told, teller } from './platform'
import type { DefinitionReader } from './reader'
import { readDocument } from './text'

export const cloudFormation: DefinitionReader = {
  format: 'cloudformation',
  reads: (path, text) =>
    /\.(?:ya?ml|json|template)$/i.test(path) && /AWS::(?:Serverless|Lambda|Events)/.test(text) && /["']?Resources["']?\s*:/.test(text),
  read(text, path) {
    const document = readDocument(text, path)
    const tell = teller(text)
    const shared = at(document, 'Globals', 'Function')
    const globalAuth =
      textOf(at(document, 'Globals', 'Api', 'Auth', 'DefaultAuthorizer')) ?? textOf(at(document, 'Globals', 'HttpApi', 'Auth', 'DefaultAuthorizer'))
    const resources = entriesOf(at(document, 'Resources'))
    const authorizers = new Map(
      resources.flatMap(({ key, value }) => {
        const by = textOf(at(value, 'Properties', 'Auth', 'DefaultAuthorizer'))
        return by ? [[key, by] as const] : []
      }),
    )
    const operations = resources.flatMap(({ value, key, line }) => {
      const type = textOf(at(value, 'Type'))
      const properties = at(value, 'Properties')
      if (type === 'AWS::Serverless::Function') {
        const handler = handlerOf(value, properties, shared)
        const purpose = textOf(at(properties, 'Description'))
        const url = at(properties, 'FunctionUrlConfig')
        return [
          ...entriesOf(at(properties, 'Events')).flatMap((event) =>
            eventOf(event, globalAuth, authorizers).map((told) => tell({ ...told, handler, purpose, line: event.line })),
          ),
          ...(url
            ? [
                tell({
                  kind: 'http',
                  method: 'ANY',
                  path: '/',
                  handler,
                  purpose,
                  line: url.line,
                  ...(textOf(at(url, 'AuthType')) === 'AWS_IAM' ? { secured: { yes: true, by: 'AWS_IAM', line: url.line } } : {}),
                }),
              ]
            : []),
        ]
      }
      if (type === 'AWS::Events::Rule') {
        const rate = textOf(at(properties, 'ScheduleExpression'))
        const target = textOf(at(itemsOf(at(properties, 'Targets'))[0], 'Arn'))?.split('.')[0]
        const fn = resources.find((each) => each.key === target)?.value
        const handler = fn ? handlerOf(fn, at(fn, 'Properties'), shared) : undefined
        return rate ? [tell({ kind: 'schedule', method: 'CRON', path: cronOf(rate), handler, line })] : []
      }
      if (type === 'AWS::Lambda::EventSourceMapping') {
        const fn = resources.find((each) => each.key === reference(at(properties, 'FunctionName')))?.value
        const handler = fn ? handlerOf(fn, at(fn, 'Properties'), shared) : undefined
        return [tell({ kind: 'queue', method: 'SUBSCRIBE', path: reference(at(properties, 'EventSourceArn')) || key, handler, line })]
      }
      return []
    })
    return { name: textOf(at(document, 'Description')), operations, types: [] }
  },
}

function handlerOf(resource: Located, properties: Located | undefined, shared: Located | undefined): string | undefined {
  const handler = textOf(at(properties, 'Handler')) ?? textOf(at(shared, 'Handler'))
  if (!handler) return undefined
  const folder = textOf(at(properties, 'CodeUri')) ?? textOf(at(shared, 'CodeUri')) ?? ''
  // A build of the template names the sources itself.
  const entry = textOf(oneOrMore(at(resource, 'Metadata', 'BuildProperties', 'EntryPoints'))[0])
  const name = handler.slice(handler.lastIndexOf('.'))
  const file = entry ? `${entry.replace(/\.[cm]?[jt]sx?$/, '')}${name}` : handler
  return `${folder.replace(/\/+$/, '')}${folder ? '/' : ''}${file}`.replace(/^\.\//, '')
}

function eventOf({ value, line }: Entry, globalAuth: string | undefined, authorizers: Map<string, string>): Omit<Told, 'line'>[] {
  const properties = at(value, 'Properties')
  const field = (...keys: string[]) => keys.map((name) => reference(at(properties, name))).find((text) => text !== '')
  switch (textOf(at(value, 'Type'))) {
    case 'Api':
    case 'HttpApi': {
      const method = textOf(at(properties, 'Method')) ?? 'any'
      const path = textOf(at(properties, 'Path')) ?? '/{proxy+}'
      const own = textOf(at(properties, 'Auth', 'Authorizer'))
      const api = field('RestApiId', 'ApiId')
      const by = own ?? authorizers.get(api ?? '') ?? globalAuth
      return [
        {
          kind: 'http',
          method: /^(?:any|\*)$/i.test(method) ? 'ANY' : method.toUpperCase(),
          path,
          parameters: pathParameters(path),
          ...(by && by !== 'NONE' ? { secured: { yes: true, by, line: at(properties, 'Auth')?.line ?? line } } : {}),
        },
      ]
    }
    case 'Schedule':
    case 'ScheduleV2':
      return [
        { kind: 'schedule', method: 'CRON', path: cronOf(textOf(at(properties, 'Schedule')) ?? textOf(at(properties, 'ScheduleExpression')) ?? '') },
      ]
    case 'SQS':
    case 'SNS':
    case 'Kinesis':
    case 'DynamoDB':
    case 'MSK':
    case 'MQ':
    case 'SelfManagedKafka':
      return [{ kind: 'queue', method: 'SUBSCRIBE', path: field('Queue', 'Topic', 'Stream', 'Queues', 'Topics') ?? 'a name that is not in the file' }]
    case 'S3':
      return [{ kind: 'event', method: 'ON', path: `${field('Bucket') ?? 'bucket'} ${textOf(oneOrMore(at(properties, 'Events'))[0]) ?? ''}`.trim() }]
    case 'EventBridgeRule':
    case 'CloudWatchEvent':
      return oneOrMore(at(properties, 'Pattern', 'detail-type')).map((each) => ({ kind: 'event', method: 'ON', path: textOf(each) ?? 'an event' }))
    default:
      return []
  }
}

/** `!GetAtt Orders.Arn`, `Fn::GetAtt: [Orders, Arn]`, `Ref: Orders`, an ARN, or a name. */
function reference(value: Located | undefined): string {
  if (!value) return ''
  if (value.kind === 'list') return textOf(itemsOf(value)[0])?.split('.')[0] ?? ''
  const own = textOf(value)
  if (own !== undefined) return lastPart(own)
  return reference(at(value, 'Fn::GetAtt') ?? at(value, 'Ref') ?? at(value, 'Fn::Sub'))
}
