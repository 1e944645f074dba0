/**
 * What a test says of a value: which kinds of harm it rules out where it holds, or where it does not. Told from what the
 * condition does, never from its name.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, IN, INSTANCEOF, isEqual, isStrict, isUnequal, LESS, NOT, PLUS, TILDE, TYPEOF } from '../operators'
import { groupsIn } from '../regex/groups'
import { knownAround, knownInside, takenApart } from '../regions'
import { pathsOfCall } from '../usages/modelled'
import { isOutsideProduction } from '../usages/outside-production'
import { allowedBy, begunWith, withoutPart, withoutPattern, withoutSeparators } from './allowed-texts'
import { cutFrom } from './first-segment'
import { ABSOLUTE, ADDRESS, ALL, bitOf, maskOf, PATH, PROTOTYPE, RAW, SCHEME, TEXT_ONLY, UPWARDS } from './kinds'
import { isNameInFolder } from './names-in-folders'
import { hasOwnKeys } from './own-keys'
import { isAddress, parsesAddress } from './parts'
import { Patterns } from './patterns'
import { asksParent, isCutAtSlashes } from './pieces'
import { isRuledOut } from './ruled-out-by-call'
import { SameValues } from './same-values'
import { beginningOf } from './texts'

const LITERAL = maskOf(['literal'])
const NUMBER = maskOf(['number'])
/** What is empty, or not there, does no harm and tells nothing. */
const NOTHING = LITERAL | maskOf(['disclosure', 'secret'])
/** Names of what a store gives its records, not people. */
const ID = /^_?id$|[a-z](?:Id|ID|_id)$|uuid/
/** What the id of a record does no harm to; an object in place of one, which finds a record too, still does that of objects. */
const KNOWN_ID = LITERAL & ~maskOf(['nosql', 'record', 'merge', 'text', 'property', 'deserialize'])

/** What needs a text to do harm: an object, a list or an element is none. */
const NEEDS_TEXT =
  ALL &
  ~maskOf(['nosql', 'record', 'merge', 'text', 'property', 'deserialize', 'resource', 'disclosure', 'secret', 'log', 'format', 'template']) &
  ~RAW &
  ~PROTOTYPE

/** Whether what was ruled out says that a value is an object, and nothing of what is in it. */
export const isObject = (cleared: number): boolean => (cleared & NEEDS_TEXT) === NEEDS_TEXT && (cleared & maskOf(['nosql'])) === 0

/** Schemes of addresses that are scripts or documents themselves, or files that are started. */
const HOLDS_CODE = /^(?:javascript|vbscript|view-source|filesystem|about|data|blob|file|smb):$/i

/** Names of functions that say whether something may be, and of what their answer says so by. */
const ASKS = /^(?:is|check|valid|allow|permit|assert|verify|ensure|matches|accepts|can|safe|may)(?=[A-Z_]|$|ate|ed|s$|d$)/i
/** Names of functions that ask of what sort a value is, and nothing of what it says. */
export const ASKS_SORT =
  /^is(?:Array|String|Empty|Nil|Null|Undefined|Defined|(?:Plain)?Object|Function|Number|NaN|Boolean|Date|Promise|Error|Buffer|Set|Present|Blank|Equal|Absolute|File|Directory|InstanceOf|Type)/
const ANSWERS_YES = /^(?:ok|valid|isValid|allowed|isAllowed|safe|isSafe|success|passed)$/

/** A member, or what it is part of, that models say the sender decides. */
function isSent({ paths, requests, flows }: Linked['models'], base: number, member: string): boolean {
  const named = paths.find(base, `.${member}`)
  for (let at = named >= 0 ? named : base; at >= 0; at = paths.node(at).parent) if (requests.has(at) || flows.sources.has(at)) return true
  return false
}

const MOST_HOPS = 5
/** Texts that are put together one after the other: `a + b + c`. */
const MOST_SUMMANDS = 60
/** Places where one variable is set. */
const MOST_WAYS = 40
/** Variables that are filled under conditions of others. */
const MOST_FILLING = 2

/** Where a function is handed a value: a parameter, or a property of what a parameter stands for. */
export interface Given {
  position: number
  property?: string
}

const ARGUMENT = maskOf(['argument'])
/** What a name cannot do that an object is known to have, unless it was taken from that object. */
const OWN_NAME = maskOf(['property', 'method'])

export class Conditions {
  private readonly cleared = new Map<number, number>()
  readonly patterns: Patterns
  private readonly same: SameValues

  constructor(private readonly linked: Linked) {
    this.patterns = new Patterns(linked)
    this.same = new SameValues(linked)
  }

  /** Kinds that a Refine node rules out. */
  ofRefine(node: number): number {
    const known = this.cleared.get(node)
    if (known !== undefined) return known
    const { whole } = this.linked
    this.cleared.set(node, 0)
    const mask = this.says(whole.b[node] as number, whole.c[node] === 1, whole.a[node] as number, 0)
    this.cleared.set(node, mask)
    return mask
  }

  /** Kinds that the conditions around a node rule out for a value: for tests of something made of it. */
  around(at: number, value: number): number {
    return this.inside(this.linked.whole.region[at] as number, value)
  }

  /** The same for whatever stands in a region. */
  inside(within: number, value: number): number {
    const { whole } = this.linked
    let mask = 0
    let isOpen = false
    for (let region = within, hops = 0; region >= 0 && hops < 40; region = whole.regions[region * 4 + 1] as number, hops++) {
      mask |= this.ofRegion(region, value)
      isOpen ||= this.leavesOpen(whole.regions[region * 4 + 2] as number, whole.regions[region * 4] === RegionKind.True)
    }
    return isOpen ? mask | this.decided(within, value) : mask
  }

  /** `a && b` that does not hold, `a || b` that does: which of them it is stays open. */
  private leavesOpen(condition: number, holds: boolean): boolean {
    const { whole } = this.linked
    return condition >= 0 && whole.kind[condition] === Kind.Choice && whole.c[condition] === (holds ? ChoiceKind.Or : ChoiceKind.And)
  }

