/** Times at which a platform runs something, and functions that it runs: vercel.json, wrangler, netlify.toml, function.json, CronJob, cron.yaml, Railway, Render. */
import { linesOf } from '../manifests/read/lines'
import { at, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import { readToml } from '../manifests/read/toml'
import { pathParameters, type Told, teller } from './platform'
import type { DefinitionReader } from './reader'
import { readDocument } from './text'

interface Settings {
  format: string
  reads: DefinitionReader['reads']
  operations(document: Located, path: string): Told[]
}

const settings: Settings[] = [
  {
    format: 'vercel',
    reads: (path, text) => /(?:^|\/)(?:vercel|now)\.json$/.test(path) && /crons/.test(text),
    operations: (document) =>
      itemsOf(at(document, 'crons')).map((cron) => ({
        kind: 'schedule',
        method: 'CRON',
        path: textOf(at(cron, 'schedule')) ?? '',
        purpose: `Calls ${textOf(at(cron, 'path')) ?? 'a route'}`,
        line: cron.line,
      })),
  },
  {
    format: 'wrangler',
    reads: (path, text) => /(?:^|\/)wrangler\.(?:toml|jsonc?)$/.test(path) && /crons|queues/.test(text),
    operations: (document) => {
      const main = textOf(at(document, 'main'))
      return [
        ...oneOrMore(at(document, 'triggers', 'crons')).map(
          (cron): Told => ({ kind: 'schedule', method: 'CRON', path: textOf(cron) ?? '', handler: main && `${main}#scheduled`, line: cron.line }),
        ),
        ...itemsOf(at(document, 'queues', 'consumers')).map(
          (consumer): Told => ({
            kind: 'queue',
            method: 'SUBSCRIBE',
            path: textOf(at(consumer, 'queue')) ?? '',
            handler: main && `${main}#queue`,
            line: consumer.line,
          }),
        ),
      ]
    },
  },
  {
    format: 'netlify',
    reads: (path, text) => /(?:^|\/)netlify\.toml$/.test(path) && /schedule/.test(text),
    operations: (document) => {
      const folder = textOf(at(document, 'functions', 'directory')) ?? textOf(at(document, 'build', 'functions')) ?? 'netlify/functions'
      return entriesOf(at(document, 'functions')).flatMap(({ key, value, line }): Told[] => {
        const schedule = textOf(at(value, 'schedule'))
        return schedule ? [{ kind: 'schedule', method: 'CRON', path: schedule, handler: `${folder}/${key}.handler`, line }] : []
      })
    },
  },
  {
    format: 'azure-function',
    reads: (path) => /(?:^|\/)function\.json$/.test(path),
    operations: (document, path) => {
      const name = path.split('/').at(-2) ?? ''
      const handler = `${(textOf(at(document, 'scriptFile')) ?? 'index.js').replace(/\.[cm]?[jt]s$/, '')}.${textOf(at(document, 'entryPoint')) ?? 'default'}`
      return itemsOf(at(document, 'bindings')).flatMap((binding): Told[] => {
        const field = (key: string) => textOf(at(binding, key))
        const { line } = binding
        switch (field('type')) {
          case 'httpTrigger': {
            const methods = oneOrMore(at(binding, 'methods')).map((each) => (textOf(each) ?? 'any').toUpperCase())
            const route = `/api/${field('route') ?? name}`.replace(/\{(\w+)[^}]*\}/g, '{$1}')
            const level = field('authLevel') ?? 'function'
            return (methods.length > 0 ? methods : ['ANY']).map((method) => ({
              kind: 'http',
              method,
              path: route,
              handler,
              line,
              parameters: pathParameters(route),
              ...(level.toLowerCase() === 'anonymous' ? {} : { secured: { yes: true, by: `authLevel ${level}`, line } }),
            }))
          }
          case 'timerTrigger':
            return [{ kind: 'schedule', method: 'CRON', path: field('schedule') ?? '', handler, line }]
          case 'queueTrigger':
          case 'serviceBusTrigger':
          case 'eventHubTrigger':
            return [
              { kind: 'queue', method: 'SUBSCRIBE', path: field('queueName') ?? field('topicName') ?? field('eventHubName') ?? '', handler, line },
            ]
          case 'blobTrigger':
          case 'cosmosDBTrigger':
          case 'eventGridTrigger':
            return [{ kind: 'event', method: 'ON', path: field('path') ?? field('containerName') ?? field('collectionName') ?? name, handler, line }]
          default:
            return []
        }
      })
    },
  },
  {
    format: 'kubernetes',
    reads: (path, text) => /\.ya?ml$/.test(path) && /^kind:\s*["']?CronJob\b/m.test(text),
    operations: (document) =>
      textOf(at(document, 'kind')) === 'CronJob'
        ? [
            {
              kind: 'schedule',
              method: 'CRON',
              path: textOf(at(document, 'spec', 'schedule')) ?? '',
              purpose: textOf(at(document, 'metadata', 'name')),
              line: at(document, 'spec', 'schedule')?.line ?? document.line,
            },
          ]
        : [],
  },
  {
    format: 'app-engine',
    reads: (path, text) => /(?:^|\/)cron\.ya?ml$/.test(path) && /^cron:/m.test(text),
    operations: (document) =>
      itemsOf(at(document, 'cron')).map((cron) => ({
        kind: 'schedule',
        method: 'CRON',
        path: textOf(at(cron, 'schedule')) ?? '',
        purpose: textOf(at(cron, 'description')) ?? `Calls ${textOf(at(cron, 'url')) ?? ''}`,
        line: cron.line,
      })),
  },
  {
    format: 'railway',
    reads: (path, text) => /(?:^|\/)railway\.(?:json|toml)$/.test(path) && /cronSchedule/.test(text),
    operations: (document) => {
      const cron = at(document, 'deploy', 'cronSchedule')
      return cron
        ? [{ kind: 'schedule', method: 'CRON', path: textOf(cron) ?? '', purpose: textOf(at(document, 'deploy', 'startCommand')), line: cron.line }]
        : []
    },
  },
  {
    format: 'render',
    reads: (path, text) => /(?:^|\/)render\.ya?ml$/.test(path) && /type:\s*cron/.test(text),
    operations: (document) =>
      itemsOf(at(document, 'services')).flatMap((service): Told[] => {
        const schedule = at(service, 'schedule')
        return schedule
          ? [{ kind: 'schedule', method: 'CRON', path: textOf(schedule) ?? '', purpose: textOf(at(service, 'name')), line: schedule.line }]
          : []
      }),
  },
]

export const platformSettings: DefinitionReader[] = settings.map(({ format, reads, operations }) => ({
  format,
  reads,
  read(text, path) {
    const tell = teller(text)
    const found = /\.toml$/.test(path)
      ? operations(readTomlText(text, path), path)
      : documentsIn(text, path).flatMap((part) => {
          const told = operations(readDocument(part.text, path), path)
          return told.map((each) => ({
            ...each,
            line: each.line + part.before,
            ...(each.secured ? { secured: { ...each.secured, line: each.secured.line + part.before } } : {}),
          }))
        })
    return { operations: found.filter((told) => told.path !== '').map(tell), types: [] }
  },
}))

function readTomlText(text: string, path: string): Located {
  const { lineAt, line, count } = linesOf(text)
  const problems: string[] = []
  const read = readToml({
    path,
    name: path.split('/').pop() as string,
    text,
    lineAt,
    line,
    lineCount: count,
    problem: (detail) => void problems.push(detail),
  })
  if (problems[0] !== undefined && entriesOf(read).length === 0) throw new Error(problems[0])
  return read
}

/** Documents of a YAML file that are about a schedule, each with the lines before it. */
function documentsIn(text: string, path: string): { text: string; before: number }[] {
  if (!/\.ya?ml$/.test(path)) return [{ text, before: 0 }]
  const parts: { text: string; before: number }[] = []
  let before = 0
  for (const part of text.split(/^---[^\n]*\n/m)) {
    if (/^[\w"']+\s*:/m.test(part) && (parts.length === 0 || /CronJob/.test(part))) parts.push({ text: part, before })
    before += part.split('\n').length
  }
  return parts
}
