/**
 * Queues, events and schedules: what models say of calls, in both directions, and what decorators say. In: calls whose API path
 * is under `listeners` or `publications` of a model, members that frameworks run. Out: entry points and publications.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Publication } from '../../types'
import { callsThat } from '../acts'
import { packageOf } from '../connections'
import type { Listener } from '../decorated/index'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { apiPathsOf, atPlace, calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { Act, Place } from '../models'
import type { Context } from '../values/index'
import type { DoorDetector } from './door'
import { entryOf, functionsOf } from './entry'
import { payloadOf } from './sockets/messages'
import { shapeOf } from './written'

type Listen = Extract<Act, { act: 'listen' }>
type Publish = Extract<Act, { act: 'publish' }>

/** What stands for a topic that the code does not name. */
const UNNAMED = 'a name that is not in the code'
const UNTIMED = 'a time that is not in the code'

export const listeners: DoorDetector = ({ linked, guards }) => {
  const entryPoints: EntryPoint[] = []
  const publications = new Map<string, Publication>()
  for (const { call, library, act } of modelled(linked)) {
    if (act.act === 'listen') entryPoints.push(...heard(linked, guards, call, library, act))
    else for (const each of published(linked, call, library, act)) publications.set(`${each.topic} ${each.at.file}:${each.at.line}`, each)
  }
  return { entryPoints, publications: [...publications.values()] }
}

interface Modelled {
  call: number
  library: string
  act: Listen | Publish
}

/** Calls that a model says something of, in source order. */
function modelled(linked: Linked): Modelled[] {
  const found: Modelled[] = [...callsThat(linked, 'listen'), ...callsThat(linked, 'publish'), ...inherited(linked)]
  return found.sort((one, other) => one.call - other.call)
}

/** Calls on objects of classes that extend a library's: `class Clock extends EventEmitter`, `clock.on(…)`. */
function inherited(linked: Linked): Modelled[] {
  const { models, solver, whole } = linked
  const meant = new Map<number, Map<string, { library: string; act: Listen | Publish }[]>>()
  whole.classes.forEach((cls, index) => {
    if (cls.extends < 0) return
    for (const path of apiPathsOf(linked, cls.extends)) {
      const made = models.paths.find(path, '!')
      for (const [step, child] of (made < 0 ? undefined : models.paths.node(made).children) ?? []) {
        const acts = (models.acts.get(child) ?? []).flatMap(({ library, act }) =>
          act.act === 'listen' || act.act === 'publish' ? [{ library, act }] : [],
        )
        if (acts.length === 0) continue
        const known = meant.get(index) ?? new Map<string, { library: string; act: Listen | Publish }[]>()
        known.set(step.slice(1), acts)
        meant.set(index, known)
      }
    }
  })
  if (meant.size === 0) return []
  const names = new Set([...meant.values()].flatMap((members) => [...members.keys()]))
  return [...lookupOf(whole).named(Kind.Call, names)].flatMap((call): Modelled[] => {
    const receiver = receiverOf(linked, call)
    if (receiver < 0 || solver.callees.has(call) || solver.apiCalls.has(call)) return []
    const found = new Map<string, Modelled>()
    for (const label of solver.of(receiver))
      if (solver.labels.kind[label] === LabelKind.Instance)
        for (
          let cls: number | undefined = solver.labels.data[label] as number, hops = 0;
          cls !== undefined && hops < 6;
          cls = solver.superclass.get(cls), hops++
        )
          for (const { library, act } of meant.get(cls)?.get(calledName(linked, call)) ?? [])
            found.set(`${library} ${act.act}`, { call, library, act })
    return [...found.values()]
  })
}

function heard(linked: Linked, guards: Guards, call: number, library: string, act: Listen): EntryPoint[] {
  const { whole, values } = linked
  const found: EntryPoint[] = []
  if (act.event !== undefined && !textsAt(linked, call, '0', undefined).includes(act.event)) return found
  for (const context of values.contexts([...whole.args(call)])) {
    const own = act.handler === undefined ? [] : at(linked, call, act.handler, context)
    if (act.label === 'key') {
      for (const node of own) found.push(...underKeys(linked, guards, call, library, act, node))
      continue
    }
    const nodes = own.length > 0 ? own : (act.handledBy ?? []).flatMap((other) => handledBy(linked, call, other))
    if (act.handler !== undefined && act.handledBy === undefined && nodes.length === 0) continue
    const functions = functionsOf(linked, nodes)
    const texts = textsAt(linked, call, act.label, context)
    for (const text of texts.length > 0 || act.told ? texts : [act.kind === 'schedule' ? UNTIMED : UNNAMED]) {
      if (act.ignore.includes(text)) continue
      found.push(
        entryOf(linked, guards, {
          kind: act.kind,
          framework: packageOf(linked, call) ?? library,
          method: act.method,
          path: text,
          node: call,
          handlers: nodes,
          parameters: act.kind === 'schedule' || act.payload === -1 ? [] : payloadOf(linked, functions, act.payload ?? 0),
        }),
      )
    }
  }
  return found
}

/** `methods({ rename(id, name) { … } })`: each function is called by its own name. */
function underKeys(linked: Linked, guards: Guards, call: number, library: string, act: Listen, table: number): EntryPoint[] {
  const { values } = linked
  return values.propertyNames(table).flatMap((name): EntryPoint[] => {
    const nodes = values.property(table, name)
    const functions = functionsOf(linked, nodes)
    const node = linked.whole.functions[functions[0] ?? -1]?.node
    if (node === undefined) return []
    return [
      entryOf(linked, guards, {
        kind: act.kind,
        framework: packageOf(linked, call) ?? library,
        method: act.method,
        path: name,
        node,
        handlers: nodes,
        parameters: payloadOf(linked, functions, act.payload ?? 0),
      }),
    ]
  })
}