  /** `if (!own && !isInside(path)) return`, and then `if (!own) remove(path)`: one condition says which part of another it was. */
  private decided(within: number, value: number): number {
    const { whole } = this.linked
    const around = knownInside(whole, within, 40)
    const known = around.flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    const isKnown = (item: number, outcome: boolean) =>
      takenApart(whole, item, outcome).every((part) =>
        known.some(({ condition, holds }) => holds === part.holds && this.same.isSame(condition, part.condition)),
      )
    let mask = 0
    for (const { condition, holds } of around) {
      if (!this.leavesOpen(condition, holds)) continue
      const parts = [...whole.items(whole.a[condition] as number)]
      const left = parts.filter((part) => !isKnown(part, !holds))
      if (left.length > 0 && left.length < parts.length) mask |= left.reduce((all, part) => all & this.says(part, holds, value, 1), ALL)
    }
    return mask
  }

  /** The same of the condition of one region alone. */
  ofRegion(region: number, value: number): number {
    const { regions } = this.linked.whole
    const kind = regions[region * 4] as RegionKind
    if (kind === RegionKind.Never) return ALL
    const condition = regions[region * 4 + 2] as number
    if (condition < 0) return 0
    if (kind === RegionKind.True || kind === RegionKind.Case) return this.says(condition, true, value, 0)
    return kind === RegionKind.False ? this.says(condition, false, value, 0) : 0
  }

  /** Kinds that a condition rules out for a value where it is known to hold, `assert(condition)`, or not to. */
  where(condition: number, value: number, holds = true): number {
    return this.says(condition, holds, value, 0)
  }

  /** The call that a Refine node hands its value to and whose answer decides, where nothing is known of what it asks. */
  askedBy(refine: number): number | undefined {
    const { whole } = this.linked
    return this.askIn(whole.b[refine] as number, whole.a[refine] as number, 0)
  }

  /** The same of a text that is put together, and of what is asked around a node of such a text: `if (isOwn('/' + page)) return `/${page}``. */
  askedAround(at: number, text: number): number | undefined {
    if (!this.same.isPutTogether(text)) return undefined
    for (const { condition } of knownAround(this.linked.whole, at)) {
      const asks = this.askIn(condition, text, 0)
      if (asks !== undefined) return asks
    }
    return undefined
  }

