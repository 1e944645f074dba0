/**
 * Random bytes that are made into numbers in a way that favours some of them: a remainder by something other than a power of
 * two, a rounded quotient, sums and products of two bytes, digits after a decimal point. A test that throws the surplus away
 * makes a remainder even again.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked, somePath } from '../linked'
import { lookupOf, merge, remember } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, LESS, PLUS } from '../operators'
import { usage } from './modelled'

/** ts.SyntaxKind of `*`, `/`, `%`. */
const [TIMES, OVER, MODULO] = [42, 44, 45]

/** Calls that make a number of something. */
const NUMBERS = /^(?:floor|round|ceil|trunc|parseInt|Number|parseFloat)$/

export function biasedNumbers(linked: Linked): Usage[] {
  const { whole } = linked
  const bytes = new Bytes(linked)
  if (!bytes.any) return []
  const found = new Map<number, Usage>()
  const put = (node: number, way: string) => void found.set(node, usage(linked, node, 'biased-number', 'crypto', way, {}))
  const lookup = lookupOf(whole)
  for (const node of merge([lookup.of(Kind.Binary), lookup.named(Kind.Call, NUMBERS)])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Binary) {
      const [left, right, operator] = [whole.a[node] as number, whole.b[node] as number, whole.c[node] as number]
      if (operator === MODULO && bytes.is(left) && !isEven(linked, right) && !bytes.isTested(left)) put(node, '%')
      else if ((operator === PLUS || operator === TIMES) && bytes.is(left) && bytes.is(right)) put(node, operator === PLUS ? '+' : '*')
    } else if (kind === Kind.Call) {
      const [argument] = whole.args(node)
      const name = calledName(linked, node)
      if (argument === undefined) continue
      if (/^(?:floor|round|ceil|trunc|parseInt)$/.test(name) && quotientIn(linked, bytes, argument)) put(node, name)
      else if (/^(?:Number|parseFloat)$/.test(name) && isFraction(linked, bytes, argument)) put(node, name)
    }
  }
  return [...found.values()]
}

/** A power of two; what is not known may be one. */
function isEven(linked: Linked, node: number): boolean {
  const numbers = linked.values.numbers(node)
  if (numbers.length === 0) return linked.whole.kind[node] !== Kind.Load || linked.whole.text(linked.whole.b[node] as number) !== 'length'
  return numbers.every((number) => Number.isInteger(Math.log2(number)))
}

/** `byte / 25.6` in what is rounded. By 255 or 256, or a power of them, it is a fraction of one. */
function quotientIn(linked: Linked, bytes: Bytes, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || hops > 4 || whole.kind[node] !== Kind.Binary) return false
  const [left, right] = [whole.a[node] as number, whole.b[node] as number]
  if (whole.c[node] === OVER && bytes.is(left)) {
    const numbers = linked.values.numbers(right)
    return numbers.length > 0 && !numbers.some((number) => Number.isInteger(Math.log2(number)) || Number.isInteger(Math.log2(number + 1)))
  }
  return quotientIn(linked, bytes, left, hops + 1) || quotientIn(linked, bytes, right, hops + 1)
}

/** `'0.' + bytes.readUIntBE(0, 3)` */
function isFraction({ whole }: Linked, bytes: Bytes, node: number): boolean {
  const parts = whole.madeOf(node)
  const first = parts[0] as number
  return (
    parts.length > 1 &&
    whole.kind[first] === Kind.String &&
    /^0?\.$/.test(whole.text(whole.a[first] as number)) &&
    parts.slice(1).some((part) => bytes.is(part))
  )
}

const MAKERS = /^(?:randomBytes|getRandomValues|randomFillSync|secureRandom|randomArray|randomUint8Array|randombytes)$/
const MAKING_PACKAGES = /^npm:(?:secure-random|randombytes|crypto-random-bytes|random-bytes)/
const READS = /^(?:readU?Int|getU?int|readBigU?Int)/i

