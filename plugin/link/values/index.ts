/**
 * What an expression says where the solver alone is too coarse: texts folded from templates and concatenations, and values
 * told apart by the call site or the loop element they come from (`routes.forEach(({ path, handler }) => app.get(path, handler))`).
 * In: the program and what was solved of it. Out: answers about one node, most of them remembered.
 *
 * ```
 * bound         what names stand for in a context      contexts   which contexts there are
 * texts         texts and what is made of them         name-of    what stands in where no text is known
 * definitions   where a value is written               objects    properties and elements of what is given
 * reading       what these ask of each other            handed-back  what a call gives back as it was handed
 * own-keys      loops over an object's own keys          turns      what such a loop passes over
 * ```
 */
import { Kind } from '../../graph'
import type { ModuleMap } from '../modules'
import type { Solver } from '../solver/index'
import type { Whole } from '../whole/index'
import { boundNode, labelsIn, standsFor } from './bound'
import { contextsOf } from './contexts'
import { exported, findDefinitions } from './definitions'
import { handedElsewhere } from './handed-back'
import { nameOf } from './name-of'
import { elements, property, propertyNames } from './objects'
import { memberAtKey } from './own-keys'
import { type Bound, type Context, NO_CONTEXT, type Reading, type Text } from './reading'
import { findTexts } from './texts'
import { getsTo } from './turns'

export { type Context, NO_CONTEXT, type Text } from './reading'

export class Values implements Reading {
  readonly known: Reading['known'] = { names: new Map(), contexts: new Map() }
  private readonly inlineArgument = new Map<number, number>()
  /** Answers without a context, by node and hops, good until the solver knows more. */
  private readonly knownTexts = new Map<number, Text[]>()
  private readonly knownDefinitions = new Map<number, number[]>()
  private knownSince = -1

  constructor(
    readonly whole: Whole,
    readonly solver: Solver,
    readonly modules: ModuleMap,
    readonly fileIndex: ReadonlyMap<string, number>,
  ) {
    for (let node = 0; node < whole.size; node++) {
      if (whole.kind[node] !== Kind.Call) continue
      for (const argument of whole.args(node)) if (whole.kind[argument] === Kind.Function) this.inlineArgument.set(argument, node)
    }
  }

  /** Call in whose argument list a function expression stands, -1 otherwise. */
  callAround(functionNode: number): number {
    return this.inlineArgument.get(functionNode) ?? -1
  }

  /** What an expression may be. */
  labels(node: number, context: Context = NO_CONTEXT, hops = 0): readonly number[] {
    if (context.bindings.size === 0 || hops > 12) return this.solver.of(node)
    return labelsIn(this, node, context, hops)
  }

  /** What a name stands for in a context: the argument, or the one of several that it takes; else itself. */
  boundNode(node: number, context: Context): number {
    return boundNode(this, node, context)
  }

  /** What a call gives back to others of its function, to whom that was handed. */
  handedElsewhere(node: number, context: Context): ReadonlySet<number> {
    return handedElsewhere(this, node, context)
  }

  /** What a name stands for in a context, and the context in which that is to be read. */
  standsFor(bound: Bound): Bound {
    return standsFor(this, bound)
  }

  /** Whether a loop over an object's own keys gets to a node in the turn that a context is. */
  getsTo(node: number, context: Context): boolean {
    return getsTo(this, node, context)
  }

  /** `actions[key]` in a turn of such a loop: the value of that entry. */
  memberAtKey(load: number, context: Context): Bound | undefined {
    return memberAtKey(this, load, context)?.value
  }

  /** Texts an expression may be; empty when nothing is known of it. */
  texts(node: number, context: Context = NO_CONTEXT, hops = 0): Text[] {
    if (hops > 10) return []
    if (context.bindings.size > 0) return findTexts(this, node, context, hops)
    this.forget()
    const key = node * 16 + hops
    let texts = this.knownTexts.get(key)
    if (!texts) {
      texts = findTexts(this, node, context, hops)
      this.knownTexts.set(key, texts)
    }
    return texts
  }

  /** What was known before the solver went on says nothing now. */
  private forget(): void {
    if (this.knownSince === this.solver.changes) return
    this.knownTexts.clear()
    this.knownDefinitions.clear()
    this.knownSince = this.solver.changes
  }

  /** Numbers an expression may be. */
  numbers(node: number, context: Context = NO_CONTEXT): number[] {
    return this.texts(node, context)
      .filter(({ exact, value }) => exact && value.trim() !== '' && !Number.isNaN(Number(value)))
      .map(({ value }) => Number(value))
  }

  /** Last name in an expression, for what stands in for an unknown text. */
  nameOf(node: number, hops = 0): string {
    return nameOf(this, node, hops)
  }

  /** Where a value is written: through names, imports and properties to the expression that makes it. */
  definitions(node: number, hops = 0): number[] {
    const { whole } = this
    if (hops > 8 || node < 0 || node >= whole.size) return []
    switch (whole.kind[node] as Kind) {
      case Kind.Cell:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Import:
      case Kind.Load: {
        this.forget()
        const key = node * 16 + hops
        let found = this.knownDefinitions.get(key)
        if (!found) {
          found = findDefinitions(this, node, hops)
          if (found.length > 1) found = [...new Set(found)]
          this.knownDefinitions.set(key, found)
        }
        return found
      }
      default:
        return [node]
    }
  }

  /** What a file exports under a name. */
  exported(file: number, name: string, hops = 0): number[] {
    return exported(this, file, name, hops)
  }

  /** A property of an object argument: the nodes it was given. */
  property(node: number, name: string, context: Context = NO_CONTEXT): number[] {
    return property(this, node, name, context)
  }

  /** Names of the properties of an object argument. */
  propertyNames(node: number): string[] {
    return propertyNames(this, node)
  }

  /** Elements of an array argument, spreads of literals included; the node itself when it is not a list. */
  elements(node: number, context: Context = NO_CONTEXT): number[] {
    return elements(this, node, context)
  }

  /** The ways in which control gets to a call, as far as they change its arguments. At least one. */
  contexts(nodes: readonly number[], hops = 0): Context[] {
    return contextsOf(this, nodes, hops)
  }
}
