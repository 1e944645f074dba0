/** How handlers answer: calls and assignments that models name, exceptions with a status, what is returned. */
import { STATUS_CODES } from 'node:http'
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import type { AnswerModel } from '../door-models'
import { atPlace, type Linked } from '../linked'
import { shapeOfType, shapeOfValue } from '../shapes/index'
import type { Frame, Origins } from './origins/index'

export interface Answer {
  status: number | undefined
  media?: string
  shape?: Shape
  node: number
  sites: readonly number[]
  /** A status that was set, and no answer with it. */
  bare?: boolean
  /** The framework sends what the handler hands back. */
  returned?: true
}

const MOST_ANSWERS = 40

export class AnswerReader {
  constructor(
    private readonly linked: Linked,
    private readonly origins: Origins,
  ) {}

  /** Answers among the nodes of one function and those inside it. */
  within(nodes: readonly number[], frame: Frame): Answer[] {
    const { whole } = this.linked
    const answers: (Answer & { model: AnswerModel })[] = []
    const sets: { node: number; status: number[]; used: boolean }[] = []
    const taken = new Set<number>()
    for (const node of nodes) {
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Call || kind === Kind.New) {
        const model = this.modelOf(node, frame)
        if (!model) continue
        const own = this.statusAt(node, model)
        if (model.sets) {
          // `h.response(x).code(201)`: what it is called on has answered.
          const answered = answers.find((answer) => answer.node === whole.a[whole.a[node] as number])
          if (answered && own[0] !== undefined) answered.status ??= own[0]
          else sets.push({ node, status: own, used: false })
          continue
        }
        const chained = own.length > 0 ? own : this.chainedStatus(node, frame, taken)
        for (const status of chained.length > 0 ? chained : [undefined]) answers.push(this.answer(node, model, status, frame))
      } else if (kind === Kind.Store) {
        const model = this.storeModel(node, frame)
        if (!model) continue
        if (model.status === 'value') sets.push({ node, status: this.statusOf(whole.c[node] as number), used: false })
        else answers.push(this.answer(node, model, undefined, frame))
      }
      if (answers.length >= MOST_ANSWERS) break
    }
    for (const answer of answers) {
      if (answer.status !== undefined || answer.model.status !== undefined) continue
      const set = this.nearest(answer.node, sets)
      if (!set) continue
      set.used = true
      answer.status = set.status[0]
    }
    for (const { node, status, used } of sets)
      if (!used && !taken.has(node))
        for (const each of status) answers.push({ status: each, node, sites: [...frame.through, node], bare: true, model: NOTHING })
    return answers.map(({ model: _, ...answer }) => answer)
  }

  /** What a handler returns, where its framework answers with that. */
  returned(fn: number, frame: Frame, library: string): Answer[] {
    const { whole, models } = this.linked
    const media = models.doors.returned.get(library)
    const fact = whole.functions[fn]
    if (media === undefined || !fact) return []
    const answers: Answer[] = []
    for (const value of fact.returns.slice(0, MOST_ANSWERS)) {
      const kind = whole.kind[value] as Kind
      if (kind === Kind.Undefined || this.isAnswer(value, frame)) continue
      const declared = fact.fact.returnType < 0 ? undefined : shapeOfType(this.linked, fact.fact.returnType + (whole.base[fact.file] as number))
      const shape = declared ?? shapeOfValue(this.linked, value)
      answers.push({ status: undefined, ...mediaOf(shape, media), ...(shape ? { shape } : {}), node: value, sites: [value], returned: true })
    }
    if (answers.length === 0 && fact.returns.length === 0 && fact.fact.returnType >= 0) {
      const shape = shapeOfType(this.linked, fact.fact.returnType + (whole.base[fact.file] as number))
      if (shape) answers.push({ status: undefined, ...mediaOf(shape, media), shape, node: fact.node, sites: [] })
    }
    return answers
  }

  /** What is returned goes out with the status that was set where it is returned. */
  withStatus(answers: Answer[], returned: Answer[]): Answer[] {
    const { whole, effects } = this.linked
    const used = new Set<Answer>()
    for (const answer of returned) {
      const set = answers
        .filter(
          (other) =>
            other.bare && other.sites.length === 1 && effects.isInside(whole.region[answer.node] as number, whole.region[other.node] as number),
        )
        .at(-1)
      if (!set || answer.status !== undefined) continue
      answer.status = set.status
      used.add(set)
    }
    return [...answers.filter((answer) => !used.has(answer)), ...returned]
  }

  private isAnswer(node: number, frame: Frame, inside: ReadonlySet<number> = new Set()): boolean {
    const { whole } = this.linked
    const kind = whole.kind[node] as Kind
    // What a loop may leave as it was adds nothing.
    if (inside.has(node)) return true
    if (kind === Kind.Await || kind === Kind.Refine) return this.isAnswer(whole.a[node] as number, frame, inside)
    if (kind === Kind.Choice) {
      const items = [...whole.items(whole.a[node] as number)]
      return items.every((item) => this.isAnswer(item, frame, new Set([...inside, node])))
    }
    if (kind !== Kind.Call && kind !== Kind.New) return this.origins.of(node, frame).some((origin) => origin.kind === 'api')
    return this.modelOf(node, frame) !== undefined || this.origins.of(node, frame).some((origin) => origin.kind === 'api')
  }

  private answer(node: number, model: AnswerModel, status: number | undefined, frame: Frame): Answer & { model: AnswerModel } {
    const { whole } = this.linked
    const body =
      model.body === undefined
        ? undefined
        : model.body === 'value'
          ? (whole.c[node] as number)
          : model.body.split('|').flatMap((place) => atPlace(this.linked, node, place))[0]
    const shape = body === undefined || whole.kind[body] === Kind.Undefined ? undefined : shapeOfValue(this.linked, body)
    return {
      status,
      ...(model.media === undefined ? mediaOf(shape, 'application/json') : { media: model.media }),
      ...(shape && shape.type !== 'null' ? { shape } : {}),
      node,
      sites: [...frame.through, node],
      model,
    }
  }

  private modelOf(call: number, frame: Frame): AnswerModel | undefined {
    const { doors } = this.linked.models
    for (const path of this.origins.pathsOf(call, frame)) {
      const model = doors.answers.get(path)
      if (model) return model
    }
    return undefined
  }

  private storeModel(store: number, frame: Frame): AnswerModel | undefined {
    const { whole, models } = this.linked
    for (const origin of this.origins.of(whole.a[store] as number, frame)) {
      if (origin.kind !== 'api') continue
      const path = models.paths.find(origin.path, `.${whole.text(whole.b[store] as number)}`)
      const model = path < 0 ? undefined : models.doors.stores.get(path)
      if (model) return model
    }
    return undefined
  }

  private statusAt(call: number, { status, otherwise }: AnswerModel): number[] {
    if (status === undefined || status === 'value') return []
    if (typeof status === 'number') return [status]
    for (const place of status.split('|')) {
      const found = [...new Set(atPlace(this.linked, call, place).flatMap((node) => this.statusOf(node)))]
      if (found.length > 0) return found
    }
    return otherwise === undefined ? [] : [otherwise]
  }

  /** Numbers, and names of statuses: `HttpStatus.NOT_FOUND`. */
  private statusOf(node: number): number[] {
    const { values } = this.linked
    const numbers = values.numbers(node).filter((status) => Number.isInteger(status) && status >= 100 && status < 600)
    if (numbers.length > 0) return numbers.slice(0, 4)
    const named =
      STATUS[
        values
          .nameOf(node)
          .replace(/[^a-z]/gi, '')
          .toLowerCase()
      ]
    return named === undefined ? [] : [named]
  }

  /** `res.status(404).json(…)`: what the answer is called on sets the status. */
  private chainedStatus(call: number, frame: Frame, taken: Set<number>): number[] {
    const { whole } = this.linked
    let at = call
    for (let hops = 0; hops < 8; hops++) {
      const callee = whole.a[at] as number
      if (whole.kind[callee] !== Kind.Load) return []
      at = whole.a[callee] as number
      if (whole.kind[at] !== Kind.Call) return []
      const model = this.modelOf(at, frame)
      if (!model?.sets) continue
      taken.add(at)
      const status = this.statusAt(at, model)
      if (status.length > 0) return status
    }
    return []
  }

  /** Status that was set before an answer and holds where it is given; else one that is set after it. */
  private nearest(node: number, sets: { node: number; status: number[]; used: boolean }[]): { status: number[]; used: boolean } | undefined {
    const { whole, effects } = this.linked
    const region = whole.region[node] as number
    const holding = sets.filter((set) => set.status.length > 0 && effects.isInside(region, whole.region[set.node] as number))
    return holding.filter((set) => set.node < node).at(-1) ?? holding.find((set) => whole.region[set.node] === region)
  }
}

const NOTHING: AnswerModel = { library: '', status: undefined, otherwise: undefined, body: undefined, media: undefined, sets: true }

/** Texts are told apart from data; what is not known has no type. */
function mediaOf(shape: Shape | undefined, media: string): { media?: string } {
  if (!shape) return {}
  if (shape.type === 'string') return { media: 'text/plain' }
  return shape.type === 'file' || shape.type === 'unknown' || shape.type === 'null' ? {} : { media }
}

/** `notfound` → 404. */
const STATUS: Record<string, number> = rowsByName(
  Object.fromEntries(Object.entries(STATUS_CODES).map(([code, text]) => [(text as string).replace(/[^a-z]/gi, '').toLowerCase(), Number(code)])),
)
