/**
 * Handlers that answer with settings of the program and nothing else: its version, what its pages are set up with. In: the functions of
 * a handler. Out: the answer that does so, and whether all settings are handed out or some by their names; undefined where anything
 * else is done, kept or answered. What records hold, and what could not be followed, is no setting.
 */
import { Kind } from '../../graph'
import type { SettingsAnswered } from '../../types'
import type { Guards } from '../guards'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { DELETE } from '../operators'
import { sensitivityOf } from '../taint/sensitive'
import type { Whole } from '../whole/index'

/** How far functions are followed that make a part of the answer. */
const MOST_DEPTH = 4
const MOST_HOPS = 12

/** Libraries of settings, and files of data that come with the code. */
const SETTINGS = /^(?:config|node-config|nconf|rc|convict)$|\.json$/
const ANSWERS = /^(?:json|jsonp|send|end|status|sendStatus|type|contentType|set|header|setHeader|code)$/
const LANGUAGE = new Set([
  'structuredClone',
  'JSON',
  'Object',
  'Array',
  'String',
  'Number',
  'Boolean',
  'Math',
  'Date',
  'parseInt',
  'parseFloat',
  'undefined',
])
/** Of the running process, what is no setting either and tells nothing of records. */
const OF_PROCESS = /^(?:version|versions|uptime|platform|arch)$/

/** What a value is made of, from the least to the most that it may tell. */
enum Made {
  /** Of what the code says alone. */
  Fixed,
  /** Of settings that are named. */
  Named,
  /** Of all settings there are. */
  All,
  /** Of anything else. */
  Other,
}

export function settingsAnswered(linked: Linked, guards: Guards, functions: readonly number[]): SettingsAnswered | undefined {
  // Around what answers may stand a wrapper, `catchErrors(answer)`, which answers nothing itself.
  const isWrapper = (fn: number) => linked.effects.within(fn).some((node) => guards.runsWhatWasHanded(node))
  let most = Made.Fixed
  let at: number | undefined
  for (const fn of functions.filter((each) => !isWrapper(each))) {
    const answered = new Answered(linked, fn)
    const made = answered.made()
    if (made === Made.Other) return undefined
    most = Math.max(most, made)
    at ??= answered.at
  }
  return most === Made.Fixed || at === undefined ? undefined : { all: most === Made.All, at: cite(linked, at) }
}

