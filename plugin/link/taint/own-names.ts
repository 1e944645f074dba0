/**
 * Addresses that begin with a name which the program chose: the path of a request whose handler stands at `/users/:name` and nowhere else,
 * also where a part of it was replaced. In: the nodes of a way, and the paths that functions are registered for. Out: whether what arrives
 * begins so. No second slash stands behind its first then, by which a browser would be led to another host.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { SameValues } from './same-values'
import { beginningOf } from './texts'

/** What is left of an address below the router: what a router is mounted at is cut off these. */
const BELOW_ROUTER = /^(?:url|path)$/
const OWNER = /\/(?:Request|IncomingMessage)$/
/** The first part of a path is written out, or is one text of the program. */
const NAMED = /^\/(?:([\w.-]+)|\{[\w.$]+\})(\/|$)/
const BEGINS_NAMED = /^\/[\w-]/
const MOST_HOPS = 6

/** What is known of how a path begins: a slash and a name, which is told where it is written out. */
interface Beginning {
  texts: readonly (string | undefined)[]
}

export class OwnNames {
  private readonly same: SameValues

  /** @param registered by function: paths below the router, empty where it runs for others as well */
  constructor(
    private readonly linked: Linked,
    private readonly registered: ReadonlyMap<number, ReadonlySet<string>>,
  ) {
    this.same = new SameValues(linked)
  }

  /** @param keeps whether a node begins as what it is made of does, or has something of the program's own in front */
  isBegunWith(steps: readonly number[], keeps: (node: number, way: ReadonlySet<number>) => boolean): boolean {
    const nodes = steps.filter((node) => node < this.linked.whole.size)
    return nodes.some((node, index) => {
      if (this.beginningOf(node, 0) === undefined) return false
      const way = new Set(nodes.slice(index))
      return nodes.slice(index + 1).every((each) => keeps(each, way))
    })
  }

  private beginningOf(node: number, hops: number): Beginning | undefined {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || hops > MOST_HOPS) return undefined
    switch (whole.kind[node] as Kind) {
      case Kind.Refine:
        return this.beginningOf(whole.a[node] as number, hops + 1)
      case Kind.Load:
        return this.ofRequest(node)
      case Kind.Call:
        return calledName(this.linked, node) === 'replace' ? this.replaced(node, hops) : undefined
      default:
        return undefined
    }
  }

  /** `request.path` in a function that every router calls for paths with such a beginning, and nobody else does. */
  private ofRequest(load: number): Beginning | undefined {
    const { whole, models } = this.linked
    let request = whole.a[load] as number
    while (request < whole.size && whole.kind[request] === Kind.Refine) request = whole.a[request] as number
    if (!BELOW_ROUTER.test(whole.text(whole.b[load] as number)) || whole.kind[request] !== Kind.Param) return undefined
    if (!apiPathsOf(this.linked, request).some((path) => OWNER.test(models.paths.show(path)))) return undefined
    const fn = whole.a[request] as number
    const paths = this.registered.get(fn)
    if (!paths || paths.size === 0 || this.isCalledByName(fn)) return undefined
    const names = [...paths].map((path) => NAMED.exec(path))
    return names.every((name) => name !== null) ? { texts: names.map((name) => name?.[1] && `/${name[1]}${name[2]}`) } : undefined
  }

  /** By the program itself, and not only as what a wrapper was handed. */
  private isCalledByName(fn: number): boolean {
    const { whole, solver } = this.linked
    return [...(solver.callers.get(fn) ?? [])].some((call) => {
      if (call >= whole.size || whole.kind[call] !== Kind.Call) return false
      let callee = whole.a[call] as number
      while (callee < whole.size && whole.kind[callee] === Kind.Refine) callee = whole.a[callee] as number
      return whole.kind[callee] !== Kind.Param
    })
  }

  /** `request.path.replace(old, instead)` */
  private replaced(call: number, hops: number): Beginning | undefined {
    const { whole, solver } = this.linked
    const [old, instead] = whole.args(call)
    const before = solver.callees.has(call) ? undefined : this.beginningOf(receiverOf(this.linked, call), hops + 1)
    if (!before || old === undefined || instead === undefined) return undefined
    const made = this.madeBy(instead)
    if (made.length === 0) return undefined
    // Wherever it is put in: a name of its own stands in front, or what stood there.
    const begun = made.map((text) => beginningOf(this.linked, text).text)
    if (begun.every((text) => BEGINS_NAMED.test(text))) return { texts: [undefined] }
    const isInFront = before.texts.every((text) => text !== undefined && this.isFurtherOn(old, text))
    return isInFront || made.every((text) => this.isSameButForCase(old, text)) ? before : undefined
  }

  /** What is put in: a text, or what a function gives back. */
  private madeBy(instead: number): readonly number[] {
    const { whole, values } = this.linked
    const functions = values.definitions(instead).filter((made) => whole.kind[made] === Kind.Function)
    return functions.length === 0 ? [instead] : functions.flatMap((made) => whole.functions[whole.a[made] as number]?.returns ?? [])
  }

  /** Whether a text can not be found where a path begins. */
  private isFurtherOn(old: number, beginning: string): boolean {
    if (this.linked.whole.kind[old] === Kind.Regex) return false
    const { text } = beginningOf(this.linked, old)
    const length = Math.min(text.length, beginning.length)
    return length > 0 && text.slice(0, length).toLowerCase() !== beginning.slice(0, length).toLowerCase()
  }

  /** `/${name}` and `/${name.toLowerCase()}`: in front of a path too, the same letters are left. */
  private isSameButForCase(old: number, text: number): boolean {
    const [left, right] = [this.partsOf(old), this.partsOf(text)]
    return (
      left !== undefined &&
      left.length === right?.length &&
      left.every(
        (part, index) => this.same.isSame(this.inOneCase(part), this.inOneCase(right[index] as number)) || this.isSameText(part, right[index]),
      )
    )
  }

  private isSameText(one: number, other: number | undefined): boolean {
    const { whole } = this.linked
    return other !== undefined && whole.kind[one] === Kind.String && whole.kind[other] === Kind.String && whole.a[one] === whole.a[other]
  }

  private partsOf(node: number): number[] | undefined {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Template) return [...whole.items(whole.a[node] as number)]
    return whole.kind[node] === Kind.Binary ? [whole.a[node] as number, whole.b[node] as number] : undefined
  }

  private inOneCase(node: number): number {
    const { whole, values } = this.linked
    const [made, ...others] = values.definitions(node)
    const isChanged =
      made !== undefined && others.length === 0 && whole.kind[made] === Kind.Call && /^to(?:Lower|Upper)Case$/.test(calledName(this.linked, made))
    return isChanged ? receiverOf(this.linked, made) : node
  }
}
