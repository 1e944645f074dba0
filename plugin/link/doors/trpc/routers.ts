/**
 * Routers of procedures, taken apart. In: the node of a router. Out: its procedures by full name, through merged and nested
 * routers, plain objects and files that are loaded late.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { callsTo, methodCalls, textOf } from '../written'

export interface Procedure {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  /** The call that ends its chain, or registers it. */
  node: number
  resolvers: readonly number[]
  inputs: readonly number[]
  outputs: readonly number[]
  metas: readonly number[]
  /** Middleware, in the order in which it runs. */
  uses: readonly number[]
  /** The in-house procedure it was made from: `protectedProcedure`. */
  base: string | undefined
}

const ENDS = new Set(['query', 'mutation', 'subscription'])
const DEEPEST = 14
const MOST = 5000
/** Procedures joined into one that is itself joined into one, and so on. */
const MOST_JOINED = 4

export class Routers {
  /** Calls that make a router. */
  readonly made: ReadonlySet<number>
  private readonly merges: ReadonlySet<number>
  private readonly ends: ReadonlyMap<number, Procedure['kind']>
  private readonly chained: ReadonlySet<number>

  constructor(private readonly linked: Linked) {
    const ofRoot = methodCalls(linked, '@trpc/server/Root')
    this.made = new Set(ofRoot.filter(({ name }) => name === 'router').map(({ call }) => call))
    this.merges = new Set([
      ...ofRoot.filter(({ name }) => name === 'mergeRouters').map(({ call }) => call),
      ...callsTo(linked, '@trpc/server', 'mergeRouters'),
    ])
    this.ends = new Map(
      methodCalls(linked, '@trpc/server/Procedure').flatMap(({ call, name }) => (ENDS.has(name) ? [[call, name as Procedure['kind']] as const] : [])),
    )
    this.chained = new Set(methodCalls(linked, '@trpc/server/ChainedRouter').map(({ call }) => call))
  }

  get isThere(): boolean {
    return this.made.size > 0 || this.chained.size > 0
  }

  /** Routers that no other contains: of a chain its last call. */
  roots(): number[] {
    const { whole } = this.linked
    const all = [...this.made, ...this.merges, ...this.chained]
    const nested = new Set<number>()
    for (const call of this.chained) {
      const receiver = receiverOf(this.linked, call)
      if (receiver >= 0) for (const made of this.linked.values.definitions(receiver)) nested.add(made)
      if (calledName(this.linked, call) === 'merge') this.visit(whole.args(call).at(-1) ?? -1, nested)
    }
    for (const call of [...this.made, ...this.merges]) for (const argument of whole.args(call)) this.visit(argument, nested)
    return all.filter((call) => !nested.has(call)).sort((one, other) => one - other)
  }

  /** Routers inside of a value. */
  private visit(node: number, nested: Set<number>): void {
    this.walk(
      node,
      '',
      0,
      new Set(),
      (router) => void nested.add(router),
      () => {},
    )
  }

  proceduresOf(router: number): Procedure[] {
    const found: Procedure[] = []
    this.walk(
      router,
      '',
      0,
      new Set(),
      () => {},
      (procedure) => {
        if (found.length < MOST) found.push(procedure)
      },
    )
    return found
  }

  private walk(
    node: number,
    prefix: string,
    depth: number,
    seen: Set<string>,
    onRouter: (router: number) => void,
    onProcedure: (procedure: Procedure) => void,
  ): void {
    const { whole, values, solver } = this.linked
    if (node < 0 || depth > DEEPEST || seen.size > MOST) return
    const inner = (next: number, name = prefix) => this.walk(next, name, depth + 1, seen, onRouter, onProcedure)
    for (const made of values.definitions(node)) {
      const key = `${made} ${prefix}`
      if (seen.has(key)) continue
      seen.add(key)
      const kind = whole.kind[made] as Kind
      if (kind === Kind.Object) for (const { name, value } of this.entries(made)) inner(value, `${prefix}${name}.`)
      else if (kind === Kind.Await || kind === Kind.Refine) inner(whole.a[made] as number)
      else if (kind === Kind.Choice || kind === Kind.Cell) for (const item of whole.items(whole.a[made] as number)) inner(item)
      if (kind !== Kind.Call) continue
      const args = whole.args(made)
      const end = this.ends.get(made)
      if (end) onProcedure(this.procedure(made, prefix.replace(/\.$/, ''), end))
      else if (this.made.has(made)) {
        onRouter(made)
        if (args[0] !== undefined) this.walkObject(args[0], prefix, inner)
      } else if (this.merges.has(made)) {
        onRouter(made)
        for (const argument of args) inner(argument)
      } else if (this.chained.has(made)) {
        onRouter(made)
        this.chain(made, prefix, inner, onProcedure)
      } else if (calledName(this.linked, made) === 'lazy') {
        for (const module of this.late(args[0] ?? -1)) inner(module)
      } else for (const callee of solver.callees.get(made) ?? []) for (const value of whole.functions[callee]?.returns ?? []) inner(value)
    }
  }