/** Another call on the same object has the handler: `consumer.run({ eachMessage })`, `client.on('message', f)`. */
function handledBy(linked: Linked, call: number, { member, first, handler }: NonNullable<Listen['handledBy']>[number]): number[] {
  const { whole } = linked
  const receiver = receiverOf(linked, call)
  if (receiver < 0) return []
  const same = new Set(identitiesOf(linked, receiver))
  const file = whole.fileOf(call)
  const found: number[] = []
  for (const other of lookupOf(whole).named(Kind.Call, member)) {
    if (other < (whole.base[file] as number) || other >= (whole.base[file + 1] as number)) continue
    if (!identitiesOf(linked, receiverOf(linked, other)).some((label) => same.has(label))) continue
    if (first !== undefined && !textsAt(linked, other, '0', undefined).includes(first)) continue
    found.push(...at(linked, other, handler, undefined))
  }
  return found
}

function identitiesOf({ solver }: Linked, node: number): number[] {
  if (node < 0) return []
  return solver.of(node).filter((label) => solver.labels.kind[label] === LabelKind.Api || solver.labels.kind[label] === LabelKind.ApiObject)
}

function published(linked: Linked, call: number, library: string, act: Publish): Publication[] {
  const where = cite(linked, call)
  if (isTestCode(linked, where.file)) return []
  const found: Publication[] = []
  for (const context of linked.values.contexts([...linked.whole.args(call)])) {
    const texts = textsAt(linked, call, act.topic, context)
    const shape = act.payload === undefined ? undefined : at(linked, call, act.payload, context).map((node) => shapeOf(linked, node))[0]
    for (const topic of texts.length > 0 ? texts : [UNNAMED])
      if (!act.ignore.includes(topic))
        found.push({ kind: act.kind, library: packageOf(linked, call) ?? library, topic, ...(shape ? { shape } : {}), at: where })
  }
  return found
}

/** Texts at the first of several places that has one, holes with a name included: `0.topic|receiver.0`. */
function textsAt(linked: Linked, call: number, places: Place, context: Context | undefined): string[] {
  const { values } = linked
  for (const place of places.split('|')) {
    const texts =
      place === 'member'
        ? [calledName(linked, call)]
        : at(linked, call, place, context)
            .flatMap((node) => values.elements(node, context))
            .flatMap((node) => values.texts(node, context))
            .filter(({ value }) => !/^\{.*\}$/.test(value))
            .map(({ value }) => nameIn(value))
            .filter((text) => text !== '')
    if (texts.length > 0) return [...new Set(texts)]
  }
  // A name from settings is told by the variable that it stands in.
  for (const place of places.split('|')) {
    const named = place === 'member' ? [] : at(linked, call, place, context).flatMap((node) => values.texts(node, context))
    const names = named.map(({ value }) => value.replace(/^\{(.*)\}$/, '$1')).filter((name) => name !== '' && name !== '…')
    if (names.length > 0) return [...new Set(names)]
  }
  return []
}

/** `https://sqs.eu-1.amazonaws.com/1/orders` and `arn:aws:sns:eu-1:1:orders` are `orders`. */
function nameIn(text: string): string {
  if (/^https:\/\/(?:sqs\.|[^/]*queue\.amazonaws\.com)/.test(text)) return text.replace(/\/+$/, '').split('/').pop() as string
  return /^arn:aws[\w-]*:(?:sns|sqs|events):/.test(text) ? (text.split(/[:/]/).pop() as string) : text
}

/** Nodes at any of several places; `receiver.0` is an argument of the call that made what this one is called on. */
function at(linked: Linked, call: number, places: Place, context: Context | undefined): number[] {
  return places.split('|').flatMap((place) => {
    const made = /^receiver\.(.+)$/.exec(place)
    if (!made) return /^\d/.test(place) ? atPlace(linked, call, place, context) : []
    return makersOf(linked, receiverOf(linked, call)).flatMap((maker) => atPlace(linked, maker, made[1] as string))
  })
}

/** Calls that make an object of a library, through variables, fields and `self` calls. */
function makersOf(linked: Linked, node: number): number[] {
  const { solver, whole } = linked
  if (node < 0) return []
  return solver.of(node).flatMap((label) => {
    const data = solver.labels.data[label] as number
    return solver.labels.kind[label] === LabelKind.ApiObject && data < whole.size && whole.args(data) ? [data] : []
  })
}

/** What frameworks run by decorators. */
export function listenersOf(linked: Linked, guards: Guards, decorated: readonly Listener[]): EntryPoint[] {
  return decorated.flatMap(({ model, library, node, cls, method, labels, through, guards: before, fn, parameters, byMarks, purpose }) => {
    const name = `${linked.whole.classes[cls]?.fact.name || 'anonymous'}.${method}`
    const handler = linked.whole.functions[fn]?.node
    return (labels.length > 0 ? labels : [method]).map((label): EntryPoint => {
      const entry = entryOf(linked, guards, {
        kind: model.kind ?? 'event',
        framework: library,
        method: model.method ?? 'ON',
        path: label,
        ...(through === undefined ? {} : { through }),
        node,
        handlers: handler === undefined ? [] : [handler],
        guards: before,
        parameters,
        ...(purpose ? { purpose } : {}),
      })
      return { ...entry, handler: { name, at: cite(linked, node) }, ...(byMarks?.faults.length ? { faults: byMarks.faults } : {}) }
    })
  })
}
