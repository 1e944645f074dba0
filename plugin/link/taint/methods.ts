/** What the language's own methods do with their receiver and arguments: texts, lists, maps, promises. By name: receivers are rarely known. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { once } from '../lookup'
import { coveredBy, withoutPart, withoutPattern, withoutPatterns } from './allowed-texts'
import type { Conditions } from './conditions'
import { ABSOLUTE, bitOf, maskOf, RAW, TEXT_ONLY } from './kinds'

/** What becomes of a tainted receiver, or of the elements of one. */
export interface ReceiverAct {
  /** `same`: the receiver's parts stay where they are. */
  result: 'none' | 'same' | 'text' | 'element' | 'list' | 'pairs' | 'flat'
  clears: number
  callback?: { argument: number; parameter: number; result: 'none' | 'value' | 'element' }
}

const act = (result: ReceiverAct['result'], callback?: ReceiverAct['callback']): ReceiverAct => ({
  result,
  clears: 0,
  ...(callback ? { callback } : {}),
})
const each = (result: 'none' | 'value' | 'element', parameter = 0) => ({ argument: 0, parameter, result })

const ACTS: Record<string, ReceiverAct> = rowsByName({
  ...Object.fromEntries(
    [
      ...['indexOf', 'lastIndexOf', 'search', 'test', 'localeCompare', 'charCodeAt', 'codePointAt', 'includes', 'startsWith', 'endsWith', 'has'],
      ...['findIndex', 'findLastIndex', 'hasOwnProperty', 'isPrototypeOf', 'getTime', 'getFullYear', 'equals', 'compare', 'isWellFormed'],
      ...[
        'addEventListener',
        'removeEventListener',
        'on',
        'once',
        'off',
        'emit',
        'push',
        'unshift',
        'send',
        'end',
        'write',
        'close',
        'destroy',
        'delete',
        'clear',
        'append',
        'set',
        'add',
      ],
    ].map((name) => [name, act('none')]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'toString',
        'trim',
        'trimStart',
        'trimEnd',
        'trimLeft',
        'trimRight',
        'toLowerCase',
        'toUpperCase',
        'toLocaleLowerCase',
        'toLocaleUpperCase',
      ],
      ...['substring', 'substr', 'charAt', 'padStart', 'padEnd', 'normalize', 'repeat', 'join', 'toLocaleString', 'toWellFormed', 'valueOf', 'text'],
    ].map((name) => [name, act('text')]),
  ),
  valueOf: act('same'),
  ...Object.fromEntries(
    ['slice', 'concat', 'reverse', 'toReversed', 'toSorted', 'splice', 'toSpliced', 'copyWithin', 'values', 'fill', 'with'].map((name) => [
      name,
      act('same'),
    ]),
  ),
  sort: act('same'),
  flat: act('flat'),
  // Only texts have these, and what they are taken apart into are texts.
  split: { ...act('list'), clears: TEXT_ONLY },
  match: { ...act('list'), clears: TEXT_ONLY },
  matchAll: act('list'),
  exec: act('list'),
  keys: act('list'),
  entries: act('pairs'),
  pop: act('element'),
  shift: act('element'),
  at: act('element'),
  get: act('element'),
  getAll: act('list'),
  map: act('none', each('element')),
  flatMap: act('none', each('element')),
  forEach: act('none', each('none')),
  filter: act('same', each('none')),
  find: act('element', each('none')),
  findLast: act('element', each('none')),
  some: act('none', each('none')),
  every: act('none', each('none')),
  reduce: act('none', each('value', 1)),
  reduceRight: act('none', each('value', 1)),
})

const UNKNOWN = act('element')
/** Replacements that stand one behind the other. */
const MOST_LINKS = 16

const EXPRESSION = /^(?:global:)?RegExp(?:!|\(\))$/

/** Methods after which what a list holds may stand at other places of it. */
const MOVES = new Set(['shift', 'unshift', 'splice', 'reverse', 'sort', 'copyWithin'])

/** Whether a method whose code is not here may hand on something of what it is called on. */
export const passesReceiver = once((name) => (Object.hasOwn(ACTS, name) ? ACTS[name]?.result !== 'none' : !/^(?:is|has|can)[A-Z]/.test(name)))

export class Methods {
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {}

  ofReceiver(call: number, name: string, hasCode: boolean): ReceiverAct | undefined {
    if (hasCode) return undefined
    if (name === 'replace' || name === 'replaceAll') return this.replaces(call, name === 'replaceAll')
    if (name === 'toString') return this.encodes(call)
    return Object.hasOwn(ACTS, name) ? ACTS[name] : /^(?:is|has|can)[A-Z]/.test(name) ? undefined : UNKNOWN
  }

  /** Whether the language has a method of that name, of which it is known what it does with the elements of a list. */
  isOfLanguage(name: string): boolean {
    return Object.hasOwn(ACTS, name)
  }

  /** Whether a list has its elements at other places once a method of that name was called on it. */
  movesPlaces(name: string): boolean {
    return MOVES.has(name)
  }

  /** What a function given to a method of that name returns, becomes of the call. */
  callbackResult(name: string): 'element' | 'value' | undefined {
    if (name === 'map' || name === 'flatMap') return 'element'
    if (name === 'then' || name === 'catch' || name === 'reduce' || name === 'reduceRight' || name === 'replace' || name === 'replaceAll')
      return 'value'
    return undefined
  }

  /** A call that hands back what it was called on. */
  handsBack(call: number): boolean {
    const { solver, models } = this.linked
    for (const path of solver.apiCalls.get(call) ?? []) if (models.self.has(path) || models.self.has(models.paths.call(path))) return true
    return false
  }

