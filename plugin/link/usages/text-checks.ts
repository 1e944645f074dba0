/**
 * Places that decide by a part of a text, where a part may not be enough. `scheme-check`: schemes of addresses that one value is
 * compared with inside a function. `suffix-check`: `x.indexOf(y) === x.length - y.length`, `guarded` where -1 is ruled out.
 * `host-check`: a host or an address that is looked for inside, in front of or at the end of a text.
 */
import { Kind, RegionKind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, calledName, citeLine, type Linked, receiverOf } from '../linked'
import { lookupOf, remember } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, isEqual, isUnequal, LESS, NOT, TILDE } from '../operators'
import { exactTexts, expressionsOf, textOf } from '../regex/expressions'
import { textsOf } from '../regex/matching'
import { skipTrivia } from '../whole/index'
import { methodCalls } from './method-calls'
import { usage } from './modelled'
import { isInComponent } from './unsent-secrets'

const MINUS = 41
const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

export function textCheckUsages(linked: Linked): Usage[] {
  return [...schemeChecks(linked), ...suffixChecks(linked), ...hostChecks(linked)]
}

// ── schemes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Schemes under which an address is a program. */
const SCHEME = /^(javascript|data|vbscript):?/i

interface Comparison {
  node: number
  subject: number
  schemes: string[]
  /** Written with its colon: without one, the same words name languages and kinds of files. */
  colon: boolean
}

function schemeChecks(linked: Linked): Usage[] {
  const { whole } = linked
  const groups = new Map<string, Comparison[]>()
  whole.files.forEach(({ text }, file) => {
    // Few files name the scheme at all.
    if (!/javascript\b/i.test(text)) return
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
      const comparison = comparisonAt(linked, node)
      if (!comparison) continue
      const key = `${file} ${whole.functionOf(node)} ${keyOf(linked, comparison.subject)}`
      const known = groups.get(key)
      if (known) known.push(comparison)
      else groups.set(key, [comparison])
    }
  })
  return [...groups.values()].flatMap((comparisons) => {
    const schemes = [...new Set(comparisons.flatMap((comparison) => comparison.schemes))]
    if (!schemes.includes('javascript') || !comparisons.some(({ colon, subject }) => colon || isOfAddress(linked, subject))) return []
    const last = comparisons[comparisons.length - 1] as Comparison
    const first = comparisons[0] as Comparison
    const made = usage(linked, first.node, 'scheme-check', '', calledName(linked, first.node) || '===', { schemes: constant(...schemes) })
    const at = citeLine(linked, whole.fileOf(first.node), beginOf(linked, first.node))
    const [, end] = whole.linesOf(last.node)
    return [{ ...made, at: end > at.line && end - at.line < 10 ? { ...at, endLine: end } : at }]
  })
}

/** Line on which a comparison begins: of a case, its switch; of a method on a line of its own, what it is called on. */
function beginOf({ whole }: Linked, node: number): number {
  const file = whole.fileOf(node)
  const { text } = whole.files[file] as { text: string }
  const start = skipTrivia(text, whole.pos[node] as number)
  if (/^case\b/.test(text.slice(start, start + 5))) return whole.lineAt(file, Math.max(0, text.lastIndexOf('switch', start)))
  const gap = /\S(\s*\??\.\s*)$/.exec(text.slice(Math.max(0, start - 200), start))?.[1]?.length ?? 0
  return whole.lineAt(file, gap > 0 ? start - gap - 1 : start)
}

function comparisonAt(linked: Linked, node: number): Comparison | undefined {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Binary && (isEqual(whole.c[node] as number) || isUnequal(whole.c[node] as number))) {
    const [a, b] = [whole.a[node] as number, whole.b[node] as number]
    if (whole.kind[a] === Kind.String) return compared(node, b, [whole.text(whole.a[a] as number)])
    return whole.kind[b] === Kind.String ? compared(node, a, [whole.text(whole.a[b] as number)]) : undefined
  }
  if (kind !== Kind.Call) return undefined
  const name = calledName(linked, node)
  const receiver = receiverOf(linked, node)
  const [argument] = whole.args(node)
  if (receiver < 0 || argument === undefined) return undefined
  switch (name) {
    case 'startsWith':
    case 'includes':
    case 'indexOf': {
      const list = name === 'startsWith' ? [] : listOf(linked, receiver)
      return list.length > 0 ? compared(node, argument, list) : compared(node, receiver, [textOf(linked, argument)])
    }
    case 'test':
    case 'exec':
      return compared(node, argument, wordsOf(linked, receiver))
    case 'match':
    case 'search':
      return compared(node, receiver, wordsOf(linked, argument))
    case 'replace':
    case 'replaceAll': {
      const words = wordsOf(linked, argument)
      return compared(node, rootOf(linked, receiver), words.length > 0 ? words : [textOf(linked, argument)])
    }
    default:
      return undefined
  }
}

