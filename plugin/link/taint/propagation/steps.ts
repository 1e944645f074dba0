/**
 * What a call makes of an argument without its code being here: what models say, what methods of the language do, and nothing where
 * neither knows it.
 */
import { Kind } from '../../../graph'
import type { StepModel } from '../../flow-models'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { pathsOfCall } from '../../usages/modelled'
import { type AccessPaths, EMPTY } from '../access-paths'
import { ELSEWHERE, isOwnAddress } from '../addresses'
import { isBehindDashes } from '../behind-dashes'
import type { Fact } from '../facts'
import { ABSOLUTE, bitOf, madeAnew, maskOf, NO_NAME, PROTOTYPE, RAW, TEXT_ONLY } from '../kinds'
import { copyBy, reshaped } from '../shapes'
import { beginningOf, clearedBy } from '../texts'
import type { Callbacks } from './callbacks'
import type { Knowledge } from './knowledge'
import type { Objects } from './objects'
import type { Outcomes } from './outcomes'
import type { Places } from './places'
import { isWhen } from './sink-conditions'
import type { Tabulation } from './tabulation'

const NO_STEPS: readonly StepModel[] = []
/** What does no harm but by being told. */
const TOLD = maskOf(['disclosure', 'secret'])
/** Names of the properties of an argument, as models tell them: `0.keys()`. */
const OF_NAMES = '.keys()'
/** Harm that some text can do, and neither a number nor one of a few known texts. */
const OF_ANY_TEXT = maskOf(['literal']) & ~RAW

