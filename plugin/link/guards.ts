/**
 * What a function or library value does when it stands between a request and its handler. In: a node among handlers. Out:
 * its role, whether it can stop a request, and whether it answers itself. In-house functions are judged by what their bodies
 * do, not by their names; a guard that does not stop (a redirect without return) is none.
 */
import { Kind } from '../graph'
import type { Evidence } from '../types'
import { handsContextOn, isAnswer, isNext } from './guards/answers'
import { isAskedElsewhere } from './guards/asked-elsewhere'
import { type Behaviour, merge, nothing } from './guards/behaviour'
import { Body } from './guards/body'
import { Conditions } from './guards/conditions'
import { type Denial, Denials } from './guards/denials'
import { Helpers } from './guards/helpers'
import { namesOfCallers } from './guards/known-by'
import { exceptions, isOptional } from './guards/library-guards'
import { credentialsIn } from './guards/own-credentials'
import { type Question, Questions } from './guards/questions'
import { Strangers } from './guards/strangers'
import { asMade } from './guards/switched-off'
import { ThrowingChecks } from './guards/throwing-checks'
import { LabelKind } from './labels'
import { cite, functionsAt, type Linked } from './linked'
import { Wrappers } from './wrappers'

const EMPTY = nothing()
/** Helpers of helpers. */
const MOST_DEPTH = 4
/** Methods by which a class is a guard. */
const METHODS = ['use', 'canActivate', 'intercept', 'handle']

/** A value that stands among handlers, with what it may be and what it wraps where it was put there. */
interface Made {
  node: number
  labels: readonly number[]
  wraps?: readonly { node: number; labels?: readonly number[] }[]
}

export class Guards {
  private readonly known = new Map<number, Behaviour>()
  private readonly handlers = new WeakMap<Made, Behaviour>()
  private readonly wrappers: Wrappers
  private readonly questions: Questions
  private readonly conditions: Conditions
  private readonly denials: Denials
  private readonly helpers: Helpers
  private readonly strangers: Strangers
  private readonly throwing: ThrowingChecks

  constructor(private readonly linked: Linked) {
    this.wrappers = new Wrappers(linked)
    this.questions = new Questions(linked)
    this.strangers = new Strangers(linked)
    this.conditions = new Conditions(linked, this.questions, this.strangers)
    this.denials = new Denials(linked)
    this.helpers = new Helpers(linked, this.denials)
    this.throwing = new ThrowingChecks(linked, this.denials)
  }

  /** The parameter of an outer function that a call calls, -1 when it calls something else. */
  outerParameter(call: number): number {
    return this.wrappers.outerParameter(call)
  }

  /** Whether a call runs what some function was handed: a wrapper's call of what it wraps. */
  runsWhatWasHanded(call: number): boolean {
    return this.wrappers.runsWhatWasHanded(call)
  }

  /** Handlers that a call of a wrapper wraps: of `wrap(f)` and `wrap({ handler: f })`, f. */
  wrapped(node: number): number[] {
    return this.wrappers.wrapped(node)
  }

  /** Functions among these that a wrapper runs in front of the others: `askUser` of `wrap(handler, askUser)`. */
  checksWrapped(node: number): number[] {
    return this.wrappers.checks(node).flatMap((value) => functionsAt(this.linked, value))
  }

  /**
   * What a value does when it stands among handlers.
   * @param wrapped what a wrapper is handed to make it, where that is known better than by the value alone
   */
  ofNode(
    node: number,
    labels: readonly number[] = this.linked.solver.of(node),
    wrapped: readonly { node: number; labels?: readonly number[] }[] = this.wrapped(node).map((inner) => ({ node: inner })),
  ): Behaviour {
    const { solver } = this.linked
    const merged = nothing()
    for (const inner of wrapped) merge(merged, this.ofNode(inner.node, inner.labels))
    const { passes } = merged
    merged.opaque =
      merged.roles.size === 0 &&
      !labels.some((label) => solver.labels.kind[label] === LabelKind.Function || solver.labels.kind[label] === LabelKind.Instance)
    const judged = new Set(wrapped.flatMap((inner) => inner.labels ?? solver.of(inner.node)))
    // What is wrapped was judged by what it was made with.
    for (const label of labels) if (!judged.has(label)) this.addLabel(merged, node, label)
    // A wrapper gives `next` to what it wraps; whether that hands on is what counts, where it does not itself.
    if (wrapped.length > 0) merged.passes = passes || merged.passesItself
    return merged
  }

  /** The same of a handler; every route that it stands in front of asks this again. */
  ofHandler(handler: Made): Behaviour {
    const known = this.handlers.get(handler) ?? this.ofNode(handler.node, handler.labels, handler.wraps)
    this.handlers.set(handler, known)
    return known
  }

