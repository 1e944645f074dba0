/**
 * API paths: what an expression is, as seen from the library or global it came from. `express`, `express()`, `express().get`
 * and so on, interned as numbers. Models name some of them: a path a model calls a type is replaced by that type where it
 * arises, so that `app.get(...).post(...)` never grows, and a model need not know how the application got there.
 *
 * Notation in models: `lib` the module, `.name` member, `()` result of calling, `!` an instance (of `new`, or of a type
 * annotation), `(2)` what is passed as argument 2, `[0]` parameter 0 of a function passed (`[1/4]`: parameter 1 of a function of four),
 * `[this]` what such a function is called on, `.on<data>` a method that is called for the event of that name,
 * `.*` and `(*)` any, `.{a,b}` either, `"npm:{a,b}"` either package.
 */
import { PairTable } from './compact'

/** Longest path that is followed. Fluent interfaces longer than this need a model. */
export const MOST_STEPS = 9

export type Step = string

export interface PathNode {
  parent: number
  step: Step
  depth: number
  /** First node of the path. */
  root: number
  /** Steps that models name. Those that code takes besides are only in the table of all steps. */
  children: Map<Step, number> | undefined
  /** Whether any step leads on from here. */
  leadsOn: boolean
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
  /** Steps by number: the same few are asked for a hundred thousand times, and a text made for each would cost the most of it. */
  private readonly stepNumbers = new Map<Step, number>()
  private readonly steps: Step[] = []
  private readonly wildcards: number[] = []
  /** Path and step → path one step further. */
  private readonly next = new PairTable(1 << 15)
  private readonly argumentSteps: number[] = []
  /** Paths of methods that models tell apart by event. */
  private readonly ofEvents = new Set<number>()
  private readonly parameterSteps: number[] = []
  private readonly shown = new Map<number, string>()
  private readonly callStep = this.stepNumber('()')
  private readonly instanceStep = this.stepNumber('!')
  /** Steps that were not taken because the path was too long; asked for again, each counts once. */
  private readonly untaken = new Map<number, Set<number>>()

