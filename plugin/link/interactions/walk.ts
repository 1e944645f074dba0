/**
 * One way through the code behind a door. In: its functions, in the order in which they run. Out: what they do, in order, nested as
 * calls are: a called function's steps at its call, a callback's when it runs.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import type { EntryPoint, Participant } from '../../types'
import type { Guards } from '../guards'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { messageIn } from '../posture/authentication/answers'
import { strategiesMade } from '../posture/authentication/strategies'
import { type Act, type Acts, NOTHING } from './acts'
import type { Replies } from './answers'
import { type Block, blockOf, type Entry, type Test, testsBeside } from './blocks'
import { functionAt, type Handed, handedTo } from './handed'
import { endsInReply, hasReply, type Item, type ReplyItem, Weight } from './items'
import { isAwaited, isOutcomeUsed, isStatement } from './outcomes'
import type { Parties } from './parties'
import { statusOf, statusText } from './statuses'
import { callText, conditionText, placeAt, regionAt, regionText, shortened } from './words'

const MOST_DEPTH = 6
const MOST_CALLS = 400
/** Times that one function is gone through on one way. */
const MOST_VISITS = 2
/** Places that call a function and make nothing of it: then it is about something else than this request. */
const MANY_PLACES = 15

/** How plugins put members on requests and answers. */
const DECORATES = new Set(['decorateRequest', 'decorateReply'])

/** Parameters of functions on the way, and what they were given. */
type Given = ReadonlyMap<number, { node: number; given: Given }>

interface Frame {
  fn: number
  given: Given
  depth: number
  stack: readonly number[]
  /** Functions handed on whose steps are told at another place than where they are called. */
  apart: ReadonlySet<number>
  /** Whoever runs it is the framework: what ends it ends the request. */
  root: boolean
  /** What it hands back is the answer. */
  answers: boolean
  /** Whatever it throws is caught on the way. */
  caught: boolean
}

export interface Cuts {
  deeper: number
  recursion: number
  beside: number
  same: number
  more: number
}

