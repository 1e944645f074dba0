/**
 * Where a fact does harm. In: a fact at a call, an assignment, a return or anything else that a model or the language calls a sink.
 * Out: harm of a kind, told to the tabulation where it is that part that matters and no condition on the way rules it out.
 */
import { Kind } from '../../../graph'
import type { SinkModel } from '../../flow-models'
import { LabelKind } from '../../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { pathsOfCall, pathsOfMember, sinksOfCopied, sinksOfFields } from '../../usages/modelled'
import { type AccessPaths, EMPTY } from '../access-paths'
import { ELSEWHERE, isOwnAddress } from '../addresses'
import { isScriptText, runsNoAddress } from '../elements-made'
import type { Fact, Hit } from '../facts'
import { AT_SINK } from '../handed-over'
import { bitOf, FIELD_NAME, neededBy, type SinkKind, without } from '../kinds'
import { isMeant } from '../moved-arguments'
import { PastedValues } from '../pasted-values'
import { isComposed, returnsText } from '../texts'
import type { Knowledge } from './knowledge'
import type { Places } from './places'
import { isHarmlessBy, isReadSometimes, isWhen } from './sink-conditions'
import type { Tabulation } from './tabulation'

const NO_SINKS: readonly SinkModel[] = []

/** Operators of document stores whose operand is compared as it is: in a list, too, an object is no operator. */
const PLAIN_OPERATORS = ['$eq', '$in', '$nin']

const isPlain = (keys: readonly string[], stands: (key: string) => boolean): boolean => PLAIN_OPERATORS.some(stands) || keys.some(stands)

/** As `ApiPaths.show` tells them. */
const BYTES =
  /^(?:global:)?(?:Buffer\.(?:from|concat|alloc)\(\)|Buffer!|Uint8Array(?:\.from\(\)|!))$|\.(?:arrayBuffer|toBuffer)\(\)$|\/Request\.files?(?:\.[\w*]+|\[\w*\])*\.(?:buffer|data)$/
const OF_FILE_SYSTEM = /^(?:npm:|type:)?(?:node:)?fs\b/

/** What a place does; what is left out follows from its kind and place. */
type Harm = Omit<Hit, 'name' | 'bits' | 'needs' | 'cited'> & { name: SinkKind } & Partial<Pick<Hit, 'bits' | 'needs' | 'cited'>>

/** A place that no model names. */
export const BY_LANGUAGE = { library: 'javascript', guessed: false }

const BY_NAME = { byName: true, ...FIELD_NAME } as const