function compared(node: number, subject: number, texts: (string | undefined)[]): Comparison | undefined {
  // Only where each text is a scheme: `data` among other words is a word.
  if (!texts.every((text) => text !== undefined && /^\s*[a-z-]+:?\/*$/i.test(text))) return undefined
  const schemes = texts.flatMap((text) => SCHEME.exec(text ?? '')?.[1]?.toLowerCase() ?? [])
  return schemes.length > 0 ? { node, subject, schemes, colon: texts.some((text) => text?.includes(':')) } : undefined
}

/** Whether a value's making speaks of addresses: `new URL(x).protocol`, `getScheme(x)`, `x.split(':')[0]`. */
function isOfAddress(linked: Linked, node: number, hops = 0): boolean {
  if (node < 0 || node >= linked.whole.size || hops > 5) return false
  return ofAddress(linked, node, hops, () => speaksOfAddress(linked, node, hops))
}

const ofAddress = remember<boolean>()

function speaksOfAddress(linked: Linked, node: number, hops: number): boolean {
  const { whole, values } = linked
  if (/scheme|protocol|ur[il]$|href|address|^link/i.test(values.nameOf(node))) return true
  if (whole.kind[node] === Kind.String) return whole.text(whole.a[node] as number) === ':'
  return whole.madeOf(node).some((part) => isOfAddress(linked, part, hops + 1))
}

/** Items of a list that is written out, or made by splitting a text. */
function listOf(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.Call && calledName(linked, node) === 'split') {
    const text = textOf(linked, receiverOf(linked, node))
    const [separator] = whole.args(node)
    return text === undefined ? [] : text.split(textOf(linked, separator ?? -1) ?? ',')
  }
  const items = values.elements(node)
  if (items.length === 1 && items[0] === node) return []
  const texts = items.map((item) => textOf(linked, item))
  return texts.every((text) => text !== undefined) ? (texts as string[]) : []
}

function wordsOf(linked: Linked, node: number): string[] {
  return expressionsOf(linked, node).flatMap(({ pattern, flags }) => textsOf(pattern.replace(/^\^|\$$/g, ''), flags ?? '') ?? [])
}

/** What a chain of replacements begins with. */
function rootOf(linked: Linked, node: number): number {
  let at = node
  for (let hops = 0; hops < 12 && linked.whole.kind[at] === Kind.Call && /^replace(?:All)?$/.test(calledName(linked, at)); hops++)
    at = receiverOf(linked, at)
  return at
}

/** The same value, read or refined once more, has the same key. */
function keyOf(linked: Linked, node: number, hops = 0): string {
  if (node < 0 || hops > 8) return '?'
  const key = keys(linked, node, hops, () => findKey(linked, node, hops))
  return key.length > MOST_KEY ? `#${node}` : key
}

/** Longest text that stands for a value, in characters; what is longer is its own node alone. */
const MOST_KEY = 2_000
const keys = remember<string>()

function findKey(linked: Linked, node: number, hops: number): string {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
      return keyOf(linked, whole.a[node] as number, hops + 1)
    case Kind.Load:
      return `${keyOf(linked, whole.a[node] as number, hops + 1)}.${whole.text(whole.b[node] as number)}`
    case Kind.Call:
      return `${keyOf(linked, whole.a[node] as number, hops + 1)}(${whole
        .args(node)
        .map((argument) => keyOf(linked, argument, hops + 1))
        .join()})`
    case Kind.String:
    case Kind.Number:
      return JSON.stringify(whole.text(whole.a[node] as number))
    case Kind.Global:
      return whole.text(whole.a[node] as number)
    case Kind.Binary:
      return `(${keyOf(linked, whole.a[node] as number, hops + 1)} ${whole.c[node]} ${keyOf(linked, whole.b[node] as number, hops + 1)})`
    default:
      return `#${node}`
  }
}

// ── suffixes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function suffixChecks(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  for (const node of lookupOf(whole).of(Kind.Binary)) {
    if (!isEqual(whole.c[node] as number)) continue
    const [a, b] = [unrefined(linked, whole.a[node] as number), unrefined(linked, whole.b[node] as number)]
    const check = suffixOf(linked, a, b) ?? suffixOf(linked, b, a)
    if (check) found.push(usage(linked, node, 'suffix-check', '', check.method, { guarded: constant(String(isGuarded(linked, node, check))) }))
  }
  return found
}

