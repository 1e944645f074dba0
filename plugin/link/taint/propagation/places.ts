/**
 * Where a part of a value stands: at which place of a list, and which part of which argument a model means by `1.url`, `0*`, `0.[]`.
 * In: access paths, and spots as models write them. Out: access paths.
 */
import type { Spot } from '../../flow-models'
import { calledName, type Linked } from '../../linked'
import { AccessPaths, EMPTY } from '../access-paths'
import type { Holders } from '../holders'
import { KEYS, NAMES, THROWN } from '../shapes'

/** Places of a list that are told apart. */
const MOST_PLACES = 20

export class Places {
  readonly paths = new AccessPaths()
  /** Head of what stands at any place of a list. */
  readonly element: number
  /** Head of what stands under a name that nobody knows: any name may be meant, or any place of a list. */
  readonly any: number
  /** Head of the names themselves, under which an object has properties, and of the keys of a map. */
  readonly names: number
  readonly keys: number
  /** Head of what a call throws. */
  readonly thrown: number
  /** By string number. */
  private readonly elementNames: (boolean | undefined)[]
  /** Head that stands for every name but some → those names. */
  private readonly others = new Map<number, readonly number[]>()
  /** By path: whether such a head is all of it. Those made since are not. */
  private readonly isAllBut: boolean[] = []
  /** What spots mean: the first argument, -1 where it is none, whether those behind it are meant too, and which part. */
  private readonly spots = new Map<Spot, { first: number; goesOn: boolean; place: number }>()

  constructor(
    private readonly linked: Linked,
    { element, any }: Holders,
  ) {
    this.element = element
    this.any = any
    this.names = linked.whole.string(NAMES)
    this.keys = linked.whole.string(KEYS)
    this.thrown = linked.whole.string(THROWN)
    this.elementNames = new Array(linked.whole.strings.length)
  }

  /** Whether a name is that of a place of a list. */
  isElement(head: number): boolean {
    let answer = this.elementNames[head]
    if (answer === undefined) {
      answer = head === this.element || head === this.any || /^\d+$/.test(this.linked.whole.text(head))
      this.elementNames[head] = answer
    }
    return answer
  }

  /** Whether a path is that of the elements of a list. */
  isElements(path: number): boolean {
    return path !== EMPTY && this.isElement(this.paths.head(path)) && this.paths.tail(path) === EMPTY
  }

  /** Whether a path is that of what a call throws. */
  isThrown(path: number): boolean {
    return path !== EMPTY && this.paths.head(path) === this.thrown
  }

  /** Whether a path means all of a value, or all but what stands under some names. */
  isWhole(path: number): boolean {
    return path === EMPTY || this.isAllBut[path] === true
  }

  /** The same as if it, or what it ends in, were all: for what does not ask by name. */
  asWhole(path: number): number {
    if (this.isWhole(path)) return EMPTY
    const rest = this.paths.tail(path)
    const whole = this.asWhole(rest)
    return whole === rest ? path : this.paths.cons(this.paths.head(path), whole)
  }

  /** The names that a path goes by, as they are written. */
  textsOf(path: number): readonly string[] {
    let texts = this.texts[path]
    if (texts === undefined) {
      texts = this.paths.names(path).map((name) => this.linked.whole.text(name))
      this.texts[path] = texts
    }
    return texts
  }
  private readonly texts: (readonly string[] | undefined)[] = []

  /** Whether a path means all but some names, and this is one of those. */
  leavesOut(path: number, name: number): boolean {
    return path !== EMPTY && (this.others.get(this.paths.head(path))?.includes(name) ?? false)
  }

  /** Names that a path leaves out where it ends. */
  namesLeftOut(path: number): readonly number[] {
    return this.others.get(this.paths.names(path).at(-1) ?? -1) ?? []
  }

  /** All that a path means, but for what stands under these names. */
  allBut(path: number, names: readonly number[]): number {
    if (names.length === 0 || !this.isWhole(path)) return path
    const known = path === EMPTY ? undefined : this.others.get(this.paths.head(path))
    const left = [...new Set([...(known ?? []), ...names])].sort((one, other) => one - other)
    const head = this.linked.whole.string(`[*] but ${left.join()}`)
    this.others.set(head, left)
    const made = this.paths.cons(head, EMPTY)
    while (this.isAllBut.length <= made) this.isAllBut.push(false)
    this.isAllBut[made] = true
    return made
  }