  private make(parent: number, step: Step, depth: number): number {
    const made = this.nodes.length
    const root = parent < 0 ? made : this.node(parent).root
    this.nodes.push({ parent, step, depth, root, children: undefined, leadsOn: false, like: -1, alias: -1, instance: false, known: false })
    return made
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

  /** Number of a step, for whoever takes the same one often. */
  stepNumber(step: Step): number {
    let number = this.stepNumbers.get(step)
    if (number === undefined) {
      number = this.steps.length
      this.steps.push(step)
      this.stepNumbers.set(step, number)
      const wildcard = wildcardOf(step)
      this.wildcards.push(number)
      if (wildcard !== step) this.wildcards[number] = this.stepNumber(wildcard)
    }
    return number
  }

  /** Chains that are longer than is followed. */
  get limits(): number {
    let count = 0
    for (const steps of this.untaken.values()) count += steps.size
    return count
  }

  /** The path one step further; -1 where that is too long to follow. */
  take(from: number, step: number): number {
    const exact = this.look(from, step)
    if (exact >= 0) return exact
    const node = this.node(from)
    if (node.depth >= MOST_STEPS) {
      const steps = this.untaken.get(from) ?? new Set()
      this.untaken.set(from, steps.add(step))
      return -1
    }
    return this.lead(from, step)
  }

  private lead(from: number, step: number): number {
    const node = this.node(from)
    const made = this.make(from, this.steps[step] as Step, node.depth + 1)
    node.leadsOn = true
    this.next.set(from, step, made)
    return made
  }

  /** The path one step further if it is there already, wildcards and shared members included. */
  look(from: number, step: number): number {
    const child = this.next.get(from, step)
    if (child < 0) return this.lookFurther(from, step)
    return this.node(child).alias < 0 ? child : this.resolve(child)
  }

  private lookFurther(from: number, step: number): number {
    for (let at = from, hops = 0; at >= 0 && hops < 8; hops++) {
      const node = this.node(at)
      if (node.leadsOn) {
        let child = this.next.get(at, step)
        if (child < 0) child = this.next.get(at, this.wildcards[step] as number)
        if (child >= 0 && (at === from || this.node(child).known || this.node(child).alias >= 0)) return this.resolve(child)
      }
      at = node.like
    }
    return this.globalOf(from, step)
  }

  /** `window.atob` is `atob`: what models say of a global holds for the member of the object that has them all. */
  private globalOf(from: number, step: number): number {
    const name = this.steps[step] as Step
    if (this.node(from).parent >= 0 || !name.startsWith('.')) return -1
    const own = this.roots.get('global:window')
    if (own === undefined || this.resolve(own) !== from) return -1
    const root = this.roots.get(`global:${name.slice(1)}`)
    // Names that only this program has, or one before it, are told apart from its members by nobody.
    if (root === undefined) return -1
    const at = this.resolve(root)
    return at !== from && (this.node(root).known || this.node(at).known) ? at : -1
  }

  step(from: number, step: Step): number {
    return this.take(from, this.stepNumber(step))
  }

  find(from: number, step: Step): number {
    return this.look(from, this.stepNumber(step))
  }

  member(from: number, name: string): number {
    return this.step(from, `.${name}`)
  }

  call(from: number): number {
    return this.take(from, this.callStep)
  }

  instance(from: number): number {
    return this.take(from, this.instanceStep)
  }

  argument(from: number, index: number): number {
    this.argumentSteps[index] ??= this.stepNumber(`(${index})`)
    return this.take(from, this.argumentSteps[index] as number)
  }

  parameter(from: number, index: number): number {
    this.parameterSteps[index] ??= this.stepNumber(`[${index}]`)
    return this.take(from, this.parameterSteps[index] as number)
  }

  /** Whether models tell calls of a method apart by the event that they name. */
  hasEvents(path: number): boolean {
    return this.ofEvents.has(path)
  }

  /** The method as it is called for one event; the method itself where models say nothing of that one. */
  forEvent(from: number, event: string): number {
    const found = this.find(from, `<${event}>`)
    return found < 0 ? from : found
  }

  /** Makes the step for a model, never through an alias of its own. */
  declare(from: number, step: Step): number {
    const node = this.node(from)
    const number = this.stepNumber(step)
    if (step.startsWith('<')) this.ofEvents.add(from)
    const known = this.next.get(from, number)
    if (known >= 0) return this.resolve(known)
    const made = this.lead(from, number)
    if (!node.children) node.children = new Map()
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
    let text = this.shown.get(path)
    if (text === undefined) {
      const node = this.node(path)
      text = node.parent < 0 ? node.step.replace(/^(?:npm|global|type):/, '') : this.show(node.parent) + node.step
      this.shown.set(path, text)
    }
    return text
  }

  rootOf(path: number): string {
    return this.node(this.node(path).root).step
  }
}

function wildcardOf(step: Step): Step {
  if (step.startsWith('.')) return '.*'
  if (step.startsWith('(') && step !== '()') return '(*)'
  if (step.startsWith('[') && step !== '[this]') return '[*]'
  return step
}

/** Splits `Router.{get,post}()(*)[0]` into steps, one list a choice. The first item is the root's name. */
export function parsePath(source: string): { root: string; steps: Step[] }[] {
  const several = /^(global:)\{([^}]+)\}(.*)$/s.exec(source)
  if (several) return (several[2] as string).split(',').flatMap((name) => parsePath(`${several[1]}${name.trim()}${several[3]}`))
  const packages = /^"npm:\{([^}]+)\}"(.*)$/s.exec(source)
  if (packages) return (packages[1] as string).split(',').flatMap((name) => parsePath(`"npm:${name.trim()}"${packages[2]}`))
  const match = /^(?:"([^"]+)"|([a-z][\w.-]*\/[A-Z][\w$]*|[A-Za-z_$][\w$]*(?::[\w$]+)?(?:\/[\w$]+)?))/.exec(source)
  if (!match) throw new Error(`"${source}" does not start with "lib", a type or "global:name"`)
  const root = (match[1] ?? match[2]) as string
  let rest = source.slice(match[0].length)
  let ways: Step[][] = [[]]
  const step = /^(?:\.\{([^}]+)\}|(\.(?:\*|\[\]|[\w$-]+))|(\(\))|(!)|(\((?:\d+|\*)\))|(\[(?:\d+(?:\/\d+)?|\*|this)\])|(<[\w:-]+>))/
  while (rest) {
    const next = step.exec(rest)
    if (!next) throw new Error(`"${source}": cannot read "${rest}"; expected .name, .{a,b}, .*, (), !, (0), (*), [0], [this] or <event>`)
    // `{open,Open.file}`: a choice may be several steps.
    const choices = next[1] ? next[1].split(',').flatMap((name) => parsePath(`lib.${name.trim()}`).map(({ steps }) => steps)) : [[next[0]]]
    ways = ways.flatMap((way) => choices.map((choice) => [...way, ...choice]))
    rest = rest.slice(next[0].length)
  }
  return ways.map((steps) => ({ root, steps }))
}