  private addLabel(merged: Behaviour, node: number, label: number): void {
    const { labels } = this.linked.solver
    switch (labels.kind[label] as LabelKind) {
      case LabelKind.Function:
        merge(merged, asMade(this.linked, node, this.ofFunction(labels.data[label] as number)))
        break
      case LabelKind.Api:
        this.addLibrary(merged, node, labels.data[label] as number)
        break
      case LabelKind.ApiObject:
        this.addLibrary(merged, node, labels.extra[label] as number)
        break
      case LabelKind.Instance:
        for (const name of METHODS) {
          const fn = this.method(label, name)
          if (fn >= 0) merge(merged, this.ofFunction(fn))
        }
        break
    }
  }

  private addLibrary(merged: Behaviour, node: number, path: number): void {
    const role = this.linked.models.roles.get(path)
    if (!role) return
    merged.opaque = false
    merged.passes = true
    if (isOptional(this.linked, node, role.optional)) return
    merged.roles.add(role.role)
    merged.collects ||= role.collects ?? false
    merged.exempt.push(...exceptions(this.linked, node))
    if (role.serves) merged.serves = role.serves
    if (role.role === 'authentication' || role.role === 'authorization') merged.denials.push({ role: role.role, at: cite(this.linked, node) })
  }

  method(label: number, name: string): number {
    const { solver, whole } = this.linked
    const field = solver.fieldsOf.get(label)?.get(whole.string(name))
    if (field === undefined) return -1
    for (const value of solver.of(field)) if (solver.labels.kind[value] === LabelKind.Function) return solver.labels.data[value] as number
    return -1
  }

  ofFunction(fn: number, depth = 0): Behaviour {
    const known = this.known.get(fn)
    if (known) return known
    if (depth > MOST_DEPTH) return EMPTY
    this.known.set(fn, EMPTY)
    const { linked, questions, conditions, denials, helpers, strangers, wrappers, throwing } = this
    const ofFunction = (callee: number) => this.ofFunction(callee, depth + 1)
    const behaviour = new Body(fn, { linked, questions, conditions, denials, helpers, strangers, wrappers, throwing, ofFunction }).read()
    this.known.set(fn, behaviour)
    return behaviour
  }

  /** How a node turns a request away; undefined where it does not. */
  denial(node: number): Denial | undefined {
    return this.denials.of(node)
  }

  /** Names of the program's own under which requests hold who is calling. */
  get namesOfCallers(): ReadonlySet<string> {
    this.callers ??= namesOfCallers(this.linked, this.denials)
    return this.callers
  }
  private callers: ReadonlySet<string> | undefined

  /** Whether a call finds out who the caller is. */
  identifies(call: number): boolean {
    return this.questions.identifies(call) || isAskedElsewhere(this.linked, call)
  }

  /** What a condition is made of. */
  asks(condition: number): Question | undefined {
    return this.questions.asks(condition)
  }

  /** What a function that says yes or no goes by: what its answers are made of, and the conditions under which it gives them. */
  answersBy(fn: number): 'authentication' | 'authorization' | undefined {
    const asked = (this.linked.whole.functions[fn]?.returns ?? []).flatMap((node) => [this.asks(node), this.conditions.identityRegion(node)])
    if (asked.includes('rights')) return 'authorization'
    return asked.includes('identity') ? 'authentication' : undefined
  }

  /** Refused for what the body says, a captcha for example, and not for who sends it. */
  isAboutInput(node: number): boolean {
    return this.conditions.isAboutInput(node)
  }

  /** `req.headers['x-api-key'] !== KEY`: a credential is held against something that is no mere absence. */
  comparesCredential(condition: number): boolean {
    return this.conditions.comparesCredential(condition)
  }

  /** Where a function refuses whoever sends no credentials that some record has. */
  credentialsIn(fn: number): Evidence | undefined {
    return credentialsIn(this.linked, this.denials, fn)
  }

  /** Whether a node turns a caller away for want of identity, by what it does and by the condition that leads there. */
  refuses(node: number): boolean {
    const kind = this.denial(node)
    if (!kind || !this.conditions.identityRegion(node)) return false
    return kind !== 'error' || this.linked.whole.kind[node] === Kind.Throw
  }

  /** Whether a call hands the request on to what comes next. */
  isNext(call: number): boolean {
    return isNext(this.linked, call)
  }

  /** Whether a call lets the request go on: hands it on, or answers with success. */
  handsRequestOn(call: number): boolean {
    if (this.isNext(call)) return this.linked.whole.args(call).length === 0 || handsContextOn(this.linked, call)
    return !this.denial(call) && isAnswer(this.linked, call)
  }
}
