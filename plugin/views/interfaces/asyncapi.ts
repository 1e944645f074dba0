/** Messages that come in and go out as AsyncAPI 3: one channel a topic, one operation for each place that sends or receives. */
import { rowsByName } from '../../rows-by-name'
import type { EntryPoint, Program, Publication, Shape } from '../../types'
import { compareText } from '../order'
import { schemas } from './schema'

export interface AsyncApiExport {
  document: Record<string, unknown>
  /** Operations. */
  count: number
}

const carried = new Set<EntryPoint['kind']>(['websocket', 'queue', 'event'])

interface Message {
  topic: string
  action: 'receive' | 'send'
  library: string
  shape: Shape | undefined
  file: string
  line: number
  purpose?: string
}

export function asyncApiOf(program: Program): AsyncApiExport | undefined {
  const messages = [...program.entryPoints.filter(({ kind }) => carried.has(kind)).map(received), ...program.publications.map(sent)].sort(
    (a, b) => compareText(a.topic, b.topic) || compareText(a.action, b.action) || compareText(a.file, b.file) || a.line - b.line,
  )
  if (messages.length === 0) return undefined
  const types = schemas('#/components/schemas')
  const names = namer()
  const channels = new Map<string, { id: string; channel: { address: string; messages: Record<string, unknown> } }>()
  const operations: Record<string, unknown> = {}
  for (const { topic, action, library, shape, file, line, purpose } of messages) {
    const place = channels.get(topic) ?? { id: names(topic), channel: { address: topic, messages: rowsByName<Record<string, unknown>>({}) } }
    channels.set(topic, place)
    const message = shape?.name ? shape.name.replace(/[^A-Za-z0-9._-]+/g, '_') : 'message'
    place.channel.messages[message] ??= shape ? { payload: types.of(shape) } : { summary: 'What it holds could not be told.' }
    operations[names(`${action} ${topic}`)] = {
      action,
      channel: { $ref: `#/channels/${place.id}` },
      messages: [{ $ref: `#/channels/${place.id}/messages/${message}` }],
      ...(purpose ? { summary: purpose } : {}),
      'x-source': `${file}:${line}`,
      'x-library': library,
    }
  }
  const components = types.components()
  return {
    document: {
      asyncapi: '3.0.0',
      info: { title: program.project.name || 'Messages', version: program.project.version ?? '0.0.0', description: 'Read from the code.' },
      channels: Object.fromEntries([...channels.values()].map(({ id, channel }) => [id, channel])),
      operations,
      ...(Object.keys(components).length > 0 ? { components: { schemas: components } } : {}),
    },
    count: messages.length,
  }
}

function received({ path, framework, body, at, purpose }: EntryPoint): Message {
  return { topic: path, action: 'receive', library: framework, shape: body?.shape, file: at.file, line: at.line, ...(purpose ? { purpose } : {}) }
}

function sent({ topic, library, shape, at }: Publication): Message {
  return { topic, action: 'send', library, shape, file: at.file, line: at.line }
}

/** Identifiers as the standard wants them, each once. */
function namer(): (text: string) => string {
  const given = new Set<string>()
  return (text) => {
    const base = text.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '') || 'channel'
    let name = base
    for (let number = 2; given.has(name); number++) name = `${base}_${number}`
    given.add(name)
    return name
  }
}
