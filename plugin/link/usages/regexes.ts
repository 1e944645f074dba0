/**
 * Regular expressions, where they are written (`regex`) and where they meet a text (`regex-use`). Values of both: `pattern`,
 * `flags`, and `time`, how long a text that does not match may take: `linear`, `polynomial`, `exponential`, `unknown`; with
 * `attack`, a text that shows it, and `lines`, `several` where only a text of several lines does. A use says `method`, too, and
 * `repeats`, `collapsed` where what would have to be repeated has just been replaced, and `length`, `short` where the text was cut. A
 * `regex-fault` is an expression that says
 * something else than was meant: `fault` tells which of `Fault`, `detail` where.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { calledName, cite, isTest, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { charactersLeftBy } from '../regex/allowed-characters'
import { type Backtracking, backtrackingOf } from '../regex/backtracking'
import { contains } from '../regex/characters'
import { exactTexts, expressionsOf, UNKNOWN_PART, type Written, writtenAs } from '../regex/expressions'
import { lostEscapes } from '../regex/lost-escapes'
import { matchesWhole } from '../regex/matching'
import { faultsOf } from '../regex/shapes'
import { methodCalls } from './method-calls'
import { usage } from './modelled'
import { settingOf } from './setting'

/** Methods of regular expressions: the text is the argument. */
const OF_EXPRESSIONS = new Set(['test', 'exec'])
/** Methods of texts: the expression is the argument. The first three take a text for one. */
const OF_TEXTS = new Set(['match', 'matchAll', 'search', 'replace', 'replaceAll', 'split'])
const TAKE_TEXT = new Set(['match', 'matchAll', 'search'])

const SCHEMA = new Set(['pattern', 'patternProperties'])

export function regexUsages(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const seen = new Map<number, Written>()
  const methods = new Map<number, string[]>()
  const write = (written: Written) => {
    if (!seen.has(written.node)) seen.set(written.node, written)
  }
  const regexp = whole.string('RegExp')
  const [pattern, properties] = [whole.string('pattern'), whole.string('patternProperties')]
  const lookup = lookupOf(whole)
  const schemas = Array.from(lookup.named(Kind.Property, SCHEMA), (entry) => lookup.objectOf(entry)).filter((object) => object >= 0)
  for (const node of merge([lookup.of(Kind.Regex), lookup.called('RegExp'), schemas])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Regex) {
      for (const written of expressionsOf(linked, node)) write(written)
    } else if (kind === Kind.New || kind === Kind.Call) {
      const callee = whole.a[node] as number
      if (whole.kind[callee] !== Kind.Global || whole.a[callee] !== regexp) continue
      for (const written of writtenAs(linked, node)) write(written)
      // Of an expression that is partly made while running, only the written parts can be looked at.
      if (!seen.has(node) || seen.get(node)?.partly) found.push(...faults(linked, { node, pattern: '', flags: '', form: 'constructor' }, []))
    } else if (kind === Kind.Object) {
      for (const entry of whole.items(whole.a[node] as number))
        if (whole.a[entry] === pattern || whole.a[entry] === properties) for (const written of schemaPatterns(linked, node, entry)) write(written)
    }
  }
  for (const [call, method] of methodCalls(linked, [...OF_EXPRESSIONS, ...OF_TEXTS])) {
    const met = meetingOf(linked, call, method)
    for (const written of met?.expressions ?? []) {
      if (written.form === 'text') write(written)
      const known = methods.get(written.node)
      if (known) known.push(method)
      else methods.set(written.node, [method])
      found.push(usage(linked, call, 'regex-use', '', method, meetingValues(linked, met?.text ?? -1, written, method)))
    }
  }
  // After their uses: what was found out there says it of exponential time, too.
  for (const written of seen.values()) found.push(usage(linked, written.node, 'regex', '', 'RegExp', valuesOf(linked, written, 'exponential')))
  for (const written of seen.values()) if (!written.partly) found.push(...faults(linked, written, methods.get(written.node) ?? []))
  return found
}

/** What is wrong with an expression as it is written, where it is written. */
function faults(linked: Linked, written: Written, methods: string[]): Usage[] {
  const { whole } = linked
  if (isTest((whole.files[whole.fileOf(written.node)] as { path: string }).path)) return []
  const told = (node: number, fault: string, detail: string) =>
    usage(linked, node, 'regex-fault', '', 'RegExp', {
      fault: constant(fault),
      detail: constant(detail),
      pattern: constant(written.pattern),
      methods: constant(...methods),
    })
  const escapes = written.form === 'literal' ? [] : lostEscapes(linked, written.form === 'text' ? written.node : (whole.args(written.node)[0] ?? -1))
  return [
    ...faultsOf(written.pattern, written.flags ?? '').map(({ kind, detail }) => told(written.node, kind, detail)),
    ...escapes.map(({ node, lost }) => told(node, 'lost escape', lost)),
  ]
}

