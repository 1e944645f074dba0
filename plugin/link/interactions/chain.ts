/**
 * From a door to its steps. In: an entry point. Out: who comes in, the guards that can end the request, the door's own functions in
 * order, what they answer, and what happens afterwards; still nested.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Evidence, Guard, Participant } from '../../types'
import type { KnownArchitecture } from '../architecture/index'
import { runsOf } from '../entry-points/runs'
import type { Linked } from '../linked'
import { Acts } from './acts'
import { ReplyReader } from './answers'
import { hasReply, type Item, Weight } from './items'
import { filesOfPages } from './loaded'
import { Parties } from './parties'
import { statusText } from './statuses'
import { type Cuts, Walk } from './walk'
import { shortened } from './words'

export interface Told {
  items: Item[]
  parties: Parties
  cuts: Cuts
  reached: ReadonlySet<number>
}

/** Guards that can end a request, with the status with which libraries do it. */
const ENDS: Partial<Record<Guard['role'], number>> = {
  authentication: 401,
  authorization: 403,
  'rate-limit': 429,
  validation: 400,
  csrf: 403,
  upload: 413,
}
const REFUSALS: Partial<Record<Guard['role'], string>> = {
  authentication: 'not signed in',
  authorization: 'not allowed',
  'rate-limit': 'too many requests',
  validation: 'not valid',
  csrf: 'token missing or wrong',
}

/** What a check without a name does. */
const CHECKS: Partial<Record<Guard['role'], string>> = {
  authentication: 'checks who calls',
  authorization: 'checks the rights',
  validation: 'validates',
}
/** Middleware that takes something out of a request and lets it pass. */
const REMOVES = new Set(['query-operators-removed', 'repeated-parameters-removed', 'request-markup-removed'])

export class Chains {
  private readonly acts: Acts
  private readonly replies: ReplyReader
  private readonly linked: Linked
  private readonly removes: ReadonlySet<string>
  private readonly foreign: ReadonlySet<number>

  constructor(private readonly known: KnownArchitecture) {
    this.linked = known.linked
    this.acts = new Acts(known)
    this.replies = new ReplyReader(known.linked, known.guards)
    this.foreign = filesOfPages(known)
    this.removes = new Set(known.usages.filter(({ kind }) => REMOVES.has(kind)).map(({ at: place }) => placeOf(place)))
  }

  of(entry: EntryPoint): Told {
    const parties = new Parties(this.linked)
    const caller = parties.caller(entry)
    const { handlers, before, own } = functionsOf(this.known, entry)
    const replies = this.replies.of(entry, [...before, ...handlers])
    const walk = new Walk(this.linked, parties, this.acts, replies, entry, this.known.guards, this.foreign)
    const handlerParty = handlers[0] === undefined ? undefined : parties.ofFunction(handlers[0])
    const door = handlerParty?.at?.file === entry.at.file ? handlerParty : parties.ofFile(entry.at.file, 'entry')
    if (door.kind === 'module') door.kind = 'entry'
    const body: Item[] = []
    const used = new Set<number>()
    /** What checks do when all behind them is done, the innermost first. */
    const afterwards: Item[] = []
    const add = (items: Item[]) => {
      const { before: first, after } = parted(items)
      body.push(...first)
      afterwards.unshift(...after)
    }
    for (const guard of guardsOf(entry)) {
      if (this.removes.has(placeOf(guard.at)) || this.removes.has(placeOf(guard.mounted ?? guard.at))) continue
      const fn = [...before].find((each) => !used.has(each) && this.isIn(guard, each)) ?? this.methodOf(guard)
      if (fn !== undefined) used.add(fn)
      const steps = fn === undefined ? this.ofLibrary(walk, guard) : walk.run(fn, false)
      add(this.guardItems(guard, fn, steps, parties, door.id))
    }
    body.push(...schemaCheck(entry, door))
    for (const fn of own) {
      if (used.has(fn)) continue
      const items = this.inFront(walk.run(fn, false))
      if (items.length === 0) continue
      add(this.called(fn, items, parties, door.id, entry, 'guard'))
    }
    for (const fn of handlers) body.push(...this.called(fn, walk.run(fn, true), parties, door.id, entry, 'handler'))
    if (handlers.length === 0) for (const use of entry.data ?? []) body.push(this.ofData(use, parties))
    body.push(...afterwards, ...walk.takeLater())
    if (!hasReply(body) && handlers.length > 0) body.push(...lastReply(entry))
    const first: Item = { kind: 'call', to: door, label: shortened(labelOf(entry)), at: entry.at, awaited: false, weight: Weight.Main + 2, body }
    return { items: [first], parties, cuts: walk.cuts, reached: walk.reached }

    function lastReply({ responses, kind }: EntryPoint): Item[] {
      const answer = responses.find(({ status }) => status === undefined || status < 400)
      if (!answer || kind === 'queue' || kind === 'event' || kind === 'schedule' || kind === 'cli' || caller === undefined) return []
      const fields = (answer.shape?.fields ?? []).map(({ name }) => name)
      const shown = fields.length > 0 ? `{ ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ', …' : ''} }` : ''
      const label = answer.status === undefined ? shown || 'answers' : shown ? `${answer.status} ${shown}` : statusText(answer.status)
      return [{ kind: 'reply', label: shortened(label), status: answer.status, at: answer.at, weight: Weight.Main }]
    }
  }