/** Where something is put into a format text: `%s`, `%(name)s`, `{name}`. */
const MARK = /[%{]/

/** Calls that hand data back when a schema lets them pass, as `ApiPaths.show` tells them. */
const isCheck = (called: string) =>
  /^(?:zod|joi|yup|valibot)\b/.test(called) && /\.(?:(?:safe)?[pP]arse(?:Async)?|spa|decode|cast|validate(?:Async|Sync)?|attempt)$/.test(called)

export class Steps {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly objects: Objects,
    private readonly callbacks: Callbacks,
    private readonly outcomes: Outcomes,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /**
   * What a call whose code is not here makes of an argument: what models say, and nothing where none does.
   * @param meant the path that was meant, which may leave names out
   */
  steps(fact: Fact, call: number, index: number, args: readonly number[], hasCode: boolean, meant = fact.path): void {
    const { whole, models, solver } = this.linked
    const { path } = fact
    const mask = fact.mask & ~PROTOTYPE
    const copy = copyBy(this.linked, call)
    if (copy >= 0) {
      this.table.go(fact, copy, meant, mask)
      return
    }
    let told = false
    for (const at of pathsOfCall(this.linked, call)) {
      const isSanitized = this.sanitize(fact, call, at, index)
      if (isSanitized) told = true
      else if (index > 0 && models.copies.has(at)) this.objects.join(fact, args[0] as number, call)
      for (const step of models.flows.steps.get(at) ?? NO_STEPS) {
        // What a sanitizer gives is told by it; what it hands to a callback besides is not.
        if (isSanitized && step.to.some((spot) => spot.startsWith('result'))) continue
        if (!step.from.some((spot) => this.places.covers(path, spot, index))) continue
        told = true
        if (step.when && !isWhen(this.linked, call, step.when)) continue
        if (isCheck(models.paths.show(at)) && this.outcomes.checked(fact, call, path, mask, step.clears)) continue
        const below = step.from.find((spot) => spot.includes('.'))
        const isNames = below?.endsWith(OF_NAMES) ?? false
        if (isNames && !this.places.isWhole(path) && this.paths.head(path) !== this.places.names) continue
        const isText = isNames || (below?.endsWith('.*') ?? false)
        // A copy lacks what the object lacked.
        const all = models.copies.has(at) && path === EMPTY ? meant : path
        const part = isText ? EMPTY : below ? this.places.withoutPlace(path, this.places.placeBelow(below)) : all
        const called = models.paths.show(at)
        const made = reshaped(this.paths, called, part, (text) => whole.string(text))
        // Under names that the program lists, and no other.
        const left = made === EMPTY && this.known.listedNames.ofResult(call, called) ? this.paths.cons(this.places.any, EMPTY) : made
        // One of a few known texts is harmless in whatever form.
        const adds = (mask & OF_ANY_TEXT) === 0 ? 0 : step.adds
        const kept = madeAnew(fact.mask, path !== EMPTY && !isText) & ~(isNames ? NO_NAME : 0)
        if (left !== undefined) this.outcomes.deliver(fact, call, step.to, left, (kept & ~step.clears) | adds)
      }
      const passed = models.passes.get(at)
      // What the language itself hands back is the very same; a library may have copied it.
      if (passed === index) this.table.go(fact, call, path, madeAnew(fact.mask, path !== EMPTY || models.paths.rootOf(at).startsWith('global:')))
    }
    if (whole.kind[call] === Kind.Call) {
      const callee = whole.a[call] as number
      // `resolve(value)` of `new Promise((resolve) => …)`.
      for (const label of solver.of(callee))
        if (index === 0 && solver.isResolve(label)) this.table.go(fact, solver.labels.data[label] as number, path, mask)
        else if (index === 0 && solver.isReject(label))
          this.table.go(fact, solver.labels.data[label] as number, this.paths.cons(this.places.thrown, path), mask)
    }
    this.emit(fact, call, index)
    this.queue(fact, call, index)
    if (index > 0 && calledName(this.linked, call) === 'bind')
      for (const label of solver.of(receiverOf(this.linked, call)))
        if (solver.labels.kind[label] === LabelKind.Function)
          this.table.enter(fact, -1, whole.functions[solver.labels.data[label] as number]?.params[index - 1] ?? -1, path, fact.mask)
    if (told || hasCode) return
    if (this.known.templates.passes(call)) this.table.go(fact, call, path, mask & ~TEXT_ONLY)
    this.known.methods.gather(call, index, (what, to) => {
      const receiver = receiverOf(this.linked, call)
      const put = fact.mask & bitOf('argument') && isBehindDashes(this.linked, call, index) ? fact.mask & ~bitOf('argument') : fact.mask
      if (what === 'key') this.objects.name(fact, receiver, this.places.keys)
      else if (what === 'receiver') this.objects.hold(fact, receiver, this.places.element, path, put)
      else if (what === 'result') {
        // The list that comes of it is as long as it is, whatever became an element of it.
        this.table.go(
          fact,
          call,
          path,
          madeAnew(put, to !== 'text' && path !== EMPTY) & ~(to === 'text' ? TEXT_ONLY : path === EMPTY ? bitOf('text') : 0),
        )
        if (to !== 'text' && path === EMPTY) this.table.go(fact, call, this.paths.cons(this.places.element, EMPTY), put)
      } else if (what === 'list') this.table.go(fact, call, this.paths.cons(this.places.element, path), fact.mask)
      else if (what === 'accumulator') {
        this.table.go(fact, call, path, mask)
        this.callbacks.runCallback(fact, call, args[0] as number, 0, path, mask, EMPTY)
      } else if (what === 'groups' && path === EMPTY) this.outcomes.matched(fact, call, receiver, mask)
    })
  }

  /** Whether a call is a sanitizer of an argument; what is left is in its result. */
  private sanitize(fact: Fact, call: number, at: number, index: number): boolean {
    const sanitizers = this.linked.models.flows.sanitizers.get(at)
    if (sanitizers === undefined) return false
    let isAny = false
    let isInside = false
    let cleared = 0
    const { path, mask } = fact
    for (const { spot, clears, inside, behind } of sanitizers) {
      if (this.places.placeAt(spot, index, false) === undefined) continue
      isAny = true
      isInside ||= inside
      cleared |= clears
      if (behind !== undefined && index !== behind) cleared |= this.clearedBehind(call, behind, mask)
    }
    if (isAny && index === 1 && isOwnAddress(this.linked, this.linked.whole.args(call)[1] as number)) cleared |= ELSEWHERE
    if (isAny && (path === EMPTY || isInside || this.places.isElements(path))) this.table.go(fact, call, EMPTY, fact.mask & ~PROTOTYPE & ~cleared)
    return isAny
  }

  /** `sprintf('stock/%s', name)`: what harm a value cannot do for what the text begins with, up to its first mark. */
  private clearedBehind(call: number, template: number, mask: number): number {
    const text = this.linked.whole.args(call)[template]
    const [begins = ''] = text === undefined ? [] : beginningOf(this.linked, text).text.split(MARK)
    return clearedBy(begins, true, '', (mask & ABSOLUTE) !== 0)
  }

  /** `queue.add('name', payload)` reaches whoever takes a job out. */
  private queue(fact: Fact, call: number, index: number): void {
    const sent = this.known.jobs.sentBy(call)
    // Whose secret comes out where cannot be said of queues that are not told apart.
    const mask = fact.mask & ~TOLD
    if (!sent || mask === 0) return
    for (const spot of sent.spots) {
      if (!this.places.covers(fact.path, spot, index)) continue
      const part = spot.includes('.') ? this.places.withoutPlace(fact.path, this.places.placeBelow(spot)) : fact.path
      for (const { node, property } of sent.to)
        this.table.go(fact, node, property === '' ? part : this.paths.cons(this.linked.whole.string(property), part), mask)
    }
  }

  /** `emitter.emit('name', value)` reaches what listens to that name on such an object. */
  private emit(fact: Fact, call: number, index: number): void {
    const { whole } = this.linked
    if (index === 0 || calledName(this.linked, call) !== 'emit') return
    for (const fn of this.known.holders.toldBy(call)) this.table.enter(fact, -1, whole.functions[fn]?.params[index - 1] ?? -1, fact.path, fact.mask)
  }
}