  /** Whether a head stands for a name that nobody knows. */
  isAny(head: number): boolean {
    return head === this.any || this.others.has(head)
  }

  /** The same part of an array whose places moved. */
  inArray(path: number): number {
    return this.paths.cons(this.element, this.paths.tail(path))
  }

  /** Name of a place of a list; of the places far back, that of any. */
  placed(index: number): number {
    return index > MOST_PLACES ? this.element : this.linked.whole.string(String(index))
  }

  /** Place of a list that a part of it stands at, -1 where it may be any. */
  placeInList(path: number): number {
    const head = path === EMPTY ? -1 : this.paths.head(path)
    return head < 0 || head === this.element || head === this.any || !this.isElement(head) ? -1 : Number(this.linked.whole.text(head))
  }

  /** The part `0` of a list is an element of it, where elements are asked for. */
  private asElement(path: number, place: number): number {
    const isAsked = path !== EMPTY && place !== EMPTY && this.paths.head(place) === this.element && this.isElement(this.paths.head(path))
    return isAsked ? this.inArray(path) : path
  }

  /** Where what a callback returns is in the result of the call that runs it. */
  resultIn(call: number, resultPath: number, path: number): number {
    if (resultPath === EMPTY || this.isThrown(path)) return path
    const isFlat = path !== EMPTY && this.isElement(this.paths.head(path)) && calledName(this.linked, call) === 'flatMap'
    return this.paths.cons(this.element, isFlat ? this.paths.tail(path) : path)
  }

  /** `1.url` of an argument is `url` of it. */
  placeBelow(spot: Spot): number {
    const names = spot
      .replace(/\[\d+\]$/, '')
      .split('.')
      .slice(1)
    return this.paths.of(names.map((name) => this.linked.whole.string(name)))
  }

  /** The place that a spot means of argument `index`: a part of it, or undefined where it means another. */
  placeAt(spot: Spot, index: number, isSpread: boolean): number | undefined {
    let meant = this.spots.get(spot)
    if (meant === undefined) {
      const match = /^(\d+)(\*?)((?:\.(?:[\w$-]+|\[\]))*)(?:\.(?:\*|keys\(\)))?$/.exec(spot)
      meant = {
        first: spot === '*' ? 0 : match ? Number(match[1]) : -1,
        goesOn: spot === '*' || (match !== null && match[2] !== ''),
        place: match?.[3] ? this.placeBelow(spot) : EMPTY,
      }
      this.spots.set(spot, meant)
    }
    const { first, goesOn, place } = meant
    if (first < 0) return undefined
    return first === index || (goesOn && index >= first) || (isSpread && first >= index) ? place : undefined
  }

  /** What is left of a path below a place. */
  withoutPlace(path: number, place: number): number {
    let [left, at] = [this.asElement(path, place), place]
    while (at !== EMPTY && left !== EMPTY && this.paths.head(left) === this.paths.head(at)) {
      left = this.paths.tail(left)
      at = this.paths.tail(at)
    }
    return left
  }

  /** Whether a path is that of the names under which what stands at a place has its properties. */
  isNameAt(path: number, place: number): boolean {
    const names = this.paths.names(path)
    if (names.at(-1) !== this.names) return false
    const around = this.paths.names(place)
    return names.length === around.length + 1 && around.every((name, at) => name === names[at])
  }

  /** Whether data at `path` get to a place; `inside`: also where they are but a part of what stands there. */
  reaches(path: number, place: number, inside: boolean): boolean {
    if (this.paths.covers(path, place)) return true
    return inside && this.paths.covers(place, path)
  }

  /** Whether data at `path` of argument `index` are among what a spot means, or hold it. */
  covers(path: number, spot: Spot, index: number): boolean {
    const place = this.placeAt(spot, index, false)
    if (place === undefined) return false
    const part = this.asElement(path, place)
    return this.paths.covers(part, place) || this.paths.covers(place, part)
  }

  /** What a step takes from a receiver: all of it, an element, or any part as if it were all. Undefined where it takes none. */
  partOfReceiver(from: readonly Spot[], path: number): number | undefined {
    if (from.includes('receiver.*')) return EMPTY
    if (from.includes('receiver.[]') && path !== EMPTY && this.isElement(this.paths.head(path))) return this.paths.tail(path)
    return from.includes('receiver') || (path === EMPTY && from.includes('receiver.[]')) ? path : undefined
  }
}
