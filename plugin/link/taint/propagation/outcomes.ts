/**
 * Where what a library call makes of a value is to be found: in its result, in its receiver, in an argument or at a function that it
 * runs; field by field where a schema let it pass, group by group where an expression took a text apart.
 */
import type { Spot } from '../../flow-models'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { type AccessPaths, EMPTY } from '../access-paths'
import type { Fact } from '../facts'
import { TEXT_ONLY, without } from '../kinds'
import type { Shape } from '../schemas'
import type { Callbacks } from './callbacks'
import type { Knowledge } from './knowledge'
import type { Objects } from './objects'
import type { Places } from './places'
import type { Tabulation } from './tabulation'

export class Outcomes {
  private readonly linked: Linked
  private readonly paths: AccessPaths

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly table: Tabulation,
    private readonly objects: Objects,
    private readonly callbacks: Callbacks,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** Into the places that a model names. */
  deliver(fact: Fact, call: number, spots: Spot[], path: number, mask: number): void {
    const { whole, solver } = this.linked
    const args = whole.args(call)
    for (const spot of spots) {
      if (spot === 'result') this.table.go(fact, call, path, mask)
      else if (spot === 'thrown') this.table.go(fact, call, this.paths.cons(this.places.thrown, path), mask)
      else if (spot.startsWith('result.'))
        this.table.go(
          fact,
          call,
          this.paths.of([
            ...spot
              .split('.')
              .slice(1)
              .map((name) => whole.string(name)),
          ]),
          mask,
        )
      else if (spot === 'receiver') {
        const receiver = receiverOf(this.linked, call)
        if (receiver >= 0) this.objects.taintValue(fact, receiver, path, mask)
      } else {
        const match = /^(\d+)((?:\.[\w$-]+)*)(?:\[(\d+)\])?$/.exec(spot)
        if (!match) continue
        const argument = args[Number(match[1])]
        if (argument === undefined) continue
        if (match[3] === undefined) this.objects.taintValue(fact, argument, path, mask)
        else
          for (const label of solver.of(argument))
            if (solver.labels.kind[label] === LabelKind.Function) {
              const fn = solver.labels.data[label] as number
              const param = whole.functions[fn]?.params[Number(match[3])]
              // What comes of it in there may be part of what the call gives.
              const site = this.callbacks.sitesOf(fn).find((it) => it.call === call)
              if (param !== undefined) this.table.enter(fact, site ? call : -1, param, path, mask, site?.resultPath)
            }
      }
    }
  }

  /** What passes a schema comes out field by field, each as harmless as the schema makes it. */
  checked(fact: Fact, call: number, path: number, mask: number, typed: number): boolean {
    const schema = this.known.schemas.of(call)
    if (!schema) return false
    const { whole } = this.linked
    const tell = (shape: Shape, done: readonly number[], rest: number, depth: number): void => {
      const left = without(mask, shape.clears | (shape.isOpen ? 0 : typed))
      if (shape.fields && !shape.isOpen && depth < 3) {
        for (const [name, field] of shape.fields)
          if (rest === EMPTY || this.paths.head(rest) === whole.string(name))
            tell(field, [...done, whole.string(name)], rest === EMPTY ? EMPTY : this.paths.tail(rest), depth + 1)
      } else if (shape.element && depth < 3 && (rest === EMPTY || this.places.isElement(this.paths.head(rest))))
        tell(shape.element, [...done, this.places.element], rest === EMPTY ? EMPTY : this.paths.tail(rest), depth + 1)
      else
        this.table.go(
          fact,
          call,
          done.reduceRight((tail, name) => this.paths.cons(name, tail), rest),
          left,
        )
    }
    for (const at of schema.at) {
      const done = at.map((name) => whole.string(name))
      tell(schema.shape, done, path, 0)
    }
    return true
  }

  /**
   * `text.replace(/…/g, (match, name) => …)`: each match is handed to the function, and what each group allows. What that gives back stands
   * in the result, of which it is told by what is taken out.
   */
  matchesHanded(fact: Fact, call: number, mask: number): void {
    const [pattern, callback] = this.linked.whole.args(call)
    if (pattern === undefined || callback === undefined || this.known.conditions.textOf(pattern) !== undefined) return
    const parts = this.known.conditions.expressions.groupsOf(pattern) ?? [{ name: '0', clears: 0 }]
    for (const { name, clears } of parts)
      if (/^\d+$/.test(name)) this.callbacks.runCallback(fact, call, callback, Number(name), EMPTY, without(mask & ~TEXT_ONLY, clears), undefined)
  }

  /** What a text was taken apart into by an expression: the whole match, and what each group allows. */
  matched(fact: Fact, call: number, pattern: number, mask: number, many = false): void {
    const { whole } = this.linked
    const put = (path: number, clears: number) =>
      this.table.go(fact, call, many ? this.paths.cons(this.places.element, path) : path, without(mask & ~TEXT_ONLY, clears))
    const parts = this.known.conditions.expressions.groupsOf(pattern)
    const isList = !many && calledName(this.linked, call) === 'match' && this.known.conditions.expressions.patternOf(pattern)?.flags.includes('g')
    if (!parts || parts.every(({ clears }) => clears === 0)) {
      this.table.go(fact, call, this.paths.of([this.places.element]), mask & ~TEXT_ONLY)
      if (!many && !isList) put(this.paths.of([whole.string('groups'), this.places.any]), 0)
    }
    // Every match, without its groups.
    else if (isList) put(this.paths.of([this.places.element]), parts[0]?.clears ?? 0)
    else
      for (const { name, clears } of parts)
        put(/^\d+$/.test(name) ? this.paths.of([whole.string(name)]) : this.paths.of([whole.string('groups'), whole.string(name)]), clears)
  }
}
