/**
 * What the parts of reading an expression ask of each other: texts are made of labels, labels of what stands in a list, and the
 * place in a list of texts. So none of them imports the next; each is handed all the questions.
 */
import type { ModuleMap } from '../modules'
import type { Solver } from '../solver/index'
import type { Whole } from '../whole/index'

/** What parameters and loop variables stand for in one way of getting there. */
export interface Context {
  bindings: Map<number, Bound>
  /** The call with which the way begins, where there is one such call. */
  from?: number
  /** Calls on the way, the first of them first. */
  by?: readonly number[]
}

export interface Bound {
  node: number
  context: Context
  /** What a parameter for all further arguments stands for, one by one; absent where one of them is a list that is not known. */
  rest?: readonly Bound[]
}

export interface Text {
  value: string
  /** False when parts are not known; those stand as `{name}`. */
  exact: boolean
}

export const NO_CONTEXT: Context = { bindings: new Map() }

export interface Reading {
  readonly whole: Whole
  readonly solver: Solver
  readonly modules: ModuleMap
  /** Path of a file → its number. */
  readonly fileIndex: ReadonlyMap<string, number>
  /** Answers that are remembered; without another word for as long as there is a program. */
  readonly known: {
    /** Choice and hops → name. */
    names: Map<number, string>
    /** Call and hops → contexts of its arguments. */
    contexts: Map<number, Context[]>
    /** By file, 1 where it is a test's. */
    tests?: Uint8Array
    /** Labels of lists that something is put into, good until the solver knows more. */
    added?: { changes: number; lists: ReadonlySet<number> }
  }
  /** Each `hops` counts how far a question has come from the first one, and ends those that would go round in a circle. */
  labels(node: number, context?: Context, hops?: number): readonly number[]
  texts(node: number, context?: Context, hops?: number): Text[]
  nameOf(node: number, hops?: number): string
  definitions(node: number, hops?: number): number[]
  exported(file: number, name: string, hops?: number): number[]
  elements(node: number, context?: Context): number[]
  callAround(functionNode: number): number
  /** What a name stands for in a context, and the context in which that is to be read. */
  standsFor(bound: Bound): Bound
}
