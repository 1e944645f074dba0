/**
 * What a handler does with a request, and how it answers. In: functions of the program. Out: reads, validations and answers, each
 * with the calls that lead to it. Calls are followed where they are handed the request, a part of it, or the answer.
 */
import { ChoiceKind, Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import type { InputPlace } from '../door-models'
import type { Guards } from '../guards'
import { calledName, type Linked, receiverOf } from '../linked'
import { annotationOf } from '../shapes/written'
import { type Answer, AnswerReader } from './answers'
import { type Frame, keyOfCalled, newFrame, type Origin, Origins } from './origins/index'

/** Something of the request is read: a field, or all of a place. */
export interface Read {
  place: InputPlace
  /** The field, and fields in it; empty for all of it. */
  trail: readonly string[]
  node: number
  /** Nodes on the way: the calls, then the read. Conditions around each decide when it happens. */
  sites: readonly number[]
  /** What the way in which it is used says of its form. */
  type?: Shape['type']
  default?: string
}

/** A part of the request is held against a schema, or typed. */
export interface Check {
  place: InputPlace
  trail: readonly string[]
  /** Node of the schema, or of the type. */
  schema: number
  isType: boolean
  /** The field of the schema that says it: `schema.parse({ body: req.body })`. */
  field?: string
  node: number
  sites: readonly number[]
}

export interface Handled {
  reads: Read[]
  checks: Check[]
  answers: Answer[]
}

const NOTHING: Handled = { reads: [], checks: [], answers: [] }

/** What a function leads to that some handler calls. */
interface Called {
  /** Its sites are those of the first handler. */
  handled: Handled
  /** How many functions that leads through, itself among them. */
  functions: number
}

/** Nodes of a function, by what may be found of them. */
interface Parts {
  looked: readonly number[]
  answering: readonly number[]
  /** What is called: a method is no field that is read. */
  callees: ReadonlySet<number>
}

/** Functions that one handler may lead through. */
const MOST_FUNCTIONS = 200
interface Budget {
  left: number
}

const OF_TEXT = new Set([
  'trim',
  'toLowerCase',
  'toUpperCase',
  'startsWith',
  'endsWith',
  'substring',
  'substr',
  'match',
  'localeCompare',
  'charAt',
  'padStart',
  'normalize',
])
const OF_LIST = new Set(['map', 'forEach', 'filter', 'some', 'every', 'find', 'reduce', 'push', 'flatMap', 'sort', 'findIndex'])
const CONVERTS: Record<string, Shape['type']> = rowsByName({ parseInt: 'integer', Number: 'number', parseFloat: 'number', Boolean: 'boolean' })
/** Members of texts and lists are no fields. */
const MEMBERS = new Set(['length', 'constructor', 'prototype', 'hasOwnProperty', '__proto__', 'then', 'catch'])

export class HandlerReader {
  private readonly answers: AnswerReader
  private readonly known = new Map<string, Handled>()
  private readonly called = new Map<string, Called>()
  private readonly parts = new Map<number, Parts>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
    private readonly origins = new Origins(linked),
  ) {
    this.answers = new AnswerReader(linked, origins)
  }

  /** @param bound what its parameters are given where decorators say it */
  of(fn: number, library: string, bound?: Frame['bound']): Handled {
    const key = `${fn} ${library}`
    const known = this.known.get(key)
    if (known) return known
    const frame = newFrame(bound)
    const { reads, checks, answers } = this.look(this.partsOf(fn), frame, { left: MOST_FUNCTIONS - 1 })
    const handled = { reads, checks, answers: this.answers.withStatus(answers, this.answers.returned(fn, frame, library)) }
    this.known.set(key, handled)
    return handled
  }

  /** Code of a file that is in no function. */
  ofModule(nodes: readonly number[]): Handled {
    return this.look(this.partsAmong(nodes), newFrame(), { left: MOST_FUNCTIONS })
  }

  /** A function that a handler calls, or that is called further down. */
  private visit(fn: number, frame: Frame, budget: Budget): Handled {
    if (budget.left <= 0) return NOTHING
    // Of a handler's own call nothing is known but what that function is handed: with the same, it leads to the same for all of them.
    const key = frame.through.length === 1 ? keyOfCalled(fn, frame) : undefined
    const known = key === undefined ? undefined : this.called.get(key)
    if (known && known.functions <= budget.left) {
      budget.left -= known.functions
      return movedTo(frame.through, known.handled)
    }
    const before = budget.left--
    const handled = this.look(this.partsOf(fn), frame, budget)
    if (key !== undefined && budget.left > 0) this.called.set(key, { handled, functions: before - budget.left })
    return handled
  }

  private partsOf(fn: number): Parts {
    let parts = this.parts.get(fn)
    if (!parts) {
      parts = this.partsAmong(this.origins.nodesOf(fn))
      this.parts.set(fn, parts)
    }
    return parts
  }

  private partsAmong(nodes: readonly number[] | Int32Array): Parts {
    const { whole } = this.linked
    const callees = new Set<number>()
    for (const node of nodes) if (whole.kind[node] === Kind.Call || whole.kind[node] === Kind.New) callees.add(whole.a[node] as number)
    const parts = { looked: [] as number[], answering: [] as number[], callees }
    for (const node of nodes) {
      const kind = whole.kind[node] as Kind
      const isCall = kind === Kind.Call || kind === Kind.New
      const isLoad = (kind === Kind.Load || kind === Kind.LoadDynamic) && !callees.has(node)
      if (isCall || kind === Kind.Store) parts.answering.push(node)
      if (isCall || isLoad || kind === Kind.Choice || annotationOf(this.linked, node) !== undefined) parts.looked.push(node)
    }
    return parts
  }

  private look({ looked, answering, callees }: Parts, frame: Frame, budget: Budget): Handled {
    const { whole, solver } = this.linked
    const into: Handled = { reads: [], checks: [], answers: [] }
    const reads = new Map<number, Read>()
    for (const node of looked) {
      switch (whole.kind[node] as Kind) {
        case Kind.Load:
        case Kind.LoadDynamic:
          if (!callees.has(node)) this.read(node, frame, reads)
          break
        case Kind.Call:
        case Kind.New: {
          this.read(node, frame, reads)
          this.converts(node, reads)
          this.checked(node, frame, into)
          const functions = solver.callees.get(node)
          // What a wrapper is handed differs from door to door, and is among the handlers of each.
          if (!functions || (functions.size > 1 && this.guards.runsWhatWasHanded(node))) break
          for (const fn of [...functions].slice(0, 4)) {
            const below = this.origins.enter(node, fn, frame)
            if (below) add(into, this.visit(fn, below, budget))
          }
          break
        }
        case Kind.Choice:
          this.standard(node, reads)
          break
      }
      const type = annotationOf(this.linked, node)
      if (type !== undefined) this.typed(node, type, frame, into)
    }
    into.reads.push(...reads.values())
    into.answers.push(...this.answers.within(answering, frame))
    return into
  }

  private read(node: number, frame: Frame, reads: Map<number, Read>): void {
    for (const origin of this.origins.of(node, frame)) {
      if (origin.kind !== 'data' || origin.place === 'url' || origin.place === 'raw' || origin.place === 'argument') continue
      const trail = origin.trail.slice(0, origin.trail.findIndex((name) => MEMBERS.has(name)) >>> 0)
      const known = reads.get(node)
      // A node that may be several is told once for each.
      const key = known ? -node - reads.size : node
      reads.set(key, { place: origin.place, trail, node, sites: [...frame.through, node] })
    }
  }

  /** `parseInt(req.query.page)`, `req.body.tags.map(…)`: what a field must be for that. */
  private converts(call: number, reads: Map<number, Read>): void {
    const { whole } = this.linked
    const name = calledName(this.linked, call)
    const receiver = receiverOf(this.linked, call)
    const type = receiver < 0 ? CONVERTS[name] : OF_TEXT.has(name) ? 'string' : OF_LIST.has(name) ? 'array' : undefined
    const node = receiver < 0 ? whole.args(call)[0] : receiver
    if (type === undefined || node === undefined) return
    const at = this.behind(node)
    const read = reads.get(at)
    if (read && read.trail.length > 0 && !read.type) read.type = type
  }

  /** Through what was tested and what stands in for it. */
  private behind(node: number): number {
    const { whole } = this.linked
    let at = node
    for (let hops = 0; hops < 6; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
      else if (kind === Kind.Choice && (whole.c[at] === ChoiceKind.Or || whole.c[at] === ChoiceKind.Nullish))
        at = whole.items(whole.a[at] as number)[0] ?? at
      else break
    }
    return at
  }

  /** `req.query.page || 1`, `const { page = 1 } = req.query`. */
  private standard(choice: number, reads: Map<number, Read>): void {
    const { whole, values } = this.linked
    if (whole.c[choice] !== ChoiceKind.Or && whole.c[choice] !== ChoiceKind.Nullish) return
    const [first, second] = whole.items(whole.a[choice] as number)
    if (first === undefined || second === undefined) return
    const kind = whole.kind[second] as Kind
    if (kind !== Kind.String && kind !== Kind.Number && kind !== Kind.Boolean) return
    const read = reads.get(this.behind(first))
    if (read?.trail.length !== 1 || read.default !== undefined) return
    const [text] = values.texts(second)
    if (!text?.exact) return
    read.default = text.value
    if (!read.type) read.type = kind === Kind.Number ? 'number' : kind === Kind.Boolean ? 'boolean' : 'string'
  }

  /** `schema.parse(req.body)`, `validate(schema, req.query)`, `readValidatedBody(event, schema.parse)`. */
  private checked(call: number, frame: Frame, into: Handled): void {
    const { whole, models } = this.linked
    const args = [...whole.args(call)]
    const sites = [...frame.through, call]
    for (const path of this.origins.pathsOf(call, frame)) {
      const made = models.paths.find(path, '()')
      const input = models.doors.inputs.get(made) ?? models.doors.inputs.get(path)
      if (input?.schema !== undefined && args[input.schema] !== undefined) {
        const schema = this.behindMethod(args[input.schema] as number)
        for (const origin of this.origins.of(call, frame))
          if (origin.kind === 'data') into.checks.push({ place: origin.place, trail: origin.trail, schema, isType: false, node: call, sites })
      } else if (models.roles.get(made)?.role === 'validation') {
        const receiver = receiverOf(this.linked, call)
        args.forEach((argument, index) => {
          for (const origin of this.origins.of(argument, frame)) {
            // `schema.parse(data)` and `parse(schema, data)`; joi's `attempt(data, schema)`.
            const schema = index === 0 ? (this.isSchemaCall(call) ? receiver : (args[1] ?? receiver)) : (args[0] as number)
            if (schema >= 0) this.check(origin, schema, call, sites, into)
          }
        })
      }
    }
  }

  private check(origin: Origin, schema: number, node: number, sites: number[], into: Handled): void {
    const { whole } = this.linked
    if (origin.kind === 'data') into.checks.push({ place: origin.place, trail: origin.trail, schema, isType: false, node, sites })
    else if (origin.kind === 'object')
      // `schema.parse({ body: req.body, query: req.query })`
      for (const entry of whole.items(whole.a[origin.node] as number).slice(0, 12)) {
        // `schema.parse({ ...req.body, ...req.query })`
        if (whole.kind[entry] === Kind.Spread) {
          for (const part of this.origins.of(whole.a[entry] as number, origin.frame))
            if (part.kind === 'data' && part.trail.length === 0) this.check(part, schema, node, sites, into)
          continue
        }
        if (whole.kind[entry] !== Kind.Property || whole.a[entry] === -1) continue
        const inner = this.origins.of(whole.b[entry] as number, origin.frame)
        const name = whole.text(whole.a[entry] as number)
        for (const part of inner)
          if (part.kind === 'data') into.checks.push({ place: part.place, trail: [...part.trail], schema, isType: false, node, sites, field: name })
      }
  }

  /** Whether the schema is what the method is called on. */
  private isSchemaCall(call: number): boolean {
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0) return false
    const { whole, values } = this.linked
    // `v.parse(schema, data)`: what it is called on is the library itself.
    return !values.definitions(receiver).every((definition) => whole.kind[definition] === Kind.Import)
  }

  /** `schema.parse` handed on as a function stands for the schema. */
  private behindMethod(node: number): number {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Load && /^(?:parse|safeParse|parseAsync|safeParseAsync|validate|cast)$/.test(whole.text(whole.b[node] as number)))
      return whole.a[node] as number
    if (whole.kind[node] === Kind.Function) {
      const [returned] = whole.functions[whole.a[node] as number]?.returns ?? []
      if (returned !== undefined && whole.kind[returned] === Kind.Call)
        return receiverOf(this.linked, returned) >= 0 ? receiverOf(this.linked, returned) : node
    }
    return node
  }

  /** `const input: CreateUser = req.body`. */
  private typed(node: number, type: number, frame: Frame, into: Handled): void {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Param && !frame.bound.has(node)) return
    for (const origin of this.origins.of(node, frame))
      if (origin.kind === 'data' && origin.trail.length === 0 && origin.place !== 'url' && origin.place !== 'raw')
        into.checks.push({ place: origin.place, trail: origin.trail, schema: type, isType: true, node, sites: [...frame.through, node] })
  }
}

function add(to: Handled, { reads, checks, answers }: Handled): void {
  to.reads.push(...reads)
  to.checks.push(...checks)
  to.answers.push(...answers)
}

/** The same, reached through other calls. */
function movedTo(through: readonly number[], { reads, checks, answers }: Handled): Handled {
  const move = <T extends { sites: readonly number[] }>(found: readonly T[]) =>
    found.map((each): T => ({ ...each, sites: [...through, ...each.sites.slice(through.length)] }))
  return { reads: move(reads), checks: move(checks), answers: move(answers) }
}
