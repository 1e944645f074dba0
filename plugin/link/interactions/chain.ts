/**
 * From a door to its steps. In: an entry point. Out: who comes in, the guards that can end the request, the door's own functions in
 * order, what they answer, and what happens afterwards; still nested.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Guard } from '../../types'
import type { KnownArchitecture } from '../architecture/index'
import type { Linked } from '../linked'
import { Acts } from './acts'
import { ReplyReader } from './answers'
import { checkItem, guardsOf, inFront, parted, placeOf, schemaCheck } from './checks'
import { functionsOf, nameAround } from './functions'
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
    parties.caller(entry)
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
      add([checkItem(guard, fn === undefined ? door : parties.ofFunction(fn, 'guard'), steps)])
    }
    body.push(...schemaCheck(entry, door))
    for (const fn of own) {
      if (used.has(fn)) continue
      const items = inFront(walk.run(fn, false))
      if (items.length === 0) continue
      add(this.called(fn, items, parties, door.id, entry, 'guard'))
    }
    for (const fn of handlers) body.push(...this.called(fn, walk.run(fn, true), parties, door.id, entry, 'handler'))
    if (handlers.length === 0) for (const use of entry.data ?? []) body.push(this.ofData(use, parties))
    body.push(...afterwards, ...walk.takeLater())
    if (!hasReply(body) && handlers.length > 0) body.push(...lastReply(entry))
    const first: Item = { kind: 'call', to: door, label: shortened(labelOf(entry)), at: entry.at, awaited: false, weight: Weight.Main + 2, body }
    return { items: [first], parties, cuts: walk.cuts, reached: walk.reached }
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

  private called(fn: number, body: Item[], parties: Parties, door: string, entry: EntryPoint, as: 'guard' | 'handler'): Item[] {
    const to = parties.ofFunction(fn, as === 'guard' ? 'guard' : 'module')
    const name = (as === 'handler' ? entry.handler?.name : undefined) || nameAround(this.linked, fn) || 'handler'
    if (to.id === door) return body
    return [{ kind: 'call', to, label: shortened(name), at: entry.at, awaited: false, weight: as === 'handler' ? Weight.Main : Weight.Telling, body }]
  }

  private ofData(use: NonNullable<EntryPoint['data']>[number], parties: Parties): Item {
    const act = this.acts.ofUseOfData(use, -1)
    const to = act.to === 'self' ? parties.ofFile(use.at.file) : parties.other(act.to.kind, act.to.name, use.at)
    return { kind: 'call', to, label: act.label, at: use.at, awaited: true, weight: act.weight, body: [] }
  }
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

/** What the door is known to answer, where none of its functions was seen doing so. */
function lastReply({ responses, kind }: EntryPoint): Item[] {
  const answer = responses.find(({ status }) => status === undefined || status < 400)
  if (!answer || kind === 'queue' || kind === 'event' || kind === 'schedule' || kind === 'cli') return []
  const fields = (answer.shape?.fields ?? []).map(({ name }) => name)
  const shown = fields.length > 0 ? `{ ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ', …' : ''} }` : ''
  const label = answer.status === undefined ? shown || 'answers' : shown ? `${answer.status} ${shown}` : statusText(answer.status)
  return [{ kind: 'reply', label: shortened(label), status: answer.status, at: answer.at, weight: Weight.Main }]
}
