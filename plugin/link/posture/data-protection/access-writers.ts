/**
 * What writes a line for every request, and what such a line holds. In: middleware of log libraries that is in force, servers that
 * log by themselves, functions of the program that log method and address. Out: writers.
 */
import { Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Evidence } from '../../../types'
import { cite, citeLine, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { packageOf } from '../../usages/origin'
import { code } from './control'
import { environmentOf, settingAround } from './environment'
import type { Ground } from './ground'
import { givenTo, type LogLine } from './log-lines'
import { type LogOutput, outputOf } from './log-outputs'
import { piecesOf } from './pieces'

export interface AccessWriter {
  /** `morgan, format combined`. */
  name: string
  /** What has to hold for it to be in force: `outside test`; '' where nothing does. */
  when: string
  at: Evidence
  /** The format is written in the code, or its library's own. */
  isKnown: boolean
  /** Parts of a line: `address of the caller`, `URL`. Each with its line, where a format says it. */
  parts: { part: Part; when: string; at: Evidence }[]
  output: LogOutput | undefined
  /** Hands its lines to a logger of the program. */
  through: string
}

export type Part =
  | 'address of the caller'
  | 'URL with its query'
  | 'user name'
  | 'referrer'
  | 'user agent'
  | 'request headers'
  | 'cookies and credentials in headers'
  | 'request body'
  | 'response body'
  | 'query parameters'

/** What the named formats of morgan hold, by its documentation; others hold what their tokens say. */
const NAMED: Record<string, Part[]> = rowsByName({
  combined: ['address of the caller', 'user name', 'URL with its query', 'referrer', 'user agent'],
  common: ['address of the caller', 'user name', 'URL with its query'],
  default: ['address of the caller', 'user name', 'URL with its query', 'referrer', 'user agent'],
  short: ['address of the caller', 'user name', 'URL with its query'],
  dev: ['URL with its query'],
  tiny: ['URL with its query'],
})

/** Tokens of morgan. */
const TOKENS: [RegExp, Part][] = [
  [/:remote-addr/, 'address of the caller'],
  [/:remote-user/, 'user name'],
  [/:url/, 'URL with its query'],
  [/:referrer/, 'referrer'],
  [/:user-agent/, 'user agent'],
  [/:req\[(?:authorization|cookie)\]/i, 'cookies and credentials in headers'],
  [/:(?:req-?)?body\b|:request-body/i, 'request body'],
  [/:res-?body|:response-body/i, 'response body'],
]

/** What libraries write that take no format, by their documentation. */
const LIBRARIES: [RegExp, Part[]][] = [
  [/pino|hapi-pino/, ['address of the caller', 'URL with its query', 'request headers', 'cookies and credentials in headers']],
  [/bunyan/, ['address of the caller', 'URL with its query', 'request headers', 'cookies and credentials in headers']],
  [/^morgan-body$|^express-requests?-logger$/, ['URL with its query', 'request body', 'response body']],
  [/^express-winston$/, ['URL with its query', 'request headers', 'cookies and credentials in headers', 'query parameters']],
  [/./, ['URL with its query']],
]

export function accessWriters(ground: Ground, lines: readonly LogLine[], outputs: readonly LogOutput[]): AccessWriter[] {
  const { linked } = ground
  const found: AccessWriter[] = []
  for (const call of ground.calls('access-log')) {
    const at = cite(linked, call)
    if (!ground.isMounted(call) && !/LoggerModule|register/.test(at.text)) continue
    found.push(writerOf(ground, call, at, outputs))
  }
  for (const { at, values } of ground.uses('server'))
    if (
      values.logger &&
      values.logger.state !== 'missing' &&
      values.logger.state !== 'unknown' &&
      !values.logger.texts.includes('false') &&
      !values.quiet?.texts.includes('true') &&
      /fastify/i.test(at.text)
    )
      found.push({
        name: 'logger of Fastify',
        when: '',
        isKnown: true,
        at,
        parts: (['address of the caller', 'URL with its query'] as Part[]).map((part) => ({ part, when: '', at })),
        output: undefined,
        through: '',
      })
  return found.length > 0 ? found : ownWriters(linked, lines)
}

function writerOf(ground: Ground, call: number, at: Evidence, outputs: readonly LogOutput[]): AccessWriter {
  const { linked } = ground
  const { whole, values } = linked
  const [format, options] = whole.args(call)
  const library = packageOf(linked, whole.a[call] as number) ?? 'a log library'
  const stream = options === undefined ? -1 : (values.property(options, 'stream')[0] ?? -1)
  const written = library.includes('morgan') && library !== 'morgan-body'
  const pieces = written && format !== undefined ? piecesOf(linked, format) : []
  const named = pieces.find(({ text }) => NAMED[text])
  const parts: AccessWriter['parts'] = []
  const put = (part: Part, when: string, place: Evidence) => {
    if (!parts.some((known) => known.part === part)) parts.push({ part, when, at: place })
  }
  for (const { text, node } of pieces) {
    const when = environmentOf(linked, node)
    for (const part of NAMED[text] ?? TOKENS.flatMap(([token, part]) => (token.test(text) ? [part] : []))) put(part, when, cite(linked, node))
  }
  if (!written) for (const part of LIBRARIES.find(([name]) => name.test(library))?.[1] ?? []) put(part, '', at)
  if (library === 'express-winston') for (const part of partsOfLists(ground)) put(part, '', at)
  const when = environmentOf(linked, call) || mountedWhen(ground, call)
  return {
    when,
    isKnown: !written || pieces.length > 0,
    name: `${code(library)}${named ? `, format ${code(named.text)}` : pieces.length > 0 ? ', a format of its own' : ''}${when ? `, ${when}` : ''}`,
    at,
    parts,
    output: outputOf(ground, outputs, stream),
    through: throughOf(linked, stream),
  }
}

/** Condition on the call that puts it in force, where it is made elsewhere or stands in one. */
function mountedWhen({ linked }: Ground, call: number): string {
  const { whole, values } = linked
  const said = settingAround(linked, call)
  if (said) return `where ${code(said)} holds`
  for (const use of lookupOf(whole).named(Kind.Call, 'use'))
    for (const argument of whole.args(use))
      if (values.definitions(argument).includes(call))
        return environmentOf(linked, use) || (settingAround(linked, use) && `where ${code(settingAround(linked, use))} holds`)
  return ''
}

/** Lists of express-winston to which the program adds. */
function partsOfLists(ground: Ground): Part[] {
  const found: Part[] = []
  const holds = (names: string[], name: string) => names.includes(name)
  for (const { kind, values } of ground.uses('access-log', 'access-log-field', 'access-log-answer')) {
    if (kind === 'access-log-answer' && holds(values.name?.texts ?? [], 'body')) found.push('response body')
    if (kind === 'access-log-field' && holds(values.name?.texts ?? [], 'body')) found.push('request body')
    if (holds(values.request?.texts ?? [], 'body') || (values.body?.texts.length ?? 0) > 0) found.push('request body')
    if (holds(values.response?.texts ?? [], 'body')) found.push('response body')
  }
  return found
}

/** Name of the logger that a stream of the program hands its lines to: `{ write: (line) => logger.info(line) }`. */
function throughOf(linked: Linked, stream: number): string {
  if (stream < 0) return ''
  const { whole, values } = linked
  for (const write of values.property(stream, 'write'))
    for (const fn of [write, ...values.definitions(write)].flatMap((node) => (whole.kind[node] === Kind.Function ? [whole.a[node] as number] : [])))
      for (const call of linked.effects.within(fn)) {
        if (whole.kind[call] !== Kind.Call || receiverOf(linked, call) < 0) continue
        const source = whole.sourceOf(call).replace(/\(.*$/s, '')
        if (/\blog|logger/i.test(source)) return source
      }
  return ''
}

/** `logger.info(req.method + ' ' + req.url)`: a function of the program that logs both. */
function ownWriters(linked: Linked, lines: readonly LogLine[]): AccessWriter[] {
  const { whole } = linked
  const found: AccessWriter[] = []
  for (const { call, logger } of lines) {
    const names = new Map<string, number>()
    for (const node of givenTo(linked, call)) {
      const name = whole.kind[node] === Kind.Load ? whole.text(whole.b[node] as number) : linked.values.nameOf(node)
      if (name) names.set(name, node)
    }
    const url = names.get('originalUrl') ?? names.get('url')
    if (url === undefined || !names.has('method')) continue
    const at = cite(linked, call)
    const parts: AccessWriter['parts'] = [{ part: 'URL with its query', when: '', at }]
    if (names.has('ip') || names.has('remoteAddress')) parts.push({ part: 'address of the caller', when: '', at })
    if (names.has('body')) parts.push({ part: 'request body', when: '', at })
    if (names.has('headers')) parts.push({ part: 'request headers', when: '', at })
    found.push({ when: '', isKnown: true, name: `${code(logger)} in ${functionAround(linked, call)}`, at, parts, output: undefined, through: '' })
  }
  return found.slice(0, 3)
}

function functionAround(linked: Linked, node: number): string {
  const { whole } = linked
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    const { fact, file, parent } = whole.functions[fn] as (typeof whole.functions)[number]
    if (fact.name) return code(fact.name)
    if (parent < 0) return `the function at ${code(`${citeLine(linked, file, whole.lineAt(file, fact.pos)).file}`)}`
  }
  return 'the code of a module'
}