class Answered {
  /** The first answer that has settings in it. */
  at: number | undefined
  /** Functions that are being looked at. */
  private readonly open = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly handler: number,
  ) {}

  made(): Made {
    const { whole, effects } = this.linked
    let most = Made.Fixed
    for (const node of effects.within(this.handler)) {
      const made = this.isAnswer(node) ? this.most([...whole.args(node)], 0) : this.done(node, 0)
      if (made === Made.Other) return Made.Other
      if (made !== Made.Fixed && this.isAnswer(node)) this.at ??= node
      if (this.isAnswer(node)) most = Math.max(most, made)
    }
    for (const value of whole.functions[this.handler]?.returns ?? []) {
      if (this.isAnswer(value)) continue
      const made = this.of(value, 0, 0)
      if (made !== Made.Fixed) this.at ??= value
      most = Math.max(most, made)
    }
    return most !== Made.Fixed && takesAway(this.linked, this.handler) ? Made.Other : most
  }

  /** `response.json(…)`, `response.status(200).json(…)`: called on what the handler is handed. */
  private isAnswer(node: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Call || !ANSWERS.test(calledName(this.linked, node))) return false
    const receiver = receiverOf(this.linked, node)
    if (receiver < 0) return false
    return whole.kind[receiver] === Kind.Param ? whole.a[receiver] === this.handler : this.isAnswer(receiver)
  }

  /** What is done beside answering: nothing that is kept, and nobody else is asked. */
  private done(node: number, depth: number): Made {
    switch (this.linked.whole.kind[node] as Kind) {
      case Kind.Throw:
        return Made.Fixed
      case Kind.Call:
      case Kind.New:
        return this.of(node, depth, 0)
      default:
        return Made.Other
    }
  }

  private of(node: number, depth: number, hops: number): Made {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || hops > MOST_HOPS) return Made.Other
    switch (whole.kind[node] as Kind) {
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
        return Made.Fixed
      case Kind.Import:
        return SETTINGS.test(whole.text(whole.a[node] as number)) ? Made.All : Made.Other
      case Kind.Global:
        return LANGUAGE.has(whole.text(whole.a[node] as number)) ? Made.Fixed : Made.Other
      case Kind.Load:
        return this.ofPart(node, depth, hops)
      case Kind.LoadDynamic:
        return this.of(whole.a[node] as number, depth, hops + 1)
      case Kind.Call:
        return this.ofCall(node, depth, hops)
      case Kind.New:
        return this.most([whole.a[node] as number, ...whole.args(node)], depth, hops + 1)
      default: {
        const parts = whole.madeOf(node)
        return parts.length === 0 ? this.ofMadeBefore(node, depth, hops) : this.most(parts, depth, hops + 1)
      }
    }
  }

  private ofMadeBefore(node: number, depth: number, hops: number): Made {
    const definitions = this.linked.values.definitions(node).filter((made) => made !== node)
    const isEmpty = this.linked.whole.kind[node] === Kind.Object || this.linked.whole.kind[node] === Kind.Array
    if (isEmpty) return Made.Fixed
    return definitions.length === 0 ? Made.Other : this.most(definitions, depth, hops + 1)
  }

  private ofPart(load: number, depth: number, hops: number): Made {
    const { whole } = this.linked
    const name = whole.text(whole.b[load] as number)
    const base = whole.a[load] as number
    const isOf = (node: number, global: string) => whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === global
    if (isOf(base, 'process')) return OF_PROCESS.test(name) ? Made.Named : Made.Other
    const isEnvironment = whole.kind[base] === Kind.Load && whole.text(whole.b[base] as number) === 'env' && isOf(whole.a[base] as number, 'process')
    const made = isEnvironment ? Made.Named : this.of(base, depth, hops + 1)
    if (made === Made.Fixed || made === Made.Other) return made
    return sensitivityOf(name) === undefined ? Made.Named : Made.Other
  }

  private ofCall(call: number, depth: number, hops: number): Made {
    const { whole, solver } = this.linked
    const args = this.most([...whole.args(call)], depth, hops + 1)
    const callees = [...(solver.callees.get(call) ?? [])]
    if (callees.length === 0) {
      const isSecret = whole.args(call).some(
        (argument) =>
          whole.kind[argument] === Kind.String &&
          sensitivityOf(
            whole
              .text(whole.a[argument] as number)
              .split('.')
              .at(-1) ?? '',
          ) !== undefined,
      )
      return isSecret ? Made.Other : Math.max(args, this.of(whole.a[call] as number, depth, hops + 1))
    }
    return callees.reduce((most, fn) => Math.max(most, this.ofFunction(fn, depth + 1)), args)
  }

  /** What a function of the program makes, which does nothing else. */
  private ofFunction(fn: number, depth: number): Made {
    const { whole, effects } = this.linked
    if (depth > MOST_DEPTH || this.open.has(fn)) return Made.Other
    this.open.add(fn)
    const isQuiet = effects.within(fn).every((node) => this.done(node, depth) !== Made.Other) && !takesAway(this.linked, fn)
    const made = isQuiet ? this.most(whole.functions[fn]?.returns ?? [], depth) : Made.Other
    this.open.delete(fn)
    return made
  }

  private most(nodes: readonly number[], depth: number, hops = 0): Made {
    return nodes.reduce<Made>((most, node) => Math.max(most, this.of(node, depth, hops)), Made.Fixed)
  }
}

/** `delete kept[id]`, of anything but what the function made for itself; in the function or in one that stands in it. */
function takesAway({ whole }: Linked, fn: number): boolean {
  let taking = takingAway.get(whole)
  if (!taking) {
    const lookup = lookupOf(whole)
    taking = lookup.functionsWith(lookup.of(Kind.Unary).filter((at) => whole.c[at] === DELETE && !isMadeHere(whole, whole.a[at] as number)))
    takingAway.set(whole, taking)
  }
  return taking.has(fn)
}

const takingAway = new WeakMap<Whole, ReadonlySet<number>>()

function isMadeHere(whole: Whole, node: number): boolean {
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
    case Kind.LoadDynamic:
    case Kind.Refine:
      return isMadeHere(whole, whole.a[node] as number)
    default:
      return whole.kind[node] === Kind.Call || whole.kind[node] === Kind.Object
  }
}
