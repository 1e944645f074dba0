/**
 * One way through the code behind a door. In: its functions, in the order in which they run. Out: what they do, in order, nested as
 * calls are: a called function's steps at its call, a callback's when it runs.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import type { EntryPoint, Participant } from '../../types'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { calledName, cite, type Linked } from '../linked'
import { strategiesMade } from '../posture/authentication/strategies'
import { type Act, NOTHING } from './act'
import type { Acts } from './acts'
import type { Replies } from './answers'
import { type Block, blockOf, type Entry } from './blocks'
import { Branches } from './branches'
import { Callees } from './callees'
import { failed, refused, streamed, thrown } from './ends'
import type { Frame } from './frames'
import { functionAt, type Handed, handedTo } from './handed'
import { hasReply, type Item, Weight } from './items'
import { talks } from './libraries'
import { isAwaited, isOutcomeUsed } from './outcomes'
import type { Parties } from './parties'
import { callText, placeAt, regionAt, regionText, shortened } from './words'

const MOST_DEPTH = 6
const MOST_CALLS = 400
/** Times that one function is gone through on one way. */
const MOST_VISITS = 2

export interface Cuts {
  deeper: number
  recursion: number
  beside: number
  same: number
  more: number
}

export class Walk {
  readonly cuts: Cuts = { deeper: 0, recursion: 0, beside: 0, same: 0, more: 0 }
  private readonly callees: Callees
  private readonly branches: Branches
  private left = MOST_CALLS
  private readonly visits = new Map<number, number>()
  private readonly packages = new Set<string>()
  private readonly later: Item[] = []
  /** Calls whose callbacks have answered in the place of the handler. */
  private readonly answered = new Set<number>()
  /** Functions of the program that were gone through: proof that a step is reached. */
  readonly reached = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly parties: Parties,
    private readonly acts: Acts,
    private readonly replies: Replies,
    private readonly entry: EntryPoint,
    guards: Guards,
    /** Files of another program in the same repository. */
    private readonly foreign: ReadonlySet<number>,
  ) {
    this.branches = new Branches(linked, (block, frame) => this.block(block, frame))
    this.callees = new Callees(linked, guards, foreign, (fn) => replies.also(fn))
  }

  /** Steps of a function that a door runs itself. */
  run(fn: number, answers: boolean): Item[] {
    return this.body({ fn, given: new Map(), depth: 0, stack: [], apart: new Set(), root: true, answers, caught: false })
  }

  /** What was registered on the way and happens afterwards. */
  takeLater(): Item[] {
    return this.later.splice(0)
  }

  private body(frame: Frame): Item[] {
    this.reached.add(frame.fn)
    return this.block(blockOf(this.linked, frame.fn), frame)
  }

  private block(block: Block, frame: Frame): Item[] {
    const items: Item[] = []
    const done = new Set<Block>()
    for (const entry of block.entries) {
      if (entry.is === 'node') items.push(...this.node(entry.node, frame))
      else if (entry.is === 'return') items.push(...this.returned(entry.index, frame))
      else if (!done.has(entry.block)) items.push(...this.inner(entry.block, block.entries, done, frame))
    }
    return items
  }

  /** What the door's handler hands back; told already where a callback of what it hands back has said it. */
  private returned(index: number, { fn, answers }: Frame): Item[] {
    const { whole } = this.linked
    let node = whole.functions[fn]?.returns[index] ?? -1
    while (node >= 0 && (whole.kind[node] === Kind.Await || whole.kind[node] === Kind.Refine)) node = whole.a[node] as number
    return answers && !this.answered.has(node) ? this.replies.returned(fn, index) : []
  }

  private inner(block: Block, beside: readonly Entry[], done: Set<Block>, frame: Frame): Item[] {
    done.add(block)
    switch (block.kind) {
      case RegionKind.True:
      case RegionKind.False:
        return this.branches.test(block, beside, done, frame)
      case RegionKind.Loop: {
        const items = this.block(block, frame)
        return items.length === 0
          ? []
          : [{ kind: 'loop', over: shortened(regionText(this.linked, block.region), 36), at: regionAt(this.linked, block.region), items }]
      }
      case RegionKind.Case:
        return this.branches.cases(block, beside, done, frame)
      case RegionKind.Try: {
        const catches = beside.some((other) => other.is === 'block' && other.block.kind === RegionKind.Catch)
        return this.block(block, catches ? { ...frame, caught: true } : frame)
      }
      case RegionKind.Catch: {
        const items = this.block(block, frame)
        if (items.length === 0) return []
        return [failed(items, regionAt(this.linked, block.region))]
      }
      default:
        return this.block(block, frame)
    }
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private node(node: number, frame: Frame): Item[] {
    const { whole } = this.linked
    const answer = this.replies.at(node) ?? streamed(this.linked, node)
    if (answer) return [...this.handed(node, frame), answer]
    switch (whole.kind[node] as Kind) {
      case Kind.Throw:
        return thrown(this.linked, whole.a[node] as number, node, frame)
      case Kind.Store: {
        const act = this.acts.of(node, this.entry)
        return act ? [this.actItem(act, node, frame, [])] : []
      }
      default:
        return this.call(node, frame)
    }
  }

  private call(node: number, frame: Frame): Item[] {
    const { linked } = this
    if (this.left-- <= 0) {
      this.cuts.more++
      return []
    }
    const refusal = refused(linked, this.replies, node, frame)
    if (refusal) return refusal
    const callee = this.callees.of(node, frame)
    if (callee === 'apart') return []
    const act = this.acts.of(node, this.entry)
    if (act === NOTHING) return []
    if (act) {
      const more = callee === undefined ? [] : this.enter(node, callee, frame)
      const handed = this.handed(node, frame)
      more.push(...this.strategies(node, frame))
      if (act.encloses) {
        // `transaction(() => next())`: all that comes behind this check.
        const inside: Item[] = handed.length === 0 && this.handsOn(node) ? [{ kind: 'goes on' }] : handed
        return [this.actItem(act, node, frame, []), ...inside, { ...this.actItem(act, node, frame, []), label: 'commits', weight: Weight.Slight }]
      }
      if (act.package && this.isMoreOfTheSame(act, frame.fn)) return handed
      return [this.actItem(act, node, frame, more), ...handed]
    }
    if (callee === undefined) return [...this.strategies(node, frame), ...this.handed(node, frame)]
    if (this.callees.isBeside(node, callee)) {
      this.cuts.beside++
      return []
    }
    const apart = this.callees.continuations(node, callee)
    const body = this.enter(node, callee, { ...frame, apart: new Set([...frame.apart, ...apart]) })
    const items = this.told(node, callee, body, frame)
    return [...items, ...apart.flatMap((fn) => this.visit(fn, frame))]
  }

  private handsOn(node: number): boolean {
    const { whole, values, effects } = this.linked
    return handedTo(this.linked, node).some(({ fn }) =>
      effects.ofFunction(fn).some((call) => whole.kind[call] === Kind.Call && values.nameOf(whole.a[call] as number) === 'next'),
    )
  }

  /** Twenty calls on one document of a library say no more than the first. */
  private isMoreOfTheSame(act: Act, fn: number): boolean {
    const key = `${fn} ${act.package}`
    if (this.packages.has(key)) {
      this.cuts.same++
      return true
    }
    this.packages.add(key)
    return false
  }

  private enter(node: number, fn: number, frame: Frame): Item[] {
    const { whole } = this.linked
    const params = whole.functions[fn]?.params ?? []
    const given = new Map(frame.given)
    const args = [...whole.args(node)]
    params.forEach((param, index) => {
      if (args[index] !== undefined) given.set(param, { node: args[index], given: frame.given })
    })
    return this.go({ ...frame, fn, given, depth: frame.depth + 1, root: false, answers: false })
  }

  /** Steps of a function that runs without a call that could be followed. */
  private visit(fn: number, frame: Frame): Item[] {
    return this.go({ ...frame, fn, depth: frame.depth + 1, root: frame.root })
  }

  private go(frame: Frame): Item[] {
    if (frame.stack.includes(frame.fn)) {
      this.cuts.recursion++
      return []
    }
    if (frame.depth > MOST_DEPTH) {
      if (this.linked.effects.ofFunction(frame.fn).length > 0) this.cuts.deeper++
      return []
    }
    if (this.foreign.has(this.linked.whole.functions[frame.fn]?.file ?? -1)) return []
    const visits = this.visits.get(frame.fn) ?? 0
    if (visits >= MOST_VISITS) return []
    this.visits.set(frame.fn, visits + 1)
    return this.body({ ...frame, stack: [...frame.stack, frame.fn] })
  }

  /** A call of the program with what it leads to: the message where it crosses a boundary, or says something of its own. */
  private told(node: number, fn: number, body: Item[], frame: Frame): Item[] {
    const { linked } = this
    const from = this.parties.ofFunction(frame.fn)
    const to = this.parties.ofFunction(fn)
    const name = linked.whole.functions[fn]?.fact.name || calledName(linked, node)
    const isOwn = from.id === to.id
    const isPasswordCheck = body.length === 0 && /^(?:compare|check|verify|match)\w*(?:pass|pwd)/i.test(name)
    if (isPasswordCheck)
      return [
        {
          kind: 'call',
          to,
          label: shortened(`compares the password: ${name}`),
          at: cite(linked, node),
          awaited: isAwaited(linked, node),
          weight: Weight.Main,
          body,
        },
      ]
    if (isOwn && (body.length === 0 || !name)) return body
    if (body.length === 0 && (!this.says(node) || talks(linked, fn))) return []
    const label = shortened(linked.whole.kind[node] === Kind.New ? `new ${to.name.replace(/\.\w+$/, '')}` : name || callText(linked, node))
    return [
      {
        kind: 'call',
        to,
        label,
        at: cite(linked, node),
        awaited: isAwaited(linked, node),
        ...(this.isAsync(fn) && isOutcomeUsed(linked, node) === 'left' ? { detached: true as const } : {}),
        weight: isOwn ? Weight.Slight : body.length === 0 ? Weight.Slight : Weight.Plain,
        body,
      },
    ]
  }

  /** Worth a line though nothing behind it is: it is waited for, or runs for its effect alone. */
  private says(node: number): boolean {
    return this.linked.whole.kind[node] === Kind.Call && isOutcomeUsed(this.linked, node) !== 'used'
  }

  private isAsync(fn: number): boolean {
    return ((this.linked.whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0
  }

  private actItem(act: Act, node: number, frame: Frame, body: Item[]): Extract<Item, { kind: 'call' }> {
    const at = cite(this.linked, act.at ?? node)
    const to: Participant = act.to === 'self' ? this.parties.ofFunction(frame.fn) : this.parties.other(act.to.kind, act.to.name, at)
    const outcome = this.linked.whole.kind[node] === Kind.Store || act.to === 'self' ? 'used' : isOutcomeUsed(this.linked, node)
    const isWaited = outcome === 'awaited' || (act.to === 'self' && isAwaited(this.linked, node))
    return {
      kind: 'call',
      to,
      label: act.label,
      at,
      awaited: isWaited,
      // What is handed a callback is waited for by it.
      ...(outcome === 'left' && !this.callsBack(node) ? { detached: true as const } : {}),
      weight: act.weight,
      body,
    }
  }

  /** Whether the last argument is run when it is done: written here, or handed in by who asked for it. */
  private callsBack(node: number): boolean {
    const { whole, solver } = this.linked
    const last = whole.kind[node] === Kind.Call ? whole.args(node).at(-1) : undefined
    return last !== undefined && solver.of(last).some((label) => solver.labels.kind[label] === LabelKind.Function)
  }

  // ── callbacks ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** What a library is handed runs behind its call, for each element, where it fails, or later. */
  private handed(node: number, frame: Frame): Item[] {
    const { linked } = this
    if (linked.solver.callees.has(node) && linked.whole.kind[node] !== Kind.New) return []
    return handedTo(linked, node).flatMap((handed) => this.handedOn(handed, node, frame))
  }

  private handedOn({ fn, when, of }: Handed, node: number, frame: Frame): Item[] {
    const { linked } = this
    const file = linked.whole.functions[fn]?.file ?? 0
    const own = linked.whole.functions[fn]?.fact.pos ?? 0
    const at = placeAt(linked, file, own)
    const call = cite(linked, node)
    // What ends a callback of the door's own chain ends the request; of a list or an option it does not.
    const answers = when === 'then' && frame.answers && this.isHandedBack(node, frame.fn)
    const items = this.visit(fn, {
      ...frame,
      root: frame.root && when === 'then' && this.isHandedBack(node, frame.fn),
      answers,
      caught: frame.caught && when !== 'later',
    })
    if (items.length === 0) return []
    if (answers && hasReply(items)) this.answered.add(node)
    switch (when) {
      case 'then':
        return items
      case 'each':
        return [{ kind: 'loop', over: of, at: call, items }]
      case 'fails':
        return [failed(items, call)]
      case 'asked':
        return [{ kind: 'optional', condition: shortened(of ? `calls back ${of}` : 'calls back', 36), at, items }]
      case 'later':
        this.later.push({ kind: 'optional', condition: shortened(of, 36), at: call, items, by: this.parties.ofFunction(frame.fn).id })
        return []
    }
  }

  /** `return transaction(async () => …)`: what the callback hands back is what the handler does. */
  private isHandedBack(node: number, fn: number): boolean {
    const { whole } = this.linked
    return (whole.functions[fn]?.returns ?? []).some((value) => {
      for (let at = value, hops = 0; at >= 0 && hops < 6; hops++) {
        if (at === node) return true
        const kind = whole.kind[at] as Kind
        if (kind === Kind.Await || kind === Kind.Refine) at = whole.a[at] as number
        else if (kind === Kind.Call && /^(?:then|catch|finally)$/.test(calledName(this.linked, at))) at = whole.a[whole.a[at] as number] as number
        else return false
      }
      return false
    })
  }

  /** `passport.authenticate('jwt', …)` runs the strategy of that name. */
  private strategies(node: number, frame: Frame): Item[] {
    const { linked } = this
    if (linked.whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'authenticate') return []
    const [first] = linked.whole.args(node)
    const name = first === undefined ? undefined : linked.values.texts(first).find(({ exact }) => exact)?.value
    return name === undefined ? [] : this.strategy(name, frame)
  }

  strategy(name: string, frame?: Frame): Item[] {
    const { linked } = this
    const { whole } = linked
    const items: Item[] = []
    for (const made of strategiesMade(linked)) {
      if (!made.name.replace(/^.*passport-/, '').includes(name)) continue
      const last = whole.args(made.node).at(-1)
      const owner = whole.functions[whole.functionOf(made.node)]?.owner ?? -1
      const method = owner < 0 ? undefined : whole.classes[owner]?.members.find((member) => member.name === 'validate')?.node
      const fn =
        (last === undefined ? undefined : functionAt(linked, last)) ??
        (method !== undefined && method >= 0 && whole.kind[method] === Kind.Function ? (whole.a[method] as number) : undefined)
      if (fn === undefined) continue
      const to = this.parties.ofFunction(fn)
      const body = this.go({
        fn,
        given: new Map(),
        depth: (frame?.depth ?? 0) + 1,
        stack: frame?.stack ?? [],
        apart: new Set(),
        root: false,
        answers: false,
        caught: true,
      })
      items.push({
        kind: 'call',
        to,
        label: shortened(whole.functions[fn]?.fact.name || 'verify'),
        at: placeAt(linked, whole.functions[fn]?.file ?? 0, whole.functions[fn]?.fact.pos ?? 0),
        awaited: true,
        weight: Weight.Plain,
        body,
      })
    }
    return items.slice(0, 1)
  }
}