  private askIn(condition: number, value: number, hops: number): number | undefined {
    const { whole, solver } = this.linked
    if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
    const inner = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? this.askIn(inner, value, hops + 1) : undefined
      case Kind.Refine:
      case Kind.Await:
        return this.askIn(inner, value, hops + 1)
      case Kind.Load:
        return ANSWERS_YES.test(whole.text(whole.b[condition] as number)) ? this.askIn(inner, value, hops + 1) : undefined
      case Kind.Cell:
      case Kind.Choice: {
        for (const item of whole.items(inner)) {
          const asks = this.askIn(item, value, hops + 1)
          if (asks !== undefined) return asks
        }
        return undefined
      }
      case Kind.Call: {
        const name = calledName(this.linked, condition)
        if (!ASKS.test(name) || ASKS_SORT.test(name) || this.same.isSame(receiverOf(this.linked, condition), value)) return undefined
        if (this.says(condition, true, value, 0) !== 0 || this.says(condition, false, value, 0) !== 0) return undefined
        const isOwn = (solver.callees.get(condition)?.size ?? 0) > 0 || (solver.apiCalls.get(condition)?.size ?? 0) > 0
        return isOwn && this.givenAt([...whole.args(condition)], value) ? condition : undefined
      }
      default:
        return undefined
    }
  }

  private says(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    if (hops > MOST_HOPS || condition < 0) return 0
    if (this.same.isSame(condition, value)) return holds ? 0 : NOTHING
    const a = whole.a[condition] as number
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        if (whole.c[condition] === NOT) return this.says(a, !holds, value, hops + 1)
        // `~list.indexOf(x)`
        if (whole.c[condition] === TILDE) {
          const index = this.indexOf(a)
          return index ? this.contains(index.text, index.part, holds, value) : 0
        }
        return 0
      case Kind.Refine:
      case Kind.Await:
        return this.says(a, holds, value, hops + 1)
      case Kind.Cell: {
        const ways = whole.items(a)
        if (ways.length === 1) return this.says(ways[0] as number, holds, value, hops + 1)
        return holds ? this.whereItWasPut(condition, value) : 0
      }
      case Kind.Choice: {
        // `a && b && c && …` is one test, however deep it is written.
        const isPart = (item: number) => whole.kind[item] === Kind.Choice && whole.c[item] === whole.c[condition]
        const masks = whole.items(a).map((item) => this.says(item, holds, value, isPart(item) ? hops : hops + 1))
        const and = whole.c[condition] === ChoiceKind.And
        const or = whole.c[condition] === ChoiceKind.Or
        if ((and && holds) || (or && !holds)) return masks.reduce((all, mask) => all | mask, 0)
        if (and || or) return masks.reduce((all, mask) => all & mask, ALL)
        return holds ? this.whereItWasPut(condition, value) : 0
      }
      case Kind.LoadDynamic:
        // `table[x]`, of a table that is written out.
        return holds && this.same.isSame(whole.b[condition] as number, value) && this.isTable(a) ? LITERAL & ~maskOf(['property', 'method']) : 0
      case Kind.Load: {
        const flag = this.flagSays(condition, holds, value, hops)
        if (!holds || flag !== 0) return flag
        return (this.isOfObjects(condition, value) ? NEEDS_TEXT : 0) | (this.isPutOn(condition, value) ? PROTOTYPE : 0)
      }
      case Kind.Binary:
        return this.compares(condition, holds, value, hops)
      case Kind.Call:
        return this.asks(condition, holds, value, hops)
      default:
        return 0
    }
  }

  /** `let found = null; for (…) { if (!name.endsWith(value)) continue; found = name } if (!found) return`: what held where the variable was filled. */
  private whereItWasPut(variable: number, value: number): number {
    const ways = this.waysOf(variable)
    // A value that is filled in everywhere says nothing of how.
    if (!ways?.isOpen || ways.filled.length === 0 || this.filling.size >= MOST_FILLING || this.filling.has(variable)) return 0
    this.filling.add(variable)
    let all = ALL
    for (const way of ways.filled) {
      const cleared = this.around(way, value)
      // That it was an object says nothing of what is in it.
      all &= isObject(cleared) ? 0 : cleared
      if (all === 0) break
    }
    this.filling.delete(variable)
    return all
  }
  /** Variables that are being asked: where one is filled, another may be asked, and that one in turn. */
  private readonly filling = new Set<number>()

  /** What a variable may hold that is not empty, and whether it may be empty as well; undefined where that is not known. */
  waysOf(variable: number): { filled: number[]; isOpen: boolean } | undefined {
    const { whole } = this.linked
    const seen = new Set<number>()
    const filled: number[] = []
    let isOpen = false
    const stack = [variable]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at < 0 || at >= whole.size || seen.size > MOST_WAYS) return undefined
      if (seen.has(at)) continue
      seen.add(at)
      const kind = whole.kind[at] as Kind
      const isWay = kind === Kind.Cell || (kind === Kind.Choice && (whole.c[at] === ChoiceKind.Join || whole.c[at] === ChoiceKind.Loop))
      if (isWay) stack.push(...whole.items(whole.a[at] as number))
      else if (kind === Kind.Refine) stack.push(whole.a[at] as number)
      else if (kind === Kind.Undefined || kind === Kind.Null || this.same.booleanOf(at) === false) isOpen = true
      else filled.push(at)
    }
    return { filled, isOpen }
  }

  private compares(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    if (operator === INSTANCEOF)
      return holds && this.same.isSame(left, value) ? PROTOTYPE | NEEDS_TEXT | (this.nameOf(right) === 'Array' ? maskOf(['text']) : 0) : 0
    if (operator === IN) return holds && this.same.isSame(left, value) ? LITERAL & ~maskOf(['property', 'method']) : 0
    const equal = isEqual(operator) ? holds : isUnequal(operator) ? !holds : undefined
    if (equal !== undefined) {
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (whole.kind[one] === Kind.Unary && whole.c[one] === TYPEOF && this.same.isSame(whole.a[one] as number, value))
          return this.typeSays(other, equal)
        if (
          whole.kind[one] === Kind.Load &&
          equal &&
          whole.text(whole.b[one] as number) === 'constructor' &&
          this.same.isSame(whole.a[one] as number, value)
        )
          return /^(?:Number|Boolean)$/.test(this.nameOf(other)) ? NUMBER : TEXT_ONLY
        if (equal && this.same.isSame(one, value) && this.same.isFixed(other, 0)) return LITERAL
        if (equal && this.isPartOfListed(other, one, value)) return PATH
        const part = equal ? this.addressPart(one, value) : undefined
        if (part && !this.same.isMadeOf(other, value) && !this.addressPart(other, value)) return this.sameAddress(part, [this.same.textOf(other)])
        // `resolve(root, x) === root`, `normalize(join(root, x)) === root`: the root itself, of what else may only lie below it.
        if (equal && this.isOwnRoot(one, other, value)) return PATH | RAW | ADDRESS
        if (!equal && this.same.isSame(one, value) && /^(?:__proto__|constructor|prototype)$/.test(this.same.textOf(other) ?? ''))
          return bitOf('property')
        if (!equal && this.same.textOf(other) === '..' && this.same.isSame(cutFrom(this.linked, one), value)) return RAW
        // `path[0] !== '/'`
        if (this.isFirstOf(one, value)) {
          const character = this.same.textOf(other)
          if (!equal && (character === '/' || character === '.')) return character === '/' ? ABSOLUTE : RAW
          if (!equal && character === '-') return ARGUMENT
        }
        // `path.slice(0, root.length) === root`
        if (this.isHeadOf(one, value)) {
          if (equal) return this.begins(value, other, true, value)
        }
        if (whole.kind[one] === Kind.Boolean || this.isBoolean(other)) {
          const truth = this.same.booleanOf(one)
          if (truth !== undefined) return this.says(other, truth === equal, value, hops + 1)
        }
        // `table[x] !== undefined`
        if (!equal && (whole.kind[other] === Kind.Undefined || whole.kind[other] === Kind.Null)) {
          const looked = this.same.plain(one)
          if (looked >= 0 && looked < whole.size && whole.kind[looked] === Kind.LoadDynamic) return this.says(looked, true, value, hops + 1)
        }
        if (!equal && this.isOfObjects(one, value) && this.same.booleanOf(other) === false && whole.kind[other] !== Kind.Boolean) return NEEDS_TEXT
        if (equal && this.isPutOn(one, value) && this.isThere(other)) return PROTOTYPE
        const number = this.same.numberOf(other)
        const place = number === undefined ? -1 : this.placeFound(one)
        if (place >= 0 && number !== undefined && (equal || number === -1)) return this.hasElement(place, number === -1 ? !equal : true, value, hops)
        const index = this.indexOf(one)
        if (index && number !== undefined) {
          if (number === -1) return this.contains(index.text, index.part, !equal, value)
          if (number === 0 && equal) return this.begins(index.text, index.part, true, value)
          if (number === 0 && !equal) return this.begins(index.text, index.part, false, value)
        }
      }
      // What was parsed is identical with nothing that is kept, unless both are plain values.
      const isIdentical = equal && isStrict(operator) && this.same.isSame(left, value) !== this.same.isSame(right, value)
      if (isIdentical) return TEXT_ONLY
      return 0
    }
    const number = this.same.numberOf(right)
    if (number !== undefined && (operator === GREATER || operator === AT_LEAST || operator === LESS || operator === AT_MOST)) {
      const found = (operator === GREATER && number === -1) || (operator === AT_LEAST && number === 0)
      const absent = (operator === LESS && number === 0) || (operator === AT_MOST && number === -1)
      // Beyond the first place: where it holds, there is one as well.
      const further = (operator === GREATER || operator === AT_LEAST) && number >= 0 && holds
      if (found || absent || further) {
        const index = this.indexOf(left)
        if (index) return this.contains(index.text, index.part, found || further ? holds : !holds, value)
        const place = this.placeFound(left)
        if (place >= 0) return this.hasElement(place, found || further ? holds : !holds, value, hops)
      }
    }
    // `x.length < 10`, `x < 100`
    if (holds && (this.same.isSame(left, value) || this.isLengthOf(left, value)) && (operator === LESS || operator === AT_MOST))
      return maskOf(['resource', 'matched'])
    if (!holds && (this.same.isSame(left, value) || this.isLengthOf(left, value)) && (operator === GREATER || operator === AT_LEAST))
      return maskOf(['resource', 'matched'])
    if (holds && (this.same.isSame(right, value) || this.isLengthOf(right, value)) && (operator === GREATER || operator === AT_LEAST))
      return maskOf(['resource', 'matched'])
    return 0
  }

  /** What a path, or one that is made of a value, was put together from, and no part of the value. */
  private isOwnRoot(path: number, root: number, value: number): boolean {
    if (!this.same.isDerived(path, value) || this.same.isMadeOf(root, value)) return false
    const made = this.same.plain(path)
    // `relative(root, path) === ''`
    if (this.linked.whole.kind[made] === Kind.Call && calledName(this.linked, made) === 'relative') return this.same.textOf(root) === ''
    return this.same.isResolved(path) || this.same.isNormalForm(path, value) || this.same.isMadeOf(made, root)
  }

  /** Which part of the address that a value is: `origin` of `new URL(value, base).origin`. */
  private addressPart(node: number, value: number): string | undefined {
    const { whole } = this.linked
    const load = this.same.plain(node)
    if (load < 0 || load >= whole.size || whole.kind[load] !== Kind.Load) return undefined
    const part = whole.text(whole.b[load] as number)
    if (!/^(?:origin|host|hostname|protocol)$/.test(part)) return undefined
    const address = this.same.plain(whole.a[load] as number)
    // The address itself is asked, and goes on.
    if (this.same.isSame(address, value) && isAddress(this.linked, address)) return part
    if (!parsesAddress(this.linked, address)) return undefined
    const [text] = whole.args(address)
    return text !== undefined && this.same.isSame(text, value) ? part : undefined
  }

  /**
   * What an address does no harm to whose part is known. An origin holds scheme and host (RFC 6454, section 4; that of a script
   * is `null`); a host says nothing of the scheme, nor a scheme of the host.
   * @param texts what the part is one of, undefined where that is not written out
   */
  private sameAddress(part: string, texts: readonly (string | undefined)[]): number {
    if (part === 'origin') return texts.includes('null') ? 0 : ADDRESS
    if (part !== 'protocol') return ADDRESS & ~SCHEME
    return texts.length > 0 && texts.every((text) => text !== undefined && /^[a-z][\w+.-]*:$/i.test(text) && !HOLDS_CODE.test(text)) ? SCHEME : 0
  }

  /** A property that texts do not have: `target.nodeType`. */
  private isOfObjects(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Load) return false
    const name = whole.text(whole.b[node] as number)
    // A parsed address is an object that is a text to whoever asks for one.
    return (
      !(name in String.prototype) &&
      !/^\d+$/.test(name) &&
      this.same.isSame(whole.a[node] as number, value) &&
      !isAddress(this.linked, this.same.plain(value))
    )
  }

  /** A property that the prototype of all objects does not have: what has it is something else. */
  private isPutOn(node: number, value: number): boolean {
    const { whole } = this.linked
    return (
      whole.kind[node] === Kind.Load && !(whole.text(whole.b[node] as number) in Object.prototype) && this.same.isSame(whole.a[node] as number, value)
    )
  }

  /**
   * Something, where a property that is missing equals nothing: a value of the code's, or what the program keeps of whoever asks.
   * What comes with a request may be left out of it.
   */
  private isThere(node: number): boolean {
    const { whole, models } = this.linked
    const at = this.same.plain(node)
    if (this.same.isFixed(at, 0)) return whole.kind[at] !== Kind.Undefined && whole.kind[at] !== Kind.Null
    if (whole.kind[at] !== Kind.Load) return false
    const paths = apiPathsOf(this.linked, whole.a[at] as number)
    return paths.length > 0 && paths.every((path) => !isSent(models, path, whole.text(whole.b[at] as number)))
  }

  private isFirstOf(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number) === '0' && this.same.isSame(whole.a[node] as number, value)
    return whole.kind[node] === Kind.Call && calledName(this.linked, node) === 'charAt' && this.same.isSame(receiverOf(this.linked, node), value)
  }

  private isHeadOf(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Call || !/^(?:slice|substring|substr)$/.test(calledName(this.linked, node))) return false
    const first = whole.args(node)[0]
    return first !== undefined && this.same.numberOf(first) === 0 && this.same.isSame(receiverOf(this.linked, node), value)
  }

  private isLengthOf(node: number, value: number): boolean {
    const { whole } = this.linked
    const load = this.same.plain(node)
    if (load < 0 || load >= whole.size) return false
    return whole.kind[load] === Kind.Load && whole.text(whole.b[load] as number) === 'length' && this.same.isSame(whole.a[load] as number, value)
  }

  private typeSays(type: number, equal: boolean): number {
    const text = this.same.textOf(type)
    if (text === 'number' || text === 'boolean' || text === 'bigint') return equal ? NUMBER : 0
    if (text === 'string') return equal ? TEXT_ONLY : NEEDS_TEXT
    if (text === 'undefined') return equal ? ALL : 0
    // A type other than object leaves texts; `typeof x !== 'object'`.
    if (text === 'object') return equal ? NEEDS_TEXT : TEXT_ONLY | PROTOTYPE
    if (text === 'function') return equal ? PROTOTYPE | NEEDS_TEXT : 0
    return 0
  }

  /** A call in a condition. */
  private asks(call: number, holds: boolean, value: number, hops: number): number {
    const { whole, solver, models } = this.linked
    const args = whole.args(call)
    const method = calledName(this.linked, call)
    const receiver = receiverOf(this.linked, call)
    let mask = 0
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const test of models.flows.tests.get(path) ?? []) {
        const asked =
          test.spot === 'receiver'
            ? receiver
            : test.spot === '*'
              ? [...args].find((argument) => this.same.isSame(argument, value))
              : args[Number(test.spot)]
        if (asked !== undefined && test.holds === holds && (this.same.isSame(asked, value) || this.isNumberOf(asked, value))) mask |= test.clears
      }
    if (mask !== 0) return mask
    const pattern = holds && args[1] !== undefined && method === 'test' && this.isPatternTest(call) ? args[1] : undefined
    if (pattern !== undefined && args[0] !== undefined && this.same.isSame(args[0], value))
      return this.patterns.of(pattern).find(({ trail }) => trail.length === 0)?.clears ?? 0
    if (holds && this.hasFound(call, value)) return KNOWN_ID
    const functions = solver.callees.get(call)
    if (functions && functions.size > 0) return this.asksOwn(call, [...functions], holds, value, hops)
    const first = args[0]
    switch (method) {
      case 'startsWith':
        if (holds && first !== undefined && this.isPartOfListed(receiver, first, value)) return PATH
        return first === undefined ? 0 : this.begins(receiver, first, holds, value)
      case 'endsWith':
        if (holds && first !== undefined && this.isPartOfListed(receiver, first, value)) return PATH
        return holds && first !== undefined ? this.ends(receiver, this.same.textOf(first) ?? '', value) : 0
      case 'includes':
      case 'contains':
        return first === undefined ? 0 : this.contains(receiver, first, holds, value)
      case 'some':
      case 'find':
      case 'findLast':
        // `path.split('/').some((piece) => piece === '..')`
        if (!holds && first !== undefined && this.same.isDerived(receiver, value) && isCutAtSlashes(this.linked, receiver))
          return asksParent(this.linked, first, false) ? UPWARDS : 0
        return first !== undefined && holds && !this.same.isMadeOf(receiver, value)
          ? this.answersOf(
              first,
              (answer, fn) =>
                this.says(answer, true, value, hops + 1) | this.around(answer, value) | (this.equalsElement(answer, fn, value) ? LITERAL : 0),
            )
          : 0
      case 'every':
        if (first !== undefined && holds && this.same.isSame(receiver, value)) return this.passing(first)
        // `if (roots.every((root) => !path.startsWith(root))) return`: of one at least it is not so.
        return first !== undefined && !holds && !this.same.isMadeOf(receiver, value)
          ? this.answersOf(
              first,
              (answer, fn) => this.says(answer, false, value, hops + 1) | (this.equalsElement(answer, fn, value, false) ? LITERAL : 0),
              false,
            )
          : 0
      case 'has':
        return first !== undefined && (holds || this.same.isSame(first, value)) ? this.contains(receiver, first, holds, value) : 0
      case 'get':
        // `const session = sessions.get(id); if (!session) return`
        return holds && first !== undefined && this.same.isSame(first, value) && hasOwnKeys(this.linked, receiver) ? LITERAL : 0
      case 'hasOwnProperty':
        return holds && first !== undefined && !this.same.isMadeOf(receiver, value) ? this.hasName(receiver, first, value) : 0
      case 'hasOwn':
        return holds && first !== undefined && args[1] !== undefined ? this.hasName(first, args[1], value) : 0
      case 'call':
        // Object.prototype.hasOwnProperty.call(o, x)
        return holds && first !== undefined && args[1] !== undefined && this.nameOf(receiver) === 'hasOwnProperty'
          ? this.hasName(first, args[1], value)
          : 0
      case 'test':
        return first !== undefined && this.same.isSame(first, value) ? this.matches(receiver, holds) : 0
      case 'match':
      case 'search':
        return first !== undefined && this.same.isSame(receiver, value) ? this.matches(first, holds) : 0
      case 'exec':
        return first !== undefined && this.same.isSame(first, value) ? this.matches(receiver, holds) : 0
      case 'isAbsolute':
        return !holds && first !== undefined && this.same.isSame(first, value) ? ABSOLUTE : 0
      case 'isArray':
        return first !== undefined && this.same.isSame(first, value) ? maskOf(['text']) : 0
      case 'isBuffer':
        // Contents, and no name of a file; what is read from them as a text may do all else.
        return holds && first !== undefined && this.same.isSame(first, value) ? PATH : 0
      case 'isInteger':
      case 'isSafeInteger':
      case 'isFinite':
        return holds && first !== undefined && this.same.isSame(first, value) ? NUMBER : 0
      case 'isNaN':
        return !holds && first !== undefined && this.same.isSame(first, value) ? NUMBER : 0
      default:
        return 0
    }
  }

  /** `Boards.findOne(id)`, `findOne({ _id: id })` of a store that converts nothing: what it finds has that id. */
  private hasFound(call: number, value: number): boolean {
    const { whole, models } = this.linked
    const isGiven = (node: number): boolean =>
      this.same.isSame(node, value) ||
      (whole.kind[node] === Kind.Choice && whole.c[node] === ChoiceKind.Nullish && whole.items(whole.a[node] as number).some(isGiven))
    for (const path of pathsOfCall(this.linked, call))
      for (const { exact, does, by } of models.flows.records.get(path) ?? []) {
        if (!exact || does !== 'read') continue
        for (const spot of by) {
          const selector = whole.args(call)[Number(spot)]
          if (selector === undefined) continue
          if (isGiven(selector)) return true
          if (whole.kind[selector] !== Kind.Object) continue
          for (const item of whole.items(whole.a[selector] as number))
            if (
              whole.kind[item] === Kind.Property &&
              whole.a[item] !== -1 &&
              ID.test(whole.text(whole.a[item] as number)) &&
              isGiven(whole.b[item] as number)
            )
              return true
        }
      }
    return false
  }

  /** `Match.test(value, pattern)` of Meteor. */
  private isPatternTest(call: number): boolean {
    return pathsOfCall(this.linked, call).some((path) => /\bMatch\.test\b/.test(this.linked.models.paths.show(path)))
  }

  /** `Number(value)`, `+value`: unlike `parseInt` it makes nothing of a text that only begins with a number. */
  private isNumberOf(node: number, value: number): boolean {
    const { whole } = this.linked
    const at = this.same.plain(node)
    if (at < 0 || at >= whole.size) return false
    if (whole.kind[at] === Kind.Unary) return whole.c[at] === PLUS && this.same.isSame(whole.a[at] as number, value)
    const first = whole.kind[at] === Kind.Call && calledName(this.linked, at) === 'Number' ? whole.args(at)[0] : undefined
    return first !== undefined && this.same.isSame(first, value)
  }

  /** What a function that is asked for every element says of those for which it says yes. */
  passing(callback: number): number {
    const { whole } = this.linked
    return this.answersOf(callback, (answer, fn) => {
      const element = whole.functions[fn]?.params[0]
      return element === undefined ? 0 : this.says(answer, true, element, 1) | this.around(answer, element)
    })
  }

  /** What all answers other than a plain no have in common, or other than a plain yes. */
  private answersOf(callback: number, says: (answer: number, fn: number) => number, holds = true): number {
    const { whole, solver } = this.linked
    let all = ALL
    let answers = 0
    for (const label of solver.of(callback)) {
      if (solver.labels.kind[label] !== LabelKind.Function) return 0
      const fn = solver.labels.data[label] as number
      // `const isPlain = (value) => … value.every(isPlain)` asks itself, and says nothing more.
      if (this.asking.has(fn)) return 0
      this.asking.add(fn)
      for (const answer of whole.functions[fn]?.returns ?? []) {
        if (this.same.booleanOf(answer) === !holds) continue
        answers++
        all &= says(answer, fn)
      }
      this.asking.delete(fn)
    }
    return answers === 0 ? 0 : all
  }

  /** `known.find((each) => each.id === value)`: it is one of those that are known; `every((each) => each.id !== value)` where that is not so. */
  private equalsElement(answer: number, fn: number, value: number, holds = true): boolean {
    const { whole } = this.linked
    const element = whole.functions[fn]?.params[0]
    if (element === undefined || answer < 0) return false
    if (whole.kind[answer] === Kind.Choice && whole.c[answer] === (holds ? ChoiceKind.And : ChoiceKind.Or))
      return whole.items(whole.a[answer] as number).some((part) => this.equalsElement(part, fn, value, holds))
    if (whole.kind[answer] !== Kind.Binary || !(holds ? isEqual : isUnequal)(whole.c[answer] as number)) return false
    const [left, right] = [whole.a[answer] as number, whole.b[answer] as number]
    return [
      [left, right],
      [right, left],
    ].some(([one = -1, other = -1]) => this.same.isSame(one, value) && this.same.isMadeOf(other, element) && !this.same.isMadeOf(other, value))
  }

  /** An object has a property of that name. That says nothing of a name which was taken from the same object. */
  private hasName(object: number, name: number, value: number): number {
    return this.same.isSame(name, value) && !this.isNameIn(object, value) ? LITERAL : 0
  }

  /** `for (const name in object)`, `Object.keys(object).forEach((name) => …)`. */
  isNameIn(object: number, value: number): boolean {
    const { whole, values } = this.linked
    let at = this.same.plain(value)
    if (at < 0 || at >= whole.size) return false
    if (whole.kind[at] === Kind.Key) return this.same.isSame(whole.a[at] as number, object)
    if (whole.kind[at] === Kind.Param) {
      const call = values.callAround(whole.functions[whole.a[at] as number]?.node ?? -1)
      at = call < 0 ? -1 : receiverOf(this.linked, call)
    } else if (whole.kind[at] === Kind.Element || whole.kind[at] === Kind.LoadDynamic) at = whole.a[at] as number
    at = this.same.plain(at)
    if (at < 0 || at >= whole.size || whole.kind[at] !== Kind.Call) return false
    const [listed] = whole.args(at)
    return listed !== undefined && /^(?:keys|getOwnPropertyNames|ownKeys)$/.test(calledName(this.linked, at)) && this.same.isSame(listed, object)
  }

  /** An object that is written out, and to which nothing is put under names that come from elsewhere. */
  isTable(node: number): boolean {
    const { whole, solver } = this.linked
    const labels = solver.of(node)
    this.filled ??= this.filledTables()
    const { filled } = this
    return (
      labels.length > 0 &&
      labels.every(
        (label) =>
          solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object && !filled.has(label),
      )
    )
  }

  /** Objects that something is put into while the program runs, under names that are not written there: `seen[name] = true`. */
  private filledTables(): Set<number> {
    const { whole, solver } = this.linked
    const filled = new Set<number>()
    for (const store of lookupOf(whole).of(Kind.StoreDynamic))
      if (whole.functionOf(store) >= 0 && !this.same.isFixed(whole.b[store] as number, 0))
        for (const label of solver.of(whole.a[store] as number)) filled.add(label)
    return filled
  }
  private filled: Set<number> | undefined

  /** A function of the program that answers yes or no: what its answers are made of. */
  private asksOwn(call: number, functions: number[], holds: boolean, value: number, hops: number, flag?: string): number {
    const { whole } = this.linked
    if (hops > 3) return 0
    const args = [...whole.args(call)]
    const itself = this.givenAt(args, value)
    const given = itself ?? this.normalFormAt(args, value)
    if (!given) return 0
    // A predicate that asks itself says nothing more.
    if (functions.some((fn) => this.asking.has(fn))) return 0
    for (const fn of functions) this.asking.add(fn)
    const mask = this.agreed(call, functions, given, holds, hops, flag)
    for (const fn of functions) this.asking.delete(fn)
    // What leads to the same place is asked, and nothing else of how it is written.
    if (!itself) return mask & PATH
    // A helper is handed the object beside the name: `hasOwn(object, name)`.
    return mask & OWN_NAME && whole.args(call).some((argument) => this.isNameIn(argument, value)) ? mask & ~OWN_NAME : mask
  }

  private readonly asking = new Set<number>()

  /** Where among what a function is handed the normal form of a path stands: `isInside(path.resolve(file))`. */
  private normalFormAt(args: readonly number[], value: number): Given | undefined {
    const position = args.findIndex((argument) => this.same.isNormalForm(argument, value))
    return position < 0 || args.slice(0, position).some((each) => this.linked.whole.kind[each] === Kind.Spread) ? undefined : { position }
  }

  /** Where a value stands among what a function is handed: by itself, or as a property of an object that is written out. */
  givenAt(args: readonly number[], value: number): Given | undefined {
    const { whole } = this.linked
    for (const [position, argument] of args.entries()) {
      if (whole.kind[argument] === Kind.Spread) return undefined
      if (this.same.isSame(argument, value)) return { position }
      const object = this.same.plain(argument)
      if (object < 0 || whole.kind[object] !== Kind.Object) continue
      const items = [...whole.items(whole.a[object] as number)]
      const at = items.findIndex(
        (item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && this.same.isSame(whole.b[item] as number, value),
      )
      // What is spread later may put something else there.
      if (at >= 0 && !items.slice(at).some((item) => whole.kind[item] !== Kind.Property))
        return { position, property: whole.text(whole.a[items[at] as number] as number) }
    }
    return undefined
  }

  /** A parameter, or where the function first reads a property of it; undefined where it never does. */
  takenBy(fn: number, { position, property }: Given): number | undefined {
    const { whole } = this.linked
    const param = whole.functions[fn]?.params[position]
    if (param === undefined || property === undefined) return param
    return lookupOf(whole)
      .inFunction(fn)
      .find(
        (load) =>
          whole.kind[load] === Kind.Load && whole.text(whole.b[load] as number) === property && this.same.isSame(whole.a[load] as number, param),
      )
  }

  /** `const result = check(value); if (!result.valid) refuse()`: a member of what a function of the program answers with. */
  private flagSays(load: number, holds: boolean, value: number, hops: number): number {
    const call = this.flagged(load)
    if (call < 0) return 0
    const functions = [...(this.linked.solver.callees.get(call) ?? [])]
    return this.asksOwn(call, functions, holds, value, hops, this.linked.whole.text(this.linked.whole.b[load] as number))
  }

  /** The call of a function of the program whose answer a member is read of, -1 where it is read of anything else. */
  flagged(load: number): number {
    const { whole, solver } = this.linked
    const answer = this.same.plain(whole.a[load] as number)
    if (answer < 0 || answer >= whole.size || whole.kind[answer] !== Kind.Call || whole.kind[whole.a[load] as number] === Kind.This) return -1
    return (solver.callees.get(answer)?.size ?? 0) > 0 ? answer : -1
  }

  /** What stands under a name in an answer that is written out, there or by a helper that makes it; undefined where that is not known. */
  private memberOf(answer: number, name: string, hops = 0): number[] | undefined {
    const { whole, solver } = this.linked
    const made = this.same.plain(answer)
    if (made < 0 || made >= whole.size || hops > 2) return undefined
    if (whole.kind[made] === Kind.Object) {
      const items = [...whole.items(whole.a[made] as number)]
      if (items.some((item) => whole.kind[item] !== Kind.Property || whole.a[item] === -1)) return undefined
      const item = items.find((each) => whole.text(whole.a[each] as number) === name)
      return item === undefined ? [] : [whole.b[item] as number]
    }
    if (whole.kind[made] !== Kind.Call) return undefined
    const answers = [...(solver.callees.get(made) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [-1])
    if (answers.length === 0) return undefined
    const members = answers.map((each) => this.memberOf(each, name, hops + 1))
    return members.every((each) => each !== undefined) ? members.flat() : undefined
  }

  /** Whether an answer, or a member of it, is yes or no for certain. */
  private truthOf(answer: number, flag: string | undefined): boolean | undefined {
    if (flag === undefined) return this.same.booleanOf(answer)
    const members = this.memberOf(answer, flag)
    if (members === undefined) return undefined
    const [first, ...others] = members.length === 0 ? [false] : members.map((member) => this.same.booleanOf(member) ?? this.isMessage(member))
    return others.every((truth) => truth === first) ? first : undefined
  }

  /** What says what is wrong is there: `{ error: 'no name' }`. */
  private isMessage(node: number): true | undefined {
    const { whole } = this.linked
    const made = this.same.plain(node)
    const kind = made >= 0 && made < whole.size ? (whole.kind[made] as Kind) : Kind.Unknown
    const isText = kind === Kind.String && whole.text(whole.a[made] as number) !== ''
    return isText || kind === Kind.Template || kind === Kind.New || kind === Kind.Object || kind === Kind.Array ? true : undefined
  }

  /** What all answers that mean `holds` rule out, of those that a call may get. */
  private agreed(call: number, functions: number[], given: Given, holds: boolean, hops: number, flag?: string): number {
    const { whole } = this.linked
    let all = ALL
    let answers = 0
    for (const fn of functions) {
      const fact = whole.functions[fn]
      const param = this.takenBy(fn, given)
      if (!fact || param === undefined || fact.returns.length === 0) return 0
      for (const answer of fact.returns) {
        const truth = this.truthOf(answer, flag)
        if ((truth !== undefined && truth !== holds) || isRuledOut(this.linked, call, fn, answer)) continue
        // What a developer's own machine lets through besides: `if (import.meta.env.DEV && host === 'localhost') return true`.
        if (isOutsideProduction(this.linked, answer)) continue
        const around = this.around(answer, param)
        answers++
        const asked = flag === undefined ? answer : (this.memberOf(answer, flag)?.[0] ?? -1)
        // What a helper makes of it is told of its own parameters.
        const isHere = asked >= 0 && whole.functionOf(asked) === fn
        all &= truth === undefined && isHere ? this.says(asked, holds, param, hops + 1) | around : around
      }
    }
    return answers === 0 ? 0 : all
  }

  /** `text.startsWith(part)`, `text.indexOf(part) === 0`. */
  private begins(text: number, part: number, holds: boolean, value: number): number {
    const start = this.same.textOf(part)
    if (holds && this.same.isSame(text, value)) {
      return start === undefined ? (this.same.isMadeOf(part, value) ? 0 : ABSOLUTE | RAW | ADDRESS) : begunWith(start)
    }
    // How a name begins says nothing of where it leads once it is put behind a folder: `join(folder, name)`.
    if (this.same.isPutInto(text, value)) return 0
    // Starts with something that stands for what is kept out.
    if (!holds && this.same.isDerived(text, value)) {
      const led = start ?? beginningOf(this.linked, part).text
      // Told of `relative(root, path)`, it holds for the path wherever that begins.
      if (/^\.\.?[/\\]?/.test(led)) return this.same.isSame(text, value) ? RAW : PATH
      if (led === '/') return ABSOLUTE
      if (led === '-') return ARGUMENT
      if (start === undefined) return 0
      if (/^(?:\/\/|javascript:|data:)/i.test(start)) return start.startsWith('//') ? maskOf(['redirect']) : 0
    }
    // The root holds what is made of it: `resolve(root, x).startsWith(root)`.
    return holds && this.same.isDerived(text, value) ? PATH : 0
  }

  /** `new URL(value).hostname.endsWith('.example.org')`: hosts of one owner. A text that ends so may name any host before. */
  private ends(text: number, end: string, value: number): number {
    const part = this.addressPart(text, value)
    return (part === 'hostname' || part === 'host') && /^\.[\w-]+(?:\.[\w-]+)+$/.test(end) ? this.sameAddress(part, [end]) : 0
  }

  /** `text.includes(part)`, also of a list. */
  private contains(text: number, part: number, holds: boolean, value: number): number {
    if (this.same.isSame(part, value)) {
      // One of a few names, which may be the very ones that do harm.
      if (holds)
        return this.same.isMadeOf(text, value) ? 0 : this.listed(text).includes('__proto__') ? LITERAL & ~bitOf('property') & ~PROTOTYPE : LITERAL
      return this.listed(text).includes('__proto__') ? bitOf('property') : 0
    }
    // `files.includes(`${folder}/${name}`)`: a text that is known was taken apart.
    if (holds && this.isPutTogether(part, value)) return this.same.isMadeOf(text, value) ? 0 : LITERAL
    const address = holds ? this.addressPart(part, value) : undefined
    if (address && !this.same.isMadeOf(text, value)) return this.sameAddress(address, this.listed(text))
    if (holds || !this.same.isDerived(text, value)) return 0
    return withoutPart(this.same.textOf(part) ?? '')
  }

  /** `name.endsWith(`.${value}`)`, where the name is one of a folder: no part of it holds a separator. */
  private isPartOfListed(name: number, part: number, value: number): boolean {
    return (
      (this.same.isSame(part, value) || this.isPutTogether(part, value)) &&
      !this.same.isMadeOf(name, value) &&
      isNameInFolder(this.linked, name, (node) => this.same.plain(node))
    )
  }

  /** A text of which a value is one part as it is, and not folded or cut. */
  private isPutTogether(text: number, value: number, hops = 0): boolean {
    const { whole } = this.linked
    const made = this.same.plain(text)
    if (made < 0 || hops > MOST_SUMMANDS) return false
    if (whole.kind[made] === Kind.Template) return whole.items(whole.a[made] as number).some((item) => this.same.isSame(item, value))
    return (
      whole.kind[made] === Kind.Binary &&
      whole.c[made] === PLUS &&
      [whole.a[made] as number, whole.b[made] as number].some((side) => this.same.isSame(side, value) || this.isPutTogether(side, value, hops + 1))
    )
  }

  /** Texts of a list that is written out. */
  private listed(node: number, hops = 0): string[] {
    const { whole, solver } = this.linked
    const made = this.same.plain(node)
    if (made >= 0 && hops < MOST_HOPS && whole.kind[made] === Kind.New && calledName(this.linked, made) === 'Set')
      return whole
        .args(made)
        .slice(0, 1)
        .flatMap((list) => this.listed(list, hops + 1))
    return solver.of(node).flatMap((label) => {
      const at = solver.labels.data[label] as number
      if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[at] !== Kind.Array) return []
      return whole.items(whole.a[at] as number).map((item) => this.same.textOf(item) ?? '')
    })
  }

  /** A regular expression that a value matches, or does not. */
  matches(pattern: number, holds: boolean): number {
    const written = this.patternOf(pattern)
    if (written === undefined) return 0
    return holds ? allowedBy(written.source, written.flags) : withoutPattern(written.source)
  }

  patternOf(node: number): { source: string; flags: string } | undefined {
    const { whole, solver } = this.linked
    for (const label of solver.of(node)) {
      if (solver.labels.kind[label] !== LabelKind.Value) continue
      const at = solver.labels.data[label] as number
      if (whole.kind[at] !== Kind.Regex) continue
      const text = whole.text(whole.a[at] as number)
      const end = text.lastIndexOf('/')
      return { source: text.slice(1, end), flags: text.slice(end + 1) }
    }
    if ((whole.kind[node] === Kind.New || whole.kind[node] === Kind.Call) && /^RegExp$/.test(calledName(this.linked, node))) {
      const args = whole.args(node)
      const source = args[0] === undefined ? undefined : (this.same.textOf(args[0]) ?? this.patternOf(args[0])?.source)
      // Flags that are not known are given the benefit of the doubt.
      if (source !== undefined) return { source, flags: args[1] === undefined ? '' : (this.same.textOf(args[1]) ?? 'g') }
    }
    return undefined
  }

  /** The whole match of an expression and its groups, each with the kinds of harm that what matches cannot do. */
  groupsOf(pattern: number, all = false): { name: string; clears: number }[] | undefined {
    const written = this.patternOf(pattern)
    if (written === undefined) return undefined
    const groups = groupsIn(written.source, written.flags)
    if (groups === undefined) return undefined
    const clears = (source: string) => (written.flags.includes('m') ? 0 : allowedBy(`^(?:${source.replace(/^\^|\$$/g, '')})$`, ''))
    const isOne = !all && !written.flags.includes('g') && !written.flags.includes('m')
    return [
      { name: '0', clears: clears(written.source) },
      ...groups.flatMap(({ name, source }, index) => {
        const cleared = clears(source) | (isOne ? withoutSeparators(source) : 0)
        return [{ name: String(index + 1), clears: cleared }, ...(name ? [{ name, clears: cleared }] : [])]
      }),
    ]
  }

  // ── small questions ────────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether two nodes are one value, tested or read again meanwhile. */
  isSame(one: number, other: number): boolean {
    return this.same.isSame(one, other)
  }

  isMadeOf(node: number, value: number): boolean {
    return this.same.isMadeOf(node, value)
  }

  /** The node that a value is, past tests of it and names for it. */
  madeAs(node: number): number {
    return this.same.plain(node)
  }

  textOf(node: number): string | undefined {
    return this.same.textOf(node)
  }

  isFalse(node: number): boolean {
    return this.same.booleanOf(node) === false
  }

  /** Whether a value is written out in the code. */
  isFixed(node: number): boolean {
    return this.same.isFixed(node, 0)
  }

  private isBoolean(node: number): boolean {
    const { whole } = this.linked
    const kind = whole.kind[node] as Kind
    return kind === Kind.Call || (kind === Kind.Binary && whole.c[node] !== PLUS) || kind === Kind.Unary
  }

  /** `text.indexOf(part)` and `text.lastIndexOf(part)`. */
  private indexOf(node: number): { text: number; part: number } | undefined {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Call || !/^(?:lastIndexOf|indexOf|search)$/.test(calledName(this.linked, node))) return undefined
    const [text, part] = [receiverOf(this.linked, node), whole.args(node)[0]]
    return text < 0 || part === undefined ? undefined : { text, part }
  }

  /** `list.findIndex(test)`, -1 for what is none. */
  private placeFound(node: number): number {
    const at = this.same.plain(node)
    return at >= 0 &&
      at < this.linked.whole.size &&
      this.linked.whole.kind[at] === Kind.Call &&
      /^find(?:Last)?Index$/.test(calledName(this.linked, at))
      ? at
      : -1
  }

  /** What it says that `list.findIndex(test)` found a place, or none. */
  private hasElement(call: number, found: boolean, value: number, hops: number): number {
    const [test] = this.linked.whole.args(call)
    if (!found || test === undefined || this.same.isMadeOf(receiverOf(this.linked, call), value)) return 0
    return this.answersOf(test, (answer, fn) => this.says(answer, true, value, hops + 1) | (this.equalsElement(answer, fn, value) ? LITERAL : 0))
  }

  private nameOf(node: number): string {
    const { whole } = this.linked
    if (node < 0) return ''
    if (whole.kind[node] === Kind.Global) return whole.text(whole.a[node] as number)
    if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number)
    return ''
  }
}