  /** Where an argument of a method of the language goes. */
  gather(call: number, index: number, tell: (what: 'receiver' | 'key' | 'result' | 'list' | 'accumulator' | 'groups', how: string) => void): void {
    const { whole } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load || receiverOf(this.linked, call) < 0) return
    const name = whole.text(whole.b[callee] as number)
    switch (name) {
      case 'push':
      case 'unshift':
      case 'add':
        tell('receiver', name)
        break
      case 'append':
      case 'set':
        if (index === 1 || (name === 'append' && index === 0)) tell('receiver', name)
        else if (index === 0) tell('key', name)
        break
      case 'splice':
        if (index >= 2) tell('receiver', name)
        break
      case 'with':
        if (index === 1) tell('list', name)
        break
      case 'fill':
        if (index === 0) tell('list', name)
        break
      case 'concat':
        tell('result', 'any')
        break
      case 'reduce':
      case 'reduceRight':
        if (index === 1) tell('accumulator', name)
        break
      case 'exec':
        if (index !== 0) break
        if (this.conditions.expressions.patternOf(receiverOf(this.linked, call))) tell('groups', name)
        // An expression that comes from elsewhere, or is put together.
        else if (this.isExpression(receiverOf(this.linked, call))) tell('list', name)
        break
      case 'replace':
      case 'replaceAll':
        if (index === 1) tell('result', 'text')
        break
      case 'join':
        if (index === 0) tell('result', 'text')
        break
    }
  }

  private isExpression(node: number): boolean {
    const made = apiPathsOf(this.linked, node).map((path) => this.linked.models.paths.show(path))
    return made.some((path) => EXPRESSION.test(path)) || this.linked.solver.of(node).length === 0
  }

  /** `text.replace(/\(/g, …).replace(/\)/g, …)`: characters of which each has a replacement of its own, and does harm only together with others. */
  private withoutChain(last: number): number {
    const { whole } = this.linked
    const sources: string[] = []
    for (let call = last, hops = 0; call >= 0 && hops < MOST_LINKS && whole.kind[call] === Kind.Call; call = receiverOf(this.linked, call), hops++) {
      const name = calledName(this.linked, call)
      if (name !== 'replace' && name !== 'replaceAll') continue
      const pattern = whole.args(call)[0]
      const written = pattern === undefined ? undefined : this.conditions.expressions.patternOf(pattern)
      const text = pattern === undefined || written ? undefined : this.conditions.textOf(pattern)
      if (written && (written.flags.includes('g') || name === 'replaceAll')) sources.push(written.source)
      else if (name === 'replaceAll' && text?.length === 1) sources.push(`\\${text}`)
    }
    return sources.length < 2 ? 0 : withoutPatterns(sources)
  }

  /** `path.replace(/^[\\/]+/, '')`. The path of a parsed address has slashes alone, others may have what browsers take for one. */
  private takesLeadingSlashes(call: number, source: string, by: number | undefined): boolean {
    const { whole } = this.linked
    if (by === undefined || this.conditions.textOf(by) !== '') return false
    const leading = /^\^(?:\[((?:[^\]\\]|\\.)+)\]|\\?(\/))[+*]$/.exec(source)
    const characters = leading?.[1]?.replace(/\\(.)/g, '$1') ?? leading?.[2] ?? ''
    if (!characters.includes('/')) return false
    const of = receiverOf(this.linked, call)
    return characters.includes('\\') || (whole.kind[of] === Kind.Load && whole.text(whole.b[of] as number) === 'pathname')
  }

  /** `bytes.toString('hex')`: digits and letters, and in some encodings a slash. */
  private encodes(call: number): ReceiverAct {
    const encoding = this.linked.whole.args(call)[0]
    const text = encoding === undefined ? undefined : this.conditions.textOf(encoding)
    if (text === 'hex' || text === 'base64url') return { result: 'text', clears: maskOf(['literal']) }
    return text === 'base64' ? { result: 'text', clears: maskOf(['literal']) & ~maskOf(['path', 'url', 'redirect']) } : act('text')
  }

  /** `text.replace(pattern, by)`: what is taken out of the whole text can do no harm any more. */
  private replaces(call: number, all: boolean): ReceiverAct {
    const pattern = this.linked.whole.args(call)[0]
    if (pattern === undefined) return act('text')
    const by = this.linked.whole.args(call)[1]
    const replacement = by === undefined ? undefined : this.conditions.textOf(by)
    const written = this.conditions.expressions.patternOf(pattern)
    let clears = 0
    if (written) {
      if (written.flags.includes('g') || all)
        clears = withoutPattern(written.source) | this.withoutChain(call) | coveredBy(written.source, replacement)
      // What only leads: `normalize(p).replace(/^(\.\.[/\\])+/, '')`
      else if (/^\^?\(?(?:\?:)?\\\.\\\./.test(written.source)) clears = RAW
      else if (this.takesLeadingSlashes(call, written.source, by)) clears = ABSOLUTE
    } else if (all) clears = withoutPart(this.conditions.textOf(pattern) ?? '')
    if (!written && all) clears |= this.withoutChain(call)
    // Taken out, the rest can come together to the same again; with something in its place it cannot.
    const single = written ? (/^\\?(.)$/.exec(written.source)?.[1] ?? '') : (this.conditions.textOf(pattern) ?? '')
    if (replacement && single !== '' && '__proto__'.includes(single)) clears |= bitOf('property')
    return { result: 'text', clears }
  }
}
