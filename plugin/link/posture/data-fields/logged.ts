/**
 * Whether a field reaches a log. In: log calls and what they are given, data flows into them, writers of access logs, doors that
 * take the value in their address. Out: one answer a field.
 */
import { Kind } from '../../../graph'
import type { Control, Entity, EntityField, Evidence } from '../../../types'
import { knownEntities } from '../../entities/index'
import { plainName } from '../../entities/known-entities'
import { apiPathsOf, type Linked } from '../../linked'
import { variablesOf } from '../../names'
import { nameOfValue } from '../../usages/value-names'
import { type Class, isOfPerson, needsEntity, wordsOf } from '../classification'
import { answer, code, counted, distinct, listed } from '../data-protection/control'
import { givenTo, LOGS } from '../data-protection/log-lines'
import type { Logged } from '../data-protection/logged'
import { plainField } from './writes'

export type Heard = Pick<Logged, 'ground' | 'lines' | 'writers' | 'traced'>

interface Mention {
  /** Plain name of the entity where the code names one. */
  owner: string
  /** Door by which the value comes, where it is known. */
  door?: string
  at: Evidence
  /** `user.password`, `the whole record`. */
  text: string
  /** In a tool that is run by itself. */
  tool?: true
}

/** A field with the class that it was given. */
export interface Sensitive {
  entity: Entity
  field: EntityField
  said: Class
}

export interface LogLook {
  /** By plain name of a field. */
  mentions: Map<string, Mention[]>
  /** Records that are logged as a whole. */
  records: Map<Entity, Mention[]>
  /** Whole bodies of requests, and the fields that doors take by body. */
  bodies: Evidence[]
  byBody: Map<string, string[]>
  /** Where addresses are logged: the writer, and fields in addresses with their door. */
  urls: Evidence[]
  inUrls: Map<string, { door: string; at: Evidence }[]>
  count: number
}

export function logLook(heard: Heard, wanted: ReadonlySet<string>): LogLook {
  const { ground, lines, writers, traced } = heard
  const { linked } = ground
  const known = knownEntities(linked)
  const mentions = new Map<string, Mention[]>()
  const records = new Map<Entity, Mention[]>()
  const put = (name: string, mention: Mention) => {
    const key = plainField(name)
    if (wanted.has(key)) mentions.set(key, [...(mentions.get(key) ?? []), mention])
  }
  for (const { name, at, route } of [...traced.personal, ...traced.secrets, ...traced.input]) {
    const parts = name.replace(/\(\)$/, '').split('.')
    put(parts.at(-1) as string, { owner: ownerOf(parts.at(-2) ?? ''), at, text: name, ...(route ? { door: route } : {}) })
  }
  for (const { source, sink, library, origin, at, test, confidence } of ground.flows)
    if (source === 'sensitive' && sink === 'disclosure' && LOGS.has(library) && !test && confidence !== 'low' && ground.isTool(at.file)) {
      const parts = origin.replace(/\(\)$/, '').split('.')
      put(parts.at(-1) as string, { owner: ownerOf(parts.at(-2) ?? ''), at, text: origin, tool: true })
    }
  const bodies = writers.flatMap(({ parts }) => parts.filter(({ part }) => part === 'request body').map(({ at }) => at))
  for (const { call, at } of lines)
    for (const node of givenTo(linked, call)) {
      const named = mentionOf(linked, node)
      if (named) put(named.field, { owner: ownerOf(named.owner), at, text: named.owner ? `${named.owner}.${named.field}` : named.field })
      if (isBody(linked, node)) bodies.push(at)
      const entity = HOLDS.has(linked.whole.kind[node] as Kind) ? known.ofRecord(node) : undefined
      if (entity) records.set(entity, [...(records.get(entity) ?? []), { owner: '', at, text: 'the whole record' }])
    }
  return {
    mentions,
    records,
    bodies,
    byBody: bodyFields(heard, wanted),
    urls: writers.flatMap(({ parts }) => parts.filter(({ part }) => part === 'URL with its query').map(({ at }) => at)),
    inUrls: urlFields(heard, wanted),
    count: lines.length + writers.length,
  }
}

/** Nodes that may stand for a whole record; of a member of one only the member is logged. */
const HOLDS = new Set<Kind>([Kind.Call, Kind.Await, Kind.Param, Kind.Cell, Kind.Refine])

/** Names of requests and forms say nothing of whose field it is. */
const ownerOf = (name: string) =>
  /^(?:body|query|params|data|input|form|payload|dto|values?|req|request|args?|options|this|result|row|record|doc|item|config|env|process)$/i.test(
    name,
  )
    ? ''
    : plainName(name)

/** A property or parameter that is handed over as it is. */
function mentionOf(linked: Linked, node: number): { owner: string; field: string } | undefined {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      return { owner: nameOfValue(linked, whole.a[node] as number), field: whole.text(whole.b[node] as number) }
    case Kind.Param:
    case Kind.Cell: {
      const name = nameOfValue(linked, node)
      return name === '' ? undefined : { owner: '', field: name }
    }
    default:
      return undefined
  }
}

function isBody(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  if (whole.kind[node] !== Kind.Load || whole.text(whole.b[node] as number) !== 'body') return false
  const isRequest = apiPathsOf(linked, node).some((path) => /^(?:body|json|form)$/.test(models.requests.get(path) ?? ''))
  return isRequest || /^(?:req|request|ctx|context)$/.test(linked.values.nameOf(whole.a[node] as number))
}