/** A call that runs expressions over a text that is not written out. */
function meetingOf(linked: Linked, call: number, method: string): { text: number; expressions: Written[] } | undefined {
  const receiver = receiverOf(linked, call)
  const [argument] = linked.whole.args(call)
  if (receiver < 0 || argument === undefined) return undefined
  const [text, expression] = OF_EXPRESSIONS.has(method) ? [argument, receiver] : [receiver, argument]
  let expressions = writtenAs(linked, expression)
  if (expressions.length === 0 && TAKE_TEXT.has(method))
    expressions = exactTexts(linked, expression)
      .filter((pattern) => /[*+{|([]/.test(pattern))
      .map((pattern) => ({ node: expression, pattern, flags: '', form: 'text' }))
  return expressions.length === 0 ? undefined : { text, expressions }
}

/** `{ type: 'string', pattern: '^a+$' }` and `patternProperties`: schemas of JSON hold expressions as texts. */
function schemaPatterns({ whole }: Linked, object: number, property: number): Written[] {
  const value = whole.b[property] as number
  if (whole.kind[property] !== Kind.Property || value < 0) return []
  const put = (node: number, text: number): Written => ({ node, pattern: whole.text(text), flags: '', form: 'text' })
  const isNamed = (entry: number, name: string) =>
    whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name
  if (isNamed(property, 'pattern')) {
    const type = whole.items(whole.a[object] as number).find((entry) => isNamed(entry, 'type'))
    const said = type === undefined ? -1 : (whole.b[type] as number)
    const isText = said >= 0 && whole.kind[said] === Kind.String && whole.text(whole.a[said] as number) === 'string'
    return isText && whole.kind[value] === Kind.String ? [put(value, whole.a[value] as number)] : []
  }
  if (whole.kind[value] !== Kind.Object) return []
  return whole
    .items(whole.a[value] as number)
    .filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1)
    .map((entry) => put(entry, whole.a[entry] as number))
}

const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

function valuesOf({ whole }: Linked, written: Written, worst?: 'exponential'): Record<string, Setting> {
  const { node, pattern, flags } = written
  const path = (whole.files[whole.fileOf(node)] as { path: string }).path
  const values = {
    pattern: constant(pattern.replaceAll(UNKNOWN_PART, '…')),
    flags: flags === undefined ? { state: 'computed' as const, texts: [] } : constant(flags),
  }
  // What only tests run is never reported, so its time is nobody's business.
  if (isTest(path)) return values
  const { time, prefix, pump, suffix, newline } = timeOf(written, worst)
  return {
    ...values,
    time: constant(time),
    ...(pump ? { attack: constant(prefix, pump, suffix), lines: constant(newline ? 'several' : 'one') } : {}),
  }
}

/** Of an expression that is known in part: what it takes whether or not anything stands where the rest is. */
function timeOf({ pattern, flags = '', partly }: Written, worst?: 'exponential'): Backtracking {
  const found = backtrackingOf(pattern, flags, worst)
  if (!partly || found.time === 'linear') return found
  const without = backtrackingOf(pattern.replaceAll(UNKNOWN_PART, ''), flags, worst)
  // An attack that has to hold what is unknown is none.
  const isKnown = found.time === without.time && ![found.prefix, found.pump, found.suffix].some((text) => text.includes(UNKNOWN_PART))
  return isKnown ? found : { time: 'unknown', prefix: '', pump: '', suffix: '', newline: false }
}

function meetingValues(linked: Linked, text: number, written: Written, method: string): Record<string, Setting> {
  const told = valuesOf(linked, written)
  const values: Record<string, Setting> = { ...told, pattern: { ...told.pattern!, at: cite(linked, written.node) }, method: constant(method) }
  const pump = values.attack?.texts[1]
  if (pump && isCollapsed(linked, text, pump)) return { ...values, repeats: constant('collapsed') }
  return told.time?.texts[0] === 'polynomial' && isShort(linked, text) ? { ...values, length: constant('short') } : values
}

/** So many characters take no time to speak of, even where it grows with the third power; where it doubles with each, thirty are enough. */
const MOST_CHARACTERS = 500
const CUTS = /^(?:slice|substring|substr)$/
/** Methods that leave a text as long as it is, or make it shorter. */
const NO_LONGER = /^(?:trim|trimStart|trimEnd|toLowerCase|toUpperCase|toString|valueOf)$/

/** `text.slice(0, 200)`: whether a text was cut to a length that stands in the code. */
function isShort(linked: Linked, text: number): boolean {
  const { whole, values } = linked
  const [made, ...others] = values.definitions(text)
  if (made === undefined || others.length > 0 || made >= whole.size) return false
  for (let at = made, hops = 0; at >= 0 && hops < 4 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
    const name = calledName(linked, at)
    if (CUTS.test(name)) {
      const [from, to] = Array.from(whole.args(at), (argument) => settingOf(linked, argument))
      if (from?.state !== 'constant' || to?.state !== 'constant') return false
      const isWithin = (text: string) => Number(text) >= 0 && Number(text) <= MOST_CHARACTERS
      return from.texts.every((text) => Number(text) >= 0) && to.texts.length > 0 && to.texts.every(isWithin)
    }
    if (!NO_LONGER.test(name)) return false
  }
  return false
}

/** Whether a text has just been through a replacement that leaves no repetitions of what would take long, or some of it not at all. */
function isCollapsed(linked: Linked, text: number, pump: string): boolean {
  for (let at = text, hops = 0; hops < 4 && linked.whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
    const [from, to] = linked.whole.args(at)
    if (!/^replace(?:All)?$/.test(calledName(linked, at)) || from === undefined || to === undefined) continue
    const shorter = settingOf(linked, to)
    if (shorter.state !== 'constant') continue
    const replaced = expressionsOf(linked, from)
    if (replaced.length === 0 || !replaced.every(({ flags }) => flags?.includes('g'))) continue
    const isShort = shorter.texts.every((replacement) => replacement.length < pump.length * 3)
    if (isShort && replaced.every(({ pattern, flags = '' }) => matchesWhole(pattern, flags, pump.repeat(3)))) return true
    if (replaced.every((written) => takesOut(written, pump, shorter.texts))) return true
  }
  return false
}

/** Whether a character of a word is left nowhere, and not put in either: `text.replace(/[^a-z]/g, '')` leaves no spaces. */
function takesOut({ pattern, flags = '' }: Written, word: string, put: readonly string[]): boolean {
  const left = charactersLeftBy(pattern, flags)
  return left !== undefined && [...word].some((character) => !contains(left, character) && !put.some((text) => text.includes(character)))
}
