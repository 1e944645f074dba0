/**
 * API paths: what an expression is, as seen from the library or global it came from. `express`, `express()`, `express().get`
 * and so on, interned as numbers. Models name some of them: a path a model calls a type is replaced by that type where it
 * arises, so that `app.get(...).post(...)` never grows, and a model need not know how the application got there.
 *
 * Notation in models: `lib` the module, `.name` member, `()` result of calling, `!` an instance (of `new`, or of a type
 * annotation), `(2)` what is passed as argument 2, `[0]` parameter 0 of a function passed (`[1/4]`: parameter 1 of a function of four),
 * `.*` and `(*)` any, `.{a,b}` either.
 */

/** Longest path that is followed. Fluent interfaces longer than this need a model. */
export const MOST_STEPS = 9

export type Step = string

export interface PathNode {
  parent: number
  step: Step
  depth: number
  children: Map<Step, number> | undefined
  /** Members a type shares with another: looked up there when it has none itself. */
  like: number
  /** Number of the path that stands for this one, -1 for itself. */
  alias: number
  /** Each place that makes one makes another object: routers, applications. */
  instance: boolean
  /** A model says something about it or about a path below it. */
  known: boolean
}

export class ApiPaths {
  readonly nodes: PathNode[] = []
  private readonly roots = new Map<string, number>()
  /** Times a path was not followed further because it was too long. */
  limits = 0

  private make(parent: number, step: Step, depth: number): number {
    this.nodes.push({ parent, step, depth, children: undefined, like: -1, alias: -1, instance: false, known: false })
    return this.nodes.length - 1
  }

  node(path: number): PathNode {
    return this.nodes[path] as PathNode
  }

  /** `npm:express`, `global:document`, `type:express/Router`. */
  root(name: string): number {
    let root = this.roots.get(name)
    if (root === undefined) {
      root = this.make(-1, name, 0)
      this.roots.set(name, root)
    }
    return this.resolve(root)
  }

  private resolve(path: number): number {
    let at = path
    while (this.node(at).alias >= 0) at = this.node(at).alias
    return at
  }

  /** The path one step further; -1 where that is too long to follow. */
  step(from: number, step: Step): number {
    const exact = this.find(from, step)
    if (exact >= 0) return exact
    const node = this.node(from)
    if (node.depth >= MOST_STEPS) {
      this.limits++
      return -1
    }
    if (!node.children) node.children = new Map()
    const made = this.make(from, step, node.depth + 1)
    node.children.set(step, made)
    return made
  }

  /** The path one step further if it is there already, wildcards and shared members included. */
  find(from: number, step: Step): number {
    for (let at = from, hops = 0; at >= 0 && hops < 8; at = this.node(at).like, hops++) {
      const node = this.node(at)
      const child = node.children?.get(step) ?? node.children?.get(wildcardOf(step))
      if (child !== undefined && (at === from || this.node(child).known || this.node(child).alias >= 0)) return this.resolve(child)
    }
    return -1
  }

  member(from: number, name: string): number {
    return this.step(from, `.${name}`)
  }

  call(from: number): number {
    return this.step(from, '()')
  }

  instance(from: number): number {
    return this.step(from, '!')
  }

  argument(from: number, index: number): number {
    return this.step(from, `(${index})`)
  }

  parameter(from: number, index: number): number {
    return this.step(from, `[${index}]`)
  }

  /** Makes the step for a model, never through an alias of its own. */
  declare(from: number, step: Step): number {
    const node = this.node(from)
    const known = node.children?.get(step)
    if (known !== undefined) return this.resolve(known)
    if (!node.children) node.children = new Map()
    const made = this.make(from, step, node.depth + 1)
    node.children.set(step, made)
    return made
  }

  setAlias(path: number, to: number): void {
    if (path !== to) this.node(path).alias = to
  }

  markKnown(path: number): void {
    for (let at = path; at >= 0 && !this.node(at).known; at = this.node(at).parent) this.node(at).known = true
  }

  /** As a person would write it. */
  show(path: number): string {
    const node = this.node(path)
    return node.parent < 0 ? node.step.replace(/^(?:npm|global|type):/, '') : this.show(node.parent) + node.step
  }

  rootOf(path: number): string {
    let at = path
    while (this.node(at).parent >= 0) at = this.node(at).parent
    return this.node(at).step
  }
}

function wildcardOf(step: Step): Step {
  if (step.startsWith('.')) return '.*'
  if (step.startsWith('(') && step !== '()') return '(*)'
  if (step.startsWith('[')) return '[*]'
  return step
}

/** Splits `Router.{get,post}()(*)[0]` into steps, one list a choice. The first item is the root's name. */
export function parsePath(source: string): { root: string; steps: Step[] }[] {
  const several = /^(global:)\{([^}]+)\}(.*)$/s.exec(source)
  if (several) return (several[2] as string).split(',').flatMap((name) => parsePath(`${several[1]}${name.trim()}${several[3]}`))
  const match = /^(?:"([^"]+)"|([a-z][\w.-]*\/[A-Z][\w$]*|[A-Za-z_$][\w$]*(?::[\w$]+)?(?:\/[\w$]+)?))/.exec(source)
  if (!match) throw new Error(`"${source}" does not start with "lib", a type or "global:name"`)
  const root = (match[1] ?? match[2]) as string
  let rest = source.slice(match[0].length)
  let ways: Step[][] = [[]]
  const step = /^(?:\.\{([^}]+)\}|(\.(?:\*|\[\]|[\w$-]+))|(\(\))|(!)|(\((?:\d+|\*)\))|(\[(?:\d+(?:\/\d+)?|\*)\]))/
  while (rest) {
    const next = step.exec(rest)
    if (!next) throw new Error(`"${source}": cannot read "${rest}"; expected .name, .{a,b}, .*, (), !, (0), (*) or [0]`)
    const choices = next[1] ? next[1].split(',').map((name) => `.${name.trim()}`) : [next[0]]
    ways = ways.flatMap((way) => choices.map((choice) => [...way, choice]))
    rest = rest.slice(next[0].length)
  }
  return ways.map((steps) => ({ root, steps }))
}