  private isIn({ at, name }: Guard, fn: number): boolean {
    const { whole } = this.linked
    const fact = whole.functions[fn]
    if (!fact) return false
    if (whole.files[fact.file]?.path === at.file) {
      const [first, last] = whole.linesOf(fact.node)
      if (at.line >= first && at.line <= last) return true
    }
    // Registered elsewhere, by its name.
    for (let outer = fn; outer >= 0; outer = whole.functions[outer]?.parent ?? -1) {
      const own = whole.functions[outer]?.fact.name
      if (own && own.length > 2 && new RegExp(`\\b${own.replace(/[^\w]/g, '')}\\b`).test(name)) return true
    }
    return false
  }

  /** `canActivate` of a class that is named as a guard. */
  private methodOf({ at: place, name }: Guard): number | undefined {
    const { whole, fileIndex } = this.linked
    const own = name.replace(/^new\s+|\(.*$/gs, '')
    const named = whole.classes.filter((each) => each.fact.name === own)
    const found = named.length > 1 ? named.find(({ file }) => file === fileIndex.get(place.file)) : named[0]
    const method = found?.members.find((member) => /^(?:canActivate|use|intercept|transform)$/.test(member.name))?.node ?? -1
    return method >= 0 && whole.kind[method] === Kind.Function ? (whole.a[method] as number) : undefined
  }

  /** `passport.authenticate('jwt')`, `AuthGuard('jwt')`: the strategy is the program's own. */
  private ofLibrary(walk: Walk, { name, role }: Guard): Item[] {
    if (role !== 'authentication') return []
    const strategy = /(?:authenticate|AuthGuard)\(\s*\[?\s*['"`]([\w-]+)/.exec(name)?.[1]
    return strategy ? walk.strategy(strategy) : []
  }

  private guardItems(guard: Guard, fn: number | undefined, steps: Item[], parties: Parties, door: string): Item[] {
    const at = guard.mounted ?? guard.at
    const to = fn === undefined ? parties.all.find(({ id }) => id === door) : parties.ofFunction(fn, 'guard')
    if (!to) return []
    const inside = condensed(this.inFront(steps))
    const status = ENDS[guard.role]
    const refusal = REFUSALS[guard.role]
    // What a library refuses is not in the code: the status that its kind answers with is told as such.
    if (!hasReply(inside) && refusal && status !== undefined)
      inside.push({
        kind: 'exit',
        before: true,
        condition: refusal,
        at: guard.at,
        items: [{ kind: 'reply', label: statusText(status), status, at: guard.at, weight: Weight.Telling }],
      })
    return [
      {
        kind: 'call',
        to,
        label: shortened(
          guard.name === 'anonymous function' || guard.name === '' ? (CHECKS[guard.role] ?? 'check') : guard.name.replace(/\(\s*\{.*$/s, '(…)'),
        ),
        at,
        awaited: false,
        weight: Weight.Telling,
        body: inside,
      },
    ]
  }

  /** Exits in front of the handler stand alone: what follows is no branch of them. */
  private inFront(items: Item[]): Item[] {
    return items.map((item) => {
      switch (item.kind) {
        case 'exit':
          return { ...item, before: true, items: this.inFront(item.items) }
        case 'call':
          return { ...item, body: this.inFront(item.body) }
        case 'choice':
          return { ...item, branches: item.branches.map((branch) => ({ ...branch, items: this.inFront(branch.items) })) }
        case 'optional':
        case 'loop':
          return { ...item, items: this.inFront(item.items) }
        case 'reply':
        case 'goes on':
          return item
      }
    })
  }

  private called(fn: number, body: Item[], parties: Parties, door: string, entry: EntryPoint, as: 'guard' | 'handler'): Item[] {
    const to = parties.ofFunction(fn, as === 'guard' ? 'guard' : 'module')
    const own = this.linked.whole.functions[fn]
    const name = (as === 'handler' ? entry.handler?.name : undefined) || nameAround(this.linked, fn) || 'handler'
    if (to.id === door) return body
    const at = as === 'handler' || !own ? entry.at : entry.at
    return [{ kind: 'call', to, label: shortened(name), at, awaited: false, weight: as === 'handler' ? Weight.Main : Weight.Telling, body }]
  }

  private ofData(use: NonNullable<EntryPoint['data']>[number], parties: Parties): Item {
    const act = this.acts.ofUseOfData(use, -1)
    const to = act.to === 'self' ? parties.ofFile(use.at.file) : parties.other(act.to.kind, act.to.name, use.at)
    return { kind: 'call', to, label: act.label, at: use.at, awaited: true, weight: act.weight, body: [] }
  }
}

/** Functions that one door may answer with. */
const MOST_HANDLERS = 3
/** Refusals and other steps of one check that are told. */
const MOST_REFUSALS = 2
const MOST_ASKED = 3

/** Of a check that many doors share: what it reads, what it asks others, and how it refuses. */
function condensed(items: Item[], left = { refusals: MOST_REFUSALS, asked: MOST_ASKED, said: new Set<string>() }): Item[] {
  return items.flatMap((item): Item[] => {
    switch (item.kind) {
      case 'call': {
        const place = `${item.label} ${placeOf(item.at)}`
        if (left.said.has(place)) return []
        left.said.add(place)
        const isTold = (item.weight >= Weight.Telling || (item.to.kind !== 'module' && item.to.kind !== 'guard')) && left.asked-- > 0
        const body = condensed(item.body, left)
        return isTold ? [{ ...item, body }] : body
      }
      case 'exit': {
        const inner = condensed(item.items, left)
        return inner.length > 0 ? [{ ...item, items: inner }] : []
      }
      case 'choice': {
        const branches = item.branches
          .map((branch) => ({ ...branch, items: condensed(branch.items, left) }))
          .filter((branch) => branch.items.length > 0)
        return branches.length > 0 ? [{ ...item, branches }] : []
      }
      case 'goes on':
        return [item]
      case 'reply':
        if (item.weight < Weight.Telling || left.said.has(item.label) || left.refusals-- <= 0) return []
        left.said.add(item.label)
        return [item]
      default: {
        const inner = condensed(item.items, left)
        return inner.length > 0 ? [{ ...item, items: inner }] : []
      }
    }
  })
}

/** Steps of a check before and after all that comes behind it. */
function parted(items: readonly Item[]): { before: Item[]; after: Item[] } {
  const at = items.findIndex((item) => item.kind === 'goes on')
  if (at >= 0) return { before: items.slice(0, at), after: items.slice(at + 1) }
  const [only] = items
  if (items.length !== 1 || only?.kind !== 'call') return { before: [...items], after: [] }
  const inner = parted(only.body)
  return { before: [{ ...only, body: inner.before }], after: inner.after }
}

const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

/** A function without a name is known by the factory that made it. */
function nameAround({ whole }: Linked, fn: number): string {
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) if (whole.functions[at]?.fact.name) return whole.functions[at]?.fact.name ?? ''
  return ''
}

/** A schema that the framework itself holds the request against. */
function schemaCheck({ kind, guards, validated, handler, at }: EntryPoint, door: Participant): Item[] {
  const [given] = validated.evidence
  // A schema with a name stands elsewhere; it is put in force at the door.
  const evidence = given && given.file === at.file && given.line > at.line ? given : at
  // Others are checked by the handler itself, which is told there.
  if (
    kind !== 'http' ||
    validated.answer !== 'yes' ||
    !given ||
    !validated.reason.startsWith('A schema is given with the route') ||
    guards.some(({ role }) => role === 'validation')
  )
    return []
  if (handler && evidence.file === handler.at.file && evidence.line > handler.at.line) return []
  const refusal: Item = { kind: 'reply', label: statusText(400), status: 400, at: evidence, weight: Weight.Telling }
  return [
    {
      kind: 'call',
      to: door,
      label: 'validates the request',
      at: evidence,
      awaited: false,
      weight: Weight.Telling,
      body: [{ kind: 'exit', before: true, condition: 'not valid', at: evidence, items: [refusal] }],
    },
  ]
}

/** What can end the request, outermost first, each once. */
function guardsOf({ guards }: EntryPoint): Guard[] {
  const seen = new Set<string>()
  return guards.filter(({ role, name, at, mounted }) => {
    const place = mounted ?? at
    const key = `${name} ${place.file}:${place.line}`
    if (ENDS[role] === undefined || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The functions behind a door; by the place of its handler where nothing else remembers them. */
export function functionsOf(
  known: Pick<KnownArchitecture, 'linked' | 'guards'>,
  entry: EntryPoint,
): { handlers: readonly number[]; before: readonly number[]; own: readonly number[] } {
  const { linked } = known
  const runs = runsOf(linked, entry)
  const told = runs.handlers.length > 0 ? inner(known, runs.handlers) : at(linked, entry.handler?.at)
  // Of many that a wrapper may stand for, the one that is written at the door.
  const here = told.length < 2 ? [] : told.filter((fn) => linked.whole.files[linked.whole.functions[fn]?.file ?? -1]?.path === entry.at.file)
  const handlers = here.length > 0 && here.length < told.length ? here : told
  return { handlers: handlers.slice(0, MOST_HANDLERS), before: runs.before, own: runs.own }
}

/** Of a wrapper and what it wraps, what it wraps. */
function inner({ linked: { effects, whole }, guards }: Pick<KnownArchitecture, 'linked' | 'guards'>, handlers: readonly number[]): readonly number[] {
  if (handlers.length < 2) return handlers
  const isAround = (outer: number, fn: number): boolean => {
    for (let at = whole.functions[fn]?.parent ?? -1; at >= 0; at = whole.functions[at]?.parent ?? -1) if (at === outer) return true
    return false
  }
  // It calls what the function around it was given.
  const wraps = (fn: number) =>
    effects.within(fn).some((node) => {
      const param = whole.kind[node] === Kind.Call ? guards.outerParameter(node) : -1
      return param >= 0 && isAround(whole.a[param] as number, fn)
    })
  const kept = handlers.filter((fn) => !wraps(fn))
  return kept.length > 0 ? kept : handlers
}

function at({ whole, fileIndex }: Linked, place: Evidence | undefined): number[] {
  const file = place && fileIndex.get(place.file)
  if (file === undefined || !place) return []
  const found: { fn: number; size: number }[] = []
  whole.functions.forEach((fact, fn) => {
    if (fact.file === file && fact.node >= 0 && whole.linesOf(fact.node)[0] === place.line) found.push({ fn, size: whole.end[fact.node] as number })
  })
  return found
    .sort((one, other) => other.size - one.size)
    .slice(0, 1)
    .map(({ fn }) => fn)
}

/** The door in the words of whoever comes in by it. */
function labelOf({ kind, method, path }: EntryPoint): string {
  switch (kind) {
    case 'graphql':
      return `${method.toLowerCase()} ${path}`
    case 'queue':
    case 'event':
      return `message of ${path}`
    case 'schedule':
      return path
    case 'cli':
      return path
    default:
      return `${method} ${path}`
  }
}
