/**
 * Guards that let whoever shows a key pass, and leave nothing behind that says whose it is: `if (!(await ApiKey.get({ secret })))
 * refuse()`. There is nobody then whom an owner could be held against. In: a door, and what it does with stored data. Out: the call by
 * which what turns strangers away looks the key up; undefined where a handler could find out who is calling.
 */
import { Kind } from '../../graph'
import type { DataUse, Evidence } from '../../types'
import { asksCaller } from '../guards/asks-caller'
import { calledName, cite, receiverOf } from '../linked'
import { thingNamed } from '../names'
import { NAMES_ONE, newWay, type Way } from './provenance'
import type { Scene } from './scene'
import { askersOf, bareName, handlersOf, passesOf, type Served } from './served'
import { functionsWithActs, storedActs } from './statements'

const MOST_DEPTH = 3
const MOST_CALLEES = 3
/** Between what is written or read and the request that it is of. */
const MOST_LOADS = 4
/** Where a session, a cookie or another guard says who is calling. */
const SAYS_WHO = /^(?:session|user|account|cookies|signedCookies)$/
/** Calls that keep what they are given for those that run behind. */
const KEEPS = /^(?:set|put|run|enterWith|assign|provide|bind|attach|decorate)$|^(?:set|with|as|login|logIn|signIn)(?=[A-Z]|$)/
/** What a token says of its holder is read out of it, or asked of a service. */
const READS_TOKEN = /verify|decode|introspect|authenticate|getUser/i

interface KeyLookUp {
  at: number
  /** Calls of the guard that lead to stored data. */
  leading: ReadonlySet<number>
}

export class NamelessKeys {
  private readonly keys = new Map<number, KeyLookUp | undefined>()

  constructor(private readonly scene: Scene) {}

  /** Where a key is looked up by which alone callers get there; undefined where any of what asks them, or the handler, knows who they are. */
  of(route: Served, data: readonly DataUse[]): Evidence | undefined {
    const { linked } = this.scene
    const { whole } = linked
    const functions = [...askersOf(route), ...passesOf(route), ...handlersOf(route)]
    const found: KeyLookUp[] = []
    for (const { name } of route.guards.filter(asksCaller)) {
      const lookUps = functions.filter((fn) => whole.functions[fn]?.fact.name === bareName(name)).map((fn) => this.lookedUpBy(fn))
      if (lookUps.length === 0 || lookUps.includes(undefined)) return undefined
      found.push(...(lookUps as KeyLookUp[]))
    }
    const [first] = found
    if (!first) return undefined
    const places = new Set(found.flatMap(({ leading }) => [...leading].map((node) => placeOf(cite(linked, node)))))
    const knowsCaller = ({ from, bound, writes }: DataUse) =>
      !places.has(placeOf(from)) &&
      (bound === 'selection' || bound === 'comparison' || writes.some(({ field, by }) => by === 'caller' && NAMES_ONE.test(field)))
    return data.some(knowsCaller) ? undefined : cite(linked, first.at)
  }

  private lookedUpBy(fn: number): KeyLookUp | undefined {
    if (!this.keys.has(fn)) this.keys.set(fn, keyLookedUp(this.scene, fn))
    return this.keys.get(fn)
  }
}

const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`

/** By a function that turns strangers away. */
function keyLookedUp({ linked, guards, provenance }: Scene, fn: number): KeyLookUp | undefined {
  const { whole, solver, effects } = linked
  const acts = storedActs(linked)
  const reaching = functionsWithActs(linked)
  const isOfRequest = (node: number): boolean => {
    let at = thingNamed(whole, node)
    for (let hops = 0; hops < MOST_LOADS && whole.kind[at] === Kind.Load && !provenance.isOneRequest(at); hops++)
      at = thingNamed(whole, whole.a[at] as number)
    return provenance.isOneRequest(at)
  }
  let found: number | undefined
  const leading = new Set<number>()
  let tells = false
  const visit = (at: number, way: Way, depth: number, site: number | undefined): void => {
    const isOfKey = (node: number) => provenance.of(node, way).caller
    for (const node of effects.within(at)) {
      if (tells) return
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Load) tells = SAYS_WHO.test(whole.text(whole.b[node] as number)) && isOfRequest(whole.a[node] as number)
      if (kind === Kind.Store)
        tells = isOfRequest(whole.a[node] as number) && (SAYS_WHO.test(whole.text(whole.b[node] as number)) || isOfKey(whole.c[node] as number))
      if (kind !== Kind.Call) continue
      const act = acts.get(node)
      if (act) leading.add(site ?? node)
      if (act?.does === 'read' && act.by.some(isOfKey)) found ??= site ?? node
      if (act) continue
      const args = [...whole.args(node)]
      const name = calledName(linked, node)
      tells = READS_TOKEN.test(name) || ((KEEPS.test(name) || guards.isNext(node)) && args.some((argument) => isOfKey(argument)))
      const receiver = receiverOf(linked, node)
      if (tells || depth >= MOST_DEPTH || (receiver >= 0 && provenance.isOneRequest(receiver))) continue
      for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, MOST_CALLEES)) {
        if (callee === at || (!reaching.has(callee) && !args.some((argument) => provenance.isOneRequest(argument)))) continue
        const below = provenance.enter(node, callee, way)
        if (below) visit(callee, below, depth + 1, site ?? node)
      }
    }
  }
  visit(fn, newWay(), 0, undefined)
  // What is given back to whoever called it may be the record.
  const gives = (whole.functions[fn]?.returns ?? []).some((value) => !isAnswer(value) && provenance.of(value, newWay()).caller)
  return tells || gives || found === undefined ? undefined : { at: found, leading }

  function isAnswer(value: number): boolean {
    const at = thingNamed(whole, value)
    const kind = whole.kind[at] as Kind
    return kind === Kind.Binary || kind === Kind.Unary || (kind === Kind.Call && (guards.isNext(at) || isOfRequest(receiverOf(linked, at))))
  }
}
