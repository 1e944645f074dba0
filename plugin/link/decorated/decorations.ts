/**
 * What decorators say. In: the nodes behind `@`. Out: those that a model knows, with the in-house ones taken apart that are
 * made of others (`const Auth = () => applyDecorators(UseGuards(A), Roles('x'))`).
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import type { DecoratorModel } from '../models'
import { type Context, NO_CONTEXT } from '../values/index'

export interface Decoration {
  /** The call of the factory, or the decorator itself where it is not called. */
  node: number
  library: string
  model: DecoratorModel
  /** What the parameters of the in-house decorator stand for that it came out of. */
  context: Context
  /** That decorator, as the code writes it behind `@`; the node itself where there is none. */
  written: number
}

export interface Member {
  name: string
  node: number
  decorators: number[]
  pos: number
  file: number
  /** Class that it is written in. */
  cls: number
}

/** Classes further up than this are those of libraries. */
const MOST_BASES = 6

/** A class and those it extends, the nearest first. */
export function lineOf({ solver }: Linked, cls: number): number[] {
  const line: number[] = []
  for (let at: number | undefined = cls; at !== undefined && line.length < MOST_BASES && !line.includes(at); at = solver.superclass.get(at))
    line.push(at)
  return line
}

/** Own members and inherited ones that are not overridden. */
export function membersOf(linked: Linked, cls: number): Member[] {
  const members = new Map<string, Member>()
  for (const at of lineOf(linked, cls)) {
    const fact = linked.whole.classes[at]
    for (const member of fact?.members ?? []) if (!members.has(member.name)) members.set(member.name, { ...member, file: fact?.file ?? 0, cls: at })
  }
  return [...members.values()]
}

/** Own decorations of a class, and of each other kind those that it inherits: metadata is looked up along the prototypes. */
export function decorationsOfClass(linked: Linked, cls: number): Decoration[] {
  const found: Decoration[] = []
  for (const at of lineOf(linked, cls)) {
    const kinds = new Set(found.map(({ model }) => model.decorator))
    found.push(...decorationsOf(linked, linked.whole.classes[at]?.decorators ?? []).filter(({ model }) => !kinds.has(model.decorator)))
  }
  return found
}

export function decorationsOf(linked: Linked, nodes: readonly number[]): Decoration[] {
  const { models } = linked
  const found: Decoration[] = []
  for (const written of nodes)
    for (const { node, context } of unfold(linked, written))
      for (const path of pathsAt(linked, node)) {
        const known = models.decorators.get(models.paths.call(path))
        if (known) found.push({ node, ...known, context, written })
      }
  return found
}

function pathsAt(linked: Linked, node: number): number[] {
  return linked.whole.kind[node] === Kind.Call ? [...(linked.solver.apiCalls.get(node) ?? [])] : apiPathsOf(linked, node)
}

const DEEPEST = 4

function unfold(linked: Linked, node: number, context: Context = NO_CONTEXT, depth = 0): { node: number; context: Context }[] {
  const { whole, solver, models } = linked
  if (depth > DEEPEST || whole.kind[node] !== Kind.Call) return [{ node, context }]
  const composed = [...(solver.apiCalls.get(node) ?? [])].some((path) => /\.(?:applyDecorators|useDecorators)$/.test(models.paths.show(path)))
  if (composed)
    return whole
      .args(node)
      .flatMap((argument) => (whole.kind[argument] === Kind.Spread ? linked.values.elements(argument, context) : [argument]))
      .flatMap((argument) => unfold(linked, argument, context, depth + 1))
  const callees = solver.callees.get(node)
  if (!callees) return [{ node, context }]
  return [...callees].flatMap((fn) => {
    const bindings: Context['bindings'] = new Map()
    whole.functions[fn]?.params.forEach((param, index) => {
      const argument = whole.args(node)[index]
      if (argument !== undefined && whole.c[param] !== 1) bindings.set(param, { node: argument, context })
    })
    return (whole.functions[fn]?.returns ?? []).flatMap((value) => unfold(linked, value, { bindings }, depth + 1))
  })
}

/** Values of an argument: of a list each, and of a rest parameter what the in-house decorator was given. */
export function valuesOf(linked: Linked, { context, written }: Decoration, node: number): number[] {
  const { whole, values } = linked
  const at = whole.kind[node] === Kind.Spread ? (whole.a[node] as number) : node
  if (whole.kind[at] === Kind.Param && whole.c[at] === 1 && whole.kind[written] === Kind.Call)
    return whole
      .args(written)
      .slice(whole.b[at] as number)
      .flatMap((argument) => values.elements(argument))
  return values.elements(at, context)
}

/** Texts of an argument, or of each element where it is a list. */
export function textsIn(linked: Linked, decoration: Decoration, node: number): string[] {
  return valuesOf(linked, decoration, node)
    .flatMap((value) => linked.values.texts(value, decoration.context))
    .map(({ value }) => value)
}

export function argumentsOf({ whole }: Linked, { node }: Decoration): readonly number[] {
  return whole.kind[node] === Kind.Call ? [...whole.args(node)] : []
}

/** Texts of the argument with the path: `'users'`, `['a', 'b']`, `{ path: 'users' }`. */
export function pathTextsOf(linked: Linked, decoration: Decoration): string[] {
  const at = argumentsOf(linked, decoration)[Number(decoration.model.path ?? 0)]
  if (at === undefined) return []
  const { whole, values } = linked
  const [options = at] = values.definitions(at)
  const nodes = whole.kind[options] === Kind.Object ? ['path', 'basePath'].flatMap((name) => values.property(options, name)) : [at]
  return nodes.flatMap((node) => textsIn(linked, decoration, node))
}

/** A property of the first argument that is an object: `{ version: '1' }`. */
export function optionOf(linked: Linked, decoration: Decoration, name: string): number[] {
  for (const argument of argumentsOf(linked, decoration)) {
    const found = linked.values.property(argument, name)
    if (found.length > 0) return found
  }
  return []
}