/** Plain names of fields that doors take by body, each with one such door. */
function bodyFields({ ground }: Heard, wanted: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const door of ground.requests)
    for (const { name, in: place } of door.parameters)
      if ((place === 'json' || place === 'form' || place === 'body') && wanted.has(plainField(name)))
        found.set(plainField(name), [...(found.get(plainField(name)) ?? []), `${door.method} ${door.path}`])
  return found
}

/** Fields that stand in addresses: parameters of queries and paths, by their names and by the variables they are read into. */
function urlFields({ ground }: Heard, wanted: ReadonlySet<string>): LogLook['inUrls'] {
  const { whole } = ground.linked
  const found: LogLook['inUrls'] = new Map()
  const asked = ground.requests.flatMap((door) =>
    door.parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path').map((parameter) => ({ door, parameter })),
  )
  const files = new Set(asked.flatMap(({ parameter }) => parameter.at?.file ?? []))
  const variables = new Map<string, string[]>()
  whole.files.forEach(({ path }, file) => {
    if (!files.has(path)) return
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
      if (whole.kind[node] === Kind.Load || whole.kind[node] === Kind.LoadDynamic)
        for (const { name } of variablesOf(whole, node)) {
          const key = `${path}:${whole.linesOf(node)[0]}`
          variables.set(key, [...(variables.get(key) ?? []), name])
        }
  })
  for (const { door, parameter } of asked) {
    const read = parameter.at && parameter.in === 'query' ? (variables.get(`${parameter.at.file}:${parameter.at.line}`) ?? []) : []
    for (const name of new Set([parameter.name, ...read])) {
      const key = [plainField(name), withoutManner(name)].find((each) => wanted.has(each))
      if (key) found.set(key, [...(found.get(key) ?? []), { door: `${door.method} ${door.path}`, at: parameter.at ?? door.at }])
    }
  }
  return found
}

/** `newPassword`, `currentPassword` and `password_confirmation` hold passwords. */
const withoutManner = (name: string) =>
  plainField(name).replace(/^(?:new|current|old|repeat(?:ed)?|confirm(?:ed)?|user|login)|(?:confirm(?:ation)?|repeat|again|new|old)$/g, '')

/**
 * Whether a value that is known by the name of its field alone may be this entity's. Where several entities have such a field, it
 * is of those that the door is about, else of people.
 * @param rivals entities with a field of that name
 */
function isOf(entity: Entity, said: Class, rivals: readonly Entity[], door: string | undefined): boolean {
  if (rivals.length < 2 && !needsEntity(said)) return true
  const words = new Set(wordsOf((door ?? '').replace(/^\S+ /, '')).map(plainName))
  const about = rivals.filter(({ name, stored }) => [name, stored ?? ''].some((each) => words.has(plainName(each))))
  if (about.length > 0 || needsEntity(said)) return about.includes(entity)
  const people = rivals.filter(({ name }) => isOfPerson(name))
  return people.length === 0 || people.includes(entity)
}

/** Of `body.name` and `req.body.name` the one that says more. */
const longest = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text, _, all) => !all.some((other) => other !== text && other.endsWith(`.${text}`)))

export function loggedOf({ entity, field, said }: Sensitive, look: LogLook, rivals: readonly Entity[]): Control {
  const asked = { id: 'field-logged', aspect: `Whether ${entity.name}.${field.name} is logged`, recommended: 'Never' }
  if (look.count === 0)
    return answer(asked, 'not applicable', { current: 'No log', reason: 'No log call and no access log were found, so nothing is written to one.' })
  const key = plainField(field.name)
  const own = [plainName(entity.name), plainName(entity.stored ?? '')]
  const direct = (look.mentions.get(key) ?? []).filter(({ owner, door }) => (owner === '' ? isOf(entity, said, rivals, door) : own.includes(owner)))
  const whole = field.hidden ? [] : (look.records.get(entity) ?? [])
  const found: { text: string; at: Evidence[] }[] = []
  if (direct.length > 0)
    found.push({
      text: `${listed(longest(direct.map(({ text }) => text)).map(code), 3)} in a log call${direct.every(({ tool }) => tool) ? ' of a tool that is run by itself' : ''}`,
      at: direct.map(({ at }) => at),
    })
  if (whole.length > 0) found.push({ text: 'with the whole record', at: whole.map(({ at }) => at) })
  const door = (look.byBody.get(key) ?? []).find((each) => isOf(entity, said, rivals, each))
  if (look.bodies.length > 0 && door !== undefined) found.push({ text: `with the body of ${code(door)}`, at: look.bodies })
  const inUrl = (look.inUrls.get(key) ?? []).filter((each) => isOf(entity, said, rivals, each.door))
  if (inUrl.length > 0 && look.urls.length > 0)
    found.push({
      text: `in the access log, with the address of ${listed(
        inUrl.map((each) => code(each.door)),
        3,
      )}`,
      at: [...inUrl.slice(0, 2).map(({ at }) => at), ...look.urls.slice(0, 1)],
    })
  // What an operator sees who runs a tool is not in the log of the server.
  const onlyTools = found.length === 1 && direct.length > 0 && direct.every(({ tool }) => tool)
  if (found.length > 0)
    return answer(asked, onlyTools ? 'partial' : 'fail', {
      current: `Yes: ${listed(found.map(({ text }) => text))}`,
      reason: '',
      evidence: distinct(found.flatMap(({ at }) => at)),
    })
  return answer(asked, 'pass', {
    current: 'Not seen',
    reason: `Looked at ${counted(look.count, 'log call or access log', 'log calls and access logs')}, at the bodies and addresses that they write, and at flows of data into them.`,
    evidence: [field.at],
  })
}