class Bytes {
  private readonly makers = new Set<number>()
  private readonly tested = new Set<string>()
  private readonly bytes = remember<boolean>()
  private readonly buffers = remember<boolean>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    const lookup = lookupOf(whole)
    for (const node of lookup.named(Kind.Call, MAKERS)) this.makers.add(node)
    for (const node of lookup.of(Kind.Call)) if (this.isPackage(node)) this.makers.add(node)
    if (!this.any) return
    for (const node of lookup.of(Kind.Binary))
      if ([LESS, GREATER, AT_MOST, AT_LEAST].includes(whole.c[node] as number))
        for (const side of [whole.a[node] as number, whole.b[node] as number]) if (this.is(side)) this.tested.add(this.keyOf(side))
  }

  get any(): boolean {
    return this.makers.size > 0
  }

  private isPackage(call: number): boolean {
    return somePath(this.linked, this.linked.whole.a[call] as number, (path) => {
      let is = this.making.get(path)
      if (is === undefined) {
        is = MAKING_PACKAGES.test(this.linked.models.paths.rootOf(path))
        this.making.set(path, is)
      }
      return is
    })
  }

  /** API path → whether it is of a package that makes bytes. */
  private readonly making = new Map<number, boolean>()

  /** One byte, or one number read from bytes; with a number added it stays one. */
  is(node: number, hops = 0): boolean {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || hops > 8) return false
    return this.bytes(this.linked, node, hops, () => this.isByte(node, hops))
  }

  private isByte(node: number, hops: number): boolean {
    const { whole } = this.linked
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Load:
        return /^\d+$/.test(whole.text(whole.b[node] as number)) && this.isBuffer(a)
      case Kind.LoadDynamic:
      case Kind.Element:
        return this.isBuffer(a)
      case Kind.Refine:
        return this.is(a, hops + 1)
      case Kind.Cell:
      case Kind.Choice:
        return whole.items(a).some((item) => this.is(item, hops + 1))
      case Kind.Call: {
        const callee = whole.a[node] as number
        return whole.kind[callee] === Kind.Load && READS.test(calledName(this.linked, node)) && this.isBuffer(whole.a[callee] as number)
      }
      case Kind.Binary: {
        if (whole.c[node] !== PLUS) return false
        const sides = [a, whole.b[node] as number]
        return sides.some((side) => this.is(side, hops + 1)) && sides.every((side) => whole.kind[side] === Kind.Number || this.is(side, hops + 1))
      }
      default:
        return false
    }
  }

  private isBuffer(node: number, hops = 0): boolean {
    if (node < 0 || node >= this.linked.whole.size || hops > 8) return false
    return this.makers.has(node) || this.buffers(this.linked, node, hops, () => this.holdsBytes(node, hops))
  }

  private holdsBytes(node: number, hops: number): boolean {
    const { whole, solver } = this.linked
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Refine:
      case Kind.Await:
        return this.isBuffer(a, hops + 1)
      case Kind.Cell:
      case Kind.Choice:
        return whole.items(a).some((item) => this.isBuffer(item, hops + 1))
      case Kind.Call: {
        for (const fn of solver.callees.get(node) ?? []) if (whole.functions[fn]?.returns.some((value) => this.isBuffer(value, hops + 1))) return true
        const callee = whole.a[node] as number
        // `bytes.values()` in a loop, `Array.from(bytes)`.
        if (whole.kind[callee] === Kind.Load && /^(?:values|slice|subarray)$/.test(calledName(this.linked, node)))
          return this.isBuffer(whole.a[callee] as number, hops + 1)
        return calledName(this.linked, node) === 'from' && this.isBuffer(whole.args(node)[0] ?? -1, hops + 1)
      }
      default:
        return false
    }
  }

  /** Compared with a limit somewhere: surplus values are thrown away. */
  isTested(node: number): boolean {
    return this.tested.has(this.keyOf(node))
  }

  /** The same for the same member of the same value. */
  private keyOf(node: number): string {
    const { whole } = this.linked
    const at = this.plain(node)
    const [a, b] = [whole.a[at] as number, whole.b[at] as number]
    if (whole.kind[at] === Kind.Load) return `${this.plain(a)}.${b}`
    return whole.kind[at] === Kind.LoadDynamic ? `${this.plain(a)}[${this.plain(b)}]` : `${at}`
  }

  private plain(node: number): number {
    const { whole } = this.linked
    let at = node
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at
  }
}