function unrefined({ whole }: Linked, node: number): number {
  let at = node
  while (at >= 0 && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

interface SuffixCheck {
  method: string
  index: number
  text: number
  difference: number
}

/** `x.indexOf(y)` beside `x.length - …`. */
function suffixOf(linked: Linked, index: number, difference: number): SuffixCheck | undefined {
  const { whole } = linked
  if (whole.kind[index] !== Kind.Call || whole.kind[difference] !== Kind.Binary || whole.c[difference] !== MINUS) return undefined
  const method = calledName(linked, index)
  const text = receiverOf(linked, index)
  const [needle] = whole.args(index)
  if (!/^(?:last)?IndexOf$/i.test(method) || text < 0 || needle === undefined) return undefined
  let left = difference
  while (whole.kind[left] === Kind.Binary && whole.c[left] === MINUS) left = unrefined(linked, whole.a[left] as number)
  const length = textOf(linked, text)
  const isLength =
    (whole.kind[left] === Kind.Load &&
      whole.text(whole.b[left] as number) === 'length' &&
      keyOf(linked, whole.a[left] as number) === keyOf(linked, text)) ||
    (length !== undefined && textOf(linked, left) === String(length.length))
  if (!isLength) return undefined
  // One character is the last one, or there is none: -1 can only be met by an empty text.
  if ((exactTexts(linked, needle)[0] ?? '  ').length === 1) return undefined
  return { method, index, text, difference }
}

/** Whether some comparison in the function rules out that the text was not found, or was too short. */
function isGuarded(linked: Linked, check: number, { index, text, difference }: SuffixCheck): boolean {
  const { whole } = linked
  const fn = whole.functionOf(check)
  const file = whole.fileOf(check)
  const [indexKey, textKey, differenceKey] = [index, text, difference].map((node) => keyOf(linked, node)) as [string, string, string]
  const within = fn >= 0 ? lookupOf(whole).inFunction(fn) : range(whole.base[file] as number, whole.base[file + 1] as number)
  for (const node of within) {
    if (whole.kind[node] !== Kind.Binary || whole.functionOf(node) !== fn || node === check) continue
    const operator = whole.c[node] as number
    const [a, b] = [whole.a[node] as number, whole.b[node] as number]
    const orders = operator === LESS || operator === GREATER || operator === AT_LEAST || operator === AT_MOST
    if (orders && [a, b].some((side) => keyOf(linked, side) === `${textKey}.length` || keyOf(linked, side) === differenceKey)) return true
    const number = textNumber(linked, b)
    if (keyOf(linked, a) !== indexKey || number === undefined) continue
    if (isEqual(operator) || isUnequal(operator)) {
      if (number === -1) return true
    } else if (
      (operator === GREATER && number >= -1) ||
      (operator === AT_LEAST && number >= 0) ||
      (operator === LESS && number <= 0) ||
      (operator === AT_MOST && number < 0)
    )
      return true
  }
  return false
}

function* range(from: number, to: number): Generator<number> {
  for (let node = from; node < to; node++) yield node
}

function textNumber(linked: Linked, node: number): number | undefined {
  const { whole } = linked
  if (whole.kind[node] === Kind.Unary)
    return whole.c[node] === MINUS && whole.kind[whole.a[node] as number] === Kind.Number
      ? -Number(textOf(linked, whole.a[node] as number))
      : undefined
  return whole.kind[node] === Kind.Number ? Number(whole.text(whole.a[node] as number)) : undefined
}

// ── hosts ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Endings of host names that are met often; others would be taken for words, files or members. */
const HOST =
  /^(?:[a-z][\w+.-]*:)?(?:\/\/)?\.?(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|dev|app|co|uk|de|fr|nl|eu|cn|jp|info|biz|me|ai|cloud|example|test|internal)(?::\d+)?\/?$/i

function hostChecks(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  for (const [node, name] of methodCalls(linked, ['includes', 'indexOf', 'startsWith', 'endsWith'])) {
    const args = whole.args(node)
    // `_.includes(address, 'example.com')`
    const isHanded = args.length > 1 && isOfLodash(linked, node)
    const receiver = isHanded ? (args[0] as number) : receiverOf(linked, node)
    const argument = isHanded ? args[1] : args[0]
    if (receiver < 0 || argument === undefined) continue
    const text = textOf(linked, argument)
    if (text === undefined || !HOST.test(text) || listOf(linked, receiver).length > 0) continue
    found.push(
      usage(linked, node, 'host-check', '', name, {
        host: constant(text),
        place: constant(placeOf(linked, node, name)),
        subject: constant(subjectOf(linked, receiver)),
        ...(isInComponent(linked, node) ? { drawn: constant('true') } : {}),
        ...(picksWord(linked, node) ? { picks: constant('true') } : {}),
      }),
    )
  }
  return found
}

const isOfLodash = (linked: Linked, call: number): boolean =>
  apiPathsOf(linked, linked.whole.a[call] as number).some((path) =>
    /^(?:type:lodash\/|npm:(?:lodash|underscore)\b)/.test(linked.models.paths.rootOf(path)),
  )

/** `if (address.includes('maps.example.com')) return 'maps'`: it is told what it is, and a word comes of it. */
function picksWord({ whole }: Linked, check: number): boolean {
  const fn = whole.functionOf(check)
  const returns = fn < 0 ? [] : (whole.functions[fn]?.returns ?? [])
  const isUnder = (node: number) => {
    const region = whole.region[node] as number
    if (region < 0 || whole.regions[region * 4] !== RegionKind.True) return false
    const condition = whole.regions[region * 4 + 2] as number
    return condition === check || (whole.kind[condition] === Kind.Choice && whole.items(whole.a[condition] as number).includes(check))
  }
  const words = returns.filter((node) => whole.kind[node] === Kind.String)
  return words.length > 1 && words.some(isUnder)
}

/** Where in the text the host has to stand: `start`, `end`, `anywhere`; '' where the answer is not compared. */
function placeOf(linked: Linked, call: number, name: string): string {
  if (name === 'startsWith') return 'start'
  if (name === 'endsWith') return 'end'
  if (name === 'includes') return 'anywhere'
  const { whole } = linked
  for (let node = call + 1; node < Math.min(whole.size, call + 12); node++) {
    if (whole.kind[node] === Kind.Unary && whole.c[node] === NOT && whole.a[node] === call) return 'start'
    // `~text.indexOf(part)`: it is zero for -1 alone.
    if (whole.kind[node] === Kind.Unary && whole.c[node] === TILDE && whole.a[node] === call) return 'anywhere'
    if (whole.kind[node] !== Kind.Binary || whole.a[node] !== call) continue
    const number = textNumber(linked, whole.b[node] as number)
    if (number === undefined) return ''
    return number === 0 && (isEqual(whole.c[node] as number) || isUnequal(whole.c[node] as number)) ? 'start' : 'anywhere'
  }
  return ''
}

/** The name that a person would call the text by. */
function subjectOf(linked: Linked, node: number): string {
  const { whole, values } = linked
  const at = unrefined(linked, node)
  if (whole.kind[at] !== Kind.Call) return values.nameOf(at)
  const receiver = receiverOf(linked, at)
  return /^(?:toLowerCase|toUpperCase|trim|toString|get|header)$/.test(calledName(linked, at)) && receiver >= 0
    ? calledName(linked, at) === 'get' || calledName(linked, at) === 'header'
      ? (textOf(linked, whole.args(at)[0] ?? -1) ?? '')
      : subjectOf(linked, receiver)
    : calledName(linked, at)
}