  private walkObject(node: number, prefix: string, inner: (node: number, prefix: string) => void): void {
    for (const made of this.linked.values.definitions(node)) for (const { name, value } of this.entries(made)) inner(value, `${prefix}${name}.`)
  }

  /** Properties of an object, those of spread ones included. */
  private entries(object: number, hops = 0): { name: string; value: number }[] {
    const { whole, values } = this.linked
    if (whole.kind[object] !== Kind.Object || hops > 6) return []
    return whole.items(whole.a[object] as number).flatMap((entry) => {
      if (whole.kind[entry] === Kind.Spread) return values.definitions(whole.a[entry] as number).flatMap((spread) => this.entries(spread, hops + 1))
      const name = whole.a[entry] === -1 ? textOf(this.linked, whole.c[entry] as number) : whole.text(whole.a[entry] as number)
      return name === undefined ? [] : [{ name, value: whole.b[entry] as number }]
    })
  }

  /** `lazy(() => import('./user'))`: what that file exports. */
  private late(loader: number): number[] {
    const { solver, whole, values } = this.linked
    const found: number[] = []
    for (const label of solver.of(loader)) {
      if (solver.labels.kind[label] !== LabelKind.Function) continue
      for (const value of whole.functions[solver.labels.data[label] as number]?.returns ?? [])
        for (const of of solver.of(value)) {
          if (solver.labels.kind[of] !== LabelKind.Module) {
            found.push(value)
            continue
          }
          const file = solver.labels.data[of] as number
          for (const { name } of whole.exports[file] ?? []) found.push(...values.exported(file, name))
        }
    }
    return [...new Set(found)]
  }

  /** `router().query('get', { input, resolve }).merge('posts.', posts)`. */
  private chain(last: number, prefix: string, inner: (node: number, prefix: string) => void, onProcedure: (procedure: Procedure) => void): void {
    const { whole, values } = this.linked
    const links: number[] = []
    for (let at = last, hops = 0; this.chained.has(at) && hops < 400; hops++) {
      links.unshift(at)
      const receiver = receiverOf(this.linked, at)
      at = receiver < 0 ? -1 : (values.definitions(receiver)[0] ?? -1)
    }
    const uses: number[] = []
    for (const call of links) {
      const name = calledName(this.linked, call)
      const [first, second] = whole.args(call)
      if (first === undefined) continue
      if (name === 'middleware') uses.push(first)
      else if (name === 'merge') inner(second ?? first, second === undefined ? prefix : `${prefix}${textOf(this.linked, first) ?? ''}`)
      else if (ENDS.has(name) && second !== undefined) {
        const called = textOf(this.linked, first)
        if (called === undefined) continue
        const of = (key: string) => values.property(second, key)
        onProcedure({
          name: `${prefix}${called}`,
          kind: name as Procedure['kind'],
          node: call,
          resolvers: of('resolve'),
          inputs: of('input'),
          outputs: of('output'),
          metas: of('meta'),
          uses: [...uses],
          base: undefined,
        })
      }
    }
  }

  private procedure(end: number, name: string, kind: Procedure['kind']): Procedure {
    const { input: inputs, output: outputs, meta: metas, use: uses, base } = this.stepsOf(receiverOf(this.linked, end))
    return { name, kind, node: end, resolvers: [...this.linked.whole.args(end)], inputs, outputs, metas, uses, base }
  }

  /** What a procedure was given step by step, those that it was made from and joined with included. */
  private stepsOf(last: number, joined = 0) {
    const { whole, values, solver } = this.linked
    const parts = { input: [] as number[], output: [] as number[], meta: [] as number[], use: [] as number[] }
    let base: string | undefined
    for (let at = last, hops = 0; at >= 0 && hops < 60; hops++) {
      const [made = at] = values.definitions(at)
      // The name under which a procedure with more than this one's own steps is known.
      if (made !== at && base === undefined) base = values.nameOf(at) || undefined
      if (whole.kind[made] !== Kind.Call) break
      const step = calledName(this.linked, made)
      const receiver = receiverOf(this.linked, made)
      const callees = solver.callees.get(made)
      if (callees) {
        // `procedureFor('admin')`
        base ??= whole.sourceOf(made, 60)
        at = [...callees].flatMap((fn) => whole.functions[fn]?.returns ?? [])[0] ?? -1
        continue
      }
      if (step in parts) parts[step as keyof typeof parts].unshift(...whole.args(made))
      else if (joined < MOST_JOINED && (step === 'concat' || step === 'unstable_concat'))
        for (const other of whole.args(made)) {
          const steps = this.stepsOf(other, joined + 1)
          for (const key of Object.keys(parts) as (keyof typeof parts)[]) parts[key].unshift(...steps[key])
        }
      at = receiver
    }
    return { ...parts, base }
  }
}