export class Sinks {
  private readonly linked: Linked
  private readonly paths: AccessPaths
  private readonly pasted: PastedValues

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
  ) {
    this.linked = known.linked
    this.paths = places.paths
    this.pasted = new PastedValues(known.linked, (head) => places.isAny(head) || head === places.element)
  }

  /**
   * Sinks at a call, for one argument or its receiver (index -1).
   * @param meant the path that was meant, which may leave names out
   * @param moved what is called in the end with arguments that stand elsewhere, so that none but this one can be asked about
   */
  strike(fact: Fact, call: number, index: number, isSpread: boolean, meant = fact.path, moved?: readonly number[]): void {
    const { models, whole, solver } = this.linked
    for (const path of moved ?? pathsOfCall(this.linked, call)) {
      const sinks = models.flows.sinks.get(path)
      if (sinks === undefined || this.isUnseen(path, receiverOf(this.linked, call))) continue
      for (const sink of sinks) {
        if (sink.kind === 'nosql' && isPlain(sink.plain, (key) => this.paths.includes(fact.path, whole.string(key)))) continue
        for (const spot of sink.spots) {
          // A tag is handed texts and values in turn; one that takes a statement binds them, unless a model asks for the text before.
          if (spot !== '*' && !sink.when && whole.kind[call] === Kind.Tagged) continue
          const place = index < 0 ? (spot === 'receiver' ? EMPTY : undefined) : this.places.placeAt(spot, index, isSpread)
          if (place === undefined) continue
          const isNamed = sink.kind === 'record' && this.places.isNameAt(fact.path, place)
          if (!isNamed && !this.places.reaches(fact.path, place, sink.inside)) continue
          if (place !== EMPTY && this.places.leavesOut(meant, this.paths.head(place))) continue
          if (moved && (!isMeant(sink) || sink.when || sink.unless)) continue
          if (sink.when && !isWhen(this.linked, call, sink.when, this.places.placeInList(fact.path))) continue
          if (sink.unless && isHarmlessBy(this.linked, call, sink.unless)) continue
          if (sink.kind === 'regex' && this.isNoText(path, call)) continue
          if (sink.kind === 'path' && index >= 0 && !isSpread && this.isContent(path, whole.args(call)[index] ?? -1)) continue
          const name = (!moved && calledName(this.linked, call)) || whole.sourceOf(whole.a[call] as number, 40)
          const guessed = !moved && !solver.apiCalls.get(call)?.has(path)
          const pasted = sink.pasted && this.pasted.of(call, sink.pasted, this.paths.names(this.places.withoutPlace(fact.path, place)))
          if (pasted && !pasted.isPut) continue
          const leavesOut = sink.kind === 'record' ? this.places.namesLeftOut(meant) : []
          this.landAt(fact, sink, call, name, guessed, {
            cited: this.written(call, fact, place),
            ...(isNamed ? BY_NAME : {}),
            ...(isReadSometimes(this.linked, call, sink.when) ? { sometimes: true as const } : {}),
            ...(index < 0 ? { onReceiver: true as const } : {}),
            ...(leavesOut.length > 0 ? { leavesOut } : {}),
            // The value is no text of the statement, whoever put it together.
            ...(pasted ? { composed: AT_SINK } : {}),
            ...(pasted?.by ? { pastedBy: pasted.by } : {}),
          })
          break
        }
      }
    }
  }

  /** Bytes, for what takes a file or the name of one: `sharp(Buffer.from(text, 'base64'))`. The file system takes names as bytes too. */
  private isContent(path: number, node: number): boolean {
    const { models } = this.linked
    if (OF_FILE_SYSTEM.test(models.paths.rootOf(path))) return false
    const made = apiPathsOf(this.linked, node)
    return made.length > 0 && made.every((each) => BYTES.test(models.paths.show(each)))
  }

  /** Named by the member alone, and told by its object: an element of a document that a server reads is shown to nobody. */
  private isUnseen(path: number, object: number): boolean {
    const { models } = this.linked
    if (object < 0 || models.unseen.size === 0 || models.paths.rootOf(path) !== 'any') return false
    return apiPathsOf(this.linked, object).some((each) => models.unseen.has(each))
  }

  /**
   * A method of texts by its name, of what is an instance of a class, whosever it is: `new Minimatch(pattern).match(name)` is handed what
   * the pattern is held against. Most that is called `search` looks up records.
   */
  private isNoText(path: number, call: number): boolean {
    const { models, values } = this.linked
    const object = receiverOf(this.linked, call)
    if (object < 0 || models.paths.rootOf(path) !== 'any') return false
    if (calledName(this.linked, call) === 'search' && !this.searchesText(call, object)) return true
    const made = values.definitions(object)
    if (made.length > 0 && made.every((node) => this.isInstance(node))) return true
    return apiPathsOf(this.linked, object).some((each) => /^npm:/.test(models.paths.rootOf(each)) && models.paths.show(each).endsWith('!'))
  }

  /** What it is called on is known to be a text, or what comes back is compared with a number: `title.search(word) !== -1`. */
  private searchesText(call: number, object: number): boolean {
    const { whole, solver, values } = this.linked
    const isText = (node: number) => whole.kind[node] === Kind.String || whole.kind[node] === Kind.Template
    const isNumber = (node: number) => whole.kind[node] === Kind.Number || whole.kind[node] === Kind.Unary
    if (values.definitions(object).some((made) => made < whole.size && isText(made))) return true
    if (solver.of(object).some((label) => solver.labels.kind[label] === LabelKind.Value && isText(solver.labels.data[label] as number))) return true
    return lookupOf(whole)
      .inFunction(whole.functionOf(call))
      .some(
        (node) =>
          whole.kind[node] === Kind.Binary &&
          ((whole.a[node] === call && isNumber(whole.b[node] as number)) || (whole.b[node] === call && isNumber(whole.a[node] as number))),
      )
  }

  private isInstance(node: number): boolean {
    const { whole } = this.linked
    return node < whole.size && whole.kind[node] === Kind.New && calledName(this.linked, node) !== 'String'
  }

  /** Where the harmful part of an argument is written: the option of an object literal, the argument, else the call. */
  private written(call: number, fact: Fact, place: number): number {
    const { whole } = this.linked
    let at = fact.node
    let path = fact.path === EMPTY ? place : fact.path
    let found = call
    const inside = (node: number) =>
      whole.fileOf(node) === whole.fileOf(call) &&
      (whole.pos[node] as number) >= (whole.pos[call] as number) &&
      (whole.end[node] as number) <= (whole.end[call] as number)
    if (at < whole.size && at !== call && inside(at)) found = at
    const made = place === EMPTY ? -1 : this.madeBy(at, path)
    if (made >= 0) at = made
    const isNear = (node: number) => place !== EMPTY && whole.functionOf(node) === whole.functionOf(made >= 0 ? made : call)
    while (path !== EMPTY && whole.kind[at] === Kind.Object) {
      const entry = whole.items(whole.a[at] as number).find((item) => whole.kind[item] === Kind.Property && whole.a[item] === this.paths.head(path))
      // An option that a model names is told where it is written, even in front of the call.
      if (entry === undefined || !(inside(entry) || isNear(entry))) break
      found = entry
      at = whole.b[entry] as number
      path = this.paths.tail(path)
    }
    return found
  }

  /** The options that a function of the program makes for a call, where one of what it returns has the part: `find(criteria())`; else -1. */
  private madeBy(node: number, path: number): number {
    const { whole, solver } = this.linked
    const [fn, ...others] = node < whole.size && whole.kind[node] === Kind.Call ? (solver.callees.get(node) ?? []) : []
    if (fn === undefined || others.length > 0) return -1
    const name = this.paths.head(path)
    const has = (object: number) =>
      whole.kind[object] === Kind.Object &&
      whole.items(whole.a[object] as number).some((item) => whole.kind[item] === Kind.Property && whole.a[item] === name)
    const made = (whole.functions[fn]?.returns ?? []).filter(has)
    return made.length === 1 ? (made[0] as number) : -1
  }

  /** `element.innerHTML = text`. */
  atStore(fact: Fact, object: number, property: number, at: number): void {
    const { whole, models } = this.linked
    const name = whole.text(property)
    if (fact.path === EMPTY && isScriptText(this.linked, at))
      this.land(fact, { name: 'code', library: 'dom', at, api: `<script>.${name}`, guessed: false })
    for (const path of pathsOfMember(this.linked, object, property))
      for (const sink of this.isUnseen(path, object) ? NO_SINKS : (models.flows.storeSinks.get(path) ?? NO_SINKS))
        if (
          sink.spots.some((spot) => this.places.reaches(fact.path, this.places.placeBelow(spot), sink.inside)) &&
          !(sink.kind === 'script-url' && runsNoAddress(this.linked, object))
        )
          this.landAt(fact, sink, at, name, models.paths.rootOf(path) === 'any')
  }

  /** `session[key] = value`, by a key from outside, and `Object.assign(session, sent)`: fields that nobody wrote out. */
  atFields(fact: Fact, object: number, at: number, isName: boolean): void {
    for (const sink of sinksOfFields(this.linked, object))
      if (sink.kind === 'record') this.landAt(fact, sink, at, isName ? '[…] =' : calledName(this.linked, at), false, isName ? BY_NAME : {})
  }

  /** `Object.assign(element, { innerHTML: text })`: what is copied into an object of a library is written there. */
  atCopied(fact: Fact, object: number, property: number, call: number): void {
    for (const sink of sinksOfCopied(this.linked, object, property))
      if (
        sink.spots.some((spot) => this.places.reaches(fact.path, this.places.placeBelow(spot), sink.inside)) &&
        !(sink.kind === 'script-url' && runsNoAddress(this.linked, object))
      )
        this.landAt(fact, sink, call, this.linked.whole.text(property), false)
  }

  /** What a framework makes of what a function returns. */
  atReturn(fact: Fact, fn: number): void {
    for (const sink of this.known.returnedSinks.get(fn) ?? NO_SINKS)
      if (
        sink.spots.some((spot) => this.places.reaches(fact.path, this.places.placeBelow(spot), sink.inside)) &&
        (!sink.composed || this.isComposed(fact) || returnsText(this.linked.whole, fn))
      )
        this.landAt(fact, sink, fact.node, 'return', false)
  }

  /** Whether the program made a text of it somewhere on its way. */
  private isComposed(fact: Fact): boolean {
    for (let at: Fact | undefined = fact; at; at = at.from)
      if (isComposed(this.linked, at.node) || (at.inside && this.isComposed(at.inside))) return true
    return false
  }

  /** A sink of a model. */
  landAt(fact: Fact, { kind, library }: SinkModel, at: number, api: string, guessed: boolean, more: Partial<Harm> = {}): void {
    this.land(fact, { ...more, name: kind, library, at, api, guessed })
  }

  /** Harm of a kind, unless a condition on the way rules it out. */
  land(fact: Fact, harm: Harm): void {
    const { bits = bitOf(harm.name) } = harm
    if ((fact.mask & bits) === 0) return
    // Back to where the visitor is.
    if ((bits & ELSEWHERE) !== 0 && fact.path === EMPTY && isOwnAddress(this.linked, fact.node)) return
    const left = without(fact.mask, this.known.conditions.around(harm.at, fact.node))
    if ((left & bits) === 0) return
    this.table.land(fact, { needs: neededBy(harm.name), cited: harm.at, ...harm, bits }, left)
  }

  /** A text that would do harm where it were run or shown. */
  landText(fact: Fact, kind: 'sql' | 'html', text: number): void {
    const bits = bitOf(kind)
    if (fact.mask & bits)
      this.table.land(
        fact,
        { bits, needs: 0, name: `${kind}-text`, api: 'text', library: 'javascript', at: text, cited: text, guessed: true },
        fact.mask,
      )
  }
}