export class Walk {
  readonly cuts: Cuts = { deeper: 0, recursion: 0, beside: 0, same: 0, more: 0 }
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
    private readonly guards: Guards,
    /** Files of another program in the same repository. */
    private readonly foreign: ReadonlySet<number>,
  ) {}

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
        return this.test(block, beside, done, frame)
      case RegionKind.Loop: {
        const items = this.block(block, frame)
        return items.length === 0
          ? []
          : [{ kind: 'loop', over: shortened(regionText(this.linked, block.region), 36), at: regionAt(this.linked, block.region), items }]
      }
      case RegionKind.Case:
        return this.cases(block, beside, done, frame)
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

  // ── branches ───────────────────────────────────────────────────────────────────────────────────────────────────────

  private test(block: Block, beside: readonly Entry[], done: Set<Block>, frame: Frame): Item[] {
    const { linked } = this
    const test = testsBeside(linked, block.region).find(({ yes, no, rest }) => [yes, no, rest].includes(block.region))
    const walked = (region: number): Item[] => {
      const found = beside.find((other) => other.is === 'block' && other.block.region === region)
      if (region < 0 || found?.is !== 'block') return []
      done.add(found.block)
      return this.block(found.block, frame)
    }
    if (!test) return this.block(block, frame)
    const yes = walked(test.yes)
    const no = walked(test.no)
    const rest = walked(test.rest)
    const branch = (holds: boolean, items: Item[]) => ({
      condition: conditionText(linked, block.region, holds),
      at: regionAt(linked, block.region),
      items,
    })
    if (!test.ends) return this.isPresence(test, block) ? [...yes, ...no] : joined(branch(true, yes), branch(false, no))
    const [ended, other, holds] = test.ends === 'yes' ? [yes, no, true] : [no, yes, false]
    if (ended.length === 0) return this.silent(test, holds, branch, [...other, ...rest], frame)
    const isEnd = endsInReply(ended) || (frame.root && hasReply(ended))
    if (isEnd) return [{ kind: 'exit', ...branch(holds, ended) }, ...other, ...rest]
    const after = [...other, ...rest]
    if (after.length === 0) return [{ kind: 'optional', ...branch(holds, ended) }]
    return [{ kind: 'choice', branches: [branch(holds, ended), { ...branch(!holds, after), condition: 'otherwise' }] }]
  }

  /** `token && verify(token)` inside an expression: asked for what is there, and no decision of the program. */
  private isPresence({ yes, no }: Test, { region, entries }: Block): boolean {
    if (yes >= 0 && no >= 0) return false
    const name = /^!?\s*([\w$.?]+)$/.exec(regionText(this.linked, region))?.[1]
    const first = entries.find((entry) => entry.is === 'node')
    return name !== undefined && first?.is === 'node' && this.linked.whole.sourceOf(first.node, 200).includes(name)
  }

  /** A branch that only hands something back: what follows happens where it does not. */
  private silent(
    test: Test,
    holds: boolean,
    branch: (holds: boolean, items: Item[]) => { condition: string; at: ReturnType<typeof regionAt>; items: Item[] },
    after: Item[],
    { fn, root }: Frame,
  ): Item[] {
    const { whole, effects } = this.linked
    const ended = test.ends === 'yes' ? test.yes : test.no
    // It hands the request on: what follows is for those that do not pass.
    if (after.length > 0 && root && this.passesOn(fn, ended))
      return [endsInReply(after) ? { kind: 'exit', ...branch(!holds, after) } : { kind: 'optional', ...branch(!holds, after) }]
    const fact = whole.functions[fn]
    const returns = (fact?.returns ?? []).filter((_, index) => effects.isInside(fact?.returnRegions[index] ?? -1, ended))
    const handsBack = returns.some((node) => {
      const kind = whole.kind[node] as Kind
      return kind !== Kind.Undefined && kind !== Kind.Null && kind !== Kind.Boolean && kind !== Kind.Array
    })
    return handsBack && !root && after.length > 0 ? [{ kind: 'optional', ...branch(!holds, after) }] : after
  }

  private passesOn(fn: number, region: number): boolean {
    const { whole, effects } = this.linked
    return effects
      .ofFunction(fn)
      .some(
        (node) =>
          whole.kind[node] === Kind.Call &&
          whole.args(node).length === 0 &&
          this.linked.values.nameOf(whole.a[node] as number) === 'next' &&
          effects.isInside(whole.region[node] as number, region),
      )
  }

  private cases(block: Block, beside: readonly Entry[], done: Set<Block>, frame: Frame): Item[] {
    const { whole } = this.linked
    const asked = (condition: number) => (whole.kind[condition] === Kind.Binary ? (whole.a[condition] as number) : condition)
    const all = beside.flatMap((other) =>
      other.is === 'block' && other.block.kind === RegionKind.Case && asked(other.block.condition) === asked(block.condition) ? [other.block] : [],
    )
    const branches = all.flatMap((each) => {
      done.add(each)
      const items = this.block(each, frame)
      const isDefault = whole.kind[each.condition] !== Kind.Binary || asked(each.condition) === each.condition
      const text = regionText(this.linked, each.region)
      return items.length === 0 ? [] : [{ condition: isDefault ? 'otherwise' : shortened(text), at: regionAt(this.linked, each.region), items }]
    })
    const [only] = branches
    return branches.length > 1 ? [{ kind: 'choice', branches }] : only ? [{ kind: 'optional', ...only }] : []
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private node(node: number, frame: Frame): Item[] {
    const { whole } = this.linked
    const answer = this.replies.at(node) ?? this.streamed(node)
    if (answer) return [...this.handed(node, frame), answer]
    switch (whole.kind[node] as Kind) {
      case Kind.Throw:
        return this.thrown(whole.a[node] as number, node, frame)
      case Kind.Store: {
        const act = this.acts.of(node, this.entry)
        return act ? [this.actItem(act, node, frame, [])] : []
      }
      default:
        return this.call(node, frame)
    }
  }

  /** A part of an answer that goes on. */
  private streamed(node: number): ReplyItem | undefined {
    const { linked } = this
    if (linked.whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'write') return undefined
    const { models, solver } = linked
    const isAnswer = [...(solver.apiCalls.get(node) ?? [])].some((path) => /\/(?:Response|ServerResponse|Reply)\b/.test(models.paths.show(path)))
    return isAnswer ? { kind: 'reply', label: 'a part of the answer', status: undefined, at: cite(linked, node), weight: Weight.Telling } : undefined
  }

  private thrown(value: number, node: number, frame: Frame): Item[] {
    const { linked } = this
    const status = statusOf(linked, value)
    // What catches it answers in its place.
    if (status === undefined && frame.caught) return []
    const message =
      linked.whole.kind[value] === Kind.New || linked.whole.kind[value] === Kind.Call ? messageIn(linked, [...linked.whole.args(value)]) : ''
    if (status === undefined && !message) return []
    return [replyOf(status, message, cite(linked, node))]
  }

  private call(node: number, frame: Frame): Item[] {
    const { linked } = this
    const { whole } = linked
    if (this.left-- <= 0) {
      this.cuts.more++
      return []
    }
    const refused = this.refused(node, frame)
    if (refused) return refused
    const callee = this.calleeOf(node, frame)
    if (callee === 'apart') return []
    const act = this.acts.of(node, this.entry)
    if (act === NOTHING) return []
    if (act) {
      const more = callee === undefined ? [] : this.enter(node, callee, frame)
      const handed = this.handed(node, frame)
      more.push(...this.strategies(node, frame))
      if (act.encloses)
        return [this.actItem(act, node, frame, []), ...handed, { ...this.actItem(act, node, frame, []), label: 'commits', weight: Weight.Slight }]
      if (act.package && this.isMoreOfTheSame(act, frame.fn)) return handed
      return [this.actItem(act, node, frame, more), ...handed]
    }
    if (callee === undefined) return [...this.strategies(node, frame), ...this.handed(node, frame)]
    if (this.isBeside(node, callee)) {
      this.cuts.beside++
      return []
    }
    const { apart, after } = this.continuations(node, callee, frame)
    const body = this.enter(node, callee, { ...frame, apart: new Set([...frame.apart, ...apart]) })
    const items = this.told(node, callee, body, frame)
    return [...items, ...after.flatMap((fn) => this.visit(fn, frame, node))]
  }

  /** `next(new NotFound())`, `reject(…)`: an answer by way of an error handler. */
  private refused(node: number, frame: Frame): Item[] | undefined {
    const { linked } = this
    const { whole } = linked
    const callee = whole.a[node] as number
    if (whole.kind[node] !== Kind.Call || !this.isHandler(callee)) return undefined
    const name = linked.values.nameOf(callee)
    const [first] = whole.args(node)
    if (first === undefined && name === 'next' && frame.root && isAwaited(linked, node)) return [{ kind: 'goes on' }]
    if (first === undefined || !/^(?:next|reject|rej)$/.test(name)) return /^(?:next|resolve)$/.test(name) ? [] : undefined
    const kind = whole.kind[first] as Kind
    if (kind === Kind.String) return []
    const status = statusOf(linked, first)
    const message = kind === Kind.New || kind === Kind.Call ? messageIn(linked, [...whole.args(first)]) : ''
    if (status === undefined && frame.caught && name !== 'next') return []
    const reply = replyOf(status ?? this.replies.statusBefore(node), message || 'error, to the error handler', cite(linked, node))
    return [status === undefined && !message ? { ...reply, weight: Weight.Minor } : reply]
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

  private isHandler(callee: number): boolean {
    const { whole } = this.linked
    const kind = whole.kind[callee] as Kind
    return kind === Kind.Param || kind === Kind.Cell || kind === Kind.Refine
  }

  /** The function of the program that a call runs; `apart` where its steps are told elsewhere. */
  private calleeOf(node: number, frame: Frame): number | 'apart' | undefined {
    const { linked } = this
    const { whole, solver } = linked
    let callee = whole.a[node] as number
    while (whole.kind[callee] === Kind.Refine) callee = whole.a[callee] as number
    let given = frame.given.get(callee)
    for (let hops = 0; given && hops < 6; hops++) {
      const fn = functionAt(linked, given.node)
      if (fn !== undefined) return frame.apart.has(fn) ? 'apart' : fn
      given = given.given.get(given.node)
    }
    const callees = [...(solver.callees.get(node) ?? this.decorated(node))].filter(
      (fn) => !frame.apart.has(fn) && !this.foreign.has(whole.functions[fn]?.file ?? -1),
    )
    if (callees.length < 2) return callees[0]
    // `traced(f)(user)`: every wrapped function is met there, and it is f.
    const wrapped = this.guards.wrapped(callee).map((value) => functionAt(linked, value))
    if (wrapped.length > 0) return wrapped.length === 1 ? wrapped[0] : undefined
    // Whatever any caller hands over: which of them it is here is not known. Versions of one method in one file are told by the first.
    if (whole.kind[callee] === Kind.Param || whole.kind[callee] === Kind.Cell) return undefined
    const files = new Set(callees.map((fn) => whole.functions[fn]?.file))
    const names = new Set(callees.map((fn) => whole.functions[fn]?.fact.name))
    return files.size === 1 && names.size === 1 ? (callees.find((fn) => linked.effects.ofFunction(fn).length > 0) ?? callees[0]) : undefined
  }

  /** `request.isAdmin()`, where a plugin put that on every request. */
  private decorated(node: number): number[] {
    const { linked } = this
    const { whole } = linked
    if (receiverOf(linked, node) < 0) return []
    const name = calledName(linked, node)
    for (const call of lookupOf(whole).named(Kind.Call, DECORATES)) {
      const [key, value] = whole.args(call)
      if (key === undefined || value === undefined || linked.values.texts(key)[0]?.value !== name) continue
      const fn = functionAt(linked, value)
      if (fn === undefined) continue
      this.replies.also(fn)
      return [fn]
    }
    return []
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
  private visit(fn: number, frame: Frame, _at: number): Item[] {
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

  /** Many places call it and none makes anything of it: counting, logging, auditing. */
  private isBeside(node: number, fn: number): boolean {
    const { linked } = this
    const callers = linked.solver.callers.get(fn)
    if ((callers?.size ?? 0) < MANY_PLACES || !isStatement(linked, node)) return false
    const { whole } = linked
    return [...(callers ?? [])].filter((call) => !isTestCode(linked, whole.files[whole.fileOf(call)]?.path ?? '')).length >= MANY_PLACES
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
    if (body.length === 0 && (!this.says(node) || this.acts.talks(fn))) return []
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
      ...(outcome === 'left' ? { detached: true as const } : {}),
      weight: act.weight,
      body,
    }
  }

  // ── callbacks ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** What a library is handed runs behind its call, for each element, where it fails, or later. */
  private handed(node: number, frame: Frame): Item[] {
    const { linked } = this
    if (linked.solver.callees.has(node) && linked.whole.kind[node] !== Kind.New) return []
    return handedTo(linked, node).flatMap((handed) => this.run1(handed, node, frame))
  }

  private run1({ fn, when, of }: Handed, node: number, frame: Frame): Item[] {
    const { linked } = this
    const file = linked.whole.functions[fn]?.file ?? 0
    const own = linked.whole.functions[fn]?.fact.pos ?? 0
    const at = placeAt(linked, file, own)
    const call = cite(linked, node)
    // What ends a callback of the door's own chain ends the request; of a list or an option it does not.
    const answers = when === 'then' && frame.answers && this.isHandedBack(node, frame.fn)
    const items = this.visit(
      fn,
      { ...frame, root: frame.root && when === 'then' && this.isHandedBack(node, frame.fn), answers, caught: frame.caught && when !== 'later' },
      node,
    )
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

  /** A callback for a function of the program: told where that calls it, if it does so once and plainly; else behind it. */
  private continuations(node: number, callee: number, frame: Frame): { apart: number[]; after: number[] } {
    const { linked } = this
    const { whole, effects, solver } = linked
    const handed = [...whole.args(node)].flatMap((argument, index) => {
      const fn = whole.kind[argument] === Kind.Function ? (whole.a[argument] as number) : undefined
      return fn === undefined ? [] : [{ fn, param: whole.functions[callee]?.params[index] ?? -1 }]
    })
    const apart: number[] = []
    for (const { fn, param } of handed) {
      const calls = effects
        .within(callee)
        .filter((at) => (whole.kind[at] === Kind.Call && this.isParam(whole.a[at] as number, param)) || (solver.callees.get(at)?.has(fn) ?? false))
      const plain = calls.length === 1 && whole.functionOf(calls[0] as number) === callee
      if (!plain) apart.push(fn)
    }
    return { apart, after: frame.depth >= MOST_DEPTH ? [] : apart }
  }

  private isParam(node: number, param: number): boolean {
    const { whole } = this.linked
    let at = node
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at === param
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

/** Both, one, or neither of two branches has something to tell. */
function joined(
  yes: { condition: string; at: Item['kind'] extends string ? ReturnType<typeof regionAt> : never; items: Item[] },
  no: typeof yes,
): Item[] {
  if (yes.items.length > 0 && no.items.length > 0) return [{ kind: 'choice', branches: [yes, { ...no, condition: 'otherwise' }] }]
  const one = yes.items.length > 0 ? yes : no
  return one.items.length > 0 ? [{ kind: 'optional', ...one }] : []
}

function failed(items: Item[], at: ReplyItem['at']): Item {
  return endsInReply(items)
    ? { kind: 'exit', failure: true, condition: 'it fails', at, items }
    : { kind: 'optional', condition: 'it fails', at, items }
}

function replyOf(status: number | undefined, message: string, at: ReplyItem['at']): ReplyItem {
  return {
    kind: 'reply',
    label: shortened(
      status === undefined ? `error: ${message}`.replace(/^error: error/, 'error') : message ? `${status} ${message}` : statusText(status),
    ),
    status,
    at,
    weight: Weight.Main,
  }
}
